"""Pages of a group and of its people ask the database as often for many evenings as for a few."""

import pytest
from django.utils.timezone import localtime

from tests.doors import circle_of, page
from tests.helpers import DOBON, NAMES, OUT, Phone, count_queries

PAGES = ("people", "versus", "ranking", "rating", "seasons", "changes")
MOST = 24


def evenings(phone: Phone, count: int) -> None:
    for _ in range(count):
        phone.open_table(NAMES, circle_of(phone).public_id).record(DOBON, OUT)


def asked(phone: Phone) -> dict[str, int]:
    """How often each page asks once everything is summed up."""
    aki, ben = circle_of(phone).players.values_list("pk", flat=True)[:2]
    places = [page(phone, name) for name in PAGES]
    places += [page(phone, "person", aki), page(phone, "pair", aki, ben)]
    places += [page(phone, "year", localtime(phone.session.started_at).year)]
    for place in places:
        assert phone.get(place).status_code == 200, place
    return {place: count_queries(lambda place=place: phone.get(place)) for place in places}


@pytest.mark.postgresql
def test_more_evenings_cost_no_more_queries(phone: Phone) -> None:
    evenings(phone, 4)
    few = asked(phone)
    evenings(phone, 6)
    assert asked(phone) == few
    assert max(few.values()) <= MOST
