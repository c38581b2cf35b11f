"""Nights in a circle's file: their names, tables that were moved, and bills about them."""

from datetime import date, datetime
from decimal import Decimal

import pytest
from django.utils import timezone

from scorekeeper.circles.models import Circle
from scorekeeper.play.given import Given
from scorekeeper.play.idempotency import FormVersion, new_key
from scorekeeper.play.nights import rename_night
from scorekeeper.play.payments import bill_summary, night_summaries, pay_night
from scorekeeper.play.services import change_settings
from tests.archive.books import file_of
from tests.archive.test_importing import empty, import_data
from tests.nights.example import ONE
from tests.play.evenings import begin_at, form_version, new_circle, over

pytestmark = pytest.mark.django_db

FIRST, SECOND = date(2026, 1, 9), date(2026, 1, 16)


@pytest.fixture
def circle() -> Circle:
    """Two tables of a named night, one moved to the night of the week after, where 30 of 50円 are paid."""
    circle = new_circle()
    for hour in (20, 22):
        session = over(circle, {("Ben", "あき"): 10}, rate=ONE)
        begin_at(session, timezone.make_aware(datetime(2026, 1, 9, hour)))
    moved = over(circle, {("Ben", "あき"): 50}, rate=ONE)
    begin_at(moved, timezone.make_aware(datetime(2026, 1, 9, 23)))
    change_settings(moved, {}, form_version(moved), day=SECOND)
    rename_night(circle.nights.get(day=FIRST), "新年会", None)
    night = circle.nights.get(day=SECOND)
    [book] = night_summaries(night)
    ben, aki = (str(circle.players.get(name=name).pk) for name in ("Ben", "あき"))
    paid = Given(ben, aki, Decimal(30))
    pay_night(night, "円", paid, FormVersion(book.revision, new_key(), None), suggested=False)
    return circle


def nights(circle: Circle) -> list[tuple[date, str, list[tuple[int, int]]]]:
    """The nights with their names, and the hours and numbers of their tables."""
    return [
        (
            night.day,
            night.name,
            [
                (timezone.localtime(row.started_at).hour, row.number)
                for row in night.sessions.order_by("started_at")
            ],
        )
        for night in circle.nights.order_by("day")
    ]


def test_they_come_back_as_they_were(circle: Circle) -> None:
    other = empty()
    import_data(other, file_of(circle))
    assert nights(circle) == [(FIRST, "新年会", [(20, 1), (22, 2)]), (SECOND, "", [(23, 0)])]
    assert nights(other) == nights(circle)
    night = other.nights.get(day=SECOND)
    [book] = night_summaries(night)
    assert book.bill.night == night
    assert [amount for _payer, _payee, amount in book.plan[0]] == [20]
    assert file_of(other)["nights"] == file_of(circle)["nights"]


def test_a_night_that_is_settled_here_too(circle: Circle) -> None:
    """Of the same day and in the same unit: both settlements stay, with what is paid of each."""
    other = new_circle()
    session = over(other, {("Ben", "あき"): 20}, rate=ONE)
    begin_at(session, timezone.make_aware(datetime(2026, 1, 16, 20)))
    night = other.nights.get(day=SECOND)
    [book] = night_summaries(night)
    ben, aki = (str(other.players.get(name=name).pk) for name in ("Ben", "あき"))
    paid = Given(ben, aki, Decimal(5))
    pay_night(night, "円", paid, FormVersion(book.revision, new_key(), None), suggested=False)
    result = import_data(other, file_of(circle))
    assert (result.sessions, result.bills, result.bills_left) == (3, 1, 0)
    [book] = night_summaries(night)
    theirs = bill_summary(other.bills.get(night=None))
    assert [amount for _payer, _payee, amount in book.plan[0]] == [15]
    assert [amount for _payer, _payee, amount in theirs.plan[0]] == [20]


def test_only_what_differs_is_written(circle: Circle) -> None:
    """A night that follows from the start of its tables is not in the file, and older ones read the same."""
    data = file_of(circle)
    assert data["nights"] == [{"day": "2026-01-09", "name": "新年会"}]
    assert [session.get("night") for session in data["sessions"]] == [None, None, "2026-01-16"]
    plain = new_circle()
    over(plain, {("A", "B"): 1})
    assert "nights" not in file_of(plain)


def test_a_table_joins_the_night_that_is_there(circle: Circle) -> None:
    """Of the same day: the tables are counted together, and the name stays."""
    other = new_circle()
    session = over(other, {("Ben", "あき"): 10})
    begin_at(session, timezone.make_aware(datetime(2026, 1, 9, 21)))
    rename_night(other.nights.get(), "Ours", None)
    import_data(other, file_of(circle))
    assert nights(other)[0] == (FIRST, "Ours", [(20, 1), (21, 2), (22, 3)])
