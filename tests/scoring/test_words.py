"""What is said about a round: clear, once, and in the reader's language."""

from typing import Any

import pytest

from scorekeeper.scoring.document import explain
from tests.scoring.tables import a_round, last, session

NINES = {"hands": {"A": "4 5", "B": "3 K"}, "callers": "A", "victim": "B"}
EACH = {"number_counts": "each"}
NUMBERS = [
    # 9 twice and 3+13: 18+16 = 34
    pytest.param(
        "kawagoe", EACH, {"card": "9", "count": 2, **NINES},
        ["Claimed number: 9×2 = 18", "Hand of B (3 K): 3+13 = 16", "Together: 18+16 = 34"],
        "B → A: 9 × 2 + 16 = 34 (for the claimed card)", id="two 9s count each",
    ),
    pytest.param(
        "kawagoe", {}, {"card": "9", "count": 2, **NINES},
        ["Claimed number: 9", "Hand of B (3 K): 3+13 = 16", "Together: 9+16 = 25"],
        "B → A: 9 + 16 = 25 (for the claimed card)", id="two 9s count once",
    ),
    pytest.param(
        "dotenko", EACH, {"card": "9", "count": 2, **NINES}, ["Claimed number: 9×2 = 18"],
        "B → A: 9 × 2 = 18 (for the claimed card)", id="nothing but two 9s",
    ),
    pytest.param(
        "dotenko", {**EACH, "unit_points": 10}, {"card": "9", "count": 2, **NINES},
        ["Claimed number: 9×2 = 18", "Points of a unit: ×10"],
        "B → A: 9 × 2 × 10 = 180 (for the claimed card)", id="two 9s in units",
    ),
    # a 6 played with a 3 counts as 9
    pytest.param(
        "dotenko", EACH, {"card": "6", "target": 9, **NINES},
        ["Claimed sum of the cards played with 6: 9"], "B → A: 9 (for the claimed card)", id="3 and 6",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("game", "options", "keys", "steps", "payment"), NUMBERS)
def test_a_number_says_of_what_it_is_made(
    game: str, options: dict[str, object], keys: dict[str, Any], steps: list[str], payment: str
) -> None:
    entry = last(session("A B", a_round("dobon", **keys), game=game, **options))
    told = explain(entry, str)
    assert told[1 : 2 + len(steps)] == [*steps, payment]
