"""A session document read and scored, as plain data: what whoever keeps it writes down.

``python -m scorekeeper.scoring.prepared`` does it in a process of its own: a document on standard input, one
JSON object on standard output.
"""

import gc
import json
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from .core import BANK
from .document import Document, load_lasting, read_document, write_document, write_round
from .errors import ReadError
from .events import Seats
from .replay import Replay
from .rule_sets import is_rule_set


@dataclass(frozen=True, slots=True)
class Prepared:
    """A session that is ready to be kept.

    ``names`` are all who ever sit down, the first ``players`` of them from the start; ``data`` is the
    document as JSON, without its rounds; ``rounds`` are facts by seat number, ``standing`` is what
    ``standing`` gives.
    """

    names: Sequence[str]
    players: int
    data: Mapping[str, Any]
    rounds: Sequence[dict[str, Any]]
    standing: Mapping[str, Any]


def prepare(document: Document) -> Prepared:
    """Score a document; raises ReadError where it holds more than a session can."""
    joined = [name for facts in document.rounds if isinstance(facts, Seats) for name in facts.join]
    names = tuple(dict.fromkeys((*document.players, *joined)))
    numbers = {name: str(number) for number, name in enumerate(names)}
    rounds = [write_round(document.ruleset, facts, numbers) for facts in document.rounds]
    found = standing(document.replay(), numbers, len(rounds))
    data = write_document(document) | {"rounds": []}
    return Prepared(names, len(document.players), data, rounds, found)


def standing(played: Replay, numbers: Mapping[str, str], rounds: int) -> dict[str, Any]:
    """Points by seat number, the number of rounds, and the points that lie with nobody."""
    points = {numbers[name]: points for name, points in played.state.balances.items()}
    return {"points": points, "rounds": rounds, "elsewhere": elsewhere(played)}


def elsewhere(played: Replay) -> int:
    """Points that lie in the pot, or with the bank."""
    return played.state.pot + sum(scored.change.get(BANK, 0) for scored in played.scored)


def answer(text: str) -> dict[str, Any]:
    """A document prepared, or that it is no session but a rule set, or what is wrong with it and where."""
    try:
        data = load_lasting(text)
        return {"rule_set": True} if is_rule_set(data) else {"prepared": asdict(prepare(read_document(data)))}
    except ReadError as error:
        return {"error": [error.where, error.code, error.values]}


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(10)  # pages come first
    gc.disable()  # the process ends with its one answer
    json.dump(answer(sys.stdin.buffer.read().decode()), sys.stdout, default=str)
