"""Which hand tells a round: that of whom the round ended with."""

from typing import Any

import pytest

from scorekeeper.scoring.cards import Card
from scorekeeper.scoring.dobon.facts import Round
from scorekeeper.scoring.dobon.telling import telling_hand
from scorekeeper.scoring.reading import Hand

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
    assert telling_hand(Round(kind, hands=HANDS, **keys)) == HANDS.get(whose, Hand())
