"""読み: the queries that a table is read by."""

from django.db.models import Count, Exists, F, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from scorekeeper.server.statements import Select, Slot

from .models import (
    Hand,
    Round,
    RoundEdit,
    RoundResult,
    Seat,
    SeatResult,
    SettlementPaid,
    StandIn,
    hand_rows,
    holder_of,
)
from .numbering import with_counted

NEWEST = 2
"""Results that every table begins with: the last round's, and what that one began with."""


seats_of = Select(
    lambda: (
        Seat.objects.filter(session=Slot("session"))
        .select_related("player", "played_by")
        .annotate(stood_in=Exists(StandIn.objects.filter(seat=OuterRef("pk"))))
    )
)
newest_of = Select(
    lambda: (
        RoundResult.objects.filter(session=Slot("session"))
        .defer("outcome")
        .annotate(place=F("round__position"))
        .order_by("-number")[:NEWEST]
    )
)
payments_of = Select(
    lambda: (
        SettlementPaid.objects.filter(session=Slot("session"))
        .select_related("device")
        .annotate(holder=holder_of("device"))
    )
)
shares_of = Select(
    lambda: (
        SeatResult.objects.filter(
            result__session=Slot("session"),
            result__number__gte=Slot("first"),
            result__number__lte=Slot("last"),
        )
        .order_by()
        .values_list("result_id", "seat__number", "gain", "balance", "parts")
    )
)


def with_results(rounds: "QuerySet[Round]") -> "QuerySet[Round]":
    """Rounds with their results, who recorded them, how often each was corrected (``changes``), and what
    ``numbered`` needs."""
    edits = RoundEdit.objects.filter(round=OuterRef("pk"), action=RoundEdit.Action.EDIT)
    count = edits.order_by().values("round").annotate(count=Count("pk")).values("count")
    result = rounds.select_related("entered_by", "result").defer("result__state")
    return with_counted(result).annotate(changes=Coalesce(Subquery(count), 0))


def _between(way: str = "") -> dict[str, Slot]:
    """The rounds of a session from one number to another, found by what leads to a round."""
    bounds = {"session": "session", "position__gte": "first", "position__lte": "last"}
    return {f"{way}{column}": Slot(name) for column, name in bounds.items()}


rounds_of = Select(lambda: Round.objects.filter(**_between()))
shown_of = Select(lambda: with_results(Round.objects.filter(**_between())))
hands_of = Select(lambda: hand_rows(Hand.objects.filter(**_between("round__"))))
