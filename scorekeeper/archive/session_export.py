"""夜を写す: sessions as a circle's file holds them: what was entered, and nothing that follows."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence

from django.db.models import Prefetch, QuerySet

from scorekeeper.play.models import GameSession, Round, RoundResult, Seat, SettlementPaid, with_hands
from scorekeeper.play.models import StandIn as StandInRow
from scorekeeper.play.nights import night_of
from scorekeeper.play.table import Table
from scorekeeper.server.database import snapshot

from .circle import Evening, RecordedPayment, RoundEntry, StandIn

AT_ONCE = 10
"""Sessions that are read together; more of the longest would name more rounds than a query of SQLite may."""

NameOf = Callable[[int], str]
"""What people are called, by their keys."""
StandIns = Mapping[int, Sequence[StandInRow]]
"""Who played for whom, by the keys of rounds."""


def evenings(sessions: "QuerySet[GameSession]", name_of: NameOf) -> Iterator[Evening]:
    """Sessions as they were entered, oldest first, each as it was at one moment.

    Raises ReadError where this version cannot read what an earlier one has kept.
    """
    keys = list(sessions.order_by("started_at", "pk").values_list("pk", flat=True))
    for start in range(0, len(keys), AT_ONCE):
        some = GameSession.objects.filter(pk__in=keys[start : start + AT_ONCE])
        some = (
            some.select_related("night")
            .order_by("started_at", "pk")
            .prefetch_related(
                Prefetch("results", RoundResult.objects.none()),
                Prefetch("payments", SettlementPaid.objects.all()),
                Prefetch("seats", Seat.objects.select_related("player")),
                Prefetch("rounds", Round.objects.all()),
            )
        )
        stand_ins: dict[int, list[StandInRow]] = defaultdict(list)
        with snapshot():
            batch = list(some)
            with_hands(row for session in batch for row in session.rounds.all())
            for one in StandInRow.objects.filter(round__session__in=batch):
                stand_ins[one.round_id].append(one)
            read = [_evening(session, stand_ins, name_of) for session in batch]
        yield from read


def _evening(session: GameSession, stand_ins: StandIns, name_of: NameOf) -> Evening:
    seats = list(session.seats.all())
    for seat in seats:
        seat.player.name = name_of(seat.player_id)
    table, rows = Table(session, prefetched=True), list(session.rounds.all())
    names = {seat.pk: seat.player.name for seat in seats}

    def stands_in(one: StandInRow) -> StandIn:
        return StandIn(names[one.seat_id], name_of(one.player_id), one.keeps_figures)

    return Evening(
        id=session.uid,
        started=session.started_at,
        document=table.document([row.facts for row in rows if not row.voided]),
        seats=tuple(table.numbers),
        entries=tuple(
            RoundEntry(
                row.created_at,
                table.recall(row.facts) if row.voided else None,
                tuple(map(stands_in, stand_ins.get(row.pk, ()))),
            )
            for row in rows
        ),
        title=session.title,
        rules_name=session.rules_name,
        ended=session.ended_at,
        hidden_hands=session.hidden_hands,
        second_person=session.second_person,
        playing=tuple(
            StandIn(seat.player.name, name_of(seat.played_by_id), seat.keeps_figures)
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
