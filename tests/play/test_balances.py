"""残高: what two people have open between them over all nights, worked out by hand; paying it in one go.

October 10: Ben loses 300円 to あき.  November 7: あき loses 100円 to Ben.  November 14: Ben loses 50円 to
あき and 20円 to Chie.  So Ben owes あき 300 − 100 + 50 = 250円, of which October is 300円 and November
−50円, and Chie 20円.  In points Ben owes あき 5 of one game and gets 9 of another.
"""

from datetime import date, datetime
from decimal import Decimal
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone

from scorekeeper.circles.models import Circle
from scorekeeper.play import balances
from scorekeeper.play.idempotency import FormVersion, StaleForm, new_key
from scorekeeper.play.models import BillPayment, SettlementPaid
from scorekeeper.play.payments import make_bill, night_summaries, pay_night
from scorekeeper.play.transfers import MoneyTransfer
from tests.nights.example import ONE
from tests.play.evenings import Moves, begin_at, fresh, new_circle, over

pytestmark = pytest.mark.django_db

YEN = ("円", "")


def played(circle: Circle, day: tuple[int, int], moves: Moves, **more: Any) -> None:
    session = over(circle, moves, **more)
    begin_at(session, timezone.make_aware(datetime(2026, *day, 21)))


@pytest.fixture
def circle() -> Circle:
    circle = new_circle()
    played(circle, (10, 10), {("Ben", "あき"): 300}, rate=ONE)
    played(circle, (11, 7), {("あき", "Ben"): 100}, rate=ONE)
    played(circle, (11, 14), {("Ben", "あき"): 50, ("Ben", "Chie"): 20}, rate=ONE)
    played(circle, (11, 14), {("Ben", "あき"): 5})
    played(circle, (11, 14), {("あき", "Ben"): 9}, game="dotenko")
    return circle


def keys(circle: Circle, *names: str) -> list[str]:
    return [str(circle.players.get(name=name).pk) for name in names]


def pairs(circle: Circle, kind: balances.Kind = YEN) -> list[tuple[str, str, Decimal]]:
    """Who owes whom how much, by names."""
    names = {str(pk): name for pk, name in circle.players.values_list("pk", "name")}
    rows = balances.open_amounts(circle).get(kind, ())
    return [(names[one.payer], names[one.payee], one.amount) for one in balances.pair_balances(rows)]


def form_version() -> FormVersion:
    return FormVersion(0, new_key(), None)


def clear(circle: Circle, amount: int, part: int | None = None, sent: FormVersion | None = None) -> None:
    """Pay what Ben owes あき, or a part of it."""
    ben, aki = keys(circle, "Ben", "あき")
    some = None if part is None else Decimal(part)
    balances.clear(circle, YEN, MoneyTransfer(ben, aki, Decimal(amount)), sent or form_version(), some)


@pytest.mark.postgresql
def test_by_pair_by_person_and_by_month_and_points_of_each_game_apart(circle: Circle) -> None:
    assert pairs(circle) == [("Ben", "あき", 250), ("Ben", "Chie", 20)]
    sums = balances.people_balances(balances.open_amounts(circle)[YEN])
    assert list(sums.items()) == list(zip(keys(circle, "あき", "Chie", "Ben"), (250, 20, -270), strict=True))
    assert list(balances.open_amounts(circle)) == [YEN, ("", "dotenko"), ("", "gamble")]
    assert pairs(circle, ("", "gamble")) == [("Ben", "あき", 5)]
    assert pairs(circle, ("", "dotenko")) == [("あき", "Ben", 9)]
    ben, aki = keys(circle, "Ben", "あき")
    months = balances.find_balance(circle, YEN, ben, aki).months
    assert months == [(date(2026, 11, 1), 2, -50), (date(2026, 10, 1), 1, 300)]
    played(circle, (11, 21), {("あき", "Ben"): 250}, rate=ONE)
    assert pairs(circle) == [("Ben", "Chie", 20)], "nothing is left between Ben and あき"
    assert balances.find_balance(circle, YEN, ben, aki) is None


