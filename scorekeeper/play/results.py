"""結果: writing the rows of rounds: facts, hands, and the derived results.

The result of a round is scored from the stored state of the round before it, so a correction costs only the
rounds from there on.  ``rebuild_results`` writes results again; where they differ from a replay, the replay
is right.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType
from typing import NamedTuple

from django.utils import timezone

from scorekeeper.circles.models import Device, Player
from scorekeeper.scoring.core import State
from scorekeeper.scoring.events import EVENTS
from scorekeeper.scoring.reading import Json
from scorekeeper.server.database import Value, insert

from .hands import Facts, HandText, split_hands
from .ledger import RoundRecord, round_records, standing
from .models import Flow, GameSession, Hand, Round, RoundResult, SeatResult, StandIn
from .table import Keys, Table

Row = tuple[int, Value, Value, *tuple[Value, ...]]
"""The primary key of a round, and the other values of a derived row."""
ROUND = ("round", "session", "number", "kind", "counts", "change", "outcome", "state", "problems", "claimed")
SEAT = ("result", "seat", "player", "gain", "balance", "streak", "parts")
FLOW = ("result", "giver", "taker", "points")

DERIVED = ((RoundResult, ROUND), (SeatResult, SEAT), (Flow, FLOW))

Records = Iterable[tuple[int, RoundRecord]]
"""Primary keys of rounds, with their records."""


def rebuild_results(table: Table, since: int = 1) -> State:
    """Score the rounds from position ``since`` on and replace their results; gives the state at the end.

    ``table`` is loaded within the transaction.
    """
    begun = table.state_before(since)
    rows = [row for row in table.rounds_from(since) if not row.voided]
    played = table.replay_on(begun, (row.facts for row in rows))
    records = round_records(table.ruleset, begun, played.scored, table.numbers)
    if table.last_number > begun.entries:
        RoundResult.objects.filter(session=table.session, number__gt=begun.entries).delete()
    store_results(table, zip((row.pk for row in rows), records, strict=True), begun.entries + 1)
    # Also where it is equal in memory: that may come from a try that was rolled back.
    table.session.standing = standing_of(table, played.state)
    GameSession.objects.filter(pk=table.session.pk).update(standing=table.session.standing)
    return played.state


def standing_of(table: Table, state: State) -> Json:
    return standing(state, table.numbers, table.begun_by.traits.low_wins)


def store_results(table: Table, rounds: Records, number: int = 1) -> None:
    """Insert the results of rounds that have none, numbered from ``number``."""
    for (model, names), rows in zip(DERIVED, _rows(table, rounds, number), strict=True):
        insert(model, names, rows)


def reassign_player(sessions: Collection[int], giver: Player, taker: Player) -> None:
    """Move the results of a player in some sessions to another, who played in none of their rounds."""
    SeatResult.objects.filter(result__session__in=sessions, player=giver).update(player=taker)
    flows = Flow.objects.filter(result__session__in=sessions)
    flows.filter(giver=giver).update(giver=taker)
    flows.filter(taker=giver).update(taker=taker)


def _rows(table: Table, records: Records, number: int = 1) -> tuple[list[Row], list[Row], list[Row]]:
    """The rows for the tables of ``DERIVED``."""
    rounds, players, flows, seats = list[Row](), list[Row](), list[Row](), table.keys
    for place, (key, one) in enumerate(records, number):
        people = table.people_in(key)
        happened = one["kind"], one["counts"], one["change"], one["outcome"], one["state"]
        rounds.append((key, table.session.pk, place, *happened, one["problems"], one["claimed"]))
        for seat in one["seats"]:
            parts = f" {' '.join(seat['parts'])} " if seat["parts"] else ""
            values = seat["gain"], seat["balance"], seat["streak"], parts
            players.append((key, seats[seat["seat"]], people[seat["seat"]], *values))
        together = Counter[tuple[int | None, int | None]]()  # those from and to the pot and the bank
        for payer, payee, points in one["flows"]:
            together[people.get(payer), people.get(payee)] += points
        flows += [(key, giver, taker, points) for (giver, taker), points in together.items()]
    return rounds, players, flows


def differences(table: Table) -> Iterator[str]:
    """A line for each stored row that differs from a replay, with the columns that differ."""
    scored = round_records(table.ruleset, table.opening, table.replay.scored, table.numbers)
    wanted = _rows(table, zip((row.pk for row in table.played), scored, strict=True))
    places = {row.pk: row.position for row in table.rounds}
    seats: Mapping[Value, str] = {key: f" seat {number}" for number, key in table.keys.items()}

    def label(columns: Sequence[str], row: Row) -> tuple[int, str]:
        """The position of a row's round, and the name of the row within it."""
        if columns is not FLOW:
            return places[row[0]], seats[row[1]] if columns is SEAT else ""
        people: Mapping[Value, str] = {key: number for number, key in table.people_in(row[0]).items()}
        return places[row[0]], f" payment {people.get(row[1], '-')} to {people.get(row[2], '-')}"

    for (model, columns), rows in zip(DERIVED, wanted, strict=True):
        of_session = {"session" if model is RoundResult else "result__session": table.session}
        stored = model._default_manager.filter(**of_session).values_list(*columns)
        has, right = ({label(columns, row): row for row in some} for some in (stored, rows))
        for key in sorted(has.keys() | right.keys()):
            if has.get(key) != right.get(key):
                yield f"round {key[0]}{key[1]}: {_difference(columns, has.get(key), right.get(key))}"


