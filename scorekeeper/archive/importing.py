"""控えを入れる: import a circle's file into a circle, completely or not at all.

One long transaction would block all other writers.  So each evening is written in a transaction of its own,
into a staging circle that is marked as deleted; a short last transaction moves everything to the circle.
What a killed import leaves is deleted by the next import, or by housekeeping."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from itertools import chain
from time import monotonic, sleep
from typing import TypeVar

from django.db import IntegrityError, transaction
from django.utils import timezone

from scorekeeper.circles.models import Circle, CircleChange, Device, Player, rare_colors
from scorekeeper.circles.services import log_change
from scorekeeper.play import results
from scorekeeper.play.debts import store_bill_debts, store_open_debts
from scorekeeper.play.ledger import Prepared, prepare
from scorekeeper.play.models import Bill as BillRow
from scorekeeper.play.models import BillPayment, GameSession, Night, Seat, SettlementPaid
from scorekeeper.play.models import StandIn as StandInRow
from scorekeeper.play.nights import night_at, night_of, number_tables
from scorekeeper.play.results import RoundLine, new_rounds
from scorekeeper.play.services import new_session
from scorekeeper.play.table import Keys, Table
from scorekeeper.play.transactions import lock_row, retry_transaction
from scorekeeper.rules import sets
from scorekeeper.scoring.document import write_round
from scorekeeper.scoring.errors import ReadError
from scorekeeper.scoring.names import clean_name, same_name
from scorekeeper.server.database import Value, insert
from scorekeeper.server.limits import SESSIONS_OF_CIRCLE
from scorekeeper.story.models import SeasonsOverlap, import_season

from .circle import COLUMNS, Bill, Evening, Head, Person
from .exporting import evenings
from .models import Renamed, Seats, matches, name_errors, sessions_by_uid

T = TypeVar("T")

People = Mapping[str, int]
"""Primary keys of people by ``same_name`` of their names in a file."""

LONGEST_PAUSE = 0.5  # seconds


@dataclass
class ImportResult:
    """The numbers of new rows, and what was left out."""

    sessions: int = 0
    rounds: int = 0
    people: int = 0
    rule_sets: int = 0
    seasons: int = 0
    bills: int = 0
    here: int = 0  # evenings that the circle had already
    different: list[str] = field(default_factory=list)  # public ids of those that differ from the file
    left: list[str] = field(default_factory=list)  # names of seasons that overlap one of the circle's
    bills_left: int = 0  # bills whose evenings cannot be settled together in this circle

    @property
    def anything(self) -> bool:
        return bool(self.sessions or self.people or self.rule_sets or self.seasons or self.bills)


@dataclass(frozen=True, slots=True)
class ImportPlan:
    head: Head
    seats: Seats
    evenings: Iterable[Evening]  # read one by one
    renamed: Renamed = field(default_factory=dict)


def import_file(
    circle: Circle,
    plan: ImportPlan,
    device: Device | None,
    progress: Callable[[int], object] = lambda _done: None,
) -> ImportResult:
    """Import a file into a circle; what the circle has already stays as it is.

    ``progress`` is called with the number of evenings that are done.  On an error the circle is unchanged:
    ReadError for an invalid file, IntegrityError where its people or evenings were added or merged
    concurrently, either that or Circle.DoesNotExist where ``clear_staging`` cancelled it.
    """
    clear_staging(circle)
    staging = Circle.objects.create(
        public_id=_staging_id(circle), name=circle.name, deleted_at=timezone.now()
    )
    try:
        writer = _ImportWriter(circle, staging, plan)
        for number, evening in enumerate(throttled(plan.evenings), 1):
            writer.write_evening(evening)
            progress(number)
        return writer.publish(device)
    finally:
        clear_staging(circle)


def throttled(steps: Iterable[T]) -> Iterator[T]:
    """Pause after each step as long as it took.

    Writers that wait for SQLite's lock poll it, without a queue.  Without pauses another process might never
    find it free before its timeout.
    """
    for step in steps:
        began = monotonic()
        yield step
        sleep(min(monotonic() - began, LONGEST_PAUSE))


def _staging_id(circle: Circle) -> str:
    """The public id of the staging circle, with a dot as in no other one."""
    return f"{circle.public_id}.in"


def clear_staging(circle: Circle) -> None:
    """Delete the staging circle of an import, which cancels a running one.

    By evening, so that another writer waits for the deletion of one evening at most.
    """
    for staging in Circle.objects.filter(public_id=_staging_id(circle)):
        with suppress(Circle.DoesNotExist):
            while _delete_next(staging):
                pass


@retry_transaction
def _delete_next(staging: Circle) -> bool:
    """Delete a staged evening, or the staging circle once it is empty; whether there may be more."""
    lock_row(staging)  # against a concurrent ``publish``
    session = staging.sessions.order_by("pk").first()
    (session or staging).delete()
    return session is not None


class _ImportWriter:
    def __init__(self, circle: Circle, staging: Circle, plan: ImportPlan) -> None:
        self.circle, self.staging, self.head = circle, staging, plan.head
        self.result = ImportResult()
        matched = matches(circle, plan.head.people, plan.seats)
        for error in name_errors(matched, circle, plan.renamed).values():
            raise error
        self.people: dict[str, int] = {}
        for match in matched:
            name = plan.renamed.get(match.key, "")
            if match.player and not name:
                self.people[match.key] = match.player.pk
            else:
                person = replace(match.person, name=clean_name(name or match.person.name))
                self.people[match.key] = self._create_player(person)
        self._mark_merged({match.key for match in matched if match.player and match.key not in plan.renamed})
        self.merged = self._merged()
        self.existing = sessions_by_uid(circle)

    def _create_player(self, person: Person) -> int:
        columns = asdict(person)
        del columns["merged_into"]  # ``_mark_merged`` sets it
        if person.color is None:
            people = Player.objects.filter(circle__in=(self.circle, self.staging))
            columns["color"] = next(rare_colors(people))
        self.result.people += 1
        return Player.objects.create(circle=self.staging, **columns).pk

    def _mark_merged(self, existing: set[str]) -> None:
        """Set ``merged_into`` of new people as in the file; ``existing`` are those the circle had before."""
        for person in self.head.people:
            key = same_name(person.name)
            if person.merged_into and key not in existing:
                merged_into = self.people[same_name(person.merged_into)]
                Player.objects.filter(pk=self.people[key]).update(merged_into=merged_into)

    def _merged(self) -> set[tuple[int, int | None]]:
        return set(Player.objects.filter(pk__in=self.people.values()).values_list("pk", "merged_into"))

    def write_evening(self, evening: Evening) -> None:
        """Write an evening, or compare it with the one that the circle has already; raises ReadError."""
        if row := self.existing.get(evening.id):
            self.result.here += 1
            if not self._is_same(evening, row):
                self.result.different.append(row.public_id)
            return
        if len(self.existing) + self.result.sessions >= SESSIONS_OF_CIRCLE:
            raise ReadError("sessions", "list.many", count=SESSIONS_OF_CIRCLE + 1, most=SESSIONS_OF_CIRCLE)
        ready = prepare(evening.document, evening.seats)
        with transaction.atomic():
            save_evening(self.staging, evening, ready, self.people)
        self.result.sessions += 1
        self.result.rounds += len(evening.entries)

    def _is_same(self, evening: Evening, row: GameSession) -> bool:
        """Whether the circle's evening equals that of the file, but for renamed people."""
        stand_ins = chain(evening.playing, *(entry.stand_ins for entry in evening.entries))
        everybody = chain(evening.seats, (item.by for item in stand_ins))
        names: dict[int | None, str] = {self.people[same_name(name)]: name for name in everybody}
        try:
            [stored] = evenings(GameSession.objects.filter(pk=row.pk), names)
        except KeyError:  # a person who is not in the file
            return False
        return stored.content == evening.content

    @retry_transaction
    def publish(self, device: Device | None) -> ImportResult:
        """Move everything to the circle in one transaction.

        Raises IntegrityError where the same was added or merged concurrently, and Circle.DoesNotExist where
        the staging circle was deleted.
        """
        result = replace(self.result, left=[])
        lock_row(self.circle)
        lock_row(self.staging)
        if self._merged() != self.merged:
            raise IntegrityError("people of the file were merged, or unmerged, meanwhile")
        self.staging.players.update(circle=self.circle)
        self._import_nights()
        result.rule_sets = sum(sets.import_rules(self.circle, rules) for rules in self.head.rule_sets)
        for season in self.head.seasons:
            try:
                result.seasons += import_season(self.circle, asdict(season))
            except SeasonsOverlap:
                result.left.append(season.name)
        sessions = {row.uid: row for row in self.circle.sessions.all()} if self.head.bills else {}
        settled = [save_bill(self.circle, bill, self.people, sessions) for bill in self.head.bills]
        result.bills, result.bills_left = settled.count(True), settled.count(None)
        if result.anything:
            log_change(self.circle, CircleChange.Action.FILE, device, after={"tables": result.sessions})
        return result

    def _import_nights(self) -> None:
        """Move the evenings to the nights of the circle; nights without a name get that of the file."""
        for night in self.staging.nights.all():
            night.sessions.update(circle=self.circle, night=night_at(self.circle, night.day))
        number_tables(self.circle.sessions.all())
        for named in self.head.nights:
            self.circle.nights.filter(day=named.day, name="").update(name=named.name)


