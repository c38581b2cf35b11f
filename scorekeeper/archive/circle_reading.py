"""控え: reading a circle's file.  An unknown key is an error, and every error names its place.

Each part is read as ``circle`` declares it; this module checks what parts say about each other.

``python -m scorekeeper.archive.circle_reading`` reads any importable file, in a process of its own: the text
from standard input, one JSON object to standard output.
"""

import gc
import json
import os
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from itertools import pairwise

from scorekeeper.play.documents import load_lasting
from scorekeeper.play.ledger import Prepared, all_names, prepare
from scorekeeper.rules.rule_sets import is_rule_set
from scorekeeper.scoring import options as house_rules
from scorekeeper.scoring.core import ACCOUNTS
from scorekeeper.scoring.document import Document, read_document, recall_round
from scorekeeper.scoring.errors import ReadError
from scorekeeper.scoring.events import Rules as RuleChange
from scorekeeper.scoring.facts import declared, record, required_and_optional
from scorekeeper.scoring.names import same_name
from scorekeeper.scoring.reading import Json, read_list, read_object, read_whole
from scorekeeper.server.limits import SESSIONS_OF_CIRCLE

from .circle import (
    FORMAT,
    Bill,
    Evening,
    Head,
    Names,
    Person,
    RoundEntry,
    SeasonDates,
    StandIn,
    known,
    names_of,
    read_any_object,
    write_head,
)

MOST_MEMORY = 2 * 1024**3
"""Memory limit in bytes of the process that reads one file."""

EVENING, PEOPLE = record(Evening), declared(Head)["people"].kind


def is_circle(data: object) -> bool:
    """Whether JSON is meant as a circle's file, not as a session or a rule set."""
    return isinstance(data, dict) and "circle" in data


def may_be_circle(text: str) -> bool:
    """A cheap check of a long text before it is parsed."""
    return bool(re.search(r'"circle"\s*:', text))


def read_head(data: object) -> Head:
    """A circle's file without its evenings; raises ReadError."""
    needed, optional = required_and_optional(Head)
    keys = read_object(data, "", ("format", *needed), (*optional, "sessions"))
    if read_whole(keys["format"], "format") != FORMAT:
        raise ReadError("format", "format.version", version=keys["format"])
    people = PEOPLE.read(keys["people"], {}, "people")
    _check_people(people)
    names, parts = names_of(people), declared(Head).items()
    head = Head(**{key: item.kind.read(keys[key], names, key) for key, item in parts if key in keys})
    _check_seasons(head.seasons)
    _check_bills(head.bills)
    return head


def read_evenings(data: object, head: Head) -> Iterator[Evening]:
    """The evenings of a file, lazily; raises ReadError."""
    sessions = data.get("sessions", []) if isinstance(data, dict) else []
    names, ids = names_of(head.people), set[str]()

    def read_next(item: object, where: str) -> Evening:
        evening = _read_evening(item, names, where)
        if evening.id in ids:
            raise ReadError(f"{where}.id", "name.twice", name=evening.id)
        ids.add(evening.id)
        return evening

    read_list(sessions, "sessions", lambda _item, _where: None, SESSIONS_OF_CIRCLE)
    return (read_next(item, f"sessions[{index}]") for index, item in enumerate(sessions))


def _check_people(people: Sequence[Person]) -> None:
    """Names are unique, and each chain of merged people ends at a person."""
    names = set[str]()
    for index, person in enumerate(people):
        if (key := same_name(person.name)) in names:
            raise ReadError(f"people[{index}].name", "name.twice", name=person.name)
        names.add(key)
    into = {same_name(person.name): same_name(person.merged_into) for person in people if person.merged_into}
    ends = into
    for _twice_as_far in range(len(into).bit_length()):
        ends = {key: ends.get(end, end) for key, end in ends.items()}
    for index, person in enumerate(people):
        end = ends.get(same_name(person.name))
        if end in into or (end and end not in names):
            raise ReadError(f"people[{index}].merged_into", "person.unknown", name=person.merged_into)


def _check_seasons(seasons: Sequence[SeasonDates]) -> None:
    """No season ends before it begins, and no two overlap."""
    for index, season in enumerate(seasons):
        if season.last and season.last < season.first:
            raise ReadError(f"seasons[{index}].last", "season.backwards")
    order = sorted(enumerate(seasons), key=lambda item: item[1].first)
    for (_, before), (index, after) in pairwise(order):
        if before.last is None or after.first <= before.last:
            raise ReadError(f"seasons[{index}]", "season.meets", name=after.name, other=before.name)


def _check_bills(bills: Sequence[Bill]) -> None:
    """A bill is in a unit or in points of a game, and no evening is in two."""
    settled: set[str] = set()
    for index, bill in enumerate(bills):
        if bool(bill.unit) == bool(bill.game):
            raise ReadError(f"bills[{index}]", "bill.unit")
        for place, uid in enumerate(bill.sessions):
            if uid in settled or bill.dissolved:
                raise ReadError(f"bills[{index}].sessions[{place}]", "name.twice", name=uid)
            settled.add(uid)


