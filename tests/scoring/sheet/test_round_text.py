"""What is said of a round of the score sheet, and who won it."""

from typing import Any

import pytest

from tests.scoring.phrases import said
from tests.scoring.tables import a_round, last, session

ROUNDS = [
    (a_round("points", points={"A": 7, "B": 3, "C": -2}), {}, "A best with 7", "A"),
    (a_round("points", points={"A": 7, "B": 7, "C": -2}), {}, "A & B best with 7", "A B"),
    (a_round("points", points={"A": 7, "B": 3, "C": 4}), {"wins": "low"}, "B best with 3", "B"),
    # who is left out has 0
    (a_round("points", points={"A": -5, "B": -3}), {}, "C best with 0", "C"),
    (a_round("points", points={"A": 20, "B": 6}), {"preset": "hearts"}, "C best with 0", "C"),
    (a_round("points", points={"A": 26}), {"preset": "hearts"}, "B & C best with 0", "B C"),
    (a_round("points", points={"A": 5, "B": 5}), {}, "A & B best with 5", "A B"),
    (a_round("points", points={}), {}, "Points as written, all alike", ""),
    (a_round("points", points={"A": 4, "B": 4, "C": 4}), {}, "Points as written, all alike", ""),
    (a_round("places", places=[["B"], ["A", "C"]]), {}, "1. B / 2. A & C", "B"),
    (a_round("places", places=[["B", "A"], ["C"]]), {}, "1. A & B / 3. C", "A B"),
    (a_round("places", places=[["A", "B", "C"]]), {}, "1. A & B & C", ""),
    (a_round("places", places=[["A", "B"], ["C"]]), {"preset": "old_maid"}, "C last", "A B"),
    (a_round("winner", winner="B", points={"A": 5}), {}, "B won", "B"),
    (a_round("winner", winner="B", points={"A": 5}, bonus={"B": ["x", "x"], "C": ["y"]}),
     {"bonuses": "x +5, y -2"}, "B won / B: x & x / C: y", "B"),
    (a_round("nogame"), {}, "No game", ""),
]  # fmt: skip


@pytest.mark.parametrize(("facts", "options", "headline", "winners"), ROUNDS)
def test_a_round_in_words(
    facts: dict[str, Any], options: dict[str, Any], headline: str, winners: str
) -> None:
    document = session("A B C", facts, game="sheet", **options)
    rules, scored = document.ruleset, last(document)
    phrases = rules.round_text.headline(scored.facts, document.options, scored.outcome)
    assert " / ".join(map(said, phrases)) == headline
    parts = rules.parts(document.opening, scored.facts, document.options, scored.outcome)
    assert " ".join(parts.roles.get("winner", ())) == winners
    assert rules.round_text.headline(scored.facts, document.options, None), "also where it was not scored"