def save_evening(circle: Circle, evening: Evening, ready: Prepared, people: People) -> None:
    """Write an evening and its results; to be called within a transaction, which blocks other writers."""
    night = night_at(circle, evening.night or night_of(evening.started_at))
    columns = {column: getattr(evening, column) for column in COLUMNS}
    session = new_session(night, ready, origin=evening.id, **columns)
    session.started_at = evening.started_at
    session.save(update_fields=("started_at",))
    playing = {item.seat: item for item in evening.playing}
    Seat.objects.bulk_create(
        Seat(
            session=session,
            player_id=people[same_name(name)],
            number=number,
            initial=number < ready.players,
            played_by_id=people[same_name(playing[name].by)] if name in playing else None,
            keeps_figures=name in playing and playing[name].keeps_figures,
        )
        for number, name in enumerate(evening.seats)
    )
    table = Table(session, writes=True)
    keys = new_rounds(table, _lines(evening, ready))
    _stand_in(keys, evening, table.keys, people)
    counted = [key for key, entry in zip(keys, evening.entries, strict=True) if entry.taken_back is None]
    results.store_results(table, zip(counted, ready.records, strict=True))
    _pay(session, evening)
    store_open_debts(table)


def _lines(evening: Evening, ready: Prepared) -> list[RoundLine]:
    """All rounds in order, with voided ones."""
    ruleset, numbers, counted = evening.document.ruleset, evening.numbers, iter(ready.rounds)
    return [
        RoundLine(next(counted), entry.at)
        if entry.taken_back is None
        else RoundLine(write_round(ruleset, entry.taken_back, numbers), entry.at, voided=True)
        for entry in evening.entries
    ]


