"""A hand of twenty cards on every shape of screen: no key moves under the thumb, none is out of reach."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPhone
from tests.browser.phone import Phone, Shape
from tests.browser.screens import NAMES
from tests.browser.test_layout import overflow

CARDS = 20
LYING = Shape(844, 390)
TAP_OFTEN = """(times) => {
  const keys = [...document.querySelectorAll('[data-pad] [data-rank]')]
    .filter((key) => key.checkVisibility() && key.dataset.rank !== 'Jk');
  for (let tap = 0; tap < times; tap++) keys[tap * 5 % keys.length].click();
}"""
"""Four copies of no card are used up: there are 13 keys, or 52."""
BOXES = """() => [...document.querySelectorAll('[data-pad] .key, .tray, .fns')]
  .filter((each) => each.checkVisibility()).map((each) => {
    const { left, top, right, bottom } = each.getBoundingClientRect();
    return { left, top: top + scrollY, right, bottom: bottom + scrollY };
  })"""
HIDDEN = """() => [...document.querySelectorAll('.tray, [data-suit-keys] [data-rank]')].filter((each) => {
  const { left, right, top, bottom } = each.getBoundingClientRect();
  const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return !seen || !each.contains(seen);
}).map((each) => each.textContent)"""
"""What something else lies over, or what is out of the screen."""
CUT = """() => [...document.querySelectorAll('.tray-cards li, .tray-total, .key, .fn-key:not(.next)')]
  .filter((each) => each.checkVisibility()).filter((each) => {
    const text = document.createRange();
    text.selectNodeContents(each.querySelector('.pc-r, span') ?? each);
    return text.getBoundingClientRect().right > each.getBoundingClientRect().right + 1;
  }).map((each) => `${each.className} ${each.textContent}`)"""
"""What is written beyond its own edge: ranks go on under the next card."""


def asked(phone: Phone, game: str, count: int) -> None:
    """The hands of a round of so many players are asked, and none is entered yet."""
    phone.go(phone.bring({"format": 1, "game": game, "players": NAMES[:count], "rounds": []}) + "rounds/new/")
    phone.page.wait_for_selector(".entry.live")
    phone.who(0, 1)
    phone.keys("9")
    if game == "teyaku":
        phone.tap("turnup-D")


def in_sight(phone: Phone, shape: Shape) -> bool:
    """Whether every key and the hand stand between the top of the screen and the bar."""
    scrolled: float = phone.page.evaluate("scrollY")
    bar = phone.page.locator("#bar").bounding_box()
    assert bar is not None
    boxes: list[dict[str, float]] = phone.page.evaluate(BOXES)
    low = min(bar["y"], shape.height) + scrolled
    return all(
        scrolled <= box["top"] and box["bottom"] <= low and box["right"] <= shape.width for box in boxes
    )


@pytest.mark.parametrize(
    ("shape", "scale", "game", "count"),
    [
        (LYING, 100, "gamble", 10),
        pytest.param(Shape(1024, 768), 100, "gamble", 10, marks=pytest.mark.long),
        pytest.param(Shape(1280, 800), 100, "teyaku", 6, marks=pytest.mark.long),
        (Shape(360, 640), 100, "gamble", 10),
        (Shape(360, 640), 200, "gamble", 10),
    ],
    ids=str,
)
def test_twenty_cards_move_no_key(phones: OpenPhone, shape: Shape, scale: int, game: str, count: int) -> None:
    phone = phones(shape)
    asked(phone, game, count)
    phone.page.evaluate("(scale) => { document.documentElement.style.fontSize = `${scale}%`; }", scale)
    before: Any = phone.page.evaluate(BOXES)
    assert before
    if shape == LYING:
        assert in_sight(phone, shape)
    phone.page.evaluate(TAP_OFTEN, CARDS)
    expect(phone.page.locator(".tray-card")).to_have_count(CARDS)
    assert phone.page.evaluate(BOXES) == before
    assert overflow(phone, shape) == []
    assert phone.page.evaluate(CUT) == []
    expect(phone.at("confirm")).to_be_in_viewport(ratio=1)


def test_a_phone_on_its_side_shows_all_keys_with_suits(phones: OpenPhone) -> None:
    """Once the hands begin, the hand and all 53 keys are there together; at the table the bar is one row."""
    phone = phones(LYING, lang="en")
    asked(phone, "teyaku", 6)
    table = phone.page.url.partition("rounds/")[0]
    phone.tap("key-sum")
    expect(phone.page.locator("[data-suit-keys] [data-rank]:visible")).to_have_count(53)
    assert phone.page.evaluate(HIDDEN) == []
    for page in ("", "settle/"):
        phone.go(table + page)
        bar = phone.page.locator("#bar").bounding_box()
        assert bar
        assert bar["height"] <= LYING.height / 5
