"""The rounds of a session after a change that is not made yet, and whether such a session could be read."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import cached_property

from scorekeeper.scoring.core import State
from scorekeeper.scoring.document import Reader
from scorekeeper.scoring.errors import ReadError
from scorekeeper.scoring.replay import Replay, Scored

from .hands import Facts
from .models import Round
from .table import Table


@dataclass(frozen=True)
class Entries:
    """The rounds of a session from position ``since`` on after a change; those before it are unchanged.

    ``rounds`` are those that would not be voided, in their new order: the position that each has now (0 for a
    new one) with its facts.
    """

    table: Table
    since: int
    rounds: tuple[tuple[int, Facts], ...]

    @property
    def before(self) -> State:
        return self.table.state_before(self.since)

    @cached_property
    def first(self) -> Scored:
        """The first round alone: the one that is new or has other facts."""
        return self.table.replay_on(self.before, [self.rounds[0][1]]).scored[0]

    @cached_property
    def replay(self) -> Replay:
        return self.table.replay_on(self.before, (facts for _number, facts in self.rounds))


@dataclass(frozen=True, slots=True)
class DisallowedRound:
    """A round that the house rules in force there do not allow."""

    number: int  # its position now, 0 for a new one
    facts: Facts
    error: ReadError


def first_disallowed(entries: Entries) -> DisallowedRound | None:
    """The first round that the house rules in force there do not allow."""
    table = entries.table
    reader = Reader(table.ruleset, table.bare.options_in(entries.before))
    for number, facts in entries.rounds:
        try:
            reader.read(facts, table.names)
        except ReadError as error:
            return DisallowedRound(number, facts, error)
    return None


def unchanged(table: Table, since: int) -> Entries:
    kept = ((row.position, row.facts) for row in table.rounds_from(since) if not row.voided)
    return Entries(table, since, tuple(kept))


def with_facts(table: Table, row: Round, facts: Facts | None) -> Entries:
    """The rounds with other facts for ``row``, or without it (None)."""
    own = () if facts is None else ((row.position, facts),)
    _row, *later = table.rounds_from(row.position)
    after = ((one.position, one.facts) for one in later if not one.voided)
    return Entries(table, row.position, (*own, *after))


def with_insert(table: Table, follower: Round | None, facts: Facts) -> Entries:
    """The rounds with a new one before ``follower``, or at the end."""
    if follower is None:
        return Entries(table, table.length + 1, ((0, facts),))
    after = unchanged(table, follower.position)
    return Entries(table, after.since, ((0, facts), *after.rounds))


def with_move(table: Table, row: Round, follower: Round | None) -> Entries:
    """The rounds with ``row`` before ``follower``, or at the end."""
    end = follower.position if follower else table.length + 1
    since = min(row.position, end)
    others = [one for one in table.rounds_from(since) if one.pk != row.pk]
    place = sum(one.position < end for one in others)
    order = [*others[:place], row, *others[place:]]
    return Entries(table, since, tuple((one.position, one.facts) for one in order if not one.voided))


Unseated = Mapping[int, str]
"""Names of people who have not joined by then, by the position of the round that names them (0: a new one).

The document of such a session could not be read back.
"""


def newly_unseated(after: Entries, before: Entries | None = None) -> Unseated:
    """Who is named too early in ``after`` and not in ``before`` (by default: the rounds as they are)."""
    result = _unseated(after)
    known = _unseated(before or unchanged(after.table, after.since)) if result else {}
    return {number: name for number, name in result.items() if known.get(number) != name}


def _unseated(entries: Entries) -> Unseated:
    table = entries.table
    if all(seat.initial for seat in table.seats):
        return {}
    seated = {table.numbers[name]: name for name in entries.before.joined}
    reader, unseated = Reader(table.ruleset, table.bare.options_in(entries.before)), {}
    for number, facts in entries.rounds:
        if facts["kind"] == "seats":
            seated |= {seat: table.names[seat] for seat in facts.get("join", ())}
        try:
            reader.read(facts, seated)
        except ReadError as error:
            if error.code != "player.unknown":
                raise
            unseated[number] = table.names[str(error.values["name"])]
    return unseated
