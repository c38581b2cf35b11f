"""What is said about a round: clear, once, and in the reader's language."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.scoring.__main__ import translator
from scorekeeper.scoring.document import explain, read_document, report
from tests.scoring.tables import a_round, last, session

CASES = Path(__file__).parent / "cases"
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


def test_the_pot_and_the_bank_are_words() -> None:
    moves = [{"from": "A", "to": "pot", "points": 5}, {"from": "bank", "to": "B", "points": 3}]
    told = explain(last(session("A B", a_round("adjust", transfers=moves))), translator("ja"))
    assert [line.split(" (")[0] for line in told] == ["A → 供託: 5", "銀行 → B: 3"]


def test_cards_are_shown_in_one_way() -> None:
    hands = {"A": "D6 C7", "B": "S3 JkR"}
    told = explain(last(session("A B", a_round("dobon", card="DK", callers="A", victim="B", hands=hands),
                                jokers=2)), str)  # fmt: skip
    assert [line for line in told if "♦" in line or "♠" in line] == [
        "Hand of B (♠3 big joker): 3+0 = 3",
        "Hand of A (♦6 ♣7): 6+7 = 13",
        "The claimed ♦K is in nobody's hand and counts for nobody.",
    ]


LATIN = re.compile(r"[A-Za-z][A-Za-z0-9]*")
MARKS = {"ja": {"A", "J", "Q", "K", "Jk"}, "zh-hans": {"A", "J", "Q", "K", "Jk", "Dobon", "Dotenko"}}
"""Latin letters that a reader of the language knows: cards, and in Chinese the names of the games."""


@pytest.mark.parametrize("language", MARKS)
@pytest.mark.parametrize(
    "path", sorted(CASES.glob("*/*.json")), ids=lambda path: f"{path.parent.name}/{path.stem}"
)
def test_no_word_of_another_language(path: Path, language: str) -> None:
    data = json.loads(path.read_text(encoding="utf-8"))["document"]
    known = MARKS[language] | set(LATIN.findall(" ".join(written(data))))
    told = report(read_document(data), translator(language))
    lines = [line for entry in told["rounds"] for line in said(entry)]
    assert lines
    assert [line for line in lines if set(LATIN.findall(line)) - known] == []


def said(entry: dict[str, Any]) -> list[str]:
    """Every text of a round."""
    return [*entry["explain"], *(item["text"] for item in entry["problems"])]


def written(data: Any) -> Iterator[str]:
    """What people wrote themselves: names of players and yaku, and reasons."""
    yield from data["players"]
    for played in data["rounds"]:
        yield from played.get("join", ())
        yield from (move.get("reason", "") for move in played.get("transfers", ()))
        yield from (own["name"] for extra in played.get("extra_yaku", {}).values() for own in extra)
