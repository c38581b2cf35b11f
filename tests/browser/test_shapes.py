"""On every shape of screen the important parts are visible, and no key moves under the thumb."""

from collections import Counter
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPhone
from tests.browser.evenings import NAMES, claim, evening, last_round
from tests.browser.looks import faults
from tests.browser.phone import FOUR, LARGE, SMALL, Phone, Shape

CARDS = "J 10 10 4 4 3 Q 6 K 6 2 A 9 8 7 5 K Q 10 8"
"""Twenty, wide ones among the first; at 手役ドボン a hand has at most fifteen."""
TO_HANDS = {
    "gamble": "who-0 who-1 key-9 who-1",
    "teyaku": "slot-riichi who-0 slot-callers who-0 who-1 key-9 turnup-D bottom-S",
}
"""The steps up to a hand whose sum nobody judges, or of which two suits are counted."""
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
"""Taps cards in; for each: how many there are, which are cut, lines of the sum, top of a key."""
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
"""Parts that something covers, or that are outside the screen."""
CUT = """() => [...document.querySelectorAll('.tray-cards li, .tray-total, .key, .fn-key:not(.next)')]
  .filter((each) => each.checkVisibility()).filter((each) => {
    const text = document.createRange();
    text.selectNodeContents(each.querySelector('.pc-r, span') ?? each);
    return text.getBoundingClientRect().right > each.getBoundingClientRect().right + 1;
  }).map((each) => `${each.className} ${each.textContent}`)"""
"""Parts whose text is wider than they are."""


def asked(phone: Phone, game: str, count: int) -> None:
    """Open a round of so many players, up to the first hand."""
    phone.sit(game, NAMES[:count])
    phone.click(TO_HANDS[game])


def in_sight(phone: Phone, shape: Shape) -> bool:
    """Whether every key and the hand stand between the top of the screen and the bar."""
    scrolled: float = phone.page.evaluate("scrollY")
    boxes: list[dict[str, float]] = phone.page.evaluate(BOXES)
    low = min(phone.box("#bar").top, shape.height) + scrolled
    return all(
        scrolled <= box["top"] and box["bottom"] <= low and box["right"] <= shape.width for box in boxes
    )


@pytest.mark.parametrize(
    ("shape", "scale", "game", "count", "lang"),
    [
        (LYING, 100, "gamble", 10, "ja"),
        (SMALL, 100, "gamble", 10, "ja"),
        (LARGE, 100, "gamble", 4, "ja"),
        (SMALL, 200, "gamble", 10, "ja"),
        (Shape(1280, 800), 100, "teyaku", 6, "ja"),
        (SMALL, 100, "teyaku", 6, "ja"),
        (Shape(360, 740), 100, "teyaku", 6, "en"),
        (LYING, 100, "teyaku", 6, "en"),
        (LARGE, 100, "teyaku", 4, "en"),
    ],
    ids=str,
)
def test_the_longest_hand_moves_no_key(
    phones: OpenPhone, shape: Shape, scale: int, game: str, count: int, lang: str
) -> None:
    phone, hand = phones(shape, lang=lang), CARDS.split()[: 15 if game == "teyaku" else None]
    asked(phone, game, count)
    phone.page.evaluate("(scale) => { document.documentElement.style.fontSize = `${scale}%`; }", scale)
    before: Any = phone.page.evaluate(BOXES)
    assert before
    if shape.width > shape.height:
        assert in_sight(phone, shape)
    seen = phone.page.evaluate(TAP_IN, " ".join(hand))
    assert [count for count, *_seen in seen] == list(range(1, len(hand) + 1))
    assert len({place for *_seen, place in seen}) == 1, seen
    if scale == 100:  # in larger letters the cards lie closer
        assert {count: wrong for count, wrong, *_seen in seen if wrong} == {}
        assert max(lines for _count, _wrong, lines, _place in seen) <= 1
    expect(phone.page.locator(".tray-card")).to_have_count(len(hand))
    assert phone.page.evaluate(BOXES) == before
    assert not [fault for fault in faults(phone, axe=False) if "wide" in fault]
    assert phone.page.evaluate(CUT) == []
    expect(phone.at("confirm")).to_be_in_viewport(ratio=1)


def test_a_phone_on_its_side_shows_all_keys_with_suits(phones: OpenPhone) -> None:
    """The hand and all 53 keys are visible together; on the pages of the table the bar is one row."""
    phone = phones(LYING, lang="en")
    asked(phone, "teyaku", 6)
    table = phone.page.url.partition("rounds/")[0]
    phone.tap("key-sum")
    expect(phone.page.locator("[data-suit-keys] [data-rank]:visible")).to_have_count(53)
    assert phone.page.evaluate(HIDDEN) == []
    for page in ("", "settle/"):
        phone.go(table + page)
        bar = phone.box("#bar")
        assert bar.bottom - bar.top <= LYING.height / 5


