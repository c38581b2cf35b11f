"""A session document read and scored, as plain data: what whoever keeps it writes down.

``python -m scorekeeper.scoring.prepared`` does it in a process of its own: a document on standard input, one
JSON object on standard output.
"""

import gc
import json
import os
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from .document import Document, load_lasting, read_document, write_document, write_round
from .errors import ReadError
from .events import Seats
from .ledger import KeptRound, keep, standing
from .reading import Json
from .rule_sets import is_rule_set


@dataclass(frozen=True, slots=True)
class Prepared:
    """A session that is ready to be kept.

    ``names`` are all who ever sit down, the first ``players`` of them from the start; ``data`` is the
    document as JSON, without its rounds; ``rounds`` are facts by seat number, ``kept`` what there is to keep
    of each; ``standing`` is that of ``ledger``.
    """

    names: Sequence[str]
    players: int
    data: Json
    rounds: Sequence[Json]
    kept: Sequence[KeptRound]
    standing: Json


def all_names(document: Document) -> tuple[str, ...]:
    """Everybody who ever sits down, in the order in which they do."""
    joined = (name for facts in document.rounds if isinstance(facts, Seats) for name in facts.join)
    return tuple(dict.fromkeys((*document.players, *joined)))


def prepare(document: Document, seats: Sequence[str] = ()) -> Prepared:
    """Score a document; raises ReadError where it holds more than a session can.

    ``seats`` are everybody who ever sat down in the order of their seats, where that is not ``all_names``.
    """
    names = seats or all_names(document)
    numbers = {name: str(number) for number, name in enumerate(names)}
    rounds = [write_round(document.ruleset, facts, numbers) for facts in document.rounds]
    played, state, kept = document.replay(), document.opening, list[KeptRound]()
    for scored in played.scored:
        kept.append(keep(document.ruleset, state, scored, numbers))
        state = scored.state
    data = write_document(document) | {"rounds": []}
    return Prepared(names, len(document.players), data, rounds, kept, standing(state, numbers))


def answer(text: str) -> Json:
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
