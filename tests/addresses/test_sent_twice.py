"""Forms of a group that are sent twice, as by a double tap, act once."""

from collections.abc import Callable
from decimal import Decimal

import pytest

from scorekeeper.rules.sets import change
from tests.circle_pages import all_rows, circle_of, join_by_link, link_of, membership, page
from tests.helpers import OUT, Phone, forms
from tests.nights.example import ONE, address
from tests.play.evenings import over
from tests.rules.helpers import kept_by, rules, url

pytestmark = pytest.mark.django_db

Case = tuple[str, str, dict[str, str]]
"""The URL of a form, its name, and what is typed."""


def deleted(phone: Phone) -> Case:
    circle = circle_of(phone)
    phone.post(page(phone, "circle_delete"), {"typed": circle.name})
    return "/", "/bring-back/", {"circle": circle.public_id}


def season_of(phone: Phone) -> str:
    return page(phone, "season", circle_of(phone).seasons.create(name="Spring", first="2025-01-01").pk)


def brought_back(phone: Phone) -> Case:
    """An earlier version of kept rules."""
    kept = kept_by(phone)
    change(kept, rules(returns="on"), None)
    earlier = kept.earlier.get()
    return url(earlier), url(earlier, "rule_sets_away"), {}


def copied(phone: Phone) -> Case:
    kept = kept_by(phone)
    return url(kept), url(kept, "rule_sets_copy"), {}


def cleared(phone: Phone) -> Case:
    """What Ben owes for two tables."""
    for points in (300, 40):
        debt = over(circle_of(phone), {("Ben", "あき"): points}, rate=ONE).open_debts.get().transfer
    return page(phone, "bills"), page(phone, "clear"), {"clear": str(debt._replace(amount=Decimal(340)))}


CASES: dict[str, Callable[[Phone], Case]] = {
    "link_new": lambda phone: (page(phone, "link_new"), "link", {"label": "Bob"}),
    "link_revoke": lambda phone: (
        page(phone, "link_revoke", link_of(phone, "player").pk),
        "revoke",
        {"fresh": "1"},
    ),
    "device_remove": lambda phone: (
        page(phone, "device_remove", membership(join_by_link(phone)).pk),
        "remove",
        {"change": "1"},
    ),
    "share": lambda phone: (phone.url("share"), "share", {"sheet": "1"}),
    "night_share": lambda phone: (address(phone, "night_share"), "share", {}),
    "bring_back": deleted,
    "seasons": lambda phone: (page(phone, "seasons"), "", {"name": "Spring"}),
    "season": lambda phone: (season_of(phone), "season", {"name": "Summer"}),
    "ranking": lambda phone: (page(phone, "ranking"), page(phone, "ranking"), {"rounds": "2"}),
    "person_edit": lambda phone: (
        page(phone, "person_edit", circle_of(phone).players.get(name="Ben").pk),
        "person",
        {"name": "Benny"},
    ),
    "payment": lambda phone: (phone.url("payment"), "payment", {"from": "3", "to": "2", "amount": "10"}),
    "rate": lambda phone: (phone.url("rate"), "rate", {"unit": "円", "action": "confirm"}),
    "clear": cleared,
    "rule_sets_copy": copied,
    "rule_sets_away": brought_back,
    "person_forget": lambda phone: (
        page(phone, "person_forget", circle_of(phone).players.get(name="Ben").pk),
        "forget",
        {"typed": "Ben"},
    ),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_a_repeated_form_is_done_once_and_answered_alike(phone: Phone, case: Callable[[Phone], Case]) -> None:
    phone.record(OUT)
    way, name, typed = case(phone)
    form, to, before = forms(phone.get(way))[name], name if name.startswith("/") else way, all_rows()
    first = phone.post(to, form | typed)
    done = all_rows()
    again = phone.post(to, form | typed)
    assert (again.status_code, again["Location"]) == (first.status_code, first["Location"])
    assert first.status_code == 302
    assert all_rows() == done != before
