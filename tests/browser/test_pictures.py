"""The pictures of the README: taken again with UPDATE_SCREENSHOTS=1 and Pillow, the entry by night."""

import os
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPhone
from tests.browser.phone import Phone, Shape

HERE = Path(__file__).parent
SHAPE, SCREEN = Shape(360, 800), Shape(1280, 800)
WIDTH, SCREEN_WIDTH = 540, 1120
"""Pixels across the kept pictures."""
MOST_BYTES = 80_000
AKI, BEN, CHIE, DAI = "あき", "ケン", "ちえ", "だい"
EVENING: dict[str, Any] = {
    "format": 1,
    "game": "gamble",
    "players": [AKI, BEN, CHIE, DAI],
    "rounds": [
        {"kind": "out", "winner": CHIE, "hands": {AKI: ["9", "4"], BEN: ["K", "2"], DAI: ["7", "7", "A"]}},
        {
            "kind": "dobon",
            "callers": [AKI],
            "victim": DAI,
            "card": "9",
            "hands": {AKI: ["4", "5"], BEN: ["Q"], CHIE: ["3", "8"], DAI: ["J", "6", "2"]},
        },
        {"kind": "out", "winner": BEN, "hands": {AKI: ["2", "10", "6"], CHIE: ["K", "5"], DAI: ["A"]}},
        {"kind": "deckout", "starter": BEN, "hands": {AKI: ["3"], CHIE: ["9", "9"], DAI: ["8", "K", "4"]}},
        {
            "kind": "dobon",
            "callers": [BEN],
            "victim": AKI,
            "card": "K",
            "hands": {AKI: ["A", "2", "3"], BEN: ["♥2", "♠J"], CHIE: ["A", "2", "3", "10", "K"], DAI: []},
        },
    ],
}


def take(phone: Phone, name: str, width: int = WIDTH) -> None:
    """Keep the picture; only where asked for does it replace the one in the repository."""
    phone.page.evaluate("document.activeElement.blur()")
    phone.page.wait_for_timeout(300)
    raw = phone.page.screenshot()
    if not os.environ.get("UPDATE_SCREENSHOTS"):
        return
    from PIL import Image

    whole = Image.open(BytesIO(raw)).convert("RGB")
    size = width, width * whole.height // whole.width
    small = whole.resize(size, Image.Resampling.LANCZOS)
    few = small.quantize(256, Image.Quantize.FASTOCTREE, kmeans=4, dither=Image.Dither.NONE)
    few.save(HERE / f"{name}.png", optimize=True)


@pytest.mark.long
def test_the_table_and_the_scoreboard_by_day_and_the_entry_by_night(phones: OpenPhone) -> None:
    day, night, screen = phones(SHAPE), phones(SHAPE, dark=True), phones(SCREEN)
    path = day.bring(EVENING)
    for other in (night, screen):
        other.context.add_cookies(day.context.cookies())
    day.go(path)
    take(day, "readme-table")
    night.enter(path)
    night.who(2, 3)
    night.keys("Q")
    night.hands("9 3", "2 8 J", "A 2 3 10 K", "4 4 9")
    night.previewed()
    take(night, "readme-entry")
    screen.go(f"{path}board/")
    expect(screen.page.locator("#full")).to_be_visible()
    take(screen, "readme-board", SCREEN_WIDTH)


@pytest.mark.parametrize("name", ["readme-table", "readme-entry", "readme-board"])
def test_the_pictures_in_the_repository_are_small(name: str) -> None:
    assert (HERE / f"{name}.png").stat().st_size < MOST_BYTES