def _stand_in(keys: Sequence[int], evening: Evening, seats: Keys, people: People) -> None:
    numbers = evening.numbers
    rows: list[tuple[Value, ...]] = [
        (key, seats[numbers[item.seat]], people[same_name(item.by)], item.keeps_figures)
        for key, entry in zip(keys, evening.entries, strict=True)
        for item in entry.stand_ins
    ]
    insert(StandInRow, ("round", "seat", "player", "keeps_figures"), rows)


def _pay(session: GameSession, evening: Evening) -> None:
    numbers = evening.numbers
    now = evening.document.rate.unit if evening.document.rate else ""
    rows: list[tuple[Value, ...]] = [
        (
            session.pk,
            numbers[payment.payer],
            numbers[payment.payee],
            payment.points,
            payment.money,
            (payment.unit or now) if payment.money else "",
            payment.at,
            payment.taken_back,
        )
        for payment in evening.payments
    ]
    insert(SettlementPaid, ("session", "payer", "payee", "points", "money", "unit", "at", "undone_at"), rows)


def save_bill(circle: Circle, bill: Bill, people: People, sessions: Mapping[str, GameSession]) -> bool | None:
    """Create a combined settlement of a file; False if the circle has it already, None if it cannot.

    It cannot if one of its evenings is missing, running, in another settlement, or in another unit.
    """
    if circle.bills.filter(created_at=bill.at, unit=bill.unit, game=bill.game).exists():
        return False
    rows = [sessions[uid] for uid in bill.sessions if uid in sessions]
    wanted = bill.unit, bill.game
    if len(rows) < len(bill.sessions) or any(
        row.ended_at is None or row.bill_id or row.kind != wanted for row in rows
    ):
        return None
    made = BillRow.objects.create(
        circle=circle,
        unit=bill.unit,
        game=bill.game,
        dissolved_at=bill.dissolved,
        night=_night_of(circle, bill),
    )
    BillRow.objects.filter(pk=made.pk).update(created_at=bill.at)
    GameSession.objects.filter(pk__in=[row.pk for row in rows]).update(bill=made)
    given: list[tuple[Value, ...]] = [
        (
            made.pk,
            people.get(same_name(payment.payer)),  # None is the bank
            people.get(same_name(payment.payee)),
            payment.amount,
            f"file-{number}",
            payment.at,
            payment.taken_back,
        )
        for number, payment in enumerate(bill.payments)
    ]
    insert(BillPayment, ("bill", "payer", "payee", "amount", "key", "at", "undone_at"), given)
    store_bill_debts(made)
    return True


def _night_of(circle: Circle, bill: Bill) -> Night | None:
    """The night that a bill settles, unless that has one already: then the bill belongs to no night."""
    night = circle.nights.filter(day=bill.night).first() if bill.night else None
    if night and not bill.dissolved and night.bills.filter(unit=bill.unit, dissolved_at=None).exists():
        return None
    return night