def _read_evening(data: object, people: Names, where: str) -> Evening:
    keys = _with_version(read_any_object(data, where), where)
    evening = EVENING.read(keys, people, where)
    names = evening.seats if "seats" in keys else all_names(evening.document)
    evening = replace(evening, seats=_seats(names, evening.document, people, f"{where}.seats"))
    seats = {same_name(name): name for name in evening.seats}
    if "entries" in keys:
        entries = _entries(evening, seats, f"{where}.entries")
    else:
        entries = tuple(RoundEntry(evening.started_at) for _facts in evening.document.rounds)
    accounts = {**seats, **dict(zip(ACCOUNTS, ACCOUNTS, strict=True))}

    def account(name: str, place: str) -> str:
        return known(name, accounts, f"{where}.payments{place}", "player.unknown")

    payments = (
        replace(
            paid, payer=account(paid.payer, f"[{index}].from"), payee=account(paid.payee, f"[{index}].to")
        )
        for index, paid in enumerate(evening.payments)
    )
    playing = _stand_ins(evening.playing, seats, f"{where}.playing")
    return replace(evening, entries=entries, playing=playing, payments=tuple(payments))


def _with_version(keys: Json, where: str) -> Json:
    """Move the version of an evening into its document; earlier files have it beside that."""
    rest = dict(keys)
    version, document = read_whole(rest.pop("version", 1), f"{where}.version", 1), rest.get("document")
    return {**rest, "document": {"version": version, **document}} if isinstance(document, dict) else rest


def _seats(names: Sequence[str], document: Document, people: Names, where: str) -> tuple[str, ...]:
    """The seats, with names as spelled in the document; each must be a person of the circle."""
    in_document = all_names(document)
    written = {same_name(name): name for name in in_document}
    seats = tuple(written.get(same_name(name), name) for name in names)
    first, missing = seats[: len(document.players)], set(in_document) - set(seats)
    if len(set(map(same_name, seats))) < len(seats) or first != document.players or missing:
        raise ReadError(where, "seats.order")
    for name in seats:
        known(name, people, where)
    return seats


def _entries(evening: Evening, seats: Names, where: str) -> tuple[RoundEntry, ...]:
    """All rounds as entered; a voided one is read by the house rules in force at its place."""
    document, entries = evening.document, list[RoundEntry]()
    options, counted, names = document.options, iter(document.rounds), {name: name for name in evening.seats}
    for index, entry in enumerate(evening.entries):
        place, voided, facts = f"{where}[{index}]", entry.taken_back, None
        if voided is None:
            facts = next(counted, None)
        else:
            voided = recall_round(document.ruleset, options, voided, names, f"{place}.taken_back")
        if isinstance(facts, RuleChange):
            options = house_rules.in_force(options, facts.options)
        stand_ins = _stand_ins(entry.stand_ins, seats, f"{place}.stand_ins")
        entries.append(replace(entry, taken_back=voided, stand_ins=stand_ins))
    count, rounds = sum(entry.taken_back is None for entry in entries), len(document.rounds)
    if count != rounds:
        raise ReadError(where, "entries.count", count=count, rounds=rounds)
    return tuple(entries)


def _stand_ins(items: Sequence[StandIn], seats: Names, where: str) -> tuple[StandIn, ...]:
    """The stand-ins, with names as spelled in the seats."""
    named = tuple(
        replace(
            item,
            seat=known(item.seat, seats, f"{where}[{index}].for", "player.unknown"),
            by=seats.get(same_name(item.by), item.by),
        )
        for index, item in enumerate(items)
    )
    if len({item.seat for item in named}) < len(named):
        raise ReadError(where, "seats.order")
    return named


@dataclass(frozen=True, slots=True)
class Outline:
    """A summary of a circle's file."""

    head: Json
    sessions: Sequence[tuple[str, Sequence[str], int]]  # of each evening its id, seats and number of entries


def read_incoming(text: str) -> Prepared | Outline | None:
    """A scored session document, or the outline of a circle; None for a rule set; raises ReadError."""
    data = load_lasting(text)
    if is_circle(data):
        head = read_head(data)
        evenings = [
            (evening.id, evening.seats, len(evening.entries)) for evening in read_evenings(data, head)
        ]
        return Outline(write_head(head), evenings)
    return None if is_rule_set(data) else prepare(read_document(data))


def answer(text: str) -> Json:
    """The result of ``read_incoming`` or its error, as JSON."""
    try:
        document = read_incoming(text)
    except ReadError as error:
        return {"error": [error.where, error.code, error.values]}
    except MemoryError:
        return {"error": ["", "file.memory", {}]}
    if document is None:
        return {"rule_set": True}
    return {"circle" if isinstance(document, Outline) else "prepared": asdict(document)}


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(10)  # the server goes first
    with suppress(ImportError, OSError, ValueError):
        import resource  # not on every system

        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    gc.disable()  # the process is short
    json.dump(answer(sys.stdin.buffer.read().decode()), sys.stdout, default=str)
