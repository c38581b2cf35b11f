"""Hostile forms and queries at every address."""

from random import Random
from typing import Any
from urllib.parse import urlencode

import pytest
from django.db import transaction
from hypothesis import given

from scorekeeper.circles.models import Circle, CircleLink, Membership, Player
from scorekeeper.play.models import GameSession, Round, RoundEdit, Seat
from scorekeeper.rules.models import RuleSet
from scorekeeper.server.ratelimit import reset_limits
from tests.addresses.test_access import ADDRESSES, addresses
from tests.helpers import DOBON, Phone, forms
from tests.hostile.fuzz import LARGEST, cheap, check_books, many, randoms
from tests.hostile.nasty import KINDS, fields, headers
from tests.seated import collect, join, sit

__all__ = ["addresses"]

pytestmark = pytest.mark.django_db

QUERY = (
    *("page", "live", "rules", "t", "link", "game", "hand", "card", "name", "opt-decks", "row", "round"),
    *("add", "drop", "count", "before", "after", "all", "at", "by", "bill", "month", "person", "players"),
    *("seat", "table", "target", "to", "year", "key", "action"),
)
"""Names that some page reads in a query."""

OF_A_CIRCLE = {
    Circle: "pk",
    Player: "circle",
    CircleLink: "circle",
    Membership: "circle",
    RuleSet: "circle",
    GameSession: "circle",
    Round: "session__circle",
    RoundEdit: "session__circle",
    Seat: "session__circle",
}


def rows_of(circle: Circle) -> list[list[dict[str, Any]]]:
    """All rows of a circle."""
    return [
        list(model._default_manager.filter(**{by: circle.pk}).order_by("pk").values())
        for model, by in OF_A_CIRCLE.items()
    ]


@pytest.fixture
def known(addresses: dict[str, str], phone: Phone) -> dict[str, dict[str, list[str]]]:
    """The fields of the forms of all pages, by action."""
    result: dict[str, dict[str, list[str]]] = {}
    for name, at in ADDRESSES.items():
        if "GET" not in at.access:
            continue
        page = phone.get(addresses[name])
        for action, form in (forms(page) if "html" in page["Content-Type"] else {}).items():
            place = action if action.startswith("/") else addresses[name]
            result.setdefault(place, {}).update(form)
    return result


def test_every_form(
    phone: Phone, addresses: dict[str, str], known: dict[str, dict[str, list[str]]], stranger: Phone
) -> None:
    """Spoilt forms of all pages from phones of a host, a player and a stranger.

    No server error, no large response, no change of another circle, points in balance.  What is taken is
    undone; what is refused is not, and has to change nothing by itself.
    """
    sit(phone, "あき")
    player = join(phone, "Ben")
    collect(phone)
    places = [addresses[name] for name, at in ADDRESSES.items() if "POST" in at.access]
    usual = {addresses["round_new"]: phone.fill(DOBON), addresses["round_move"]: {"to": ["1"]}}
    phones = [phone, phone, player, stranger]
    for each in phones:
        each.raise_request_exception = False
    others = stranger.session.circle
    before = rows_of(others)

    @many()
    @given(randoms)
    def attempt(random: Random) -> None:
        reset_limits()
        place = random.choice(places)
        form = known.get(place, {}) | usual.get(place, {})
        body = urlencode(fields(form, random), doseq=True).encode()
        kind, extra, asking = random.choice(KINDS), headers(random), random.choice(phones)
        about = (place, kind, extra, body[:3000])
        with transaction.atomic():
            response = cheap(lambda: asking.generic("POST", place, body, kind, headers=extra))
            assert response.status_code < 500, about
            assert len(response.content) < LARGEST
            if response.status_code < 400:
                assert asking is stranger or rows_of(others) == before, about
                check_books()
                transaction.set_rollback(True)

    attempt()
    assert rows_of(others) == before, "what is refused changes nothing either"
    check_books()


def test_every_page_with_an_odd_query(phone: Phone, addresses: dict[str, str]) -> None:
    places = [addresses[name] for name, at in ADDRESSES.items() if "GET" in at.access]
    phone.raise_request_exception = False

    @many()
    @given(randoms)
    def attempt(random: Random) -> None:
        reset_limits()
        place = random.choice(places)
        query = urlencode(fields({random.choice(QUERY): ["1"] for _ in range(3)}, random), doseq=True)
        with transaction.atomic():
            response = cheap(lambda: phone.get(f"{place}?{query}", headers=headers(random)))
            transaction.set_rollback(True)
        assert response.status_code < 500, (place, query)
        assert len(response.getvalue()) < LARGEST

    attempt()
