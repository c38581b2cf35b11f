"""The hand that decides a round, and the description of a chain of returns."""

from typing import Any

import pytest

from scorekeeper.scoring.cards import Card
from scorekeeper.scoring.dobon.facts import Round, Yaku
from scorekeeper.scoring.dobon.messages import details, round_hand
from scorekeeper.scoring.reading import Hand
from scorekeeper.scoring.registry import RULESETS
from tests.scoring.phrases import said

KAWAGOE = RULESETS["kawagoe"].defaults
HANDS = {name: Hand((Card(rank),)) for rank, name in enumerate("ABCD", 2)}


@pytest.mark.parametrize(
    ("kind", "keys", "whose"),
    [
        ("dobon", {"callers": ("A",), "victim": "B"}, "A"),
        ("dobon", {"callers": ("C", "A"), "victim": "B"}, "C"),
        ("dobon", {"callers": ("A",), "victim": "B", "returns": ("B",)}, "B"),
        ("dobon", {"callers": ("A",), "victim": "B", "returns": ("B", "C")}, "C"),
        ("dobon", {"callers": ("A",), "victim": "B", "returns": ("B", "C", "D")}, "D"),
        ("opening", {"callers": ("D",)}, "D"),
        ("draw", {"winner": "A", "victim": "B"}, "A"),
        ("out", {"winner": "A"}, ""),
        ("dobon", {"callers": ("E",), "victim": "B"}, ""),
    ],
)
def test_hand(kind: str, keys: dict[str, Any], whose: str) -> None:
    assert round_hand(Round(kind, hands=HANDS, **keys), KAWAGOE, None) == HANDS.get(whose, Hand())


def description_in(game: str, facts: Round) -> str:
    """The headline of a round by the usual rules of a game."""
    rules = RULESETS[game]
    return " / ".join(str(said(part)) for part in rules.round_text.headline(facts, rules.defaults, None))


@pytest.mark.parametrize(
    ("keys", "description"),
    [
        ({"callers": ("A",), "victim": "D", "returns": ("B", "A")},
         "Dotenko returned! A hit B on J / the card of D, called by A, then B, then A"),
        ({"callers": ("A", "C"), "victim": "D", "returns": ("B",)},
         "Dotenko returned! B hit C on J / the card of D, called by A, then C, then B"),
        ({"callers": ("A", "B"), "victim": "D"},
         "Dotenko returned! B hit A on J / the card of D, called by A, then B"),
        ({"callers": ("A",), "victim": "D", "returns": ("D",)},
         "Dotenko returned! D hit A on J / the card of D, called by A, then D"),
        ({"callers": ("A",), "victim": "D"}, "Dotenko! A hit D on J"),
        ({"kind": "opening", "callers": ("A",), "returns": ("B", "C")},
         "Sho-tenko returned! C hit B on J / called by A, then B, then C"),
    ],
)  # fmt: skip
def test_a_chain_of_returns_is_described_with_every_name_in_order(
    keys: dict[str, Any], description: str
) -> None:
    facts = Round(**{"kind": "dobon", "card": Card(11), **keys})
    assert description_in("dotenko", facts) == description


def test_where_only_the_claimed_player_returns_the_sentence_says_all() -> None:
    facts = Round("dobon", card=Card(9), callers=("A",), victim="D", returns=("D",))
    assert description_in("kawagoe", facts) == "Returned! D hit A on 9"


DETAILS = [
    ({"count": 2, "target": 7}, ["2 cards", "number 7"]),
    ({"count": 1, "target": 0}, ["number 0"]),
    ({"turnup": Card(9, "H"), "bottom": Card(13, "S")}, ["turned up H9", "bottom SK"]),
    ({"drawn": (Card(5), Card(13))}, ["drawn 5 & K"]),
    ({"doublings": 3}, ["doubled ×8"]),
    ({"riichi": ("A", "B", "A"), "lapsed": ("B",)}, ["riichi A ×2", "riichi B ×1", "riichi of B lapsed"]),
    ({"extra_yaku": {"A": (Yaku("last card", 2),)}}, ["A last card +2"]),
]


@pytest.mark.parametrize(("keys", "lines"), DETAILS)
def test_details(keys: dict[str, Any], lines: list[str]) -> None:
    assert list(map(said, details(Round("dobon", **keys)))) == lines
