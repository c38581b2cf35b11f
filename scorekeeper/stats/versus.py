"""対戦: who has taken how much from whom."""

from collections import Counter, defaultdict
from dataclasses import dataclass

from django.db.models import F, Q, QuerySet, Sum

from scorekeeper.circles.models import Player
from scorekeeper.play.models import Flow

from .models import Claim, Versus
from .scope import Scope

Matrix = dict[tuple[int, int], int]
"""What one person took from another less what was given back, by their keys; both ways, summing to zero."""


def matrix(scope: Scope) -> Matrix:
    """全員の対戦: every two people between whom points moved."""
    found: Matrix = defaultdict(int)
    for giver, taker, points in _sums(scope.versus()):
        found[taker, giver] += points
        found[giver, taker] -= points
    return dict(found)


def rivals(scope: Scope, player: Player) -> dict[int, int]:
    """相手ごと: what a person took from each of the others, less what was given back."""
    own = scope.versus().filter(Q(giver=player) | Q(taker=player))
    found: dict[int, int] = defaultdict(int)
    for giver, taker, points in _sums(own):
        if taker == player.pk:
            found[giver] += points
        else:
            found[taker] -= points
    return dict(found)


def _sums(rows: "QuerySet[Versus]") -> "QuerySet[Versus, tuple[int, int, int]]":
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
    pair = [player.pk, other.pk]
    rows = scope.versus().filter(giver__in=pair, taker__in=pair).order_by("session__started_at", "session")
    found: dict[int, int] = defaultdict(int)
    for session, taker, points in rows.values_list("session", "taker", "points"):
        found[session] += points if taker == player.pk else -points
    return list(found.items())


def largest(scope: Scope, player: Player, other: Player, most: int) -> "QuerySet[Flow]":
    """大きかった回: the largest payments between two people, with their rounds and sessions."""
    pair = [player.pk, other.pk]
    between = Flow.objects.filter(giver__in=pair, taker__in=pair, result__session__in=scope.sessions())
    rows = between.exclude(giver=F("taker")).select_related("result__round__session", "giver", "taker")
    return rows.order_by("-points", "-result_id")[:most]