def test_a_part_goes_to_the_oldest(circle: Circle) -> None:
    """100円 of October's 300円: 150円 are left in all.  What is paid last comes with the rest."""
    clear(circle, 250, 100)
    assert pairs(circle) == [("Ben", "あき", 150), ("Ben", "Chie", 20)]
    paid = SettlementPaid.objects.get()
    assert (paid.points, paid.session.night.day.month) == (100, 10)
    clear(circle, 150, 150)
    assert pairs(circle) == [("Ben", "Chie", 20)]
    assert sorted(SettlementPaid.objects.values_list("points", flat=True)) == [50, 100, 100, 200]


def test_a_part_is_divided_in_the_steps_of_the_tables(circle: Circle) -> None:
    """25円 in steps of 1円 are the oldest, all others in tens: 30円 and 240円 are paid of October's 300円."""
    played(circle, (10, 3), {("Ben", "あき"): 25}, rate={**ONE, "round_to": 1})
    assert pairs(circle)[0] == ("Ben", "あき", 275)
    clear(circle, 275, 30)
    assert pairs(circle)[0] == ("Ben", "あき", 245)
    clear(circle, 245, 240)
    assert pairs(circle)[1] == ("Ben", "あき", 5)
    assert [row.points for row in SettlementPaid.objects.order_by("pk")] == [30, 240]


def test_a_part_that_no_steps_make_up_is_refused() -> None:
    """40円 in steps of 20円 and 30円 in one step: 60円 would be 30円 and one and a half steps."""
    circle = new_circle()
    played(circle, (10, 10), {("Ben", "あき"): 40}, rate={**ONE, "round_to": 20})
    played(circle, (10, 17), {("Ben", "あき"): 30}, rate={**ONE, "round_to": 30})
    assert pairs(circle) == [("Ben", "あき", 70)]
    with pytest.raises(StaleForm) as refused:
        clear(circle, 70, 60)
    assert refused.value.words
    assert not SettlementPaid.objects.exists()


def test_undoing_a_clearing_leaves_payments_that_were_undone_before(circle: Circle) -> None:
    """One of the three was unticked at its table: taking the rest back leaves that alone."""
    clear(circle, 250)
    first = SettlementPaid.objects.earliest("pk")
    balances.undo_payment(
        first.session, first.pk, FormVersion(fresh(first.session).revision, new_key(), None)
    )
    [made] = balances.last_clearings(circle, 5)
    balances.undo_clearing(circle, made.pk, form_version())
    assert pairs(circle) == [("Ben", "あき", 250), ("Ben", "Chie", 20)]


@pytest.mark.postgresql
def test_bills_and_nights_are_in_it(circle: Circle) -> None:
    """Two nights are a bill in which Ben owes あき 200円; of the third 20円 are paid."""
    free = circle.sessions.filter(night__day__lt="2026-11-10").values_list("public_id", flat=True)
    make_bill(circle, list(free), None, "a form")
    night = circle.nights.get(day="2026-11-14")
    ben, chie = keys(circle, "Ben", "Chie")
    [book] = night_summaries(night)
    pay_night(night, "円", MoneyTransfer(ben, chie, Decimal(20)), FormVersion(book.revision, new_key(), None))
    assert pairs(circle) == [("Ben", "あき", 250)]
    clear(circle, 250)
    assert pairs(circle) == []
    amounts = BillPayment.objects.order_by("pk").values_list("amount", flat=True)
    assert sorted(map(int, amounts)) == [20, 50, 200]
    [made] = balances.last_clearings(circle, 5)
    balances.undo_clearing(circle, made.pk, form_version())
    assert pairs(circle) == [("Ben", "あき", 250)]
    call_command("rescore", "--check")
