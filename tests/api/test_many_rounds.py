"""A circle with years of rounds is a file like any other: its rows are never all in memory."""

import tracemalloc
from collections.abc import Iterator

import pytest
from django.utils import timezone

from scorekeeper.api.rows import seat_rows, sheet_rows
from scorekeeper.circles.models import Circle, Player
from scorekeeper.play.models import GameSession, Round, RoundResult, Seat, SeatResult
from scorekeeper.play.nights import night_at, night_of

pytestmark = [pytest.mark.long, pytest.mark.postgresql]

SEATS = 2
ROUNDS = 1000
"""Of one evening: the most that pages are tried with."""
HELD = 3 * 1024 * 1024
"""Bytes that some hundred rows take, with what Python keeps for itself."""


def play(people: list[Player], sessions: int) -> None:
    """Evenings in which the first wins three points in every round."""
    for _ in range(sessions):
        circle = people[0].circle
        night = night_at(circle, night_of(timezone.now()))
        session = GameSession.objects.create(circle=circle, night=night, game="gamble")
        seats = [Seat.objects.create(session=session, player=who, number=n) for n, who in enumerate(people)]
        at, numbers = timezone.now(), range(1, ROUNDS + 1)
        rounds = Round.objects.bulk_create(
            Round(session=session, position=number, happened={"kind": "out"}, created_at=at)
            for number in numbers
        )
        results = RoundResult.objects.bulk_create(
            RoundResult(
                round=row,
                session=session,
                number=row.position,
                kind="out",
                counts=True,
                outcome={},
                change={},
                state={},
                problems=0,
            )
            for row in rounds
        )
        SeatResult.objects.bulk_create(
            SeatResult(
                result=row, seat=seat, player=seat.player, gain=gain, balance=gain * row.number, streak=0
            )
            for row in results
            for seat, gain in zip(seats, (3, -3), strict=True)
        )


def most_held(rows: Iterator[object]) -> tuple[int, int]:
    """How many rows there are, and the most bytes that were held on the way."""
    tracemalloc.start()
    count = sum(1 for _row in rows)
    _now, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return count, most


def test_fifty_thousand_rounds(db: None) -> None:
    circle = Circle.objects.create(name="C")
    people = [Player.objects.create(circle=circle, name=name) for name in "AB"]
    play(people, 1)
    assert most_held(sheet_rows(GameSession.objects.get()))[0] == ROUNDS
    few, held = most_held(seat_rows(circle.sessions.all()))
    play(people, 49)
    many, most = most_held(seat_rows(circle.sessions.all()))
    assert (few, many) == (ROUNDS * SEATS, 50 * ROUNDS * SEATS)
    assert most < held + HELD
