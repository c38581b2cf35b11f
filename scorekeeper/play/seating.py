"""誰がいつから: rounds that name somebody who has not joined by then.

A document names people in the order in which they came, so such a session could not be read back.
"""

from collections.abc import Mapping

from scorekeeper.scoring.document import read_round
from scorekeeper.scoring.errors import ReadError

from .entries import Entries
from .table import Table

Unseated = Mapping[int, str]
"""Names of people by the number of the round that names them too early; 0 for a round to come."""


def newly_unseated(table: Table, before: Entries, after: Entries) -> Unseated:
    """Who would be named too early if the rounds were ``after``, and is not as they are ``before``."""
    found = _unseated(table, after)
    known = _unseated(table, before) if found else {}
    return {number: name for number, name in found.items() if known.get(number) != name}


def _unseated(table: Table, entries: Entries) -> Unseated:
    if all(seat.initial for seat in table.seats):
        return {}
    seated = {str(seat.number): seat.player.name for seat in table.seats if seat.initial}
    found = {}
    for number, facts in entries:
        if facts["kind"] == "seats":
            seated |= {seat: table.names[seat] for seat in facts.get("join", ())}
        if name := _first_unknown(table, facts, seated):
            found[number] = name
    return found


def _first_unknown(table: Table, facts: dict[str, object], seated: Mapping[str, str]) -> str:
    try:
        read_round(table.ruleset, table.options, facts, seated, "")
    except ReadError as error:
        if error.code == "player.unknown":
            return table.names[str(error.values["name"])]
        raise
    return ""
