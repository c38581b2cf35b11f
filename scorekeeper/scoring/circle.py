"""控え: a whole circle as one file: its people, rules and seasons, and every evening as it was entered.

Format 1.  Each evening holds its session document, and beside it what a document has no place for: when
rounds were entered, which were taken back, who played for whom, what was paid.  Results are in no file: they
follow from what happened.  ``circle_reading`` reads what is written here.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime

from .core import ACCOUNTS
from .document import Document, write_document, write_round
from .names import same_name
from .prepared import Prepared, prepare
from .reading import Json
from .ruleset import Facts

FORMAT = 1

Names = Mapping[str, str]
"""People's names by what they are looked up by."""


@dataclass(frozen=True, slots=True)
class Person:
    """人: somebody of the circle; ``merged_into`` names who it was found to be, if that was somebody else."""

    name: str
    reading: str = ""
    mark: str = ""
    color: int | None = None
    guest: bool = False
    hidden: bool = False
    merged_into: str = ""


@dataclass(frozen=True, slots=True)
class Rules:
    """ルールセット that the circle keeps, as it was set ``at`` that time, with its earlier versions."""

    name: str
    game: str
    version: int
    at: datetime
    options: Json
    stake: Json | None = None
    put_away: datetime | None = None
    earlier: tuple["Rules", ...] = ()


@dataclass(frozen=True, slots=True)
class Period:
    """シーズン: a stretch of time with a name; without a ``last`` day it goes on."""

    name: str
    first: date
    last: date | None = None


@dataclass(frozen=True, slots=True)
class Given:
    """Somebody gave somebody an amount for a bill; ``taken_back`` tells since when that is not so."""

    payer: str
    payee: str
    amount: str
    at: datetime
    taken_back: datetime | None = None


@dataclass(frozen=True, slots=True)
class Bill:
    """まとめて精算: evenings, by their ids, that are settled together: in a ``unit`` or points of a ``game``.

    One that was ``dissolved`` has no evenings any more.
    """

    at: datetime
    unit: str = ""
    game: str = ""
    sessions: tuple[str, ...] = ()
    payments: tuple[Given, ...] = ()
    dissolved: datetime | None = None


@dataclass(frozen=True, slots=True)
class Head:
    """A circle without its evenings."""

    name: str
    least_rounds: int = 1
    people: tuple[Person, ...] = ()
    rule_sets: tuple[Rules, ...] = ()
    seasons: tuple[Period, ...] = ()
    bills: tuple[Bill, ...] = ()

    @property
    def names(self) -> Names:
        """Everybody's name."""
        return {same_name(one.name): one.name for one in self.people}


@dataclass(frozen=True, slots=True)
class StandIn:
    """代打: ``by`` plays for ``seat``, who has the points, and the figures too with ``keeps_figures``."""

    seat: str
    by: str
    keeps_figures: bool = False


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the evening's book: the document's next round, or one that was ``taken_back``."""

    at: datetime
    taken_back: Facts | None = None
    stand_ins: tuple[StandIn, ...] = ()


@dataclass(frozen=True, slots=True)
class Payment:
    """A payment that was ticked, and when that was taken back; ``money`` is empty where points are paid."""

    payer: str
    payee: str
    points: int
    money: str
    at: datetime
    taken_back: datetime | None = None


@dataclass(frozen=True, slots=True)
class Evening:
    """A session with all that was entered.

    ``id`` is its name in its first home.  ``seats`` are all who ever sat down, in the order of their seats;
    ``playing`` is who plays the next rounds for somebody.
    """

    id: str
    started: datetime
    document: Document
    seats: tuple[str, ...]
    entries: tuple[Entry, ...]
    title: str = ""
    rules_name: str = ""
    ended: datetime | None = None
    hidden_hands: bool = False
    second_person: bool = False
    playing: tuple[StandIn, ...] = ()
    payments: tuple[Payment, ...] = ()

    @property
    def numbers(self) -> dict[str, str]:
        """The numbers of the seats by name, and the accounts by their own."""
        seats = {name: str(number) for number, name in enumerate(self.seats)}
        return seats | dict(zip(ACCOUNTS, ACCOUNTS, strict=True))

    def told(self, key_of: Callable[[str], object]) -> object:
        """All that was entered, to be compared with another evening's; ``key_of`` tells people by name."""
        numbers = self.numbers

        def facts(one: Facts) -> Json:
            return write_round(self.document.ruleset, one, numbers)

        def stand_ins(some: Iterable[StandIn]) -> object:
            return {(numbers[one.seat], key_of(one.by), one.keeps_figures) for one in some}

        return (
            *(self.started, self.ended, self.title, self.rules_name, self.hidden_hands, self.second_person),
            replace(self.document, rounds=(), players=(), version=0),
            len(self.document.players),
            [key_of(name) for name in self.seats],
            [facts(one) for one in self.document.rounds],
            [
                (one.at, one.taken_back and facts(one.taken_back), stand_ins(one.stand_ins))
                for one in self.entries
            ],
            stand_ins(self.playing),
            [replace(one, payer=numbers[one.payer], payee=numbers[one.payee]) for one in self.payments],
        )

    def prepare(self) -> Prepared:
        """The document scored, ready to be kept; raises ReadError where it holds more than a session can."""
        return prepare(self.document, self.seats)


