"""Forms of a group that make, change or close something: sent twice, by a double tap, they do it once."""

from collections.abc import Callable

import pytest

from tests.doors import circle_of, come_in, everything, link_of, membership, page
from tests.helpers import OUT, Phone, forms
from tests.nights.example import address

pytestmark = pytest.mark.django_db

Case = tuple[str, str, dict[str, str]]
"""Where a form is, its name, and what is filled in."""


def deleted(phone: Phone) -> Case:
    circle = circle_of(phone)
    phone.post(page(phone, "circle_delete"), {"typed": circle.name})
    return "/", "/bring-back/", {"circle": circle.public_id}


def season_of(phone: Phone) -> str:
    return page(phone, "season", circle_of(phone).seasons.create(name="Spring", first="2025-01-01").pk)


CASES: dict[str, Callable[[Phone], Case]] = {
    "link_new": lambda phone: (page(phone, "link_new"), "link", {"label": "Bob"}),
    "link_revoke": lambda phone: (
        page(phone, "link_revoke", link_of(phone, "player").pk),
        "revoke",
        {"fresh": "1"},
    ),
    "device_remove": lambda phone: (
        page(phone, "device_remove", membership(come_in(phone)).pk),
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
    "person_forget": lambda phone: (
        page(phone, "person_forget", circle_of(phone).players.get(name="Ben").pk),
        "forget",
        {"typed": "Ben"},
    ),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_it_is_done_once_and_answered_alike(phone: Phone, case: Callable[[Phone], Case]) -> None:
    phone.record(OUT)
    url, name, typed = case(phone)
    form, to, before = forms(phone.get(url))[name], url if url != "/" else name, everything()
    first = phone.post(to, form | typed)
    done = everything()
    again = phone.post(to, form | typed)
    assert (again.status_code, again["Location"]) == (first.status_code, first["Location"])
    assert first.status_code == 302
    assert everything() == done != before
