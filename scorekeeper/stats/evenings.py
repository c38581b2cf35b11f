"""夜ごと: which evenings there were, how long they were and who stood first."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from django.db.models import BigIntegerField, Count, QuerySet, Sum
from django.db.models.fields.json import KT
from django.db.models.functions import Cast, Coalesce, TruncMonth
from django.utils import timezone

from scorekeeper.circles.models import Player
from scorekeeper.play.models import GameSession

from .models import Tally
from .scope import Scope


@dataclass(frozen=True, slots=True)
class Night:
    """A day on which was played: the rounds of all its sessions, by address, that begun first in front."""

    day: date
    rounds: int
    sessions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Placed:
    """What a session came to for one person, by key; equal points share a place."""

    player: int
    points: int
    place: int


def sessions(scope: Scope, player: Player | None = None) -> "QuerySet[GameSession]":
    """The sessions of a scope, newest first; with ``player`` those in which that person played."""
    found = scope.sessions()
    return found.filter(tallies__player=player) if player else found


def nights(found: "QuerySet[GameSession]") -> list[Night]:
    """The days of some sessions, oldest first, as they are where the server stands."""
    days: dict[date, list[tuple[str, int]]] = defaultdict(list)
    rows = found.order_by("started_at", "pk").values_list("public_id", "started_at", "tallied__rounds")
    for sid, at, rounds in rows:
        days[timezone.localdate(at)].append((sid, rounds or 0))
    return [
        Night(day, sum(rounds for _, rounds in rows), tuple(sid for sid, _ in rows))
        for day, rows in days.items()
    ]


def months(found: "QuerySet[GameSession]") -> dict[date, tuple[int, int]]:
    """How many of some sessions, and of their rounds, fell into each month, by its first day."""
    rows = found.order_by().annotate(month=TruncMonth("started_at")).values("month")
    sums = rows.annotate(count=Count("pk"), sum=Coalesce(Sum("tallied__rounds"), 0))
    return {
        timezone.localdate(month): (count, sum)
        for month, count, sum in sums.values_list("month", "count", "sum")
    }


def places(found: Iterable[GameSession]) -> dict[int, list[Placed]]:
    """Everybody's points in each of some sessions, by key of the session, most first."""
    rows = Tally.objects.filter(session__in=list(found)).order_by("place", "pk")
    by_session: dict[int, list[Placed]] = defaultdict(list)
    for session, player, points, place in rows.values_list("session", "player", "points", "place"):
        by_session[session].append(Placed(player, points, place))
    return by_session


def elsewhere(scope: Scope) -> int:
    """Points that lie in the pot or with the bank, over all sessions of a scope."""
    points = Cast(KT("standing__elsewhere"), BigIntegerField())
    return int(scope.sessions().order_by().aggregate(sum=Coalesce(Sum(points), 0))["sum"])
