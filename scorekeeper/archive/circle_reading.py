"""控え: reading a circle's file; an unknown key is an error, and every error names its place."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from itertools import pairwise
from typing import TypeVar

from scorekeeper.play.prepared import all_names
from scorekeeper.rules.rule_sets import SavedRules, read_rules_name
from scorekeeper.scoring import options as house_rules
from scorekeeper.scoring.core import ACCOUNTS, BANK
from scorekeeper.scoring.document import Document, read_document, read_version, recall_round
from scorekeeper.scoring.errors import ReadError
from scorekeeper.scoring.events import Rules as RuleChange
from scorekeeper.scoring.limits import MOST_PAYMENTS, MOST_PEOPLE
from scorekeeper.scoring.names import clean_name, same_name
from scorekeeper.scoring.options import Options
from scorekeeper.scoring.reading import read_flag, read_object, read_short_list, read_text, read_whole
from scorekeeper.scoring.registry import find_game
from scorekeeper.scoring.settlement import read_stake, write_stake

from .circle import (
    FORMAT,
    Bill,
    BillTransfer,
    Entry,
    Evening,
    Head,
    Names,
    NightName,
    Person,
    RecordedPayment,
    SeasonDates,
    StandIn,
)

PARTS = ("rule_sets", "seasons", "bills", "nights", "sessions")
RULES = ("version", "options", "stake")
EVENING = (
    "title", "rules_name", "version", "ended", "hidden_hands", "second_person",
    "seats", "playing", "entries", "payments", "night",
)  # fmt: skip
LONGEST_TITLE, LONGEST_SEASON, LONGEST_MARK, LONGEST_UNIT = 60, 40, 16, 20
MOST_SESSIONS = 5_000
"""Of one circle: two every evening for seven years."""
MOST_PERSONS = 2_000
"""People of one circle."""
MOST_KEPT = 1_000
"""Rule sets of one circle, versions of one of them, and seasons."""
MOST_LINES = 12_000
"""Entries of a session: its rounds, and all that were voided."""
LARGEST_SUM = 10**18
"""Points of a payment of a whole evening."""

_ID = re.compile(r"[A-Za-z0-9_-]{1,24}")
_MONEY = re.compile(r"(\d{1,29}(\.\d{1,9})?)?", re.ASCII)
_BREAKS = re.compile(r"[\t-\r\x1c-\x1f\x85\u2028\u2029]")
_YEARS = range(2000, 2200)

T = TypeVar("T")


def is_circle(data: object) -> bool:
    """Whether parsed JSON is meant as a circle's file and not as a session or a rule set."""
    return isinstance(data, dict) and "circle" in data


def may_be_circle(text: str) -> bool:
    """A cheap check before parsing a long text as a circle's file."""
    return bool(re.search(r'"circle"\s*:', text))


def read_head(data: object) -> Head:
    """A circle's file without its evenings; raises ReadError."""
    keys = read_object(data, "", ("format", "circle", "people"), PARTS)
    if read_whole(keys["format"], "format") != FORMAT:
        raise ReadError("format", "format.version", version=keys["format"])
    circle = read_object(keys["circle"], "circle", ("name",), ("least_rounds",))
    people = read_short_list(keys["people"], "people", _read_person, MOST_PERSONS)
    _check_people(people)
    seasons = read_short_list(keys.get("seasons", []), "seasons", _read_period, MOST_KEPT)
    _check_seasons(seasons)
    names = {same_name(person.name): person.name for person in people}
    bills = read_short_list(
        keys.get("bills", []), "bills", lambda item, where: _read_bill(item, names, where), MOST_SESSIONS
    )
    _check_bills(bills)
    return Head(
        _name(circle["name"], "circle.name", LONGEST_TITLE),
        read_whole(circle.get("least_rounds", 1), "circle.least_rounds", 1, 999),
        people,
        read_short_list(keys.get("rule_sets", []), "rule_sets", _read_rules, MOST_KEPT),
        seasons,
        bills,
        read_short_list(keys.get("nights", []), "nights", _read_night, MOST_SESSIONS),
    )


def read_evenings(data: object, head: Head) -> Iterator[Evening]:
    """The evenings of the file with that ``head``; raises ReadError."""
    sessions = data.get("sessions", []) if isinstance(data, dict) else []
    names, ids = head.names, set[str]()

    def read_next(item: object, where: str) -> Evening:
        evening = _read_evening(item, names, where)
        if evening.id in ids:
            raise ReadError(f"{where}.id", "name.twice", name=evening.id)
        ids.add(evening.id)
        return evening

    read_short_list(sessions, "sessions", lambda _item, _where: None, MOST_SESSIONS)
    return (read_next(item, f"sessions[{index}]") for index, item in enumerate(sessions))


