"""Hostile forms and queries at every address."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
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


@dataclass
class Attack:
    """Sends spoilt forms of all pages from phones of a host, a player and a stranger."""

    phones: list[Phone]
    places: list[str]
    forms: dict[str, dict[str, list[str]]]
    others: Circle
    before: list[list[dict[str, Any]]]

    def send(self, random: Random) -> None:
        """Send one form: no server error, no large response, no change of another circle, points in balance.

        What is taken is undone; what is refused is not, and has to change nothing by itself.
        """
        reset_limits()
        place = random.choice(self.places)
        body = urlencode(fields(self.forms.get(place, {}), random), doseq=True).encode()
        kind, extra, asking = random.choice(KINDS), headers(random), random.choice(self.phones)
        about = (place, kind, extra, body[:3000])
        with transaction.atomic():
            response = cheap(lambda: asking.generic("POST", place, body, kind, headers=extra))
            assert response.status_code < 500, about
            assert len(response.content) < LARGEST
            if response.status_code < 400:
                assert asking is self.phones[-1] or rows_of(self.others) == self.before, about
                check_books()
                transaction.set_rollback(True)


@pytest.fixture
def attack(
    phone: Phone, addresses: dict[str, str], known: dict[str, Any], stranger: Phone
) -> Iterator[Attack]:
    sit(phone, "あき")
    player = join(phone, "Ben")
    collect(phone)
    places = [addresses[name] for name, at in ADDRESSES.items() if "POST" in at.access]
    usual = {addresses["round_new"]: phone.fill(DOBON), addresses["round_move"]: {"to": ["1"]}}
    forms = {place: {**known.get(place, {}), **usual.get(place, {})} for place in places}
    phones = [phone, phone, player, stranger]
    for each in phones:
        each.raise_request_exception = False
    others = stranger.session.circle
    made = Attack(phones, places, forms, others, rows_of(others))
    yield made
    assert rows_of(others) == made.before, "what is refused changes nothing either"
    check_books()


def test_every_form(attack: Attack) -> None:
    many()(given(randoms)(attack.send))()


@pytest.fixture
def look(phone: Phone, addresses: dict[str, str]) -> Callable[[Random], None]:
    """Opens one page with an odd query."""
    places = [addresses[name] for name, at in ADDRESSES.items() if "GET" in at.access]
    phone.raise_request_exception = False

    def open_one(random: Random) -> None:
        reset_limits()
        place = random.choice(places)
        query = urlencode(fields({random.choice(QUERY): ["1"] for _ in range(3)}, random), doseq=True)
        with transaction.atomic():
            response = cheap(lambda: phone.get(f"{place}?{query}", headers=headers(random)))
            transaction.set_rollback(True)
        assert response.status_code < 500, (place, query)
        assert len(response.getvalue()) < LARGEST

    return open_one


def test_every_page_with_an_odd_query(look: Callable[[Random], None]) -> None:
    many()(given(randoms)(look))()
