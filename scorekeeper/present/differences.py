"""What an edit changes: points of rounds and of the standing, before and after."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from scorekeeper.play.entries import Entries
from scorekeeper.play.table import Table
from scorekeeper.scoring.replay import Replay

from .presenter import (
    headline,
)

Points = Mapping[int, Mapping[str, int]]


@dataclass(frozen=True, slots=True)
class DiffRow:
    """What an edit changes for one player, in one round (``number``) or in the standing (None)."""

    number: int | None
    headline: str
    name: str
    before: int
    after: int


def compare(before: Points, after: Points, headlines: Mapping[int, str]) -> tuple[DiffRow, ...]:
    """What an edit changes: points of the rounds that stand in both, then the standing.

    ``Points`` are changes by name for each round number, and the standing under 0; ``headlines`` says what
    those rounds were.
    """
    return tuple(
        DiffRow(number or None, headlines.get(number, ""), name, old.get(name, 0), after[number].get(name, 0))
        for number, old in before.items()
        if number in after
        for name in dict.fromkeys((*old, *after[number]))
        if old.get(name, 0) != after[number].get(name, 0)
    )


def points_by_round(numbers: Iterable[int], replayed: Replay) -> dict[int, Mapping[str, int]]:
    """The changes of each round by its number, and the standing under 0."""
    changes: dict[int, Mapping[str, int]] = {
        number: scored.change for number, scored in zip(numbers, replayed.scored, strict=True)
    }
    return changes | {0: replayed.state.balances}


def difference(table: Table, entries: Entries) -> tuple[DiffRow, ...]:
    """What changes in later rounds and the standing if the session's rounds were ``entries``."""
    now = points_by_round([row.position for row in table.played], table.replay)
    then = points_by_round(
        [number or -1 for number, _ in entries], table.replay_of(facts for _, facts in entries)
    )
    headlines = {
        row.position: headline(scored.facts, table.session.game, table.options, scored.outcome)
        for row, scored in zip(table.played, table.replay.scored, strict=True)
    }
    return compare(now, then, headlines)
