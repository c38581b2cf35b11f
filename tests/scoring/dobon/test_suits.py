"""手役ドボン: how many cards of a hand are of a suit, where the hand itself is entered by ranks."""

from typing import Any

import pytest

from scorekeeper.scoring.document import read_document, write_document
from tests.scoring.dobon.teyaku import LAPSING, dobon, draw, play
from tests.scoring.tables import document, net, problems, refused, session

SUIT_COUNTS = {
    # 100, 200, 400, 800, 1600 by the yaku; a stick of A comes back to A
    "none": (dobon(hand="4 5 Hx0", turnup="H"), "A +100, B -100"),
    "one dora": (dobon(hand="4 5 Hx1", turnup="H"), "A +200, B -200"),
    "two dora": (dobon(hand="4 5 Hx2", turnup="H9"), "A +400, B -400"),
    "two dora and a joker": (dobon(hand="4 5 Jk Hx2", turnup="H"), "A +800, B -800"),
    "one known, two in all": (dobon(hand="H4 5 Hx2", turnup="H"), "A +400, B -400"),
    "another suit": (dobon(hand="4 5 Sx2", turnup="H"), "A +100, B -100"),
    "a joker was turned up": (dobon(hand="4 5 Hx2", turnup="Jk"), "A +200, B -200"),
    "dora and ura-dora": (dobon(hand="4 5 Hx1 Sx1", turnup="H", bottom="S", riichi="A"), "A +400, B -400"),
    "one suit is both": (dobon(hand="4 5 Hx2", turnup="H", bottom="H", riichi="A"), "A +1600, B -1600"),
    # each of three pays 200
    "by drawing": (draw("A 5 4 Hx1", turnup="H"), "A +600, B -200, C -200, D -200"),
}  # fmt: skip


@pytest.mark.parametrize(("entry", "expected"), SUIT_COUNTS.values(), ids=SUIT_COUNTS)
def test_dora_told_for_the_hand(entry: dict[str, Any], expected: str) -> None:
    scored = play(entry)
    assert net(scored) == expected
    assert problems(scored) == ""


WRONG = {
    "more than cards": (dobon(hand="4 5 Hx3", turnup="H"), {}, "suits.bounds A"),
    "one of a rank in a deck": (dobon(hand="A 4 4 Hx3", turnup="H"), {}, "suits.bounds A"),
    "two decks": (dobon(hand="A 4 4 Hx3", turnup="H"), {"decks": 2}, ""),
    "fewer than are shown": (dobon(hand="H4 H5 Hx1", turnup="H"), {}, "suits.bounds A"),
    "a joker has no suit": (dobon(hand="9 Jk Hx2", turnup="H"), {}, "suits.bounds A"),
    "three suits of two cards": (dobon(hand="4 5 Hx2 Sx1", turnup="H"), {}, "suits.cards A"),
    "a known one is not free": (dobon(hand="H4 5 Hx1 Sx2", turnup="H"), {}, "suits.bounds A"),
}  # fmt: skip


@pytest.mark.parametrize(("entry", "options", "expected"), WRONG.values(), ids=WRONG)
def test_what_no_hand_can_hold(entry: dict[str, Any], options: dict[str, object], expected: str) -> None:
    assert problems(play(entry, **options)) == expected


def test_hands_together_have_one_of_a_rank_in_a_deck() -> None:
    """A and C both say that 4 and 5 are hearts."""
    both = dobon(hand="4 5 Hx2", hands={"C": "4 5 Hx2"}, turnup="H")
    both["callers"] = ["A", "C"]
    assert problems(play(both)) == "deck.too_many"
    assert problems(play(both, decks=2)) == ""


@pytest.mark.parametrize(
    ("hand", "shown", "unsaid"),
    [
        ("4 5", {"turnup": "H"}, ["♥"]),
        ("4 5 Hx0", {"turnup": "H"}, []),
        ("H4 S5 Jk", {"turnup": "H"}, []),
        ("4 5 Sx2", {"turnup": "H"}, []),
        ("4 5 Sx1", {"turnup": "H"}, ["♥"]),
        ("4 5", {"turnup": "Jk"}, []),
        ("4 5", {"turnup": "H", "bottom": "S"}, ["♥"]),
        ("4 5", {"turnup": "H", "bottom": "S", "riichi": "A"}, ["♥", "♠"]),
        ("4 5", {"turnup": "H", "bottom": "H", "riichi": "A"}, ["♥"]),
        ("4 5", {"turnup": "H", "bottom": "S", "riichi": "A", "lapsed": "A"}, ["♥"]),
    ],
)
def test_what_nobody_said_is_told(hand: str, shown: dict[str, str], unsaid: list[str]) -> None:
    notes = play(dobon(hand=hand, **shown), **LAPSING).outcome.notes
    assert [str(note.values["suit"]) for note in notes if note.code == "note.suit_unsaid"] == [
        {"♥": "H", "♠": "S"}[suit] for suit in unsaid
    ]


def test_it_is_kept_behind_the_cards() -> None:
    data = session("A B C D", dobon(hand="♥×1 4 h5", turnup="H"), game="teyaku")
    written = write_document(data)
    assert written["rounds"][0]["hands"]["A"] == ["4", "H5", "Hx1"]
    assert write_document(read_document(written)) == written


def test_a_suit_is_told_once() -> None:
    one = {"kind": "dobon", "callers": ["A"], "victim": "B", "hands": {"A": ["4", "Hx1", "5", "Hx1"]}}
    assert refused(document("A B", one, game="teyaku")) == ("rounds[0].hands.A", "hand.suit_twice")