def _text(data: object, where: str, longest: int) -> str:
    """A text in one line with its blanks as written."""
    text = read_text(data, where, longest)
    return text if _BREAKS.search(str(data)) else str(data).strip()


def _name(data: object, where: str, longest: int) -> str:
    """A text that is not empty."""
    name = _text(data, where, longest)
    if not name:
        raise ReadError(where, "name.empty")
    return name


def _read_person(data: object, where: str) -> Person:
    wanted = ("reading", "mark", "color", "guest", "hidden", "merged_into")
    keys = read_object(data, where, ("name",), wanted)
    return Person(
        _read_name(keys["name"], f"{where}.name"),
        _text(keys.get("reading", ""), f"{where}.reading", 30),
        _text(keys.get("mark", ""), f"{where}.mark", LONGEST_MARK),
        read_whole(keys["color"], f"{where}.color", 0, 99) if "color" in keys else None,
        read_flag(keys.get("guest", False), f"{where}.guest"),
        read_flag(keys.get("hidden", False), f"{where}.hidden"),
        _read_name(keys["merged_into"], f"{where}.merged_into") if "merged_into" in keys else "",
    )


def _read_name(data: object, where: str) -> str:
    if not isinstance(data, str):
        raise ReadError(where, "type.text")
    return clean_name(data, where)


def _check_people(people: Sequence[Person]) -> None:
    by_name: dict[str, Person] = {}
    for index, person in enumerate(people):
        if by_name.setdefault(same_name(person.name), person) is not person:
            raise ReadError(f"people[{index}].name", "name.twice", name=person.name)
    _check_mergers(people, set(by_name))


def _check_mergers(people: Sequence[Person], names: set[str]) -> None:
    """Each chain of mergers ends at one of ``names``; takes linear time."""
    into = {same_name(person.name): same_name(person.merged_into) for person in people if person.merged_into}
    ending = names - into.keys()
    for index, person in enumerate(people):
        key, chain = same_name(person.name), set[str]()
        while key in into and key not in ending and key not in chain:
            chain.add(key)
            key = into[key]
        if key not in ending:
            raise ReadError(f"people[{index}].merged_into", "person.unknown", name=person.merged_into)
        ending |= chain


def _read_rules(data: object, where: str) -> SavedRules:
    latest = read_object(data, where, ("name", "game", "at"), (*RULES, "put_away", "earlier"))
    earlier = read_short_list(latest.get("earlier", []), f"{where}.earlier", _read_earlier, MOST_KEPT)
    return replace(_rules(latest, where), earlier=earlier)


def _read_earlier(data: object, where: str) -> SavedRules:
    return _rules(read_object(data, where, ("name", "game", "at"), (*RULES, "put_away")), where)


def _rules(keys: Mapping[str, object], where: str) -> SavedRules:
    ruleset = find_game(keys["game"], f"{where}.game", keys.get("options"))
    version = read_version(keys, ruleset, f"{where}.version")
    usual = ruleset.usual(version)
    options = house_rules.load(usual, keys.get("options", {}), f"{where}.options")
    return SavedRules(
        read_rules_name(keys["name"], f"{where}.name"),
        ruleset.key,
        version,
        _read_time(keys["at"], f"{where}.at"),
        house_rules.dump(options, usual),
        write_stake(_within(where, lambda: read_stake(keys["stake"]))) if "stake" in keys else None,
        _maybe(keys, "put_away", where),
    )


def _within(where: str, read: Callable[[], T]) -> T:
    """The result of ``read``, with ``where`` put before the place of its ReadError."""
    try:
        return read()
    except ReadError as error:
        raise ReadError(
            f"{where}.{error.where}" if error.where else where, error.code, **error.values
        ) from None


def _read_period(data: object, where: str) -> SeasonDates:
    keys = read_object(data, where, ("name", "first"), ("last",))
    name = _name(keys["name"], f"{where}.name", LONGEST_SEASON)
    first = _read_day(keys["first"], f"{where}.first")
    last = _read_day(keys["last"], f"{where}.last") if "last" in keys else None
    if last and last < first:
        raise ReadError(f"{where}.last", "season.backwards")
    return SeasonDates(name, first, last)


def _check_seasons(seasons: Sequence[SeasonDates]) -> None:
    """No two have a day in common."""
    order = sorted(enumerate(seasons), key=lambda item: item[1].first)
    for (_, before), (index, after) in pairwise(order):
        if before.last is None or after.first <= before.last:
            raise ReadError(f"seasons[{index}]", "season.meets", name=after.name, other=before.name)


