"""記録: every write of a round's facts: what happened into its own row, each hand into one of its own.

To be called within a change of the session.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType
from typing import NamedTuple

from django.utils import timezone

from scorekeeper.circles.models import Device
from scorekeeper.scoring.events import EVENTS
from scorekeeper.server.database import Value, insert

from .hands import Facts, HandText, split_hands
from .models import Hand, Round, StandIn
from .table import Keys, Table

COLUMNS = ("round", "seat", "place", "cards", "points", "count", "ranks", "entered_by", "entered_at")


class Entered(NamedTuple):
    """Who entered a hand (the key of the device), and when."""

    by: int | None
    at: datetime


Senders = Mapping[str, Entered]
"""By seat number: who entered hands that came from other phones than the one that records the round."""
NOBODY: Senders = MappingProxyType({})


def new_round(
    table: Table,
    position: int,
    facts: Facts,
    device: Device | None,
    senders: Senders = NOBODY,
    follower: Round | None = None,
) -> Round:
    """Write a round that ``device`` records, with who played for others: as now, or as in ``follower``."""
    happened, hands = split_hands(facts)
    row = Round.objects.create(session=table.session, position=position, happened=happened, entered_by=device)
    insert(Hand, COLUMNS, _rows(row.pk, hands, table.keys, _now(device), senders))
    if facts["kind"] in EVENTS:
        return row
    if follower:
        playing = [(one.seat_id, one.player_id, one.keeps_figures) for one in follower.stand_ins.all()]
    else:
        playing = [
            (seat.pk, seat.played_by_id, seat.keeps_figures) for seat in table.seats if seat.played_by_id
        ]
    if playing:
        insert(StandIn, ("round", "seat", "player", "keeps_figures"), [(row.pk, *one) for one in playing])
        table.has_stand_ins = True
    return row


@dataclass(frozen=True, slots=True)
class RoundLine:
    facts: Facts
    at: datetime
    voided: bool = False


def new_rounds(table: Table, lines: Sequence[RoundLine]) -> list[int]:
    """Write all rounds of a new session, which nobody entered here; gives their keys."""
    session, seats = table.session, table.keys
    parts = [split_hands(line.facts) for line in lines]
    rows: list[tuple[Value, ...]] = [
        (session.pk, position, happened, line.voided, line.at)
        for position, (line, (happened, _hands)) in enumerate(zip(lines, parts, strict=True), 1)
    ]
    insert(Round, ("session", "position", "happened", "voided", "created_at"), rows)
    keys = list(session.rounds.order_by("position").values_list("pk", flat=True))
    written = zip(keys, lines, parts, strict=True)
    hands = (_rows(key, held, seats, Entered(None, line.at), NOBODY) for key, line, (_, held) in written)
    insert(Hand, COLUMNS, [hand for of_round in hands for hand in of_round])
    return keys


def rewrite(row: Round, seats: Keys, facts: Facts, device: Device | None) -> None:
    """Put other facts in the place of a round's; hands that stay as they were stay whose they were."""
    happened, hands = split_hands(facts)
    before = {str(hand.seat.number): hand for hand in row.hands.select_related("seat")}
    same = {
        seat: Entered(was.entered_by_id, was.entered_at)
        for seat, was in before.items()
        if seat in hands and (was.cards, was.points, was.count) == hands[seat][:3]
    }
    Round.objects.filter(pk=row.pk).update(happened=happened)
    row.hands.all().delete()
    insert(Hand, COLUMNS, _rows(row.pk, hands, seats, _now(device), same))


def _now(device: Device | None) -> Entered:
    return Entered(device.pk if device else None, timezone.now())


def _rows(
    row: int, hands: Mapping[str, HandText], seats: Keys, now: Entered, others: Senders
) -> list[tuple[Value, ...]]:
    """The hands of a round in the order of ``COLUMNS``."""
    return [
        (row, seats[seat], place, *text, *others.get(seat, now))
        for place, (seat, text) in enumerate(hands.items())
    ]
