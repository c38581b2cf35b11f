"""夜ごと: sessions by night and by month."""

from dataclasses import dataclass, replace
from datetime import date

from django.db.models import Count, QuerySet, Sum
from django.db.models.functions import Coalesce, TruncMonth

from scorekeeper.circles.models import Player
from scorekeeper.play.models import GameSession

from .scope import Scope


@dataclass(frozen=True, slots=True)
class NightRounds:
    """夜: how many rounds were played in a night."""

    day: date
    rounds: int


def sessions(scope: Scope, player: Player | None = None) -> "QuerySet[GameSession]":
    """The sessions of a scope, newest first; with ``player`` those in which that person played."""
    rows = scope.sessions()
    return rows.filter(tallies__player=player) if player else rows


def played(scope: Scope, player: Player | None = None) -> "QuerySet[GameSession]":
    """Those of them with a round, running ones too; with ``player`` with a round of that person's."""
    rows = replace(scope, rounds=scope.rounds or 1).sessions()
    return rows.filter(tallies__player=player, tallies__rounds__gt=0) if player else rows


def nights(sessions: "QuerySet[GameSession]") -> list[NightRounds]:
    """The nights of some sessions, oldest first."""
    rows = sessions.order_by().values("night__day").annotate(sum=Coalesce(Sum("tallied__rounds"), 0))
    return [NightRounds(*row) for row in rows.order_by("night__day").values_list("night__day", "sum")]


def months(sessions: "QuerySet[GameSession]") -> dict[date, tuple[int, int]]:
    """The numbers of nights and rounds in each month, by its first day."""
    rows = sessions.order_by().annotate(month=TruncMonth("night__day")).values("month")
    sums = rows.annotate(nights=Count("night", distinct=True), sum=Coalesce(Sum("tallied__rounds"), 0))
    return {month: (nights, sum) for month, nights, sum in sums.values_list("month", "nights", "sum")}


def points_elsewhere(scope: Scope) -> int:
    """Points in the pot or with the bank, over all sessions of a scope; with their sign in tallies."""
    return int(scope.sessions().order_by().aggregate(sum=Coalesce(Sum("tallied__elsewhere"), 0))["sum"])
