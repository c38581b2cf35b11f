"""控え: a whole circle as one file: its people, rules and seasons, and every evening as it was entered.

Format 1.  Each evening holds its session document, and what is not part of a document: when rounds were
entered, which were taken back, who played for whom, what was paid.  Results are left out, since they are
calculated from the facts.  ``circle_reading`` reads what is written here.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime

from scorekeeper.play.prepared import Prepared, prepare
from scorekeeper.rules.rule_sets import SavedRules
from scorekeeper.scoring.core import ACCOUNTS
from scorekeeper.scoring.document import Document, write_document, write_round
from scorekeeper.scoring.names import same_name
from scorekeeper.scoring.reading import Json
from scorekeeper.scoring.ruleset import Facts

FORMAT = 1

Names = Mapping[str, str]
"""People's names by ``same_name``."""


@dataclass(frozen=True, slots=True)
class Person:
    """人: a person of the circle."""

    name: str
    reading: str = ""
    mark: str = ""
    color: int | None = None
    guest: bool = False
    hidden: bool = False
    merged_into: str = ""  # the name of the person of whom this is a duplicate


@dataclass(frozen=True, slots=True)
class SeasonDates:
    """シーズン: a season by its days."""

    name: str
    first: date
    last: date | None = None  # None: still running


@dataclass(frozen=True, slots=True)
class BillTransfer:
    """A payment of a combined settlement."""

    payer: str
    payee: str
    amount: str
    at: datetime
    taken_back: datetime | None = None


@dataclass(frozen=True, slots=True)
class Bill:
    """まとめて精算: evenings that are settled together, in a unit of money or in points of a game."""

    at: datetime
    unit: str = ""
    game: str = ""
    sessions: tuple[str, ...] = ()  # ids of the evenings
    payments: tuple[BillTransfer, ...] = ()
    dissolved: datetime | None = None  # from then on it has no evenings
    night: date | None = None  # whose evenings it settles, if it is about a night


@dataclass(frozen=True, slots=True)
class NightName:
    """夜の名前: a night that has a name."""

    day: date
    name: str


@dataclass(frozen=True, slots=True)
class Head:
    """A circle without its evenings."""

    name: str
    least_rounds: int = 1
    people: tuple[Person, ...] = ()
    rule_sets: tuple[SavedRules, ...] = ()
    seasons: tuple[SeasonDates, ...] = ()
    bills: tuple[Bill, ...] = ()
    nights: tuple[NightName, ...] = ()

    @property
    def names(self) -> Names:
        """Everybody's name."""
        return {same_name(person.name): person.name for person in self.people}


@dataclass(frozen=True, slots=True)
class StandIn:
    """代打: somebody plays for somebody else."""

    seat: str  # who wins or loses the points
    by: str  # who plays
    keeps_figures: bool = False  # whether the round also counts in the statistics of ``seat``


@dataclass(frozen=True, slots=True)
class Entry:
    """A round as it was entered."""

    at: datetime
    taken_back: Facts | None = None  # None: the document's next round
    stand_ins: tuple[StandIn, ...] = ()


@dataclass(frozen=True, slots=True)
class RecordedPayment:
    """A payment that was marked as paid."""

    payer: str
    payee: str
    points: int
    money: str  # empty without a rate
    at: datetime
    taken_back: datetime | None = None


@dataclass(frozen=True, slots=True)
class Evening:
    """A session with all that was entered."""

    id: str  # on the server where it was played
    started: datetime
    document: Document
    seats: tuple[str, ...]  # all who ever sat down, in the order of their seats
    entries: tuple[Entry, ...]
    title: str = ""
    rules_name: str = ""
    ended: datetime | None = None
    hidden_hands: bool = False
    second_person: bool = False
    playing: tuple[StandIn, ...] = ()  # in the next rounds
    payments: tuple[RecordedPayment, ...] = ()
    night: date | None = None  # None: that of ``started``

    @property
    def numbers(self) -> dict[str, str]:
        """The numbers of the seats by name; the other accounts stand for themselves."""
        seats = {name: str(number) for number, name in enumerate(self.seats)}
        return seats | dict(zip(ACCOUNTS, ACCOUNTS, strict=True))

    def comparable(self, key_of: Callable[[str], object]) -> object:
        """All that was entered; equal for two copies of an evening.  ``key_of`` identifies people by name."""
        numbers = self.numbers

        def facts(facts: Facts) -> Json:
            return write_round(self.document.ruleset, facts, numbers)

        def stand_ins(items: Iterable[StandIn]) -> object:
            return {(numbers[item.seat], key_of(item.by), item.keeps_figures) for item in items}

        return (
            *(self.started, self.night, self.ended, self.title, self.rules_name),
            *(self.hidden_hands, self.second_person),
            replace(self.document, rounds=(), players=(), version=0),
            len(self.document.players),
            [key_of(name) for name in self.seats],
            list(map(facts, self.document.rounds)),
            [
                (entry.at, entry.taken_back and facts(entry.taken_back), stand_ins(entry.stand_ins))
                for entry in self.entries
            ],
            stand_ins(self.playing),
            [replace(paid, payer=numbers[paid.payer], payee=numbers[paid.payee]) for paid in self.payments],
        )

    def prepare(self) -> Prepared:
        """The document, scored for storage; raises ReadError where it holds more than a session can."""
        return prepare(self.document, self.seats)


