"""What an edit changes: the points of rounds and of the standing, before and after it."""

from collections.abc import Mapping
from dataclasses import dataclass

from scorekeeper.play.entries import Entries
from scorekeeper.play.models import Round
from scorekeeper.play.table import Table
from scorekeeper.scoring.core import ACCOUNTS
from scorekeeper.scoring.replay import Scored

from .words import headline, round_name

MOST_COMPARED = 400
"""No differences are shown for more rounds; scoring two thousand takes a second."""


@dataclass(frozen=True, slots=True)
class DiffRow:
    """The points of one player in a round, or in the standing (``position`` is None)."""

    position: int | None
    called: str
    headline: str
    name: str
    before: int
    after: int


def are_many(entries: Entries) -> bool:
    """Whether there are too many rounds to compare."""
    return len(entries.rounds) > MOST_COMPARED


def difference(entries: Entries) -> list[DiffRow]:
    """What would change in later rounds and the standing if the session had these rounds."""
    if are_many(entries):
        return []
    table, items = entries.table, list[DiffRow]()
    scored = dict(zip([number for number, _ in entries.rounds], entries.replay.scored, strict=True))
    for row in table.rounds_from(entries.since):
        if not row.voided and row.position in scored:
            then = scored[row.position]
            changed = _changed(_recorded(row, table), then.change)
            called, told = _headline(row, entries, then) if changed else ("", "")
            items += [DiffRow(row.position, called, told, *change) for change in changed]
    standing = _changed(table.state.balances, entries.replay.state.balances)
    return items + [DiffRow(None, "", "", *change) for change in standing]


def _changed(before: Mapping[str, int], after: Mapping[str, int]) -> list[tuple[str, int, int]]:
    both = ((name, before.get(name, 0), after.get(name, 0)) for name in dict.fromkeys((*before, *after)))
    return [(name, was, now) for name, was, now in both if was != now]


def _recorded(row: Round, table: Table) -> dict[str, int]:
    """The stored gains of a round, in the order of the standing."""
    moved: Mapping[str, int] = row.result.change
    names = {**dict.fromkeys(table.state.balances), **dict.fromkeys(ACCOUNTS)}
    return {who: moved.get(table.numbers.get(who, who), 0) for who in names}


def _headline(row: Round, entries: Entries, scored: Scored) -> tuple[str, str]:
    """The name and the headline of a round; those before the edit for the edited one."""
    table = entries.table
    if row.position == entries.since:
        scored = table.recorded([row])[row.pk]
    return round_name(row), headline(scored.facts, table, scored)


def standings(entries: Entries) -> list[tuple[str, int, int]]:
    if are_many(entries):
        return []
    then = entries.replay.state.balances
    return [(name, points, then.get(name, 0)) for name, points in entries.table.state.balances.items()]
