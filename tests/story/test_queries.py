"""Pages of a group and of its people ask the database as often for many evenings as for a few."""

from datetime import date
from functools import partial

import pytest
from django.utils.timezone import localtime

from tests.doors import circle_of, page
from tests.helpers import DOBON, NAMES, OUT, Phone, count_queries

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
"""Pages, and queries of each: so many however many evenings there are."""


def evenings(phone: Phone, count: int) -> None:
    for _ in range(count):
        phone.open_table(NAMES, circle_of(phone).public_id).record(DOBON, OUT)


def asked(phone: Phone) -> dict[str, int]:
    """How often each page asks once everything is summed up."""
    aki, ben = circle_of(phone).players.values_list("pk", flat=True)[:2]
    numbers = {"person": (aki,), "pair": (aki, ben), "year": (localtime(phone.session.started_at).year,)}
    places = {name: page(phone, name, *numbers.get(name, ())) for name in MOST}
    for place in places.values():
        assert phone.get(place).status_code == 200, place
    return {name: count_queries(partial(phone.get, place)) for name, place in places.items()}


@pytest.mark.postgresql
def test_more_evenings_cost_no_more_queries(phone: Phone) -> None:
    evenings(phone, 4)
    few = asked(phone)
    evenings(phone, 6)
    assert asked(phone) == few
    assert [name for name, most in MOST.items() if few[name] > most] == []


@pytest.mark.postgresql
def test_more_seasons_cost_no_more_queries(phone: Phone) -> None:
    evenings(phone, 1)
    day, counts = phone.session.night.day, list[int]()
    for years in ([1], range(2, 9)):
        for number in years:
            year = day.year - number
            circle_of(phone).seasons.create(name=str(year), first=date(year, 1, 1), last=date(year, 12, 31))
        counts.append(asked(phone)["seasons"])
    assert counts[0] == counts[1]
