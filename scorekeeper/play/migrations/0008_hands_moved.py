"""The hands of rounds that were recorded before hands had rows of their own.

So many rounds at once are moved in a transaction of their own: where this was broken off, it goes on from
there when it is started again.
"""

import sys
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from django.apps.registry import Apps
from django.db import migrations, transaction
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from ..hands import HANDS, apart, hand_json, together

ROUNDS_AT_ONCE = 500

Row = Any
"""A row of a model as it is at this step, which is only known when the step is taken."""
Rounds = list[Row]


def move(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """The hands from the JSON of their rounds into rows."""
    each_batch(Tables(apps, schema_editor), move_out)


def move_back(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """The hands from their rows into the JSON of their rounds."""
    each_batch(Tables(apps, schema_editor), put_back)


class Tables:
    """The rows as they are at this step."""

    def __init__(self, apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
        self.database = schema_editor.connection.alias
        self.rounds, self.seats, self.hands, self.edits = (
            apps.get_model("play", name).objects.using(self.database)
            for name in ("Round", "Seat", "Hand", "RoundEdit")
        )


Change = Callable[[Tables, Rounds], None]


def each_batch(tables: Tables, change: Change) -> None:
    count, done, last = tables.rounds.count(), 0, 0
    while rounds := next_batch(tables, change, last):
        done, last = done + len(rounds), rounds[-1].pk
        if count > ROUNDS_AT_ONCE:
            print(f"Hands: {done} of {count} rounds", file=sys.stderr, flush=True)


def next_batch(tables: Tables, change: Change, last: int) -> Rounds:
    with transaction.atomic(tables.database):
        rounds = list(tables.rounds.filter(pk__gt=last).order_by("pk")[:ROUNDS_AT_ONCE])
        change(tables, rounds)
        return rounds


def move_out(tables: Tables, rounds: Rounds) -> None:
    filled = [row for row in rounds if hands_in(row.happened)]
    seats, entered = seats_of(tables, filled), who_entered(tables, filled)
    hands = []
    for row in filled:
        row.happened, texts = apart(row.happened, seats[row.session_id])
        for place, (number, text) in enumerate(texts.items()):
            by, at = entered.get((row.pk, number), (row.entered_by_id, row.created_at))
            seat = seats[row.session_id][number]
            columns = {name: getattr(text, name) for name in ("cards", "points", "count", "ranks", "claimed")}
            hands.append(
                tables.hands.model(
                    round_id=row.pk, seat_id=seat, place=place, entered_by_id=by, entered_at=at, **columns
                )
            )
    tables.hands.bulk_create(hands)
    tables.rounds.bulk_update(filled, ["happened"], batch_size=100)


def put_back(tables: Tables, rounds: Rounds) -> None:
    found: dict[int, dict[str, object]] = {}
    columns = ("round_id", "seat__number", "cards", "points", "count")
    rows = tables.hands.filter(round__in=rounds).order_by("round_id", "place")
    for row, number, cards, points, count in rows.values_list(*columns):
        found.setdefault(row, {})[str(number)] = hand_json(cards, points, count)
    filled = [row for row in rounds if row.pk in found]
    for row in filled:
        row.happened = together(row.happened, found[row.pk])
    tables.rounds.bulk_update(filled, ["happened"], batch_size=100)
    rows.delete()


def hands_in(facts: object) -> Mapping[str, object]:
    hands = facts.get(HANDS) if isinstance(facts, dict) else None
    return hands if isinstance(hands, dict) else {}


def seats_of(tables: Tables, rounds: Rounds) -> dict[int, dict[str, int]]:
    """The keys of seats by their numbers, for each session."""
    seats: dict[int, dict[str, int]] = {row.session_id: {} for row in rounds}
    found = tables.seats.filter(session_id__in=list(seats))
    for session, number, seat in found.values_list("session_id", "number", "pk"):
        seats[session][str(number)] = seat
    return seats


def who_entered(tables: Tables, rounds: Rounds) -> dict[tuple[int, str], tuple[int | None, datetime]]:
    """Who entered a hand last, and when, by round and seat number, where it was not who recorded the round."""
    edits = tables.edits.filter(round_id__in=[row.pk for row in rounds], action="edit").order_by("pk")
    entered: dict[tuple[int, str], tuple[int | None, datetime]] = {}
    columns = ("round_id", "device_id", "at", "before", "after")
    for row, device, at, before, after in edits.values_list(*columns).iterator():
        was = hands_in(before)
        for number, hand in hands_in(after).items():
            if was.get(number) != hand:
                entered[row, number] = device, at
    return entered


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("play", "0007_hands")]

    operations = [migrations.RunPython(move, move_back)]
