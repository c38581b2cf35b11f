"""結果: every row that is derived from what happened, and the only place where such rows are written.

A round's row is made from the row before it, so recording one costs that round alone, and a correction costs
the rounds after it.  All of them can be thrown away: ``settle`` makes them again, and where a row and a
replay disagree the replay is right.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from django.db import connection

from scorekeeper.circles.models import Player
from scorekeeper.scoring.core import State
from scorekeeper.scoring.reading import Json
from scorekeeper.server.database import Value, insert

from .ledger import KeptRound, KeptSeat, result_columns, standing
from .models import Flow, GameSession, Round, RoundResult, SeatResult
from .table import Keys, Table

Row = tuple[object, ...]
"""Values of columns."""
Key = tuple[int, *tuple[str, ...]]
"""The key of a round, and the seat where a row is about one."""
ROUND = ("number", "kind", "counts", "change", "outcome", "state", "problems", "claimed")
SEAT = ("player", "gain", "balance", "streak", "parts")
FLOW = ("giver", "taker", "points")

Flowed = tuple[int, int | None, int | None, int]
"""A payment: the key of its round, those of who paid and who got it (None: pot or bank), the points."""
Kept = Iterable[tuple[int, KeptRound]]
"""What is kept of rounds, with the key of each."""


def rebuild_results(table: Table, since: int = 1) -> State:
    """Score the rounds from number ``since`` on and put their rows in the place of those there were.

    ``table`` is read afresh within the change of the session.  Gives the state after the last round.
    """
    begun = table.state_before(since)
    rows, scored = _played(table, since), []
    state = begun
    for row in rows:
        entry = table.settle(state, row.facts)
        scored.append((row.pk, result_columns(table.ruleset, state, entry, table.numbers)))
        state = entry.state
    if table.last_number > begun.entries:
        _delete_after(table.session, begun.entries)
    _write(table.session.pk, begun.entries + 1, scored, table.keys, table.people_in)
    _store_standing(table, state)
    return state


def _played(table: Table, since: int) -> list[Round]:
    return [row for row in table.rounds_from(since) if not row.voided]


def _store_standing(table: Table, state: State) -> None:
    """Write it whatever the session says in memory, which may come from a try that was broken off."""
    table.session.standing = standing(state, table.numbers, table.begun_by.low_wins)
    GameSession.objects.filter(pk=table.session.pk).update(standing=table.session.standing)


def store_results(session: GameSession, rounds: Kept, seats: Keys, people_in: Callable[[int], Keys]) -> None:
    """Write the rows of a session that begins with rounds that were scored already.

    ``people_in`` gives the keys of who played in the round with that key, by the numbers of their seats.
    """
    _write(session.pk, 1, rounds, seats, people_in)


def _delete_after(session: GameSession, number: int) -> None:
    """Delete the rows of all rounds after that number."""
    results = RoundResult.objects.filter(session=session, number__gt=number)
    SeatResult.objects.filter(result__in=results.values("pk")).delete()
    Flow.objects.filter(result__in=results.values("pk")).delete()
    results.delete()


def reassign_player(sessions: Collection[int], giver: Player, taker: Player) -> None:
    """Make what a player gained and paid in sessions that of another, who played in none of their rounds."""
    SeatResult.objects.filter(result__session__in=sessions, player=giver).update(player=taker)
    flows = Flow.objects.filter(result__session__in=sessions)
    flows.filter(giver=giver).update(giver=taker)
    flows.filter(taker=giver).update(taker=taker)


def _flows(row: int, flows: Iterable[tuple[str, str, int]], people: Keys) -> list[Flowed]:
    """The payments of a round, those from and to the pot and the bank taken together."""
    values: dict[tuple[int | None, int | None], int] = {}
    for payer, payee, points in flows:
        way = people.get(payer), people.get(payee)
        values[way] = values.get(way, 0) + points
    return [(row, giver, taker, points) for (giver, taker), points in values.items()]


def _write(session: int, number: int, kept: Kept, seats: Keys, people_in: Callable[[int], Keys]) -> None:
    rounds: list[tuple[Value, ...]] = []
    players: list[tuple[Value, ...]] = []
    flows: list[Flowed] = []
    json = connection.ops.adapt_json_value
    for place, (row, one) in enumerate(kept, number):
        change, outcome, state = (json(one[column], None) for column in ("change", "outcome", "state"))
        people = people_in(row)
        values = one["kind"], one["counts"], change, outcome, state, one["problems"], one["number"]
        rounds.append((row, session, place, *values))
        players += [(row, seats[seat["seat"]], *_seat(seat, people)) for seat in one["seats"]]
        flows += _flows(row, one["flows"], people)
    insert(RoundResult, ("round", "session", *ROUND), rounds)
    insert(SeatResult, ("result", "seat", *SEAT), players)
    insert(Flow, ("result", *FLOW), flows)


def _seat(seat: KeptSeat, people: Keys) -> tuple[int, int, int, int, str]:
    """What a seat's row holds, in the order of ``SEAT``."""
    return people[seat["seat"]], seat["gain"], seat["balance"], seat["streak"], _encode_parts(seat["parts"])


