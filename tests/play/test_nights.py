"""A night ends at six in the morning, wherever days, months and years of tables are counted or named."""

from datetime import date, datetime

import pytest
from django.utils import timezone

from scorekeeper.circles.models import Circle
from scorekeeper.play.models import GameSession
from scorekeeper.play.nights import beginning, night_of
from scorekeeper.stats import evenings, year
from scorekeeper.stats.models import Tallied
from scorekeeper.stats.scope import Scope
from tests.doors import ask, circle_of
from tests.helpers import DOBON, Phone, text

pytestmark = pytest.mark.postgresql

OPENED = [
    datetime(2025, 12, 31, 20, 0),
    datetime(2026, 1, 1, 1, 30),
    datetime(2026, 1, 1, 5, 59),
    datetime(2026, 1, 1, 6, 0),
    datetime(2026, 2, 1, 0, 10),
]
"""Of three nights: New Year's Eve, New Year's Day, and the last of January."""


@pytest.fixture
def circle(phone: Phone) -> Circle:
    """Tables with one round each, opened at these times of the clock on the wall."""
    circle = circle_of(phone)
    circle.sessions.all().delete()
    for at in OPENED:
        phone.open_table(cid=circle.public_id)
        phone.play(DOBON)
        GameSession.objects.filter(public_id=phone.sid).update(started_at=timezone.make_aware(at))
    ask(phone, "circle")  # brings the tallies up to date
    assert Tallied.objects.count() == len(OPENED)
    return circle


def test_the_night_of_a_moment() -> None:
    days = [night_of(timezone.make_aware(at)) for at in OPENED]
    eve, new_year, last = date(2025, 12, 31), date(2026, 1, 1), date(2026, 1, 31)
    assert days == [eve, eve, eve, new_year, last]
    assert timezone.localtime(beginning(new_year)).isoformat()[:16] == "2026-01-01T06:00"


def test_what_is_counted_by_night_month_and_year(circle: Circle) -> None:
    scope = Scope(circle)
    shown = evenings.nights(evenings.played(scope))
    assert [(night.day.isoformat(), len(night.sessions)) for night in shown] == [
        ("2025-12-31", 3),
        ("2026-01-01", 1),
        ("2026-01-31", 1),
    ]
    december, january = date(2025, 12, 1), date(2026, 1, 1)
    assert evenings.months(evenings.played(scope)) == {december: (1, 3), january: (2, 2)}
    assert year.years(circle) == [2026, 2025]
    assert year.played(scope.of_year(2025)).nights == {12: 1}
    assert year.played(scope.of_year(2026)).nights == {1: 2}
    assert scope.of_month(2026, 1).sessions().count() == 2
    assert scope.of_month(2026, 2).sessions().count() == 0


@pytest.mark.usefixtures("circle")
def test_a_table_is_called_by_its_night(phone: Phone) -> None:
    assert "Table of January 31" in text(phone.show("table"))
    assert "Table of January 31" in text(ask(phone, "circle"))
