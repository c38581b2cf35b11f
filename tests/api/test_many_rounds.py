"""A circle with years of rounds is a file like any other: its rows are never all in memory."""

import tracemalloc
from collections.abc import Iterator

import pytest

from scorekeeper.api.spreadsheets import seat_rows, sheet_rows
from scorekeeper.circles.models import Circle
from scorekeeper.play.ledger import prepare
from scorekeeper.play.services import start_session
from scorekeeper.scoring.document import read_document

pytestmark = [pytest.mark.long, pytest.mark.postgresql]

SEATS, ROUNDS, EVENINGS = 2, 1000, 20
OUT = {"kind": "out", "winner": "A", "hands": {"B": ["3"]}}
EVENING = {"format": 1, "game": "gamble", "players": ["A", "B"], "rounds": [OUT] * ROUNDS}
HELD = 3 * 1024 * 1024
"""Bytes that some hundred rows take, with what Python keeps for itself."""


def most_held(rows: Iterator[object]) -> tuple[int, int]:
    """How many rows there are, and the most bytes that were held on the way."""
    tracemalloc.start()
    count = sum(1 for _row in rows)
    _now, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return count, most


def test_twenty_thousand_rounds(db: None) -> None:
    circle, evening = Circle.objects.create(name="C"), prepare(read_document(EVENING))
    session = start_session(circle, evening)
    assert most_held(sheet_rows(session))[0] == ROUNDS
    few, held = most_held(seat_rows(circle.sessions.all()))
    for _ in range(EVENINGS - 1):
        start_session(circle, evening)
    many, most = most_held(seat_rows(circle.sessions.all()))
    assert (few, many) == (ROUNDS * SEATS, EVENINGS * ROUNDS * SEATS)
    assert most < held + HELD
