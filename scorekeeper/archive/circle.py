"""控え: the file format of a circle: its people, rules and seasons, and its evenings as they were entered.

Format 1.  An evening has its session document, and in addition the time of each round, voided rounds,
stand-ins and payments.  Results are left out, as they follow from the facts.  A field is declared once, and
written unless it has its default.  ``circle_reading`` reads these files.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from typing import Any, TypeVar

from scorekeeper.rules.rule_sets import SavedRules, read_rules_name
from scorekeeper.scoring import options as house_rules
from scorekeeper.scoring.core import ACCOUNTS, BANK
from scorekeeper.scoring.document import Document, read_document, read_version, write_document, write_round
from scorekeeper.scoring.errors import ReadError
from scorekeeper.scoring.facts import FLAG, FactKind, fact, list_of, record, required, whole, write_record
from scorekeeper.scoring.limits import MOST_PAYMENTS, MOST_PEOPLE
from scorekeeper.scoring.names import clean_name, same_name
from scorekeeper.scoring.reading import Json, read_list, read_object, read_text
from scorekeeper.scoring.registry import find_game
from scorekeeper.scoring.ruleset import Facts
from scorekeeper.scoring.settlement import read_stake, write_stake
from scorekeeper.server.limits import SESSIONS_OF_CIRCLE

FORMAT = 1
COLUMNS = ("title", "rules_name", "started_at", "ended_at", "hidden_hands", "second_person")
"""Fields of an evening that are columns of its session."""
LONGEST_TITLE = 60
MOST_PERSONS = 2_000
"""People of one circle."""
MOST_LINES = 12_000
"""Rounds of a session, with voided ones."""
LARGEST_SUM = 10**18
"""Points of a payment of a whole evening."""
MOST_KEPT = 1_000
"""Rule sets of one circle, versions of one of them, and seasons."""

_MONEY = r"[0-9]{1,29}(\.[0-9]{1,9})?"
_BREAKS = re.compile(r"[\t-\r\x1c-\x1f\x85\u2028\u2029]")
_YEARS = range(2000, 2200)

T = TypeVar("T")
Names = Mapping[str, str]
"""People's names by ``same_name``."""


def known(name: str, names: Names, where: str, code: str = "person.unknown") -> str:
    """A name as it is spelled in ``names``; raises ReadError for any other."""
    if same_name(name) not in names:
        raise ReadError(where, code, name=name)
    return names[same_name(name)]


def _kind(
    read: Callable[[object, str], T], write: Callable[[T], object] = lambda value: value
) -> FactKind[T]:
    """A kind of values that do not depend on names."""
    name = read.__name__
    return FactKind(name, lambda data, _, where: read(data, where), {}, lambda value, _: write(value))


def _within(where: str, read: Callable[[], T]) -> T:
    """The result of ``read``; ``where`` is put before the place of its ReadError."""
    try:
        return read()
    except ReadError as error:
        place = f"{where}.{error.where}" if error.where else where
        raise ReadError(place, error.code, **error.values) from None


def line(longest: int, empty: str = "") -> FactKind[str]:
    """A line of text with its blanks as written; ``empty`` is the error code of an empty one."""

    def read(data: object, where: str) -> str:
        text = read_text(data, where, longest)
        text = text if _BREAKS.search(str(data)) else str(data).strip()
        if empty and not text:
            raise ReadError(where, empty)
        return text

    return _kind(read)


def _matching(pattern: str, code: str, **values: object) -> FactKind[str]:
    """A text that matches a pattern; ``code`` and ``values`` are the error of any other."""

    def read(data: object, where: str) -> str:
        if not (isinstance(data, str) and re.fullmatch(pattern, data)):
            raise ReadError(where, code, **values)
        return data

    return _kind(read)


def _name(data: object, where: str) -> str:
    if not isinstance(data, str):
        raise ReadError(where, "type.text")
    return clean_name(data, where)


def _person(data: object, people: Names, where: str) -> str:
    return known(_name(data, where), people, where)


def _day(data: object, where: str) -> date:
    try:
        day = date.fromisoformat(data) if isinstance(data, str) and len(data) == 10 else None
    except ValueError:
        day = None
    if day is None or day.year not in _YEARS:
        raise ReadError(where, "day.bad")
    return day


def _time(data: object, where: str) -> datetime:
    try:
        at = datetime.fromisoformat(data) if isinstance(data, str) and len(data) <= 40 else None
    except ValueError:
        at = None
    if at is None or at.tzinfo is None or at.year not in _YEARS:
        raise ReadError(where, "time.bad")
    return at.astimezone(UTC)


