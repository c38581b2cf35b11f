"""誰がいつから: rounds that name somebody who has not joined by then.

A document names people in the order in which they came, so such a session could not be read back.
"""

from collections.abc import Mapping

from scorekeeper.scoring.document import Reader
from scorekeeper.scoring.errors import ReadError

from .entries import Entries, as_they_are
from .table import Table

Unseated = Mapping[int, str]
"""Names of people by the number of the round that names them too early; 0 for a round to come."""


def newly_unseated(after: Entries, before: Entries | None = None) -> Unseated:
    """Who would be named too early if the rounds were ``after``, and is not as they are (or ``before``)."""
    result = _unseated(after)
    known = _unseated(before or as_they_are(after.table, after.since)) if result else {}
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
        if name := _first_unknown(table, reader, facts, seated):
            unseated[number] = name
    return unseated


def _first_unknown(table: Table, reader: Reader, facts: dict[str, object], seated: Mapping[str, str]) -> str:
    try:
        reader.read(facts, seated)
    except ReadError as error:
        if error.code == "player.unknown":
            return table.names[str(error.values["name"])]
        raise
    return ""
