"""結果: every row that is derived from what happened, and the only place where such rows are written.

A round's row is made from the row before it, so recording one costs that round alone, and a correction costs
the rounds after it.  All of them can be thrown away: ``rebuild`` makes them anew, and where a row and a
replay disagree the replay is right.
"""

from collections.abc import Iterable, Iterator, Sequence

from django.db import connection

from scorekeeper.scoring.core import State
from scorekeeper.scoring.ledger import KeptRound, keep, standing
from scorekeeper.scoring.reading import Json
from scorekeeper.server.database import Value, insert

from .models import GameSession, Round, RoundResult, SeatResult
from .table import Keys, Table

Row = tuple[object, ...]
"""Values of columns."""
Key = tuple[int, *tuple[str, ...]]
"""The key of a round, and the seat where a row is about one."""
ROUND = ("number", "kind", "counts", "change", "state", "problems", "claimed")
SEAT = ("gain", "balance", "streak", "parts")

Kept = Iterable[tuple[int, KeptRound]]
"""What is kept of rounds, with the key of each."""


def settle(table: Table, since: int = 1) -> State:
    """Score the rounds from number ``since`` on and put their rows in the place of those there were.

    ``table`` is read afresh within the change of the session.  Gives the state after the last round.
    """
    begun = table.state_before(since)
    rows, scored = _played(table, since), []
    state = begun
    for row in rows:
        entry = table.settle(state, row.facts)
        scored.append((row.pk, keep(table.ruleset, table.options, state, entry, table.numbers)))
        state = entry.state
    if table.last_number > begun.entries:
        _forget(table.session, begun.entries)
    _write(table.session.pk, begun.entries + 1, scored, table.keys)
    _stand(table, state)
    return state


def _played(table: Table, since: int) -> list[Round]:
    return [row for row in table.rounds_from(since) if not row.voided]


def _stand(table: Table, state: State) -> None:
    """Write it whatever the session says in memory, which may come from a try that was broken off."""
    table.session.standing = standing(state, table.numbers)
    GameSession.objects.filter(pk=table.session.pk).update(standing=table.session.standing)


def begin(session: GameSession, seats: Keys, kept: Sequence[KeptRound]) -> None:
    """Write the rows of a session that begins with rounds that were scored already."""
    rows = session.rounds.order_by("position").values_list("pk", flat=True)
    _write(session.pk, 1, zip(rows, kept, strict=True), seats)


def rebuild(table: Table) -> State:
    """Make all rows of a session anew; ``table`` is read afresh within the change of the session."""
    _forget(table.session, 0)
    return settle(table)


def _forget(session: GameSession, number: int) -> None:
    """Delete the rows of all rounds after that number."""
    results = RoundResult.objects.filter(session=session, number__gt=number)
    SeatResult.objects.filter(result__in=results.values("pk")).delete()
    results.delete()


def _write(session: int, number: int, kept: Kept, seats: Keys) -> None:
    rounds: list[tuple[Value, ...]] = []
    players: list[tuple[Value, ...]] = []
    json = connection.ops.adapt_json_value
    for place, (row, one) in enumerate(kept, number):
        change, state = json(one["change"], None), json(one["state"], None)
        values = one["kind"], one["counts"], change, state, one["problems"], one["number"]
        rounds.append((row, session, place, *values))
        players += [
            (row, seats[seat["seat"]], seat["gain"], seat["balance"], seat["streak"], _framed(seat["parts"]))
            for seat in one["seats"]
        ]
    insert(RoundResult, ("round", "session", *ROUND), rounds)
    insert(SeatResult, ("result", "seat", *SEAT), players)


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
        (key, f"seat {seat['seat']}"): (*(seat[column] for column in SEAT[:-1]), _framed(seat["parts"]))
        for key, one in kept
        for seat in one["seats"]
    }
    found = RoundResult.objects.filter(session=table.session).values_list("pk", *ROUND)
    yield ROUND, {(row[0],): row[1:] for row in found}, rounds
    columns = ("result_id", "seat__number", *SEAT)
    players = SeatResult.objects.filter(result__session=table.session).values_list(*columns)
    yield SEAT, {(row[0], f"seat {row[1]}"): row[2:] for row in players}, seats


def _replayed(table: Table) -> Iterator[tuple[int, Json]]:
    """What the rows of each round should hold, by the key of the round."""
    state = table.opening
    for number, row in enumerate(table.played, 1):
        entry = table.settle(state, row.facts)
        one = keep(table.ruleset, table.options, state, entry, table.numbers)
        state = entry.state
        yield row.pk, {**one, "claimed": one["number"], "number": number}


def _framed(parts: Sequence[str]) -> str:
    """Parts between blanks, so that each can be looked for by itself."""
    return f" {' '.join(parts)} " if parts else ""