def _encode_parts(parts: Sequence[str]) -> str:
    """Parts between blanks, so that each can be looked for by itself."""
    return f" {' '.join(parts)} " if parts else ""


def differences(table: Table) -> Iterator[str]:
    """Which rows of a session are not what a replay gives, a line each with the columns that differ."""
    places = {row.pk: row.position for row in table.rounds}
    for what, kept, wanted in _rows(table):
        for key in sorted(kept.keys() | wanted.keys(), key=lambda key: (places[key[0]], *key[1:])):
            has, right = kept.get(key), wanted.get(key)
            if has != right:
                place = " ".join((f"round {places[key[0]]}", *key[1:]))
                yield f"{place}: {_unlike(what, has, right)}"


def _unlike(columns: Sequence[str], has: Row | None, right: Row | None) -> str:
    if has is None or right is None:
        return "no row" if right else "a row too many"
    pairs = zip(columns, has, right, strict=True)
    return ", ".join(
        column if isinstance(one, dict) else f"{column} {one} -> {other}"
        for column, one, other in pairs
        if one != other
    )


def _rows(table: Table) -> Iterator[tuple[Sequence[str], dict[Key, Row], dict[Key, Row]]]:
    """The columns of both kinds of rows, the rows as they are, and as they should be."""
    kept = list(_replayed(table))
    rounds: dict[Key, Row] = {(key,): tuple(one[column] for column in ROUND) for key, one in kept}
    seats: dict[Key, Row] = {
        (key, f"seat {seat['seat']}"): _seat(seat, table.people_in(key))
        for key, one in kept
        for seat in one["seats"]
    }
    flows: dict[Key, Row] = {
        _way(table, row): row[1:]
        for key, one in kept
        for row in _flows(key, one["flows"], table.people_in(key))
    }
    rows = RoundResult.objects.filter(session=table.session).values_list("pk", *ROUND)
    yield ROUND, {(row[0],): row[1:] for row in rows}, rounds
    columns = ("result_id", "seat__number", *SEAT)
    players = SeatResult.objects.filter(result__session=table.session).values_list(*columns)
    yield SEAT, {(row[0], f"seat {row[1]}"): row[2:] for row in players}, seats
    paid = Flow.objects.filter(result__session=table.session).values_list("result_id", *FLOW)
    yield FLOW, {_way(table, row): row[1:] for row in paid}, flows


def _way(table: Table, row: Flowed) -> Key:
    """The key of a payment: its round, and the seats it went between."""
    seats: dict[int | None, str] = {person: seat for seat, person in table.people_in(row[0]).items()}
    return row[0], f"payment {seats.get(row[1], '-')} to {seats.get(row[2], '-')}"


def _replayed(table: Table) -> Iterator[tuple[int, Json]]:
    """What the rows of each round should hold, by the key of the round."""
    state = table.opening
    for number, (row, entry) in enumerate(zip(table.played, table.replay.scored, strict=True), 1):
        one = result_columns(table.ruleset, state, entry, table.numbers)
        state = entry.state
        yield (
            row.pk,
            {
                **one,
                "claimed": one["number"],
                "number": number,
            },
        )
