"""The pages of the three other games at their tightest: suits, returns, pots, streaks, payments ticked."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPhone
from tests.browser.phone import SMALL, Phone
from tests.browser.test_layout import (
    ARABIC,
    FAMILY,
    LONG,
    LONG_TOO,
    NAMES,
    Visit,
    circle_of,
    look_at,
    settle,
)
from tests.browser.test_settling import lose

LARGE_MOVE = {
    "kind": "adjust",
    "transfers": [{"from": ARABIC, "to": LONG, "points": 12340, "reason": "前回からの持ち越し"}],
}
CHAIN = {
    "kind": "dobon",
    "callers": [LONG],
    "victim": LONG_TOO,
    "card": "J",
    "returns": [ARABIC, FAMILY],
    "hands": {LONG: ["7", "4"], LONG_TOO: ["Q"], ARABIC: ["10", "A"], FAMILY: ["5", "6"]},
}
OPENING = {"kind": "opening", "callers": ["だい"], "card": "6", "hands": {"だい": ["2", "4"]}}
WIN = {
    "kind": "dobon",
    "callers": [LONG_TOO],
    "victim": FAMILY,
    "card": "9",
    "turnup": "H9",
    "bottom": "SK",
    "riichi": [LONG_TOO, ARABIC],
    "extra_yaku": {LONG_TOO: [{"name": "この卓だけの長い名前の役", "yaku": 1}]},
    "hands": {LONG_TOO: ["H3", "H4", "S2", "Jk"]},
}
TABLES: dict[str, dict[str, Any]] = {
    "kawagoe": {
        "options": {"together": "on", "returns": "chain", "return_by": "anyone"},
        "rounds": [LARGE_MOVE, CHAIN, OPENING],
        "rate": {"unit": "円", "per_point": "2", "round_to": 50},
    },
    "teyaku": {
        "options": {},
        "stake": {"start": 25000, "base": 30000, "top_bonus": "gap_times_players", "rounds": 8},
        "rounds": [LARGE_MOVE, WIN, WIN, {"kind": "nogame", "riichi": [LONG, LONG, "I"]}],
    },
    "dotenko": {
        "options": {},
        "rounds": [LARGE_MOVE, CHAIN, OPENING, {"kind": "burst", "player": FAMILY}],
        "rate": {"unit": "chips", "per_point": "0.5", "round_to": 1},
    },
}


def ending(phone: Phone, path: str, kind: str, then: Callable[[Phone], None] | None = None) -> None:
    """The entry of one way of ending, up to where ``then`` leaves it; of "" the one before goes on."""
    if kind:
        phone.forget()
        phone.go(f"{path}rounds/new/")
        phone.page.wait_for_selector(".entry.live")
        phone.kind(kind)
    if then:
        then(phone)
    settle(phone)


def claimed(phone: Phone) -> None:
    phone.who(0, 1)
    phone.keys("9")


def by_ranks(phone: Phone) -> None:
    claimed(phone)
    phone.tap("turnup-D")
    phone.keys("2 7 10 Jk")


def with_suits(phone: Phone) -> None:
    claimed(phone)
    phone.tap("turnup-D")
    phone.tap("key-sum")
    for key in ("key-H2", "key-H7", "key-C10", "suit-Jk"):
        phone.tap(key)


def with_riichi(phone: Phone) -> None:
    """Goes on from the suits."""
    phone.tap("slot-turnup")
    phone.tap("key-sum")
    phone.tap("key-D10")
    phone.tap("slot-riichi")
    phone.who(0, 2, 2, 3, 4)
    phone.tap("next")


def with_returns(phone: Phone) -> None:
    claimed(phone)
    phone.keys("2 7")
    phone.tap("slot-returns")
    phone.who(1, 2, 3)


def together(phone: Phone) -> None:
    claimed(phone)
    phone.tap("slot-count")
    phone.tap("times-2")


def counted(phone: Phone) -> None:
    phone.who(0)
    phone.keys("10 3")


def won_by_drawing(phone: Phone) -> None:
    phone.who(0)
    phone.keys("K")


def typed(phone: Phone) -> None:
    """Goes on from any claim."""
    phone.tap("key-type")
    if phone.page.get_by_test_id("yaku").is_visible():
        phone.tap("yaku")


ENTRIES: dict[str, dict[str, tuple[str, Callable[[Phone], None] | None]]] = {
    "kawagoe": {
        "opening": ("opening", None),
        "returns": ("dobon", with_returns),
        "together": ("dobon", together),
        "typed": ("", typed),
    },
    "teyaku": {
        "ranks": ("dobon", by_ranks),
        "suits": ("dobon", with_suits),
        "riichi": ("", with_riichi),
        "typed": ("", typed),
        "draw": ("draw", won_by_drawing),
        "cleared": ("out", counted),
        "deckout": ("deckout", None),
        "nogame": ("nogame", None),
    },
    "dotenko": {
        "returns": ("dobon", with_returns),
        "typed": ("", typed),
        "opening": ("opening", won_by_drawing),
        "burst": ("burst", None),
    },
}


def unfolded(phone: Phone, where: str) -> None:
    phone.go(where)
    phone.page.evaluate("document.querySelectorAll('main details').forEach((fold) => { fold.open = true; })")


def ticked(phone: Phone, path: str) -> None:
    phone.go(f"{path}settle/")
    for _payment in range(2 - phone.page.locator(".tick[aria-pressed=true]").count()):
        phone.tap(phone.page.locator(".tick[aria-pressed=false]").first)
        expect(phone.page.locator(".flow.paid").first).to_be_visible()


def asked(phone: Phone, path: str, hand: str) -> None:
    phone.go(f"{path}referee/")
    phone.page.locator("#f-hand").fill(hand)
    phone.tap(phone.page.locator('label:has([name=card][value="9"])'))
    expect(phone.page.locator(".verdict-word")).to_be_visible()


def second_table(phone: Phone, circle: str) -> None:
    """Another running table of the same people and the same game, so that debts add up over both."""
    table = phone.post(f"{circle}new/", game="teyaku", name=NAMES)
    lose(phone, table, (4, 5, 98760))
    phone.go(circle)
    expect(phone.page.locator(".flow").first).to_be_visible()


def pages(phone: Phone, game: str, path: str) -> Iterator[tuple[str, Visit]]:
    """The pages of one game by name, and how one gets there."""
    circle = circle_of(phone)
    yield "new", partial(unfolded, where=f"/new/?game={game}")
    for name in ("", "rounds/", "rounds/2/", "rounds/3/", "seats/"):
        yield name.strip("/") or "table", partial(Phone.go, path=path + name)  # type: ignore[misc]
    if game == "teyaku":
        yield "circle-debts", partial(second_table, circle=circle)
        yield "streak", partial(Phone.go, path=f"{path}streak/")  # type: ignore[misc]
    yield "rules", partial(unfolded, where=f"{path}rules/")
    yield "referee-yes", partial(asked, path=path, hand="2 7")
    yield "referee-no", partial(asked, path=path, hand="A A 9 J 10 3 2 5")
    yield "settle", partial(ticked, path=path)
    yield "circle", partial(Phone.go, path=circle)  # type: ignore[misc]
    for name, (kind, then) in ENTRIES[game].items():
        yield f"entry-{name}", partial(ending, path=path, kind=kind, then=then)


ALIKE = {"rounds", "seats", "circle", "referee-yes", "referee-no", "entry-deckout", "entry-nogame"}
"""What looks as it does with the first game; the full run opens that too."""
IN_PARTS = {"rounds/3", "entry-ranks", "entry-draw"}
"""What axe sees every part of on another page."""


@pytest.mark.parametrize(
    ("game", "lang", "dark", "whole"),
    [
        pytest.param("kawagoe", "ja", False, True, marks=pytest.mark.long),
        pytest.param("kawagoe", "en", True, True, marks=pytest.mark.long),
        ("teyaku", "ja", True, False),
        pytest.param("teyaku", "ja", True, True, marks=pytest.mark.long),
        pytest.param("teyaku", "en", False, True, marks=pytest.mark.long),
        pytest.param("dotenko", "ja", True, True, marks=pytest.mark.long),
        pytest.param("dotenko", "en", False, True, marks=pytest.mark.long),
    ],
)
def test_every_page_of_a_game_fits_also_enlarged(
    phones: OpenPhone, game: str, lang: str, dark: bool, whole: bool
) -> None:
    """All pages of a game, or if not the `whole` those of its own, in letters of the usual size."""
    phone = phones(SMALL, lang=lang, dark=dark)
    path = phone.bring({"format": 1, "game": game, "players": NAMES, **TABLES[game]})
    look_at(
        phone,
        (one for one in pages(phone, game, path) if whole or one[0] not in ALIKE),
        f"{game}-{lang}-{'dark' if dark else 'light'}",
        without_axe=() if whole else IN_PARTS,
        enlarge=lambda name: whole and not name.startswith("entry-"),
    )
