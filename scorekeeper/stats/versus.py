"""対戦: who has taken how much from whom."""

from collections import Counter, defaultdict
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, F, Min, Q, QuerySet, Sum

from scorekeeper.circles.models import Player
from scorekeeper.play.models import Flow

from .models import Claim, Versus
from .scope import Scope, listed

Matrix = dict[tuple[int, int], int]
"""What one person took from another less what was given back, by their keys; both ways, summing to zero."""


def matrix(scope: Scope) -> Matrix:
    """全員の対戦: every two people between whom points moved."""
    found: Matrix = defaultdict(int)
    for giver, taker, points in paid(scope.versus()):
        found[taker, giver] += points
        found[giver, taker] -= points
    return dict(found)


def from_others(scope: Scope) -> dict[int, int]:
    """ほかから: what each took from guests and hidden people, less what was given back."""
    found: dict[int, int] = defaultdict(int)
    left_out = ~listed("giver__") | ~listed("taker__")
    for giver, taker, points in paid(scope.versus(guests=True).filter(left_out)):
        found[taker] += points
        found[giver] -= points
    return dict(found)


def rivals(scope: Scope, player: Player) -> dict[int, int]:
    """相手ごと: what a person took from each of the others, less what was given back; also of a guest."""
    took = Q(taker=player) & listed("giver__")
    gave = Q(giver=player) & listed("taker__")
    own = scope.versus(guests=True).filter(took | gave)
    found: dict[int, int] = defaultdict(int)
    for giver, taker, points in paid(own):
        if taker == player.pk:
            found[giver] += points
        else:
            found[taker] -= points
    return dict(found)


def paid(rows: "QuerySet[Versus]") -> "QuerySet[Versus, tuple[int, int, int]]":
    """Giver, taker and all points, once for each two."""
    sums = rows.values("giver", "taker").annotate(sum=Sum("points"))
    return sums.values_list("giver", "taker", "sum")


@dataclass(frozen=True, slots=True)
class Numbers:
    """ドボンした数: how often each of two claimed a number on the other."""

    own: Counter[int]
    other: Counter[int]


def numbers(scope: Scope, player: Player, other: Player) -> Numbers:
    """On which numbers two people claimed on each other."""
    return Numbers(_claimed(scope, player, other), _claimed(scope, other, player))


def _claimed(scope: Scope, caller: Player, victim: Player) -> Counter[int]:
    return favourites(scope.claims().filter(caller=caller, victim=victim))


def favourites(claims: "QuerySet[Claim]") -> Counter[int]:
    """How often each number was claimed."""
    known = claims.filter(number__isnull=False).values("number").annotate(sum=Sum("times"))
    return Counter({number: times for number, times in known.values_list("number", "sum") if number})


def course(scope: Scope, player: Player, other: Player) -> list[tuple[int, int]]:
    """What a person took from another less what was given back, evening by evening from the first on.

    The key of each session in which points moved between them, with the points of that evening.
    """
    rows = _between(scope, player, other).order_by("session__started_at", "session_id")
    found: dict[int, int] = defaultdict(int)
    for session, taker, points in rows.values_list("session", "taker", "points"):
        found[session] += points if taker == player.pk else -points
    return list(found.items())


def _between(scope: Scope, player: Player, other: Player) -> "QuerySet[Versus]":
    pair = [player.pk, other.pk]
    return scope.versus(guests=True).filter(giver__in=pair, taker__in=pair)


def largest(scope: Scope, player: Player, other: Player, most: int) -> "QuerySet[Flow]":
    """大きかった回: the largest payments between two people, with their rounds and sessions.

    They lie in the sessions that have the largest of all, so that no other round is looked at.
    """
    rows = _between(scope, player, other).order_by("-largest", "-session_id")
    sessions = list(rows.values_list("session", flat=True)[:most])
    pair = [player.pk, other.pk]
    found = Flow.objects.filter(giver__in=pair, taker__in=pair, result__session__in=sessions)
    found = found.exclude(giver=F("taker")).select_related("result__round__session")
    return found.order_by("-points", "-result_id")[:most]


@dataclass(frozen=True, slots=True)
class Shared:
    """いっしょに: at how many tables and in how many rounds two people both played, and since when."""

    tables: int
    rounds: int
    since: datetime | None


def shared(scope: Scope, player: Player, other: Player) -> Shared:
    """What two people played together."""
    one, two = sorted((player.pk, other.pk))
    rows = scope.meetings().filter(one=one, other=two)
    sums = rows.aggregate(tables=Count("pk"), sum=Sum("rounds"), since=Min("session__started_at"))
    return Shared(sums["tables"], sums["sum"] or 0, sums["since"])
