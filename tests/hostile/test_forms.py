"""Hostile forms and headers: every address that takes something answers in words, and harms nobody."""

from random import Random
from typing import Any
from urllib.parse import quote_plus

import pytest
from django.apps import apps
from django.db import transaction
from django.db.models import Q

from scorekeeper.circles.models import Circle
from scorekeeper.server.ratelimit import reset_limits
from tests.helpers import DOBON, Phone, forms
from tests.hostile.nasty import KINDS, fields, headers
from tests.pages.test_access import ADDRESSES, addresses
from tests.seated import ask, join, sit

__all__ = ["addresses"]

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

LARGEST = 1024 * 1024
SEED = 20240608
QUERY = ("page", "live", "rules", "t", "link", "game", "hand", "card", "name", "opt-decks", "row", "round")
"""Names that some page reads in a query."""

OF_A_CIRCLE = {
    "Circle": "pk",
    "Player": "circle",
    "CircleLink": "circle",
    "Membership": "circle",
    "RuleSet": "circle",
    "GameSession": "circle",
    "Round": "session__circle",
    "RoundEdit": "session__circle",
    "Seat": "session__circle",
}


def rows_of(circle: Circle) -> list[Any]:
    """Everything that belongs to a circle."""
    found = []
    for label in ("circles", "play"):
        for model in apps.get_app_config(label).get_models():
            if place := OF_A_CIRCLE.get(model.__name__):
                found += list(model._default_manager.filter(Q(**{place: circle.pk})).order_by("pk").values())
    return found


@pytest.fixture
def known(addresses: dict[str, str], phone: Phone) -> dict[str, dict[str, list[str]]]:
    """The fields of the forms of all pages, by where they are sent."""
    found: dict[str, dict[str, list[str]]] = {}
    for name, at in ADDRESSES.items():
        if at.access.get is None:
            continue
        page = phone.get(addresses[name])
        for action, form in (forms(page) if "html" in page["Content-Type"] else {}).items():
            place = action if action.startswith("/") else addresses[name]
            found.setdefault(place, {}).update(form)
    return found


def encoded(sent: dict[str, list[str]]) -> str:
    pairs = ((name, value) for name, values in sent.items() for value in values)
    return "&".join(f"{quote_plus(name)}={quote_plus(value)}" for name, value in pairs)


def check_sums(phone: Phone) -> None:
    standing = phone.session.standing
    assert sum(standing["points"].values()) + standing["elsewhere"] == 0


@pytest.mark.parametrize("count", [300, pytest.param(10_000, marks=pytest.mark.long)])
def test_every_form(
    count: int, phone: Phone, addresses: dict[str, str], known: dict[str, Any], stranger: Phone
) -> None:
    sit(phone, "あき")
    player = join(phone, "Ben")
    ask(phone)
    random, others = Random(SEED), stranger.session.circle
    before, takers = rows_of(others), [name for name, at in ADDRESSES.items() if at.access.post is not None]
    usual = {addresses["round_new"]: phone.fill(DOBON), addresses["round_move"]: {"to": ["1"]}}
    for _ in range(count):
        reset_limits()
        place = addresses[random.choice(takers)]
        sent = fields({**known.get(place, {}), **usual.get(place, {})}, random)
        body, kind, extra = encoded(sent), random.choice(KINDS), headers(random)
        asking = random.choice([phone, phone, player, stranger])
        asking.raise_request_exception = False
        with transaction.atomic():
            response = asking.generic("POST", place, body.encode(), kind, headers=extra)
            about = (place, kind, extra, body[:3000])
            assert response.status_code < 500, about
            assert len(response.content) < LARGEST, about
            if response.status_code < 400:
                assert asking is stranger or rows_of(others) == before, about
                check_sums(phone)
                transaction.set_rollback(True)
    assert rows_of(others) == before, "what is refused changes nothing either"
    check_sums(phone)


@pytest.mark.parametrize("count", [100, pytest.param(3_000, marks=pytest.mark.long)])
def test_every_page_with_an_odd_query(count: int, phone: Phone, addresses: dict[str, str]) -> None:
    random, lookers = Random(SEED + 1), [name for name, at in ADDRESSES.items() if at.access.get is not None]
    phone.raise_request_exception = False
    for _ in range(count):
        reset_limits()
        place = addresses[random.choice(lookers)]
        query = encoded(fields({random.choice(QUERY): ["1"] for _ in range(3)}, random))
        with transaction.atomic():
            response = phone.get(f"{place}?{query}", headers=headers(random))
            transaction.set_rollback(True)
        assert response.status_code < 500, (place, query)
        assert len(response.getvalue()) < LARGEST