def read_any_object(data: object, where: str) -> Json:
    if not isinstance(data, dict):
        raise ReadError(where, "type.object")
    return data


NAME = _kind(_name)
TITLE = line(LONGEST_TITLE, "name.empty")
PERSON: FactKind[str] = FactKind("person", _person, {})
PERSON_OR_BANK = replace(PERSON, read=lambda data, *at: BANK if data == BANK else _person(data, *at))
ACCOUNT = _kind(lambda data, where: str(data) if data in ACCOUNTS else _name(data, where))
ID = _matching(r"[A-Za-z0-9_-]{1,24}", "id.bad", longest=24)
GAME = _kind(lambda data, where: find_game(data, where).key)
AMOUNT, MONEY = _matching(_MONEY, "type.decimal"), _matching(f"({_MONEY})?", "type.decimal")
DAY = _kind(_day, str)
TIME = _kind(_time, lambda at: at.astimezone(UTC).isoformat())
DOCUMENT: FactKind[Document] = _kind(
    lambda data, where: _within(where, lambda: read_document(data)), write_document
)
ROUND: FactKind[Any] = _kind(read_any_object)
"""The JSON of a round; its evening reads and writes it, by the house rules in force."""


def _rules(data: object, where: str, more: tuple[str, ...] = ("earlier",)) -> SavedRules:
    """Rules with their earlier versions, for which ``more`` is empty."""
    optional = ("version", "options", "stake", "put_away", *more)
    keys = read_object(data, where, ("name", "game", "at"), optional)
    ruleset = find_game(keys["game"], f"{where}.game", keys.get("options"))
    version = read_version(keys, ruleset, f"{where}.version")
    usual = ruleset.defaults_at(version)
    options = house_rules.load(usual, keys.get("options", {}), f"{where}.options")
    return SavedRules(
        read_rules_name(keys["name"], f"{where}.name"),
        ruleset.key,
        version,
        _time(keys["at"], f"{where}.at"),
        house_rules.dump(options, usual),
        write_stake(_within(where, lambda: read_stake(keys["stake"]))) if "stake" in keys else None,
        _time(keys["put_away"], f"{where}.put_away") if "put_away" in keys else None,
        read_list(
            keys.get("earlier", []), f"{where}.earlier", lambda item, at: _rules(item, at, ()), MOST_KEPT
        ),
    )


def _write_rules(rules: SavedRules) -> Json:
    data = {
        "name": rules.name,
        "game": rules.game,
        "version": rules.ruleset_version,
        "at": TIME.write(rules.created_at, {}),
        "options": rules.options,
        "put_away": rules.archived_at and TIME.write(rules.archived_at, {}),
        "earlier": list(map(_write_rules, rules.earlier)),
        "stake": rules.stake,
    }
    return {key: value for key, value in data.items() if value or (key == "stake" and value is not None)}


RULES = _kind(_rules, _write_rules)


@dataclass(frozen=True, slots=True)
class Person:
    """人"""

    name: str = required(NAME)
    reading: str = fact(line(30), "")
    mark: str = fact(line(16), "")
    color: int | None = fact(whole(0, 99), None)
    guest: bool = fact(FLAG, False)
    hidden: bool = fact(FLAG, False)
    merged_into: str = fact(NAME, "")  # for a duplicate, the name of the person


@dataclass(frozen=True, slots=True)
class SeasonDates:
    """シーズン"""

    name: str = required(line(40, "name.empty"))
    first: date = required(DAY)
    last: date | None = fact(DAY, None)  # None: still running


@dataclass(frozen=True, slots=True)
class BillTransfer:
    payer: str = required(PERSON_OR_BANK, name="from")
    payee: str = required(PERSON_OR_BANK, name="to")
    amount: str = required(AMOUNT)
    at: datetime = required(TIME)
    taken_back: datetime | None = fact(TIME, None)


@dataclass(frozen=True, slots=True)
class Bill:
    """まとめて精算: a combined settlement, in a unit of money or in points of a game."""

    at: datetime = required(TIME)
    unit: str = fact(line(20), "")
    game: str = fact(GAME, "")
    sessions: tuple[str, ...] = fact(list_of(ID, SESSIONS_OF_CIRCLE), ())  # ids of the evenings
    payments: tuple[BillTransfer, ...] = fact(list_of(record(BillTransfer), MOST_PAYMENTS), ())
    dissolved: datetime | None = fact(TIME, None)  # since then it has no evenings
    night: date | None = fact(DAY, None)  # if it settles a night


@dataclass(frozen=True, slots=True)
class NightName:
    day: date = required(DAY)
    name: str = required(TITLE)


