"""まとめて精算: what several tables come to, what is paid for them, and what stays open."""

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import pytest
from django.utils.translation import override
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.circles.models import Circle
from scorekeeper.play.debts import differ, fewest
from scorekeeper.play.idempotency import FormVersion, StaleForm, new_key
from scorekeeper.play.models import Bill, BillPayment, GameSession, OpenDebt
from scorekeeper.play.payments import (
    bill_summary,
    make_bill,
    pay,
    pay_bill,
    undo_bill_payment,
)
from scorekeeper.play.people import last_change, merge, undo_merge
from scorekeeper.play.services import edit_round, end_session
from scorekeeper.play.table import Table
from scorekeeper.play.transfers import MoneyTransfer, person_key
from tests.play.evenings import YEN, Moves, form_version, fresh, new_circle, over, running


@pytest.fixture
def circle(db: None) -> Iterator[Circle]:
    with override("en"):
        yield new_circle()


def together(*sessions: GameSession) -> Bill:
    circle = sessions[0].circle
    return make_bill(circle, [session.public_id for session in sessions], None, new_key())


def named(bill: Bill, who: str) -> str:
    return person_key(bill.circle.players.get(name=who).pk)


def debts(bill: Bill) -> list[tuple[str, str, str]]:
    """Who pays whom, by names."""
    names = {person_key(one.pk): one.name for one in bill.circle.players.all()}
    plan, _exact = bill_summary(bill).plan
    return [(names.get(payer, payer), names.get(payee, payee), str(amount)) for payer, payee, amount in plan]


def give(
    bill: Bill, payer: str, payee: str, amount: object, suggested: bool = False, **more: Any
) -> MoneyTransfer:
    """Note a payment of a bill, from a form that was opened just now."""
    payment = MoneyTransfer(named(bill, payer), named(bill, payee), Decimal(str(amount)))
    pay_bill(
        bill, payment, FormVersion(bill_summary(bill).revision, more.get("key", new_key()), None), suggested
    )
    return payment


def kept(**of: object) -> list[tuple[str, str, str]]:
    """The rows of a session or a bill."""
    columns = ("payer__name", "payee__name", "amount")
    return list(OpenDebt.objects.filter(**of).values_list(*columns))


def test_a_running_table_has_no_rows(circle: Circle) -> None:
    """In whatever order those of an ended one are."""
    session = running(circle, {("Ben", "Aki"): 330, ("Chie", "Aki"): 100})
    assert not OpenDebt.objects.exists()
    end_session(session, form_version(session))
    assert kept(session=session) == [("Ben", "Aki", "330"), ("Chie", "Aki", "100")]
    for row in reversed(OpenDebt.objects.order_by("pk")):
        row.delete()
        OpenDebt.objects.create(session=session, payer=row.payer, payee=row.payee, amount=row.amount)
    assert kept(session=session) == [("Chie", "Aki", "100"), ("Ben", "Aki", "330")]
    assert not differ(Table(fresh(session)))
    end_session(fresh(session), form_version(session), end=False)
    assert not OpenDebt.objects.exists()


@pytest.mark.postgresql
def test_in_parts_and_on_behalf(circle: Circle) -> None:
    """Ben owes 350: 100 of it at a table, 50 himself, 200 by Chie, who gets them back."""
    one, two = over(circle, {("Ben", "Aki"): 300}, "Chie"), over(circle, {("Ben", "Aki"): 50})
    pay(one, {"from": "0", "to": "1", "points": "100", "money": ""}, form_version(one), suggested=False)
    bill = together(one, two)
    assert debts(bill) == [("Ben", "Aki", "250")]
    give(bill, "Ben", "Aki", 50)
    assert debts(bill) == [("Ben", "Aki", "200")]
    give(bill, "Chie", "Aki", 200)
    assert debts(bill) == [("Ben", "Chie", "200")]
    assert kept(bill=bill) == [("Ben", "Chie", "200")]
    undo_bill_payment(bill, BillPayment.objects.latest("pk").pk, None)
    assert debts(bill) == [("Ben", "Aki", "200")]
    assert kept(bill=bill) == [("Ben", "Aki", "200")]
    assert BillPayment.objects.count() == 2


