"""A session's rounds as they would be."""

from collections.abc import Sequence

from .hands import Facts
from .models import Round
from .table import Table

Entries = Sequence[tuple[int, Facts]]
"""Rounds as they would be: the number each has now (0 for a new one) with its facts."""


def with_facts(table: Table, row: Round, facts: Facts | None) -> Entries:
    """The rounds with other facts for ``row``, or without it (None)."""
    chosen = [
        (each.position, facts if each.pk == row.pk else each.facts)
        for each in table.rounds
        if each.pk == row.pk or not each.voided
    ]
    return [(number, data) for number, data in chosen if data is not None]


def with_insert(table: Table, follower: Round | None, facts: Facts) -> Entries:
    """The rounds with a new one before ``follower``, or at the end."""
    place = follower.position if follower else len(table.rounds) + 1
    before = [(row.position, row.facts) for row in table.played if row.position < place]
    after = [(row.position, row.facts) for row in table.played if row.position >= place]
    return [*before, (0, facts), *after]