def _read_night(data: object, where: str) -> NightName:
    keys = read_object(data, where, ("day", "name"))
    return NightName(
        _read_day(keys["day"], f"{where}.day"), _name(keys["name"], f"{where}.name", LONGEST_TITLE)
    )


def _read_bill(data: object, names: Names, where: str) -> Bill:
    keys = read_object(data, where, ("at",), ("unit", "game", "sessions", "payments", "dissolved", "night"))
    unit = _text(keys.get("unit", ""), f"{where}.unit", LONGEST_UNIT)
    game = find_game(keys["game"], f"{where}.game").key if "game" in keys else ""
    if bool(unit) == bool(game):
        raise ReadError(where, "bill.unit")
    payments = read_short_list(
        keys.get("payments", []),
        f"{where}.payments",
        lambda item, at: _read_given(item, names, at),
        MOST_PAYMENTS,
    )
    sessions = read_short_list(keys.get("sessions", []), f"{where}.sessions", _read_id, MOST_SESSIONS)
    at, dissolved = _read_time(keys["at"], f"{where}.at"), _maybe(keys, "dissolved", where)
    night = _read_day(keys["night"], f"{where}.night") if "night" in keys else None
    return Bill(at, unit, game, sessions, payments, dissolved, night)


def _read_id(data: object, where: str) -> str:
    if not (isinstance(data, str) and _ID.fullmatch(data)):
        raise ReadError(where, "id.bad", longest=24)
    return data


def _read_given(data: object, names: Names, where: str) -> BillTransfer:
    keys = read_object(data, where, ("from", "to", "amount", "at"), ("taken_back",))
    amount = keys["amount"]
    if not (isinstance(amount, str) and amount and _MONEY.fullmatch(amount)):
        raise ReadError(f"{where}.amount", "type.decimal")
    payer, payee = (_read_payer(keys[key], names, f"{where}.{key}") for key in ("from", "to"))
    return BillTransfer(
        payer, payee, amount, _read_time(keys["at"], f"{where}.at"), _maybe(keys, "taken_back", where)
    )


def _read_payer(data: object, names: Names, where: str) -> str:
    """One of the circle's people, or the bank."""
    if data == BANK:
        return BANK
    name = _read_name(data, where)
    if same_name(name) not in names:
        raise ReadError(where, "person.unknown", name=name)
    return names[same_name(name)]


def _check_bills(bills: Sequence[Bill]) -> None:
    """No evening is settled twice."""
    settled: set[str] = set()
    for index, bill in enumerate(bills):
        for place, uid in enumerate(bill.sessions):
            if uid in settled or bill.dissolved:
                raise ReadError(f"bills[{index}].sessions[{place}]", "name.twice", name=uid)
            settled.add(uid)


def _read_day(data: object, where: str) -> date:
    try:
        day = date.fromisoformat(data) if isinstance(data, str) and len(data) == 10 else None
    except ValueError:
        day = None
    if day is None or day.year not in _YEARS:
        raise ReadError(where, "day.bad")
    return day


def _read_time(data: object, where: str) -> datetime:
    try:
        at = datetime.fromisoformat(data) if isinstance(data, str) and len(data) <= 40 else None
    except ValueError:
        at = None
    if at is None or at.tzinfo is None or at.year not in _YEARS:
        raise ReadError(where, "time.bad")
    return at.astimezone(UTC)


def _maybe(keys: Mapping[str, object], key: str, where: str) -> datetime | None:
    return _read_time(keys[key], f"{where}.{key}") if key in keys else None


def _read_evening(data: object, names: Names, where: str) -> Evening:
    keys = read_object(data, where, ("id", "started", "document"), EVENING)
    uid = _read_id(keys["id"], f"{where}.id")
    version = read_whole(keys.get("version", 1), f"{where}.version", 1)
    document = _within(f"{where}.document", lambda: read_document(keys["document"], version))
    started = _read_time(keys["started"], f"{where}.started")
    seats = _read_seats(keys, document, names, where)
    reader = _SeatReader(document, {name: name for name in seats}, names)
    evening = Evening(
        uid,
        started,
        document,
        seats,
        tuple(Entry(started) for _facts in document.rounds),
        title=_text(keys.get("title", ""), f"{where}.title", LONGEST_TITLE),
        rules_name=_text(keys.get("rules_name", ""), f"{where}.rules_name", LONGEST_TITLE),
        ended=_maybe(keys, "ended", where),
        hidden_hands=read_flag(keys.get("hidden_hands", False), f"{where}.hidden_hands"),
        second_person=read_flag(keys.get("second_person", False), f"{where}.second_person"),
        playing=reader.stand_ins(keys.get("playing", []), f"{where}.playing"),
        payments=read_short_list(
            keys.get("payments", []), f"{where}.payments", reader.payment, MOST_PAYMENTS
        ),
        night=_read_day(keys["night"], f"{where}.night") if "night" in keys else None,
    )
    if "entries" in keys:
        evening = replace(evening, entries=reader.entries(keys["entries"], f"{where}.entries"))
    return evening


