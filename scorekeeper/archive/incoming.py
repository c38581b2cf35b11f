"""Import of a file: which kind of document it is, and its contents.

``python -m scorekeeper.archive.incoming`` reads it in a separate process: the text on standard input, one
JSON object on standard output.
"""

import gc
import json
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass

from scorekeeper.play.documents import load_lasting
from scorekeeper.play.ledger import Prepared, prepare
from scorekeeper.rules.rule_sets import is_rule_set
from scorekeeper.scoring.document import read_document
from scorekeeper.scoring.errors import ReadError
from scorekeeper.scoring.reading import Json

from .circle import write_head
from .circle_reading import is_circle, read_evenings, read_head

MOST_MEMORY = 2 * 1024**3
"""Memory limit in bytes of the process that reads one file."""


@dataclass(frozen=True, slots=True)
class Outline:
    """A summary of a circle's file."""

    head: Json
    sessions: Sequence[tuple[str, Sequence[str], int]]  # of each evening its id, seats and number of entries


def read_incoming(text: str) -> Prepared | Outline | None:
    """A session document, read and scored, or the outline of a circle; None where it is a rule set.

    Raises ReadError.
    """
    data = load_lasting(text)
    if is_circle(data):
        head = read_head(data)
        evenings = [
            (evening.id, evening.seats, len(evening.entries)) for evening in read_evenings(data, head)
        ]
        return Outline(write_head(head), evenings)
    return None if is_rule_set(data) else prepare(read_document(data))


def answer(text: str) -> Json:
    """The result of ``read_incoming`` or its error, as JSON."""
    try:
        document = read_incoming(text)
    except ReadError as error:
        return {"error": [error.where, error.code, error.values]}
    except MemoryError:
        return {"error": ["", "file.memory", {}]}
    if document is None:
        return {"rule_set": True}
    return {"circle" if isinstance(document, Outline) else "prepared": asdict(document)}


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(10)  # below the server
    with suppress(ImportError, OSError, ValueError):
        import resource  # not on every system

        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    gc.disable()  # the process ends with its one answer
    json.dump(answer(sys.stdin.buffer.read().decode()), sys.stdout, default=str)
