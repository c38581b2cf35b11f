"""卓をまたぐ精算: who owes whom over all running tables of a circle."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from math import lcm

from django.db.models import F, OuterRef, Prefetch, Subquery, prefetch_related_objects

from scorekeeper.circles.models import Circle
from scorekeeper.scoring.settlement import fewest_payments

from .models import GameSession, RoundResult, Seat, SettlementPaid
from .table import Table


@dataclass(frozen=True, slots=True)
class Owing:
    """The fewest payments over several tables.

    ``unit`` is that of all of them, empty for points; where ``mixed`` they are played for different units
    and cannot be joined.
    """

    tables: int
    unit: str
    debts: tuple[tuple[str, str, Decimal], ...] = ()
    mixed: bool = False


def running_tables(circle: Circle) -> list[Table]:
    """The circle's running sessions, oldest first, with what debts come from, in a few queries."""
    running = circle.sessions.filter(ended_at=None).order_by("started_at", "pk")
    newest = RoundResult.objects.filter(session=OuterRef("pk")).order_by("-number").values("pk")[:1]
    sessions = list(running.annotate(newest=Subquery(newest)))
    last = RoundResult.objects.filter(pk__in=[session.newest for session in sessions])
    seats = Seat.objects.select_related("player").annotate(revision=F("session__revision"))
    prefetch_related_objects(
        sessions,
        Prefetch("results", last.annotate(place=F("round__position"))),
        Prefetch("payments", SettlementPaid.objects.select_related("device")),
        Prefetch("seats", seats),
    )
    return [Table(session, prefetched=_of_one_moment(session)) for session in sessions]


def _of_one_moment(session: GameSession) -> bool:
    """Whether nothing was changed until the last of a session's rows, its seats, were read."""
    return all(getattr(seat, "revision", None) == session.revision for seat in session.seats.all())


def owing(tables: Sequence[Table]) -> Owing | None:
    """Who owes whom over these tables; None where fewer than two owe anything."""
    open_tables = [table for table in tables if table.final.debts]
    if len(open_tables) < 2:
        return None
    units = {_unit(table.session) for table in open_tables}
    if len(units) > 1:
        return Owing(len(open_tables), "", mixed=True)
    return Owing(len(open_tables), units.pop(), tuple(_joined(open_tables)))


def _unit(session: GameSession) -> str:
    return str(session.rate["unit"]) if session.rate else ""


def _joined(tables: Sequence[Table]) -> list[tuple[str, str, Decimal]]:
    """The fewest payments instead of those of every table; amounts are counted in their largest common step.

    People stand in the order in which they first sat down, so that paying one suggestion at its table leaves
    the others in their order.
    """
    owed = {name: Fraction(0) for table in tables for name in table.numbers}
    for debt in (debt for table in tables for debt in table.final.debts):
        amount = Fraction(debt.money) if debt.money else Fraction(debt.points)
        owed[debt.payer] = owed.get(debt.payer, Fraction(0)) - amount
        owed[debt.payee] = owed.get(debt.payee, Fraction(0)) + amount
    step = lcm(*(amount.denominator for amount in owed.values()))
    plan = fewest_payments({name: int(amount * step) for name, amount in owed.items()})
    return [(one.payer, one.payee, Decimal(one.amount) / step) for one in plan.payments]