def _read_seats(keys: Mapping[str, object], document: Document, names: Names, where: str) -> tuple[str, ...]:
    """All who ever sat down, with the names of the document; each must be one of the circle's people."""
    seats = in_document = all_names(document)
    written, place = {same_name(name): name for name in in_document}, f"{where}.seats"
    if "seats" in keys:
        given = read_short_list(keys["seats"], place, _read_name, MOST_PEOPLE)
        seats = tuple(written.get(same_name(name), name) for name in given)
    first = seats[: len(document.players)]
    missing = set(in_document) - set(seats)
    if len(set(map(same_name, seats))) < len(seats) or first != document.players or missing:
        raise ReadError(place, "seats.order")
    for name in seats:
        if same_name(name) not in names:
            raise ReadError(place, "person.unknown", name=name)
    return seats


@dataclass(frozen=True, slots=True)
class _SeatReader:
    """Reads those parts of an evening that name its seats, or people of the circle."""

    document: Document
    seats: Names
    people: Names

    def _seat(self, data: object, where: str) -> str:
        name = _read_name(data, where)
        match = next((seat for seat in self.seats if same_name(seat) == same_name(name)), "")
        if not match:
            raise ReadError(where, "player.unknown", name=name)
        return match

    def _person(self, data: object, where: str) -> str:
        name = _read_name(data, where)
        if same_name(name) not in self.people:
            raise ReadError(where, "person.unknown", name=name)
        return self.people[same_name(name)]

    def _account(self, data: object, where: str) -> str:
        return str(data) if data in ACCOUNTS else self._seat(data, where)

    def stand_ins(self, data: object, where: str) -> tuple[StandIn, ...]:
        items = read_short_list(data, where, self._stand_in, len(self.seats))
        if len({item.seat for item in items}) < len(items):
            raise ReadError(where, "seats.order")
        return items

    def _stand_in(self, data: object, where: str) -> StandIn:
        keys = read_object(data, where, ("for", "by"), ("keeps_figures",))
        return StandIn(
            self._seat(keys["for"], f"{where}.for"),
            self._person(keys["by"], f"{where}.by"),
            read_flag(keys.get("keeps_figures", False), f"{where}.keeps_figures"),
        )

    def entries(self, data: object, where: str) -> tuple[Entry, ...]:
        """All rounds as entered; one that was taken back is read by the house rules in force there."""
        options, counted = self.document.options, iter(self.document.rounds)

        def read_next(item: object, at: str) -> Entry:
            nonlocal options
            entry = self._entry(item, options, at)
            facts = next(counted, None) if entry.taken_back is None else None
            if isinstance(facts, RuleChange):
                options = house_rules.in_force(options, facts.options)
            return entry

        entries = read_short_list(data, where, read_next, MOST_LINES)
        count, rounds = sum(entry.taken_back is None for entry in entries), len(self.document.rounds)
        if count != rounds:
            raise ReadError(where, "entries.count", count=count, rounds=rounds)
        return entries

    def _entry(self, data: object, options: Options, where: str) -> Entry:
        keys = read_object(data, where, ("at",), ("taken_back", "stand_ins"))
        ruleset, taken, place = self.document.ruleset, keys.get("taken_back"), f"{where}.taken_back"
        return Entry(
            _read_time(keys["at"], f"{where}.at"),
            recall_round(ruleset, options, taken, self.seats, place) if "taken_back" in keys else None,
            self.stand_ins(keys.get("stand_ins", []), f"{where}.stand_ins"),
        )

    def payment(self, data: object, where: str) -> RecordedPayment:
        keys = read_object(data, where, ("from", "to", "points", "at"), ("money", "taken_back"))
        payer, payee = (self._account(keys[key], f"{where}.{key}") for key in ("from", "to"))
        money = keys.get("money", "")
        if not (isinstance(money, str) and _MONEY.fullmatch(money)):
            raise ReadError(f"{where}.money", "type.decimal")
        return RecordedPayment(
            payer,
            payee,
            read_whole(keys["points"], f"{where}.points", 0, LARGEST_SUM),
            money,
            _read_time(keys["at"], f"{where}.at"),
            _maybe(keys, "taken_back", where),
        )