def test_a_later_correction_follows(circle: Circle) -> None:
    """Paid in full, then one evening turns out to be 40 less: Aki gives them back."""
    one = over(circle, {("Ben", "Aki"): 300})
    bill = together(one, over(circle, {("Ben", "Aki"): 50}))
    give(bill, "Ben", "Aki", 350, suggested=True)
    assert debts(bill) == []
    facts = {"kind": "adjust", "transfers": [{"from": "0", "to": "1", "points": 260}]}
    edit_round(one.rounds.get(), facts, form_version(one))
    assert debts(bill) == [("Aki", "Ben", "40")]
    assert kept(bill=bill) == [("Aki", "Ben", "40")]


def test_money_keeps_its_decimals(circle: Circle) -> None:
    rates = [{"unit": "€", "per_point": "0.01", "round_to": step} for step in ("0.50", "0.20")]
    bill = together(*(over(circle, {("Ben", "Aki"): 100}, rate=rate) for rate in rates))
    assert debts(bill) == [("Ben", "Aki", "2.00")]
    assert bill_summary(bill).dues.step == Decimal("0.10")
    assert bill_summary(bill).dues.unit == "€"


def test_whole_amounts_beside_finer_ones(circle: Circle) -> None:
    """One evening was rounded to whole euros, the other to half ones: 3 and 2.50."""
    rates = [{"unit": "€", "per_point": "0.01", "round_to": step} for step in ("1", "0.50")]
    whole = over(circle, {("Chie", "Aki"): 300}, rate=rates[0])
    half = over(circle, {("Ben", "Aki"): 250}, rate=rates[1])
    assert debts(together(whole, half)) == [("Chie", "Aki", "3.00"), ("Ben", "Aki", "2.50")]


def test_what_cannot_be_settled_together(circle: Circle) -> None:
    """Points and money, points of two games, what goes on, what is with others already, or elsewhere."""
    points, money = over(circle, {("Ben", "Aki"): 300}), over(circle, {("Ben", "Aki"): 300}, rate=YEN)
    other = over(circle, {("Ben", "Aki"): 300}, "Chie", game="kawagoe")
    away = over(new_circle(), {("Ben", "Aki"): 300})
    taken = over(circle, {("Ben", "Aki"): 10})
    together(taken, over(circle, {("Ben", "Aki"): 10}))
    goes_on = running(circle, {("Ben", "Aki"): 300})
    for session in (money, other, away, taken, goes_on):
        with pytest.raises(StaleForm):
            make_bill(circle, [points.public_id, session.public_id], None, new_key())
    with pytest.raises(StaleForm):
        make_bill(circle, [], None, new_key())
    assert Bill.objects.count() == 1
    games = [
        over(circle, {("Ben", "Aki"): 50}, "Chie", game=game, rate=YEN) for game in ("gamble", "kawagoe")
    ]
    assert debts(together(*games)) == [("Ben", "Aki", "100")]


def test_a_table_of_a_bill_takes_no_payments_and_does_not_go_on(circle: Circle) -> None:
    session = over(circle, {("Ben", "Aki"): 300})
    form, payment = form_version(session), Table(session).payment(Table(session).final.debts[0])
    together(session)
    for write in (lambda: pay(session, payment, form), lambda: end_session(session, form, end=False)):
        with pytest.raises(StaleForm) as error:
            write()
        assert error.value.words == "This table is settled together with others."
    assert fresh(session).ended_at


@pytest.mark.postgresql
def test_merging_payers_merges_their_debts_and_undoing_it_splits_them(circle: Circle) -> None:
    """Benni was Ben: 300 and 50 are owed by one, and what Benni has paid is his; then they are two again."""
    first, session = over(circle, {("Ben", "Aki"): 300}), over(circle, {("Benni", "Aki"): 50})
    bill = together(first, session)
    give(bill, "Benni", "Aki", 20)
    ben, benni = (circle.players.get(name=name) for name in ("Ben", "Benni"))
    apart = [("Ben", "Aki", "300"), ("Benni", "Aki", "30")]
    assert debts(bill) == apart
    row = merge(ben, benni, None, max(last_change(ben), last_change(benni)))
    assert debts(bill) == [("Ben", "Aki", "330")]
    assert kept(bill=bill) == [("Ben", "Aki", "330")]
    assert kept(session=session) == [("Ben", "Aki", "50")]
    assert BillPayment.objects.get().payer == ben
    give(bill, "Ben", "Aki", 5)
    undo_merge(row, None)
    assert debts(bill) == kept(bill=bill) == [("Ben", "Aki", "295"), ("Benni", "Aki", "30")]
    assert kept(session=session) == [("Benni", "Aki", "50")]
    assert BillPayment.objects.earliest("pk").payer == benni


