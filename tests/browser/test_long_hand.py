"""A hand of twenty cards on every shape of screen: no key moves under the thumb, none is out of reach.

Every card of it is seen in the tray, from the first to the last.
"""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPhone
from tests.browser.evenings import NAMES
from tests.browser.looks import faults
from tests.browser.phone import LARGE, SMALL, Phone, Shape

CARDS = "J 10 10 4 4 3 Q 6 K 6 2 A 9 8 7 5 K Q 10 8"
"""Twenty, wide ones among the first."""
LYING = Shape(844, 390)
OUTSIDE = """(tray) => {
  const felt = tray.closest('.tray').getBoundingClientRect(), room = tray.getBoundingClientRect();
  const total = document.querySelector('.tray-total').getBoundingClientRect();
  const cards = [...tray.querySelectorAll('li')].map((card) => card.getBoundingClientRect());
  const outside = (box) => box.left < room.left - 0.5 || box.right > room.right + 0.5
    || box.top < room.top - 0.5 || box.bottom > room.bottom + 0.5
    || box.bottom > felt.bottom || (total.width && box.right > total.left + 0.5);
  const under = (box, at) => cards.some((other, place) => place > at && other.top < box.top + 20
    && other.bottom > box.top && other.left < box.left + 14 && other.right > box.left);
  return cards.flatMap((box, at) => (outside(box) || under(box, at) ? [at] : []));
}"""
LINES = """(text) => { const range = document.createRange(); range.selectNodeContents(text);
  return new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size }"""
TAP_IN = f"""(hand) => hand.split(' ').map((rank) => {{
  const keys = [...document.querySelectorAll('[data-pad] [data-rank]:not(.used)')];
  const named = keys.filter((key) => key.dataset.rank.replace(/^[SHDC]/, '') === rank);
  named.find((key) => key.checkVisibility()).click();
  const tray = document.querySelector('[data-testid=hand-cards]');
  return [tray.querySelectorAll('li').length, ({OUTSIDE})(tray),
    ({LINES})(document.querySelector('[data-detail]')), keys[0].getBoundingClientRect().top];
}})"""
"""For each card that is tapped: how many there are, which are cut, lines of the sum, place of a key."""
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
    """The hands of a round of so many players are asked, and none is entered yet.

    The one that is open has its sum spelt where sums count: it is not judged.
    """
    phone.sit(game, NAMES[:count])
    phone.walk("who-0 who-1 key-9")
    phone.tap("turnup-D" if game == "teyaku" else "who-1")


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
        (SMALL, 100, "gamble", 10),
        (LARGE, 100, "gamble", 4),
        (SMALL, 200, "gamble", 10),
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
    seen = phone.page.evaluate(TAP_IN, CARDS)
    assert [count for count, *_seen in seen] == list(range(1, 21))
    assert len({place for *_seen, place in seen}) == 1, seen
    if scale == 100:  # in larger letters the cards lie closer
        assert {count: wrong for count, wrong, *_seen in seen if wrong} == {}
        assert max(lines for _count, _wrong, lines, _place in seen) == 1
    expect(phone.page.locator(".tray-card")).to_have_count(20)
    assert phone.page.evaluate(BOXES) == before
    assert not [fault for fault in faults(phone, axe=False) if "wide" in fault]
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
