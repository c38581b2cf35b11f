"""A file that is brought in: which of the documents it is, and what there is to be done with it.

``python -m scorekeeper.scoring.incoming`` reads it in a process of its own: the text on standard input, one
JSON object on standard output.
"""

import gc
import json
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass

from .circle import write_head
from .circle_reading import is_circle, read_evenings, read_head
from .document import load_lasting, read_document
from .errors import ReadError
from .prepared import Prepared, prepare
from .reading import Json
from .rule_sets import is_rule_set

MOST_MEMORY = 2 * 1024**3
"""Bytes that reading one file may take, where the system can tell."""


@dataclass(frozen=True, slots=True)
class Outline:
    """What the file of a circle holds: its head as JSON, and of each evening its id, seats and rounds."""

    head: Json
    sessions: Sequence[tuple[str, Sequence[str], int]]


def read_incoming(text: str) -> Prepared | Outline | None:
    """A session document, read and scored, or the outline of a circle; None where it is a rule set.

    Raises ReadError.
    """
    data = load_lasting(text)
    if is_circle(data):
        head = read_head(data)
        evenings = [(one.id, one.seats, len(one.entries)) for one in read_evenings(data, head)]
        return Outline(write_head(head), evenings)
    return None if is_rule_set(data) else prepare(read_document(data))


def answer(text: str) -> Json:
    """What a file is, as JSON, or what is wrong with it and where."""
    try:
        found = read_incoming(text)
    except ReadError as error:
        return {"error": [error.where, error.code, error.values]}
    except MemoryError:
        return {"error": ["", "file.memory", {}]}
    kind = "rule_set" if found is None else "circle" if isinstance(found, Outline) else "prepared"
    return {kind: asdict(found) if found is not None else True}


def _bound_memory() -> None:
    with suppress(ImportError, OSError, ValueError):
        import resource  # not on every system

        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(10)  # pages come first
    _bound_memory()
    gc.disable()  # the process ends with its one answer
    json.dump(answer(sys.stdin.buffer.read().decode()), sys.stdout, default=str)
