"""控え: a whole circle as one file: its people, rules and seasons, and every evening as it was entered.

Format 1.  Each evening holds its session document, and what is not part of a document: when rounds were
entered, which were taken back, who played for whom, what was paid.  Results are left out, since they are
calculated from the facts.  Each field is declared once, and written unless it is as usual.
``circle_reading`` reads what is written here.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import date, datetime

from scorekeeper.play.ledger import Prepared, prepare
from scorekeeper.rules.rule_sets import SavedRules
from scorekeeper.scoring.core import ACCOUNTS
from scorekeeper.scoring.document import Document, write_round
from scorekeeper.scoring.facts import FLAG, fact, list_of, record, required, whole, write_record
from scorekeeper.scoring.limits import MOST_PAYMENTS, MOST_PEOPLE
from scorekeeper.scoring.names import same_name
from scorekeeper.scoring.reading import Json
from scorekeeper.scoring.ruleset import Facts

from . import fields
from .fields import MOST_KEPT, Names, line, title

FORMAT = 1
LONGEST_TITLE = 60
MOST_SESSIONS = 5_000
"""Of one circle: two every evening for seven years."""
MOST_PERSONS = 2_000
"""People of one circle."""
MOST_LINES = 12_000
"""Entries of a session: its rounds, and all that were voided."""
LARGEST_SUM = 10**18
"""Points of a payment of a whole evening."""


@dataclass(frozen=True, slots=True)
class Person:
    """人: a person of the circle."""

    name: str = required(fields.NAME)
    reading: str = fact(line(30), "")
    mark: str = fact(line(16), "")
    color: int | None = fact(whole(0, 99), None)
    guest: bool = fact(FLAG, False)
    hidden: bool = fact(FLAG, False)
    merged_into: str = fact(fields.NAME, "")  # the name of the person of whom this is a duplicate


@dataclass(frozen=True, slots=True)
class SeasonDates:
    """シーズン: a season by its days."""

    name: str = required(title(40))
    first: date = required(fields.DAY)
    last: date | None = fact(fields.DAY, None)  # None: still running


@dataclass(frozen=True, slots=True)
class BillTransfer:
    """A payment of a combined settlement."""

    payer: str = required(fields.PERSON_OR_BANK, name="from")
    payee: str = required(fields.PERSON_OR_BANK, name="to")
    amount: str = required(fields.AMOUNT)
    at: datetime = required(fields.TIME)
    taken_back: datetime | None = fact(fields.TIME, None)


@dataclass(frozen=True, slots=True)
class Bill:
    """まとめて精算: evenings that are settled together, in a unit of money or in points of a game."""

    at: datetime = required(fields.TIME)
    unit: str = fact(line(20), "")
    game: str = fact(fields.GAME, "")
    sessions: tuple[str, ...] = fact(list_of(fields.ID, MOST_SESSIONS), ())  # ids of the evenings
    payments: tuple[BillTransfer, ...] = fact(list_of(record(BillTransfer), MOST_PAYMENTS), ())
    dissolved: datetime | None = fact(fields.TIME, None)  # from then on it has no evenings
    night: date | None = fact(fields.DAY, None)  # whose evenings it settles, if it is about a night


@dataclass(frozen=True, slots=True)
class NightName:
    day: date = required(fields.DAY)
    name: str = required(title(LONGEST_TITLE))


@dataclass(frozen=True, slots=True)
class CircleSettings:
    name: str = required(title(LONGEST_TITLE))
    least_rounds: int = fact(whole(1, 999), 1)


SETTINGS = replace(
    record(CircleSettings), write=lambda settings, names: write_record(settings, names, ("least_rounds",))
)


@dataclass(frozen=True, slots=True)
class Head:
    """A circle without its evenings."""

    circle: CircleSettings = required(SETTINGS)
    people: tuple[Person, ...] = required(list_of(record(Person), MOST_PERSONS))
    rule_sets: tuple[SavedRules, ...] = fact(list_of(fields.RULES, MOST_KEPT), ())
    seasons: tuple[SeasonDates, ...] = fact(list_of(record(SeasonDates), MOST_KEPT), ())
    bills: tuple[Bill, ...] = fact(list_of(record(Bill), MOST_SESSIONS), ())
    nights: tuple[NightName, ...] = fact(list_of(record(NightName), MOST_SESSIONS), ())

    @property
    def names(self) -> Names:
        return names_of(self.people)


def names_of(people: Iterable[Person]) -> Names:
    return {same_name(person.name): person.name for person in people}


@dataclass(frozen=True, slots=True)
class StandIn:
    """代打: somebody plays for somebody else."""

    seat: str = required(fields.NAME, name="for")  # who wins or loses the points
    by: str = required(fields.PERSON)  # who plays
    keeps_figures: bool = fact(FLAG, False)  # whether the round also counts in the statistics of ``seat``


STAND_INS = list_of(record(StandIn), MOST_PEOPLE)


@dataclass(frozen=True, slots=True)
class RoundEntry:
    """A round as it was entered."""

    at: datetime = required(fields.TIME)
    taken_back: Facts | None = fact(fields.ROUND, None)  # None: the document's next round
    stand_ins: tuple[StandIn, ...] = fact(STAND_INS, ())


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedPayment:
    """A payment that was marked as paid."""

    payer: str = required(fields.ACCOUNT, name="from")
    payee: str = required(fields.ACCOUNT, name="to")
    points: int = required(whole(0, LARGEST_SUM))
    money: str = fact(fields.MONEY, "")  # empty without a rate
    unit: str = fact(line(20), "")  # of ``money``, where the session has another one by now
    at: datetime = required(fields.TIME)
    taken_back: datetime | None = fact(fields.TIME, None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Evening:
    """A session with all that was entered."""

    id: str = required(fields.ID)  # on the server where it was played
    title: str = fact(line(LONGEST_TITLE), "")
    rules_name: str = fact(line(LONGEST_TITLE), "")
    started: datetime = required(fields.TIME)
    ended: datetime | None = fact(fields.TIME, None)
    night: date | None = fact(fields.DAY, None)  # None: that of ``started``
    hidden_hands: bool = fact(FLAG, False)
    second_person: bool = fact(FLAG, False)
    # All who ever sat down, in the order of their seats.
    seats: tuple[str, ...] = fact(list_of(fields.NAME, MOST_PEOPLE), ())
    playing: tuple[StandIn, ...] = fact(STAND_INS, ())  # in the next rounds
    payments: tuple[RecordedPayment, ...] = fact(list_of(record(RecordedPayment), MOST_PAYMENTS), ())
    document: Document = required(fields.DOCUMENT)
    entries: tuple[RoundEntry, ...] = fact(list_of(record(RoundEntry), MOST_LINES), ())

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
    """The JSON of everything but the evenings."""
    return {"format": FORMAT, **write_record(head, {}, ("rule_sets", "seasons", "bills"))}


def write_evening(evening: Evening) -> Json:
    """The JSON of an evening; ``read_evenings`` gives the same back."""
    data, names = write_record(evening, {}, ("entries",)), {name: name for name in evening.seats}
    for entry, written in zip(evening.entries, data["entries"], strict=True):
        if entry.taken_back is not None:
            written["taken_back"] = write_round(evening.document.ruleset, entry.taken_back, names)
    return data
