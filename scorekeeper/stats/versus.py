"""対戦: who took how much from whom."""

from collections import Counter, defaultdict

from django.db.models import Count, F, Min, Q, QuerySet, Sum

from scorekeeper.circles.models import Player
from scorekeeper.play.models import Flow

from .models import Claim, Meeting, Versus
from .scope import Scope, listed

Matrix = dict[tuple[int, int], int]
"""The balance of each two people (taker, giver), by their keys; both ways, summing to zero."""


def matrix(scope: Scope) -> Matrix:
    """全員の対戦: the balance of every two people who paid each other."""
    return _balances(scope.versus())


def taken_from_unlisted(scope: Scope) -> Counter[int]:
    """ほかから: each person's balance with guests and hidden people."""
    left_out = ~listed("giver__") | ~listed("taker__")
    sums: Counter[int] = Counter()
    for (taker, _giver), points in _balances(scope.versus(guests=True).filter(left_out)).items():
        sums[taker] += points
    return sums


def taken_from_each(scope: Scope, player: Player) -> dict[int, int]:
    """相手ごと: a person's balance with each listed person; the person may be a guest."""
    with_player = Q(taker=player) & listed("giver__") | Q(giver=player) & listed("taker__")
    balances = _balances(scope.versus(guests=True).filter(with_player))
    return {giver: points for (taker, giver), points in balances.items() if taker == player.pk}


def _balances(rows: "QuerySet[Versus]") -> Matrix:
    sums: Matrix = defaultdict(int)
    for giver, taker, points in sum_payments(rows):
        sums[taker, giver] += points
        sums[giver, taker] -= points
    return dict(sums)


def sum_payments(rows: "QuerySet[Versus]") -> "QuerySet[Versus, tuple[int, int, int]]":
    """Giver, taker and the sum of points, for each pair."""
    sums = rows.values("giver", "taker").annotate(sum=Sum("points"))
    return sums.values_list("giver", "taker", "sum")


def claims_by_number(scope: Scope, **people: Player) -> Counter[int]:
    """ドボンした数: how often each number was claimed, by a ``caller`` or on a ``victim``."""
    rows = scope.rows(Claim).filter(number__isnull=False, **people).values("number")
    sums = rows.annotate(sum=Sum("times")).values_list("number", "sum")
    return Counter({number: times for number, times in sums if number})


def balance_by_session(scope: Scope, player: Player, other: Player) -> list[tuple[int, int]]:
    """The key of each session in which two people paid each other, oldest first, with the balance."""
    rows = _between(scope, player, other).order_by("session__started_at", "session_id")
    sums: dict[int, int] = defaultdict(int)
    for session, taker, points in rows.values_list("session", "taker", "points"):
        sums[session] += points if taker == player.pk else -points
    return list(sums.items())


def _between(scope: Scope, player: Player, other: Player) -> "QuerySet[Versus]":
    pair = [player.pk, other.pk]
    return scope.versus(guests=True).filter(giver__in=pair, taker__in=pair)


def largest_payments(scope: Scope, player: Player, other: Player, most: int) -> "QuerySet[Flow]":
    """大きかった回: the largest payments between two people, with their rounds and sessions.

    ``Versus.largest`` narrows the sessions first, so that few rounds are read.
    """
    rows = _between(scope, player, other).order_by("-largest", "-session_id")
    sessions = list(rows.values_list("session", flat=True)[:most])
    pair = [player.pk, other.pk]
    flows = Flow.objects.filter(giver__in=pair, taker__in=pair, result__session__in=sessions)
    flows = flows.exclude(giver=F("taker")).select_related("result__round__session__night")
    return flows.order_by("-points", "-result_id")[:most]


def shared_play(scope: Scope, player: Player, other: Player) -> dict[str, object]:
    """いっしょに: the number of ``tables`` and ``rounds`` that two people both played, and ``since`` when."""
    one, two = sorted((player.pk, other.pk))
    rows = scope.rows(Meeting).filter(one=one, other=two)
    return rows.aggregate(
        tables=Count("pk"), rounds=Sum("rounds", default=0), since=Min("session__night__day")
    )
