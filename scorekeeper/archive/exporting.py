"""控えを書く: export a circle as a file, with its evenings as they were entered."""

import json
from collections.abc import Iterable, Iterator, Mapping

from django.db.models import Prefetch, QuerySet

from scorekeeper.circles.models import Circle, Player
from scorekeeper.play.models import GameSession, Round, RoundResult, SettlementPaid, with_hands, with_players
from scorekeeper.play.nights import night_of
from scorekeeper.play.table import Table
from scorekeeper.rules.models import RuleSet as KeptRules
from scorekeeper.rules.rule_sets import SavedRules
from scorekeeper.rules.sets import columns_of, load_saved
from scorekeeper.scoring.core import BANK
from scorekeeper.scoring.facts import write_record
from scorekeeper.scoring.reading import Json
from scorekeeper.scoring.registry import RULESETS
from scorekeeper.server.database import snapshot

from .circle import (
    COLUMNS,
    Bill,
    BillTransfer,
    CircleSettings,
    Evening,
    Head,
    NightName,
    Person,
    RecordedPayment,
    RoundEntry,
    SeasonDates,
    StandIn,
    write_evening,
    write_head,
)

AT_ONCE = 10
"""Sessions that are read together; more long ones would exceed the parameters of a query in SQLite."""

Names = Mapping[int | None, str]
"""Names of people by primary key."""


def export_circle(circle: Circle) -> Iterator[str]:
    """The chunks of a circle's file, with a line for each evening; raises ReadError.

    Names are read first and people written last, so that the file is consistent if somebody is renamed or
    joins a running table meanwhile.
    """
    names = ExportNames(circle)
    seasons = (SeasonDates(row.name, row.first, row.last) for row in circle.seasons.order_by("first"))
    nights = (NightName(row.day, row.name) for row in circle.nights.exclude(name="").order_by("day"))
    parts = tuple(_rule_sets(circle)), tuple(seasons), tuple(_bills(circle, names)), tuple(nights)
    head = write_head(Head(CircleSettings(circle.name, circle.least_rounds), (), *parts))
    yield f'{{"format": {_json(head["format"])},\n"circle": {_json(head["circle"])},\n'
    for key in ("rule_sets", "seasons", "bills", "nights"):
        if key in head:
            yield from _list(key, head[key])
    sessions = circle.sessions.filter(game__in=list(RULESETS))
    yield from _list("sessions", map(write_evening, evenings(sessions, names)))
    yield from _list("people", (write_record(person, {}) for person in _people(circle, names)), "\n}\n")


def _json(data: object) -> str:
    return json.dumps(data, ensure_ascii=False)


def _list(key: str, items: Iterable[Json], end: str = ",\n") -> Iterator[str]:
    yield f'"{key}": ['
    for number, item in enumerate(items):
        yield f"{',' if number else ''}\n{_json(item)}"
    yield f"]{end}"


class ExportNames(dict[int | None, str]):
    """Names of people by primary key, as they were at the start of an export; None is the bank."""

    def __init__(self, circle: Circle) -> None:
        super().__init__(circle.players.values_list("pk", "name"))
        self[None] = BANK

    def __missing__(self, key: int) -> str:
        """The name of a person who was added since."""
        return self.setdefault(key, Player.objects.get(pk=key).name)


def _people(circle: Circle, names: Names) -> Iterator[Person]:
    for row in circle.players.order_by("pk"):
        merged_into = names[row.merged_into_id] if row.merged_into_id else ""
        yield Person(names[row.pk], row.reading, row.mark, row.color, row.guest, row.hidden, merged_into)


def _rule_sets(circle: Circle) -> Iterator[SavedRules]:
    rows = circle.rule_sets.filter(game__in=list(RULESETS)).order_by("created_at", "pk")
    earlier: dict[int | None, list[KeptRules]] = {}
    for row in rows:
        earlier.setdefault(row.current_id, []).append(row)
    for row in earlier.get(None, ()):
        yield _rules(row, tuple(_rules(version) for version in earlier.get(row.pk, ())))


def _rules(row: KeptRules, earlier: tuple[SavedRules, ...] = ()) -> SavedRules:
    """Rules as this version writes them."""
    columns = columns_of(load_saved(row))
    return SavedRules(**columns, created_at=row.created_at, archived_at=row.archived_at, earlier=earlier)


def _bills(circle: Circle, names: Names) -> Iterator[Bill]:
    for row in circle.bills.select_related("night").prefetch_related("sessions", "payments").order_by("pk"):
        payments = (
            BillTransfer(
                names[payment.payer_id],
                names[payment.payee_id],
                payment.amount,
                payment.at,
                payment.undone_at,
            )
            for payment in row.payments.all()
        )
        ids = sorted(session.uid for session in row.sessions.all())
        night = row.night.day if row.night else None
        yield Bill(row.created_at, row.unit, row.game, tuple(ids), tuple(payments), row.dissolved_at, night)


def evenings(sessions: "QuerySet[GameSession]", names: Names) -> Iterator[Evening]:
    """Sessions as they were entered, oldest first, each read within a snapshot.

    Raises ReadError where this version cannot read what an earlier one has stored.
    """
    keys = list(sessions.order_by("started_at", "pk").values_list("pk", flat=True))
    for start in range(0, len(keys), AT_ONCE):
        some = GameSession.objects.filter(pk__in=keys[start : start + AT_ONCE]).order_by("started_at", "pk")
        some = some.select_related("night").prefetch_related(
            Prefetch("results", RoundResult.objects.none()),
            with_players(),
            "rounds__stand_ins",
            "payments",
        )
        with snapshot():
            batch = list(some)
            with_hands(row for session in batch for row in session.rounds.all())
            read = [_evening(session, names) for session in batch]
        yield from read


def _evening(session: GameSession, names: Names) -> Evening:
    seats = list(session.seats.all())
    for seat in seats:
        seat.player.name = names[seat.player_id]
    table, rows = Table(session, prefetched=True), list(session.rounds.all())
    seated = {seat.pk: seat.player.name for seat in seats}

    def stand_ins(row: Round) -> tuple[StandIn, ...]:
        rows = row.stand_ins.all()
        return tuple(
            StandIn(seated[item.seat_id], names[item.player_id], item.keeps_figures) for item in rows
        )

    return Evening(
        id=session.uid,
        **{column: getattr(session, column) for column in COLUMNS},
        document=table.document([row.facts for row in rows if not row.voided]),
        seats=tuple(table.numbers),
        entries=tuple(
            RoundEntry(row.created_at, table.recall(row.facts) if row.voided else None, stand_ins(row))
            for row in rows
        ),
        playing=tuple(
            StandIn(seat.player.name, names[seat.played_by_id], seat.keeps_figures)
            for seat in seats
            if seat.played_by_id
        ),
        payments=tuple(_payment(table, row) for row in session.payments.all()),
        night=None if session.night.day == night_of(session.started_at) else session.night.day,
    )


def _payment(table: Table, row: SettlementPaid) -> RecordedPayment:
    debt, now = table.debt(row), table.rate.unit if table.rate else ""
    return RecordedPayment(
        payer=debt.payer,
        payee=debt.payee,
        points=debt.points,
        money=debt.money,
        unit=row.unit if row.unit != now else "",
        at=row.at,
        taken_back=row.undone_at,
    )