def test_scores_and_payments_are_in_sight(phones: OpenPhone) -> None:
    """All four scores, and all payments of a round with the formula of the main one.

    On a tall phone a payment is one line with marks, amount and tick, also one of 25,400 yen.
    """
    phone = phones(LYING)
    move = {"kind": "adjust", "transfers": [{"from": "あき", "to": "Ben", "points": 12_340}]}
    rate = {"unit": "円", "per_point": "2", "round_to": 10}
    path = phone.table("gamble", FOUR, move, last_round("gamble", FOUR), rate=rate)
    for where, rows in (("", "#scores > li"), ("rounds/2/", ".slip-head, .slip .formula, .pays-row")):
        phone.go(path + where)
        boxes = phone.boxes(rows)
        assert len(boxes) == 4
        assert max(box.bottom for box in boxes) <= phone.box("#bar").top

    phone.show(LARGE)
    phone.go(f"{path}settle/")
    for row in phone.page.locator("#payments .flow").all():
        boxes = phone.boxes(row.locator(".mark, .flow-amt, .tick"))
        assert len(boxes) == 4
        assert max(box.top for box in boxes) < min(box.bottom for box in boxes)


LONG = [*map(str, range(2, 11)), "A", "J", "Q", "K", "J", "Q", "K", "9", "10"]
LONG_HANDS = {"Christopher": ["2", "J"], "ベンジャミン": LONG, "ちえ": LONG, "大輔": ["4"], "さくら": ["A"]}


def test_long_hands_and_names_have_room(phone: Phone) -> None:
    christopher, benjamin, *_others = names = [*LONG_HANDS]
    claimed = claim([christopher], benjamin, "K", hands=LONG_HANDS)
    phone.go(f"{phone.table('gamble', names, claimed)}rounds/1/")
    for shape in (SMALL, LARGE):
        phone.show(shape)
        value, label, cards = (
            phone.box(f".why li:first-child {part}") for part in ("> b", ".why-what", ".minis")
        )
        assert abs(value.bottom - label.bottom) < 4  # on one line
        assert cards.top >= label.bottom - 1
        assert cards.left == pytest.approx(label.left, abs=1)
        lines = Counter(round(box.top) for box in phone.boxes(".deltas li"))
        assert list(lines.values()) == [3, 2]
        name, short = (phone.box(f".deltas li:nth-child({place}) bdi") for place in (1, 3))
        assert name.bottom - name.top == pytest.approx(short.bottom - short.top, abs=1)
        row, hand = phone.box(".pays-row"), phone.box(".pays-row .minis")
        assert hand.right - hand.left > (row.right - row.left) / 2


def test_the_podium_of_a_table_and_the_charts_of_people(phone: Phone) -> None:
    """Who is first stands in the middle; all charts end at one line before the points, below the names."""
    path = phone.bring(evening("gamble", 6))
    phone.go(f"{path}settle/")
    phone.tap('form[action$="/end/"] button')
    steps = phone.page.locator(".podium > .step")
    expect(steps).to_have_count(3)
    first, second, third = phone.boxes(steps.locator(".stone"))
    assert second.left < first.left < third.left
    assert first.top < second.top < third.top

    phone.go(f"{phone.circle()}people/")
    rows = phone.page.locator(".ranks .row-link").all()
    assert len(rows) == 6
    for row in rows:
        name, who, spark = (phone.box(row.locator(part)) for part in ("bdi", ".grow", ".spark"))
        assert abs(spark.right - who.right) < 1
        assert spark.top >= name.bottom


SEEN = """(texts) => texts.filter((text) => getComputedStyle(text).visibility === 'visible')
  .map((text) => text.textContent)"""


def test_a_spot_of_the_chart_shows_its_value_without_scripts(phones: OpenPhone) -> None:
    phone = phones(lang="en")
    phone.bring(evening("gamble", 2))
    circle = phone.circle()
    table = phone.post(f"{circle}new/", game="gamble", name=NAMES[:2])
    out = {"kind": "out", "winner": "0", "hand-1": "10 10"}
    phone.post(f"{table}rounds/new/", revision="0", key="first-round", action="confirm", **out)
    plain = phones(lang="en", js=False)
    plain.share_cookies(phone)
    plain.go(f"{circle}versus/")
    plain.go(f"{circle}versus/{plain.page.locator('.matrix a').first.get_attribute('href')}")
    spots, readouts = plain.page.locator(".spot"), plain.page.locator(".spot text")
    expect(spots).to_have_count(2)
    assert readouts.evaluate_all(SEEN) == []
    first, second = (str(spot.get_attribute("aria-label")) for spot in spots.all())
    spots.nth(0).locator("rect").click()
    assert readouts.evaluate_all(SEEN) == [first]
    plain.page.keyboard.press("Tab")
    assert readouts.evaluate_all(SEEN) == [second]
    plain.tap(".line-table summary")
    expect(plain.page.locator(".line-table tbody tr")).to_have_count(2)