@dataclass(frozen=True, slots=True)
class CircleSettings:
    name: str = required(TITLE)
    least_rounds: int = fact(whole(1, 999), 1)


SETTINGS = replace(
    record(CircleSettings), write=lambda settings, names: write_record(settings, names, ("least_rounds",))
)


@dataclass(frozen=True, slots=True)
class Head:
    """A circle without its evenings."""

    circle: CircleSettings = required(SETTINGS)
    people: tuple[Person, ...] = required(list_of(record(Person), MOST_PERSONS))
    rule_sets: tuple[SavedRules, ...] = fact(list_of(RULES, MOST_KEPT), ())
    seasons: tuple[SeasonDates, ...] = fact(list_of(record(SeasonDates), MOST_KEPT), ())
    bills: tuple[Bill, ...] = fact(list_of(record(Bill), SESSIONS_OF_CIRCLE), ())
    nights: tuple[NightName, ...] = fact(list_of(record(NightName), SESSIONS_OF_CIRCLE), ())


def names_of(people: Iterable[Person]) -> Names:
    return {same_name(person.name): person.name for person in people}


@dataclass(frozen=True, slots=True)
class StandIn:
    """代打"""

    seat: str = required(NAME, name="for")  # who wins or loses the points
    by: str = required(PERSON)  # who plays
    keeps_figures: bool = fact(FLAG, False)  # whether the round also counts in the statistics of ``seat``


STAND_INS = list_of(record(StandIn), MOST_PEOPLE)


def _by_seat(items: Iterable[StandIn]) -> tuple[StandIn, ...]:
    return tuple(sorted(items, key=lambda item: item.seat))


@dataclass(frozen=True, slots=True)
class RoundEntry:
    at: datetime = required(TIME)
    taken_back: Facts | None = fact(ROUND, None)  # None: the document's next round
    stand_ins: tuple[StandIn, ...] = fact(STAND_INS, ())


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedPayment:
    payer: str = required(ACCOUNT, name="from")
    payee: str = required(ACCOUNT, name="to")
    points: int = required(whole(0, LARGEST_SUM))
    money: str = fact(MONEY, "")  # empty without a rate
    unit: str = fact(line(20), "")  # of ``money``, if the session has another one now
    at: datetime = required(TIME)
    taken_back: datetime | None = fact(TIME, None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Evening:
    """A session as it was entered."""

    id: str = required(ID)  # on the server where it was played
    title: str = fact(line(LONGEST_TITLE), "")
    rules_name: str = fact(line(LONGEST_TITLE), "")
    started_at: datetime = required(TIME, name="started")
    ended_at: datetime | None = fact(TIME, None, name="ended")
    night: date | None = fact(DAY, None)  # None: that of ``started_at``
    hidden_hands: bool = fact(FLAG, False)
    second_person: bool = fact(FLAG, False)
    seats: tuple[str, ...] = fact(list_of(NAME, MOST_PEOPLE), ())  # everybody who ever had one
    playing: tuple[StandIn, ...] = fact(STAND_INS, ())  # in the next rounds
    payments: tuple[RecordedPayment, ...] = fact(list_of(record(RecordedPayment), MOST_PAYMENTS), ())
    document: Document = required(DOCUMENT)
    entries: tuple[RoundEntry, ...] = fact(list_of(record(RoundEntry), MOST_LINES), ())

    @property
    def numbers(self) -> dict[str, str]:
        """The numbers of the seats by name; pot and bank are their own numbers."""
        seats = {name: str(number) for number, name in enumerate(self.seats)}
        return seats | dict(zip(ACCOUNTS, ACCOUNTS, strict=True))

    @property
    def content(self) -> object:
        """A value that is equal for two copies of an evening in which people have the same names."""
        entries = [replace(entry, stand_ins=_by_seat(entry.stand_ins)) for entry in self.entries]
        document, playing = replace(self.document, version=0), _by_seat(self.playing)
        return replace(self, id="", document=document, playing=playing, entries=tuple(entries))


def write_head(head: Head) -> Json:
    return {"format": FORMAT, **write_record(head, {}, ("rule_sets", "seasons", "bills"))}


def write_evening(evening: Evening) -> Json:
    """The JSON of an evening; ``read_evenings`` reads it."""
    data, names = write_record(evening, {}, ("entries",)), {name: name for name in evening.seats}
    for entry, written in zip(evening.entries, data["entries"], strict=True):
        if entry.taken_back is not None:
            written["taken_back"] = write_round(evening.document.ruleset, entry.taken_back, names)
    return data
