"""Steps: each names its operation and its numbers, and together they make the payment."""

from collections.abc import Callable, Mapping
from itertools import combinations
from math import ceil, prod
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.scoring import texts
from scorekeeper.scoring.core import Operation, Step, Transfer
from scorekeeper.scoring.document import load_json, read_document
from scorekeeper.scoring.messages import COMMON
from scorekeeper.scoring.registry import GAMES
from tests.scoring.tables import a_round, last, session

CASES = sorted((Path(__file__).parent / "cases").glob("*/*.json"))

HOLDS: Mapping[Operation, Callable[[Step], bool]] = {
    "given": lambda step: not step.of,
    "sum": lambda step: sum(step.of) == step.gives,
    "difference": lambda step: step.of[0] - sum(step.of[1:]) == step.gives,
    "product": lambda step: prod(step.of) == step.gives,
    "quotient": lambda step: ceil(step.of[0] / step.of[1]) <= step.gives,
    "round": lambda step: abs(step.of[0] - step.gives) < step.values["unit"],
    "table": lambda step: len(step.of) == 1,
    "share": lambda step: step.gives <= step.of[0],
    "least": lambda step: min(step.of) == step.gives,
}


def followed(transfer: Transfer) -> int:
    """The points that the steps come to, by what each says that it makes."""
    total, latest, factor = 0, 0, 1
    for step in transfer.steps:
        if step.makes == "points":
            total, latest, factor = total * factor + step.gives, step.gives, 1
        elif step.makes == "units":
            assert step.of[0] == latest
            total += step.gives - latest
        elif step.makes == "factor":
            factor *= step.gives
        elif step.makes == "factors":
            factor = step.gives
        elif step.makes == "total":
            total, factor = total * factor, 1
            assert total == (sum(step.of) if step.op == "sum" else step.of[0])
            total = step.gives
    return total * factor


@pytest.mark.parametrize("path", CASES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_the_steps_of_every_evening_make_its_payments(path: Path) -> None:
    data: Any = load_json(path.read_text(encoding="utf-8"))
    for entry in read_document(data["document"]).replay().scored:
        for transfer in entry.outcome.transfers:
            assert [step for step in transfer.steps if not HOLDS[step.op](step)] == []
            assert not transfer.steps or followed(transfer) == transfer.points


def test_a_payment_in_operations() -> None:
    # 5+50+4 = 59 and 50+10 = 60: 119, to the nearest 10: 120, three times: 360
    hands = {"A": "2 J", "B": "5 2 4"}
    entry = last(session("A B", a_round("dobon", card="K", callers="A", victim="B", hands=hands)))
    steps = entry.outcome.transfers[0].steps
    assert [(step.op, step.of, step.gives, step.makes) for step in steps] == [
        ("sum", (5, 50, 4), 59, "points"),
        ("sum", (50, 10), 60, "points"),
        ("sum", (59, 60), 119, "total"),
        ("round", (119,), 120, "total"),
        ("given", (), 3, "factor"),
    ]
    assert texts.formula(entry.outcome.transfers[0]) == "(59 + 60 = 119 → 120) × 3 = 360"


def test_no_code_means_two_things() -> None:
    families = {ruleset.family: ruleset.messages for ruleset in GAMES}
    for kind in ("steps", "transfers", "notes", "problems", "errors"):
        tables = [getattr(messages, kind) for messages in (COMMON, *families.values())]
        for one, other in combinations(tables, 2):
            assert not set(one) & set(other)
