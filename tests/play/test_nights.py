"""A table belongs to a night, which ends at six in the morning; days, months and years follow that."""

from datetime import date, datetime

import pytest
from django.db.models import RestrictedError
from django.utils import timezone

from scorekeeper.circles.models import Circle
from scorekeeper.play.models import GameSession
from scorekeeper.play.nights import current_table, move_to, night_of
from scorekeeper.play.services import change_settings
from scorekeeper.stats import scope as evenings
from scorekeeper.stats.models import Tallied
from scorekeeper.stats.scope import Scope
from scorekeeper.story import year
from tests.circle_pages import ask, circle_of
from tests.helpers import DOBON, Phone, text
from tests.play.evenings import begin_at, form_version, fresh, new_circle, over, running

OPENED = [
    datetime(2025, 12, 31, 20, 0),
    datetime(2026, 1, 1, 1, 30),
    datetime(2026, 1, 1, 5, 59),
    datetime(2026, 1, 1, 6, 0),
    datetime(2026, 2, 1, 0, 10),
]
"""Of three nights: New Year's Eve, New Year's Day, and the last of January."""
EVE, NEW_YEAR, LAST = date(2025, 12, 31), date(2026, 1, 1), date(2026, 1, 31)


@pytest.fixture
def circle(phone: Phone) -> Circle:
    """Tables with one round each, opened at these times of the clock on the wall."""
    circle = circle_of(phone)
    circle.sessions.all().delete()
    circle.nights.all().delete()
    for at in OPENED:
        phone.open_table(cid=circle.public_id)
        phone.record(DOBON)
        begin_at(phone.session, timezone.make_aware(at))
    ask(phone, "circle")  # brings the tallies up to date
    assert Tallied.objects.count() == len(OPENED)
    return circle


def called(circle: Circle) -> list[tuple[str, int]]:
    """The game and number of every table, in the order in which they began."""
    return list(circle.sessions.order_by("started_at", "pk").values_list("game", "number"))


def test_the_night_of_a_moment() -> None:
    days = [night_of(timezone.make_aware(at)) for at in OPENED]
    assert days == [EVE, EVE, EVE, NEW_YEAR, LAST]


@pytest.mark.postgresql
def test_what_is_counted_by_night_month_and_year(circle: Circle, phone: Phone) -> None:
    """Three of a game on New Year's Eve are numbered, one alone on each other night is not."""
    assert called(circle) == [("gamble", 1), ("gamble", 2), ("gamble", 3), ("gamble", 0), ("gamble", 0)]
    assert "Gamble Dobon" in text(phone.show("table"))
    assert "Sat, Jan 31" in text(ask(phone, "circle"))
    scope = Scope(circle)
    shown = evenings.nights(scope.played())
    assert [(night.day, night.rounds) for night in shown] == [(EVE, 3), (NEW_YEAR, 1), (LAST, 1)]
    december, january = date(2025, 12, 1), date(2026, 1, 1)
    assert evenings.months(scope.played()) == {december: (1, 3), january: (2, 2)}
    assert year.played_years(circle) == [2026, 2025]
    assert year.year_amounts(scope.of_year(2025)).nights == {12: 1}
    assert year.year_amounts(scope.of_year(2026)).nights == {1: 2}
    assert scope.of_month(2026, 1).sessions().count() == 2
    assert scope.of_month(2026, 2).sessions().count() == 0


@pytest.mark.postgresql
def test_a_second_game_and_a_second_table_of_it(db: None) -> None:
    """Once one of two is of another night, both are alone in theirs, and have no number any more."""
    circle = new_circle()
    running(circle, {("A", "B"): 1})
    assert called(circle) == [("gamble", 0)]
    running(circle, {}, "A", "B", game="dotenko")
    assert called(circle) == [("gamble", 0), ("dotenko", 0)]
    second = running(circle, {("A", "B"): 1})
    assert called(circle) == [("gamble", 1), ("dotenko", 0), ("gamble", 2)]
    assert circle.nights.count() == 1
    change_settings(second, {}, form_version(second), day=EVE)
    assert called(circle) == [("gamble", 0), ("dotenko", 0), ("gamble", 0)]
    assert circle.nights.count() == 2


@pytest.mark.postgresql
def test_what_is_counted_follows_a_table_to_another_night(circle: Circle) -> None:
    """The table of New Year's Day is moved to New Year's Eve, whose night ends then with four."""
    moved = circle.sessions.get(night__day=NEW_YEAR)
    change_settings(moved, {}, form_version(moved), day=EVE)
    assert [number for _game, number in called(circle)] == [1, 2, 3, 4, 0]
    assert not circle.nights.filter(day=NEW_YEAR).exists()
    assert [night.day for night in evenings.nights(Scope(circle).played())] == [EVE, LAST]
    edit = moved.edits.latest("pk")
    assert (edit.before["night"], edit.after["night"]) == ("2026-01-01", "2025-12-31")


@pytest.mark.postgresql
def test_a_night_goes_with_its_last_table_and_takes_none_along(db: None) -> None:
    """Not even one that is begun in it while another leaves."""
    circle = new_circle()
    first, second = running(circle, {("A", "B"): 1}), running(circle, {("A", "B"): 1})
    night = first.night
    with pytest.raises(RestrictedError):
        night.delete()
    move_to(first, LAST)
    assert set(circle.nights.all()) == {night, first.night}
    move_to(second, LAST)
    assert set(circle.nights.all()) == {first.night}
    assert circle.sessions.count() == 2


@pytest.mark.postgresql
def test_the_table_that_a_screen_follows(db: None) -> None:
    """The newest that is still played, else the last one; a change of its ``pad`` lets screens look again."""
    circle = new_circle()
    first = running(circle, {("A", "B"): 1})
    for pad in (1, 2):
        second = over(circle, {("A", "B"): 1})
        assert fresh(first).pad == pad

    def followed() -> GameSession | None:
        return current_table(circle.sessions.order_by("-started_at", "-pk"))

    assert followed() == first
    GameSession.objects.filter(pk=first.pk).update(ended_at=timezone.now())
    assert followed() == second
    assert current_table([]) is None
