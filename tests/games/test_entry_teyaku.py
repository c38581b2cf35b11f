"""結果の入力 of 手役ドボン: suits, dora, riichi, own yaku, several cards at once, and counted cards."""

import pytest

from scorekeeper.play.models import Round
from tests.helpers import Phone, entry_form, text

FOUR = ("A", "B", "C", "D")
CLAIM = {
    "kind": "dobon",
    "callers": "1",
    "victim": "0",
    "card": "9",
    "hand-1": "♥3 ♥4 ♠2 Jk",
    "turnup": "♥K",
    "bottom": "♠K",
    "riichi-1": "1",
    "riichi-0": "2",
}


def teyaku(**options: object) -> Phone:
    return Phone().open_table(FOUR, game="teyaku", **options)


STICKS = "A A pays ◎ pot riichi 100 (2 times) 200 B B pays ◎ pot riichi 100 100"
KEPT: list[tuple[dict[str, str], dict[str, object], int, str]] = [
    # what else is typed, what is kept of it, the points of the yaku and words of the receipt
    # T2-2 and T2-3 in the first round: dora 2, ura-dora 1, joker 1: 4 yaku are 1600
    ({}, {"turnup": "HK", "bottom": "SK", "riichi": ["0", "0", "1"]}, 1600,
     f"{STICKS} ◎ pot pays B B riichi 3 × 100 points = 300 300"),
    ({"turnup": "♥", "bottom": "s"}, {"turnup": "H", "bottom": "S"}, 1600, "turned up ♥"),
    # nobody knows the dora: the joker alone
    ({"turnup": "なし", "bottom": "-"}, {"turnup": None, "bottom": None}, 200, ""),
    ({"turnup": "", "bottom": ""}, {"turnup": None, "bottom": None}, 200, ""),
    # without the ura-dora
    ({"lapsed": "1"}, {"lapsed": ["1"]}, 800, "The riichi of B had lapsed"),
]  # fmt: skip


@pytest.mark.parametrize(("typed", "kept", "worth", "words"), KEPT)
def test_what_makes_yaku_is_paid_and_kept(
    db: None, typed: dict[str, str], kept: dict[str, object], worth: int, words: str
) -> None:
    """The pot is 300; to correct something else, a dora that nobody knows is not asked again."""
    phone = teyaku().record({**CLAIM, **typed})
    assert phone.points() == {"A": -worth - 200, "B": worth - 100 + 300, "C": 0, "D": 0}
    facts = Round.objects.get().facts
    assert {name: facts.get(name) for name in kept} == kept
    assert words in text(phone.show("round", 1))
    assert entry_form(phone.show("round_edit", 1))["turnup"] == [facts.get("turnup", "-")]
    phone.play({}, "round_edit", 1)
    assert Round.objects.get().facts == facts


def test_several_cards_at_once(db: None) -> None:
    """T2-9: three 6s claimed on 18 by {9,9}; {A,5} cannot."""
    phone = teyaku()
    facts = {"kind": "dobon", "callers": "1", "victim": "0", "card": "6", "count": "3", "target": "18"}
    preview = text(phone.send(phone.fill({**facts, "hand-1": "9 9"}), "preview"))
    assert "9+9=18 ✓" in preview
    assert "not 18" in text(phone.send(phone.fill({**facts, "hand-1": "A 5"}), "preview"))


def test_streak_tag(db: None) -> None:
    phone = teyaku()
    facts = {"kind": "dobon", "callers": "1", "victim": "0", "card": "9", "hand-1": "9"}
    phone.record(facts)
    assert "streak 1" not in text(phone.show("table"))
    phone.record(facts)
    assert "streak 1" in text(phone.show("table"))