def write_head(head: Head) -> Json:
    """The JSON of everything but the evenings; what is as usual stays out."""
    return {
        "format": FORMAT,
        "circle": {"name": head.name, "least_rounds": head.least_rounds},
        "people": [_write_person(one) for one in head.people],
        "rule_sets": [_write_rules(one) for one in head.rule_sets],
        "seasons": [
            _said({"name": one.name, "first": str(one.first), "last": str(one.last or "")})
            for one in head.seasons
        ],
        "bills": [_write_bill(one) for one in head.bills],
    }


def _write_bill(one: Bill) -> Json:
    data = {"at": _time(one.at), "unit": one.unit, "game": one.game, "sessions": list(one.sessions)}
    payments = [
        _said(
            {
                "from": each.payer,
                "to": each.payee,
                "amount": each.amount,
                "at": _time(each.at),
                "taken_back": _time(each.taken_back),
            }
        )
        for each in one.payments
    ]
    return _said({**data, "payments": payments, "dissolved": _time(one.dissolved)})


def _said(data: Json) -> Json:
    """Without what is empty, not so, or not known; 0 is a number."""
    return {key: value for key, value in data.items() if value or (type(value) is int)}


def _write_person(one: Person) -> Json:
    keys = ("name", "reading", "mark", "color", "guest", "hidden", "merged_into")
    return _said({key: getattr(one, key) for key in keys})


def _write_rules(one: Rules) -> Json:
    return _said(
        {
            "name": one.name,
            "game": one.game,
            "version": one.version,
            "at": _time(one.at),
            "options": one.options,
            "put_away": _time(one.put_away),
            "earlier": [_write_rules(each) for each in one.earlier],
        }
    ) | ({} if one.stake is None else {"stake": one.stake})


def _time(at: datetime | None) -> str:
    return at.astimezone(UTC).isoformat() if at else ""


def write_evening(evening: Evening) -> Json:
    """The JSON of an evening; ``read_evenings`` gives the same back."""
    same = {name: name for name in evening.seats}
    return _said(
        {
            "id": evening.id,
            "title": evening.title,
            "rules_name": evening.rules_name,
            "started": _time(evening.started),
            "ended": _time(evening.ended),
            "hidden_hands": evening.hidden_hands,
            "second_person": evening.second_person,
            "seats": list(evening.seats),
            "playing": [_write_stand_in(one) for one in evening.playing],
            "payments": [_write_payment(one) for one in evening.payments],
        }
    ) | {
        "document": write_document(evening.document),
        "entries": [_write_entry(one, evening, same) for one in evening.entries],
    }


def _write_entry(entry: Entry, evening: Evening, names: Names) -> Json:
    data: Json = {"at": _time(entry.at)}
    if entry.taken_back is not None:
        data["taken_back"] = write_round(evening.document.ruleset, entry.taken_back, names)
    return data | _said({"stand_ins": [_write_stand_in(one) for one in entry.stand_ins]})


def _write_stand_in(one: StandIn) -> Json:
    return _said({"for": one.seat, "by": one.by, "keeps_figures": one.keeps_figures})


def _write_payment(one: Payment) -> Json:
    data = {"from": one.payer, "to": one.payee, "points": one.points, "money": one.money}
    return _said({**data, "at": _time(one.at), "taken_back": _time(one.taken_back)})
