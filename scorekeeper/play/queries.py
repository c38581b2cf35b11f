"""読み: the queries that a table is read by."""

from collections.abc import Iterable

from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from .models import Round, RoundEdit, RoundResult, Seat, SeatResult, SettlementPaid, holder_of
from .numbering import with_counted

NEWEST = """SELECT result.*, round.position AS place,
        (SELECT COUNT(*) FROM play_roundedit WHERE round_id = round.id AND action = 'edit') AS changes
    FROM play_roundresult AS result JOIN play_round AS round ON round.id = result.round_id
    WHERE result.session_id = %s ORDER BY result.number DESC LIMIT 2
"""
"""Results that every table begins with: the last round's, and what that one began with."""


def seats_of(session: int) -> list[Seat]:
    """Everybody who ever sat down, in the order of their numbers."""
    return list(Seat.objects.filter(session=session).select_related("player"))


def newest_of(session: int) -> list[RoundResult]:
    """The last results of a session, the newest first, each with the ``place`` of its round and how often
    that was corrected (``changes``)."""
    return list(RoundResult.objects.raw(NEWEST, (session,)))


def payments_of(session: int) -> list[SettlementPaid]:
    """The payments that count, in the order of the ticks, each with who holds the phone (``holder``)."""
    payments = SettlementPaid.objects.filter(session=session, undone_at=None)
    return list(payments.select_related("device").annotate(holder=holder_of("device")))


def shares_of(session: int, first: int, last: int) -> Iterable[tuple[int, int, int, int, str]]:
    """Key of the round, number of the seat, gain, balance and parts, of results with these numbers."""
    shares = SeatResult.objects.filter(result__session=session, result__number__range=(first, last))
    return shares.order_by().values_list("result_id", "seat__number", "gain", "balance", "parts")


def last_of(result: RoundResult) -> Round:
    """The round of a result, as one ``with_results``."""
    row = Round.objects.get(pk=result.round_id)
    row.result = result
    vars(row).update(changes=vars(result)["changes"], counts=result.counts, counted=result.state["counted"])
    return row


def with_results(rounds: "QuerySet[Round]") -> "QuerySet[Round]":
    """Rounds with their results, who recorded them, how often each was corrected (``changes``), and what
    ``numbered`` reads."""
    edits = RoundEdit.objects.filter(round=OuterRef("pk"), action=RoundEdit.Action.EDIT)
    corrections = edits.order_by().values("round").annotate(count=Count("pk")).values("count")
    rows = rounds.select_related("entered_by", "result").defer("result__state")
    return with_counted(rows).annotate(changes=Coalesce(Subquery(corrections), 0))
