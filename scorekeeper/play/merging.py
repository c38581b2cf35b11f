"""統合: two entries that are one person become one, and two again within a month."""

from datetime import timedelta

from django.db.models import BigIntegerField, Case, F, Q, QuerySet, Sum, When
from django.utils import timezone

from scorekeeper.circles.models import CircleChange, Device, Membership, Player
from scorekeeper.circles.services import note

from . import results
from .debts import store_bill_debts
from .models import Bill, BillPayment, GameSession, Merge, OpenDebt, Seat, SeatResult, StandIn
from .people import PersonChanged, check_unchanged, lock_tables, notify_tables, tables_of
from .transactions import retry_transaction

UNDO = timedelta(days=30)
"""For how long two people that were merged can be taken apart again."""


class SatTogether(Exception):
    """Both sat at one table, so that they are two: ``tables``."""

    def __init__(self, tables: list[GameSession]) -> None:
        super().__init__(len(tables))
        self.tables = tables


def points_of(gone: Player) -> "QuerySet[SeatResult, tuple[str, int]]":
    """The points of a person in each game; where the fewest win, they count against their owner."""
    rows = SeatResult.objects.filter(player=gone).order_by("result__session__game")
    lost, number = When(result__session__standing__low=True, then=-F("gain")), BigIntegerField()
    points = Sum(Case(lost, default="gain", output_field=number))
    return rows.values_list("result__session__game").annotate(sum=points)


def sat_together(one: Player, other: Player) -> "QuerySet[GameSession]":
    return tables_of(one).filter(pk__in=tables_of(other).values("pk"))


def undoable(kept: Player) -> "QuerySet[Merge]":
    """The merges into a person that can still be undone, latest first."""
    since = timezone.now() - UNDO
    return kept.merges.filter(undone_at=None, at__gte=since).select_related("gone")


@retry_transaction
def merge(kept: Player, gone: Player, device: Device | None, seen: int) -> Merge:
    """Move everything of ``gone`` to ``kept``; the name of ``gone`` then means ``kept``.

    ``seen`` is the last change of either that the form knew of.  Raises PersonChanged and SatTogether.
    """
    tables = lock_tables(kept.circle, tables_of(gone))
    for player in (kept, gone):
        check_unchanged(player, seen)
        if not Player.objects.filter(pk=player.pk, merged_into=None).exists():
            raise PersonChanged([])
    if both := list(sat_together(kept, gone)):
        raise SatTogether(both)
    held = Membership.objects.filter(player=gone)
    row = Merge.objects.create(
        kept=kept,
        gone=gone,
        sessions=[table.pk for table in tables],
        memberships=list(held.values_list("pk", flat=True)),
        hidden=gone.hidden,
    )
    held.update(player=kept)
    Player.objects.filter(pk=gone.pk).update(merged_into=kept, hidden=True)
    _move(row, gone, kept)
    _notify(row, CircleChange.Action.MERGE, tables, device, gone, kept)
    return row


@retry_transaction
def take_apart(row: Merge, device: Device | None) -> None:
    """Make two of one again, as they were; what was played since at new tables stays with who is kept.

    Raises PersonChanged where that was done already or is too late, and SatTogether where both sit at one of
    the tables by now.
    """
    kept, gone = row.kept, row.gone
    tables = lock_tables(kept.circle, GameSession.objects.filter(pk__in=row.sessions).order_by("pk"))
    if not undoable(kept).filter(pk=row.pk).update(undone_at=timezone.now()):
        raise PersonChanged([])
    if both := [table for table in sat_together(kept, gone) if table.pk in row.sessions]:
        raise SatTogether(both)
    Membership.objects.filter(pk__in=row.memberships, player=kept).update(player=gone)
    Player.objects.filter(pk=gone.pk).update(merged_into=None, hidden=row.hidden)
    _move(row, kept, gone)
    _notify(row, CircleChange.Action.UNMERGE, tables, device, kept, gone)


def _move(row: Merge, giver: Player, taker: Player) -> None:
    """Hand on what is about the tables of a merger, at none of which both sat, and payments of bills."""
    seats = Seat.objects.filter(session__in=row.sessions)
    seats.filter(player=giver).update(player=taker)
    seats.filter(played_by=giver).update(played_by=taker)
    StandIn.objects.filter(seat__session__in=row.sessions, player=giver).update(player=taker)
    results.reassign_player(row.sessions, giver, taker)
    given, got = BillPayment.objects.filter(payer=giver), BillPayment.objects.filter(payee=giver)
    if row.undone_at is None and giver == row.gone:  # else those are handed back that were handed on
        row.paid, row.received = (list(some.values_list("pk", flat=True)) for some in (given, got))
        row.save(update_fields=["paid", "received"])
    given.filter(pk__in=row.paid).update(payer=taker)
    got.filter(pk__in=row.received).update(payee=taker)
    open_ = OpenDebt.objects.filter(session__in=row.sessions)
    open_.filter(payer=giver).update(payer=taker)
    open_.filter(payee=giver).update(payee=taker)
    of_either = Q(sessions__in=row.sessions) | Q(payments__in=[*row.paid, *row.received])
    for bill in Bill.objects.filter(of_either).order_by("pk").distinct():
        store_bill_debts(bill)


def _notify(
    row: Merge,
    action: CircleChange.Action,
    tables: list[GameSession],
    device: Device | None,
    before: Player,
    after: Player,
) -> None:
    was, now = {"name": before.name}, {"name": after.name}
    note(row.kept.circle, action, device, was, now, player=row.kept)
    notify_tables(tables, device, was, {**now, "player": after.pk})