def test_merging_payees_merges_their_debts_and_undoing_it_splits_them(circle: Circle) -> None:
    session = over(circle, {("Aki", "Benni"): 50, ("Benni", "Chie"): 20})
    bill, ben = together(session), circle.players.create(name="Ben")
    give(bill, "Aki", "Benni", 10)
    row = merge(ben, circle.players.get(name="Benni"), None, 0)
    assert kept(session=session) == [("Aki", "Ben", "30"), ("Aki", "Chie", "20")]
    assert not differ(Table(fresh(session)))
    give(bill, "Aki", "Ben", 5)
    undo_merge(row, None)
    assert kept(session=session) == [("Aki", "Benni", "30"), ("Aki", "Chie", "20")]
    assert [payment.payee.name for payment in BillPayment.objects.order_by("pk")] == ["Benni", "Ben"]


@pytest.mark.postgresql
def test_merging_moves_payments_for_tables_of_others(circle: Circle) -> None:
    """Ben paid while Benni was he, sits at none of the tables since they are two, and is Chie after all."""
    bill = together(over(circle, {("Benni", "Aki"): 50}))
    ben, chie = (circle.players.create(name=name) for name in ("Ben", "Chie"))
    row = merge(ben, circle.players.get(name="Benni"), None, 0)
    give(bill, "Ben", "Aki", 20)
    undo_merge(row, None)
    assert debts(bill) == kept(bill=bill) == [("Benni", "Aki", "30"), ("Benni", "Ben", "20")]
    merge(chie, ben, None, last_change(ben))
    assert debts(bill) == kept(bill=bill) == [("Benni", "Aki", "30"), ("Benni", "Chie", "20")]


def test_sums_of_any_length() -> None:
    """More digits than decimals usually have."""
    large, owed = Decimal("1" * 30), Decimal("-" + "1" * 30)
    assert fewest({"a": large, "b": owed}) == ((("b", "a", large),), True)


@pytest.mark.postgresql
def test_deleting_a_circle_takes_its_bills_along(circle: Circle) -> None:
    bill = together(over(circle, {("Ben", "Aki"): 300}))
    give(bill, "Ben", "Aki", 100)
    GameSession.objects.all().delete()
    circle.delete()
    assert not Bill.objects.exists()
    assert not BillPayment.objects.exists()


# --- laws

EXAMPLES = settings().max_examples if settings().max_examples > 500 else 8
PEOPLE = tuple(f"P{number}" for number in range(7))
moves = st.dictionaries(
    st.tuples(st.sampled_from(PEOPLE), st.sampled_from(PEOPLE)).filter(lambda pair: pair[0] != pair[1]),
    st.integers(1, 500),
    min_size=1,
    max_size=6,
)


@pytest.mark.django_db
@settings(max_examples=EXAMPLES, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(moves, min_size=1, max_size=3), st.sampled_from([None, YEN]), st.data())
def test_paying_one_leaves_the_others(evenings: list[Moves], rate: Any, data: Any) -> None:
    """Whatever is suggested is paid in some order: the rest stays as it was, and nothing is left at the end.

    Together they never need more payments than one by one.
    """
    circle = new_circle()
    sessions = [over(circle, moved, rate=rate) if rate else over(circle, moved) for moved in evenings]
    alone = sum(len(Table(session).final.debts) for session in sessions)
    bill = together(*sessions)
    rest = list(bill_summary(bill).plan[0])
    assert len(rest) <= alone
    while rest:
        book = bill_summary(bill)
        assert sum(book.balances.values()) == 0
        assert list(book.plan[0]) == rest
        assert book.plan[1]
        paid = rest.pop(data.draw(st.integers(0, len(rest) - 1)))
        pay_bill(bill, MoneyTransfer(*paid), FormVersion(book.revision, new_key(), None))
    assert not any(bill_summary(bill).balances.values())
    assert kept(bill=bill) == []


@given(
    st.dictionaries(st.sampled_from("ABCDEFG"), st.integers(-900, 900), min_size=2), st.sampled_from("129")
)
def test_amounts_are_those_of_the_balances(owed: dict[str, int], places: str) -> None:
    """Decimals stay as many, and what is paid is what was owed."""
    *others, last = owed
    owed[last] = -sum(owed[name] for name in others)
    exact = {name: Decimal(amount).scaleb(-int(places)) for name, amount in owed.items()}
    left = dict(exact)
    for payer, payee, amount in fewest(exact)[0]:
        assert amount > 0
        assert amount.as_tuple().exponent == -int(places)
        left[payer] += amount
        left[payee] -= amount
    assert not any(left.values())