def write_head(head: Head) -> Json:
    """The JSON of everything but the evenings; defaults are left out."""
    return {
        "format": FORMAT,
        "circle": {"name": head.name, "least_rounds": head.least_rounds},
        "people": list(map(_write_person, head.people)),
        "rule_sets": list(map(_write_rules, head.rule_sets)),
        "seasons": [
            _compact({"name": season.name, "first": str(season.first), "last": str(season.last or "")})
            for season in head.seasons
        ],
        "bills": list(map(_write_bill, head.bills)),
        **_compact({"nights": [{"day": str(night.day), "name": night.name} for night in head.nights]}),
    }


def _write_bill(bill: Bill) -> Json:
    data = {"at": _time(bill.at), "unit": bill.unit, "game": bill.game, "sessions": list(bill.sessions)}
    payments = [
        _compact(
            {
                "from": paid.payer,
                "to": paid.payee,
                "amount": paid.amount,
                "at": _time(paid.at),
                "taken_back": _time(paid.taken_back),
            }
        )
        for paid in bill.payments
    ]
    night = str(bill.night or "")
    return _compact({**data, "payments": payments, "dissolved": _time(bill.dissolved), "night": night})


def _compact(data: Json) -> Json:
    """Without values that are empty, false or None; 0 stays."""
    return {key: value for key, value in data.items() if value or (type(value) is int)}


def _write_person(person: Person) -> Json:
    keys = ("name", "reading", "mark", "color", "guest", "hidden", "merged_into")
    return _compact({key: getattr(person, key) for key in keys})


def _write_rules(rules: SavedRules) -> Json:
    return _compact(
        {
            "name": rules.name,
            "game": rules.game,
            "version": rules.version,
            "at": _time(rules.at),
            "options": rules.options,
            "put_away": _time(rules.put_away),
            "earlier": list(map(_write_rules, rules.earlier)),
        }
    ) | ({} if rules.stake is None else {"stake": rules.stake})


def _time(at: datetime | None) -> str:
    return at.astimezone(UTC).isoformat() if at else ""


def write_evening(evening: Evening) -> Json:
    """The JSON of an evening; ``read_evenings`` gives the same back."""
    same = {name: name for name in evening.seats}
    return _compact(
        {
            "id": evening.id,
            "title": evening.title,
            "rules_name": evening.rules_name,
            "started": _time(evening.started),
            "ended": _time(evening.ended),
            "night": str(evening.night or ""),
            "hidden_hands": evening.hidden_hands,
            "second_person": evening.second_person,
            "seats": list(evening.seats),
            "playing": list(map(_write_stand_in, evening.playing)),
            "payments": list(map(_write_payment, evening.payments)),
        }
    ) | {
        "document": write_document(evening.document),
        "entries": [_write_entry(entry, evening, same) for entry in evening.entries],
    }


def _write_entry(entry: Entry, evening: Evening, names: Names) -> Json:
    data: Json = {"at": _time(entry.at)}
    if entry.taken_back is not None:
        data["taken_back"] = write_round(evening.document.ruleset, entry.taken_back, names)
    return data | _compact({"stand_ins": list(map(_write_stand_in, entry.stand_ins))})


def _write_stand_in(item: StandIn) -> Json:
    return _compact({"for": item.seat, "by": item.by, "keeps_figures": item.keeps_figures})


def _write_payment(paid: RecordedPayment) -> Json:
    data = {"from": paid.payer, "to": paid.payee, "points": paid.points, "money": paid.money}
    return _compact({**data, "at": _time(paid.at), "taken_back": _time(paid.taken_back)})
