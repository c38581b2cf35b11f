"""並べかえ: a round is moved by thumb: from its receipt, after a look, and back by the message."""

import re

from playwright.sync_api import expect

from tests.browser.phone import Phone

NAMES = ("あき", "Ben", "Chie")


def won(winner: int, loser: int) -> dict[str, object]:
    facts = {"callers": [NAMES[winner]], "victim": NAMES[loser], "card": "9"}
    return {"kind": "dobon", **facts, "hands": {NAMES[winner]: ["9"]}}


def test_a_round_is_moved_and_moved_back(phone: Phone) -> None:
    """手役: あき wins 100, loses it, wins 100; two wins in a row are 100 and 200, less 100."""
    rounds = [won(0, 1), won(1, 0), won(0, 1)]
    path = phone.bring({"format": 1, "game": "teyaku", "options": {}, "players": NAMES, "rounds": rounds})
    phone.go(f"{path}rounds/3/")
    phone.tap(phone.page.locator('a[href$="to=up"]'))
    expect(phone.page.locator(".own")).to_contain_text("第2回")
    phone.tap("up")
    expect(phone.page.locator(".own")).to_contain_text("第1回")
    phone.tap("down")
    phone.tap("#bar button[value=confirm]")
    phone.page.wait_for_url(re.compile(rf"{path}$"))
    expect(phone.page.locator('#scores [data-seat="0"]')).to_contain_text("200")
    phone.tap("toast-turn")
    expect(phone.page.locator('#scores [data-seat="0"]')).to_contain_text("100")
