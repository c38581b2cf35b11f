"""The pages of 闘地主 at their tightest: four long names, every question asked, plays and calls open."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

from tests.browser.conftest import OpenPhone
from tests.browser.phone import SMALL, Phone
from tests.browser.test_layout import ARABIC, FAMILY, LONG, LONG_TOO, Visit, look_at, settle
from tests.browser.test_layout_games import unfolded

PLAYS: list[tuple[str, str]] = [
    (LONG, "3 3 3 4 4 4 5 5 6 6"),
    (LONG_TOO, "7 7 7 8 8 8 9 9 10 10"),
    (ARABIC, "J J J J"),
    (FAMILY, "Q Q Q Q Q Q Q Q"),
    (LONG, "JkB JkB JkR JkR"),
    (LONG, "3 3 4 4 5 5 7"),
]
DEAL: dict[str, Any] = {
    "kind": "deal",
    "auction": [{"by": LONG_TOO, "bid": 1}, {"by": ARABIC, "bid": 0}, {"by": LONG, "bid": 3}],
    "plays": [{"by": by, "cards": cards.split()} for by, cards in PLAYS],
    "doubled": [LONG, LONG_TOO, FAMILY, FAMILY],
    "shown": 5,
}
TYPED: dict[str, Any] = {
    "kind": "deal",
    "landlord": FAMILY,
    "bid": 3,
    "bombs": 8,
    "big_bombs": 2,
    "rockets": 1,
    "winner": "farmers",
    "spring": True,
}
TABLE: dict[str, Any] = {
    "format": 1,
    "game": "doudizhu",
    "players": [LONG, LONG_TOO, ARABIC, FAMILY],
    "options": {
        "unit_points": 10,
        "spring": "triple",
        "doubling": "on",
        "open_hand": "on",
        "four_bombs": "size",
        "cap": 10000,
    },
    "rounds": [DEAL, TYPED, {"kind": "passed"}],
}


def entry(phone: Phone, where: str) -> None:
    phone.page.evaluate("localStorage.clear()")
    unfolded(phone, where)
    settle(phone)


def tapped(phone: Phone, path: str) -> None:
    """Plays in the middle of being tapped."""
    phone.page.evaluate("localStorage.clear()")
    phone.go(f"{path}rounds/new/")
    phone.page.wait_for_selector(".entry.live")
    phone.tap("landlord-1")
    phone.tap("plays")
    for rank in "3456789777BR":
        phone.tap(f"play-{rank}")
    settle(phone)


def pages(phone: Phone, path: str) -> Iterator[tuple[str, Visit]]:
    """The pages of the game by name, and how one gets there."""
    yield "new", partial(unfolded, where="/new/?game=doudizhu")
    for name in ("", "rounds/", "rounds/1/", "rounds/2/", "rules/", "referee/"):
        yield name.strip("/") or "table", partial(unfolded, where=path + name)
    for name in ("rounds/new/", "rounds/1/edit/", "rounds/2/edit/"):
        yield name, partial(entry, where=path + name)
    yield "tapped", partial(tapped, path=path)


IN_PARTS = {"new", "table", "rounds", "rounds/2", "rules", "rounds/new/", "rounds/2/edit/"}
"""What axe sees with another game, or every part of on another page of this one."""


@pytest.mark.parametrize(
    ("lang", "dark", "whole"),
    [
        ("ja", True, False),
        pytest.param("ja", True, True, marks=pytest.mark.long),
        pytest.param("en", False, True, marks=pytest.mark.long),
    ],
)
def test_every_page_of_a_deal_fits_also_enlarged(
    phones: OpenPhone, lang: str, dark: bool, whole: bool
) -> None:
    phone = phones(SMALL, lang=lang, dark=dark)
    path = phone.bring(TABLE)
    phone.go(path)
    look_at(
        phone,
        pages(phone, path),
        f"doudizhu-{lang}-{'dark' if dark else 'light'}",
        without_axe=() if whole else IN_PARTS,
        enlarge=lambda _name: whole,
    )
