"""Every card of a hand is seen in the tray, however many there are."""

from typing import Any

import pytest

from tests.browser.conftest import OpenPhone
from tests.browser.phone import LARGE, SMALL, Phone, Shape

PLAYERS = ["あき", "ベン", "ちえ", "大輔"]
CARDS = "J 10 10 4 4 3 Q 6 K 6 2 A 9 8 7 5 K Q"
"""Eighteen, wide ones among the first."""
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

TAP_IN = f"""(ranks) => ranks.map((rank) => {{
  const named = (handle) => document.querySelector(`[data-testid="${{handle}}"]`);
  named(`key-${{rank}}`).click();
  const tray = named("hand-cards"), detail = document.querySelector("[data-detail]");
  return [tray.querySelectorAll("li").length, ({OUTSIDE})(tray), ({LINES})(detail),
    named("key-7").getBoundingClientRect().top];
}})"""
"""For each card that is tapped: how many there are, which are cut, lines of the sum, place of a key."""


def seated(phone: Phone, game: str, **document: Any) -> None:
    path = phone.bring({"format": 1, "game": game, "players": PLAYERS, "rounds": [], **document})
    phone.go(f"{path}rounds/new/")
    phone.page.wait_for_selector(".entry.live")


@pytest.mark.parametrize("shape", [SMALL, LARGE], ids=str)
def test_every_card_of_a_hand_is_in_sight(phones: OpenPhone, shape: Shape) -> None:
    """From one card to eighteen; what they come to stands on one line, and no key moves."""
    phone = phones(shape)
    seated(phone, "gamble", options={"decks": 2})
    phone.kind("out")
    phone.who(0)
    seen = phone.page.evaluate(TAP_IN, CARDS.split())
    phone.picture(f"tray-{shape.width}")
    assert [count for count, _wrong, _lines, _place in seen] == list(range(1, len(seen) + 1))
    assert {count: wrong for count, wrong, _lines, _place in seen if wrong} == {}
    assert max(lines for _count, _wrong, lines, _place in seen) <= 1
    assert len({place for *_seen, place in seen}) == 1, seen