def _difference(columns: Sequence[str], has: Row | None, right: Row | None) -> str:
    if has is None or right is None:
        return "no row" if right else "a row too many"
    pairs = zip(columns, has, right, strict=True)
    return ", ".join(
        column if isinstance(one, dict) else f"{column} {one} -> {other}"
        for column, one, other in pairs
        if one != other
    )


HAND = ("round", "seat", "place", "cards", "points", "count", "ranks", "entered_by", "entered_at")


class Entered(NamedTuple):
    by: int | None  # the primary key of the device
    at: datetime


Senders = Mapping[str, Entered]
"""By seat number: who entered hands on other phones than the one that records the round."""
NO_SENDERS: Senders = MappingProxyType({})


def new_round(
    table: Table,
    position: int,
    facts: Facts,
    device: Device | None,
    senders: Senders = NO_SENDERS,
    follower: Round | None = None,
) -> Round:
    """Insert a round that ``device`` records; its stand-ins are those of now, or of ``follower``."""
    happened, hands = split_hands(facts)
    row = Round.objects.create(session=table.session, position=position, happened=happened, entered_by=device)
    insert(Hand, HAND, _hand_rows(row.pk, hands, table.keys, _now(device), senders))
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
    """Insert all rounds of a new session, which no device has entered; gives their primary keys."""
    session, seats = table.session, table.keys
    parts = [split_hands(line.facts) for line in lines]
    rows: list[tuple[Value, ...]] = [
        (session.pk, position, happened, line.voided, line.at)
        for position, (line, (happened, _hands)) in enumerate(zip(lines, parts, strict=True), 1)
    ]
    insert(Round, ("session", "position", "happened", "voided", "created_at"), rows)
    keys = list(session.rounds.order_by("position").values_list("pk", flat=True))
    hand_rows: list[tuple[Value, ...]] = []
    for key, line, (_happened, hands) in zip(keys, lines, parts, strict=True):
        hand_rows += _hand_rows(key, hands, seats, Entered(None, line.at), NO_SENDERS)
    insert(Hand, HAND, hand_rows)
    return keys


def rewrite(row: Round, seats: Keys, facts: Facts, device: Device | None) -> None:
    """Replace the facts of a round; unchanged hands keep who entered them."""
    happened, hands = split_hands(facts)
    before = {str(hand.seat.number): hand for hand in row.hands.select_related("seat")}
    same = {
        seat: Entered(was.entered_by_id, was.entered_at)
        for seat, was in before.items()
        if seat in hands and (was.cards, was.points, was.count) == hands[seat][:3]
    }
    Round.objects.filter(pk=row.pk).update(happened=happened)
    row.hands.all().delete()
    insert(Hand, HAND, _hand_rows(row.pk, hands, seats, _now(device), same))


def _now(device: Device | None) -> Entered:
    return Entered(device.pk if device else None, timezone.now())


def _hand_rows(
    row: int, hands: Mapping[str, HandText], seats: Keys, now: Entered, others: Senders
) -> list[tuple[Value, ...]]:
    """The hands of a round in the order of ``HAND``."""
    return [
        (row, seats[seat], place, *text, *others.get(seat, now))
        for place, (seat, text) in enumerate(hands.items())
    ]
