"""Pages of a group: the number of queries is bounded, and tables not yet summed up are announced."""

from collections.abc import Iterable
from datetime import date
from functools import partial

import pytest

from scorekeeper.stats import tallies
from tests.circle_pages import circle_of, page, send
from tests.helpers import DOBON, NAMES, OUT, Phone, count_queries, text

MOST = {
    "people": 12,
    "versus": 12,
    "ranking": 16,
    "rating": 16,
    "seasons": 16,
    "changes": 19,
    "person": 20,
    "pair": 17,
    "year": 24,
}
"""The most queries of each page."""


def evenings(phone: Phone, count: int) -> None:
    for _ in range(count):
        phone.open_table(NAMES, circle_of(phone).public_id).record(DOBON, OUT)


def season(phone: Phone, back: int) -> None:
    """A closed season, so many years back."""
    year = phone.session.night.day.year - back
    circle_of(phone).seasons.create(name=str(year), first=date(year, 1, 1), last=date(year, 12, 31))


def addresses(phone: Phone, names: Iterable[str]) -> dict[str, str]:
    """The addresses of pages of the group: of あき, of あき and Ben, and of this year."""
    aki, ben = circle_of(phone).players.values_list("pk", flat=True)[:2]
    numbers = {"person": (aki,), "pair": (aki, ben), "year": (phone.session.night.day.year,)}
    return {name: page(phone, name, *numbers.get(name, ())) for name in names}


def asked(phone: Phone) -> dict[str, int]:
    """The number of queries of each page with up-to-date tallies."""
    places = addresses(phone, MOST)
    for place in places.values():
        assert phone.get(place).status_code == 200, place
    return {name: count_queries(partial(phone.get, place)) for name, place in places.items()}


@pytest.mark.postgresql
def test_more_evenings_and_seasons_cost_no_more_queries(phone: Phone) -> None:
    evenings(phone, 4)
    season(phone, 1)
    few = asked(phone)
    evenings(phone, 6)
    for back in range(2, 9):
        season(phone, back)
    assert asked(phone) == few
    assert [name for name, most in MOST.items() if few[name] > most] == []


FIGURES = ("circle", "people", "person", "versus", "pair", "ranking", "rating", "year")
SAID = "2 tables are still being counted."


def test_pages_say_how_many_are_not_counted_yet(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    phone.record(DOBON)
    phone.press("session_end")
    places = addresses(phone, FIGURES).values()
    for place in places:
        assert "being counted" not in text(phone.get(place)), place
    monkeypatch.setattr(tallies, "refresh_tallies", lambda _circle: 2)
    for place in places:
        assert SAID in text(phone.get(place)), place
    refused = send(phone, "ranking", rounds="x")
    assert (refused.status_code, SAID in text(refused)) == (422, True)
