"""What an edit changes: points of rounds and of the standing, before and after."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from scorekeeper.play.entries import Entries
from scorekeeper.play.models import Round
from scorekeeper.play.table import Table
from scorekeeper.scoring.core import ACCOUNTS
from scorekeeper.scoring.replay import Scored

from .round_names import name_of
from .words import headline

Points = Mapping[int, Mapping[str, int]]


MOST_COMPARED = 400
"""Rounds for which a page works out what an edit before them changes; scoring two thousand takes a second."""


@dataclass(frozen=True, slots=True)
class DiffRow:
    """What an edit changes for one player, in one round or in the standing (``position`` is None)."""

    position: int | None
    called: str
    headline: str
    name: str
    before: int
    after: int


def compare(before: Points, after: Points, words_of: Callable[[int], tuple[str, str]]) -> tuple[DiffRow, ...]:
    """What an edit changes: points of the rounds that stand in both, then the standing.

    ``Points`` are changes by name for each round's position, and the standing under 0; ``words_of`` is what
    a round is called, and what it was.
    """
    items = []
    for position, old in before.items():
        new = after.get(position, old)
        changed = [name for name in dict.fromkeys((*old, *new)) if old.get(name, 0) != new.get(name, 0)]
        words = words_of(position) if position and changed else ("", "")
        items += [
            DiffRow(position or None, *words, name, old.get(name, 0), new.get(name, 0)) for name in changed
        ]
    return tuple(items)


def are_many(entries: Entries) -> bool:
    """Whether there are too many rounds to say what changes in them before it is done."""
    return len(entries.rounds) > MOST_COMPARED


def difference(entries: Entries) -> tuple[DiffRow, ...]:
    """What changes in later rounds and the standing if the session's rounds were ``entries``."""
    if are_many(entries):
        return ()
    table = entries.table
    rows = {row.position: row for row in table.rounds_from(entries.since) if not row.voided}
    scored = dict(zip([number for number, _ in entries.rounds], entries.replay.scored, strict=True))
    now: dict[int, Mapping[str, int]] = {number: _recorded(row, table) for number, row in rows.items()}
    then: dict[int, Mapping[str, int]] = {number: entry.change for number, entry in scored.items() if number}
    now[0], then[0] = table.state.balances, entries.replay.state.balances
    return compare(now, then, lambda place: _headline(rows[place], entries, scored[place]))


def _recorded(row: Round, table: Table) -> dict[str, int]:
    """What a round moved, as it was recorded, in the order of the standing."""
    moved: Mapping[str, int] = row.result.change
    names = {**dict.fromkeys(table.state.balances), **dict.fromkeys(ACCOUNTS)}
    return {who: moved.get(table.numbers.get(who, who), 0) for who in names}


def _headline(row: Round, entries: Entries, scored: Scored) -> tuple[str, str]:
    """What a round is called, and what it was, before anything changes."""
    table = entries.table
    if row.position == entries.since:
        scored = table.recorded([row])[row.pk]
    return name_of(row), headline(scored.facts, table, scored)


def standings(entries: Entries) -> list[tuple[str, int, int]]:
    """Everybody's points, as they are and as they would be."""
    if are_many(entries):
        return []
    then = entries.replay.state.balances
    return [(name, points, then.get(name, 0)) for name, points in entries.table.state.balances.items()]
