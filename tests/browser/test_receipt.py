"""A receipt of long hands and names on a small phone."""

from collections import Counter
from collections.abc import Callable

import pytest

from tests.browser.phone import LARGE, SMALL, Phone

NAMES = ["Christopher", "ベンジャミン", "ちえ", "大輔", "さくら"]
LONG = [*map(str, range(2, 11)), "A", "J", "Q", "K", "J", "Q", "K", "9", "10"]
ROUND = {
    "kind": "dobon",
    "callers": ["Christopher"],
    "victim": "ベンジャミン",
    "card": "K",
    "hands": {"Christopher": ["2", "J"], "ベンジャミン": LONG, "ちえ": LONG, "大輔": ["4"], "さくら": ["A"]},
}
BOXES = """(all) => all.map((one) => {
  const {left, top, right, bottom} = one.getBoundingClientRect();
  return {left, top, right, bottom};
})"""


def test_long_hands_and_names_have_room(phone: Phone) -> None:
    path = phone.table("gamble", NAMES, ROUND)
    phone.go(f"{path}rounds/1/")
    for shape in (SMALL, LARGE):
        phone.page.set_viewport_size({"width": shape.width, "height": shape.height})
        have_room(lambda selector: phone.page.locator(selector).evaluate_all(BOXES))


def have_room(boxes: Callable[[str], list[dict[str, float]]]) -> None:
    value, label, cards = (boxes(f".why li:first-child {part}")[0] for part in ("> b", ".why-what", ".minis"))
    assert abs(value["bottom"] - label["bottom"]) < 4  # on one line
    assert cards["top"] >= label["bottom"] - 1
    assert cards["left"] == pytest.approx(label["left"], abs=1)
    lines = Counter(round(box["top"]) for box in boxes(".deltas li"))
    assert list(lines.values()) == [3, 2]
    name, short = (boxes(f".deltas li:nth-child({place}) bdi")[0] for place in (1, 3))
    assert name["bottom"] - name["top"] == pytest.approx(short["bottom"] - short["top"], abs=1)
    row, hand = boxes(".pays-row")[0], boxes(".pays-row .minis")[0]
    assert hand["right"] - hand["left"] > (row["right"] - row["left"]) / 2
