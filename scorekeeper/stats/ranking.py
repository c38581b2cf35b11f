"""順位: who comes first by points, or by money, over some evenings."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal

from django.db.models import Avg, Case, Count, IntegerField, Q, Sum, Value, When

from .models import Money
from .scope import Scope, listed

Span = tuple[date | None, date | None]
"""The first and the last day of a stretch of time, open where there is none."""


@dataclass(frozen=True, slots=True)
class Rank:
    """One person in a ranking, by key.

    ``points`` are those of all ``tables`` together, of which ``firsts`` were won; ``average`` is the place of
    a table, None of none.  ``before`` is the place in the period before, None for who was not in it.
    """

    player: int
    place: int
    points: int
    tables: int
    firsts: int
    average: float | None
    before: int | None = None

    @property
    def moved(self) -> int | None:
        """By how many places the person has come up, below zero for down; None for who is new."""
        return None if self.before is None else self.before - self.place

    @property
    def fallen(self) -> int:
        """By how many places the person has gone down."""
        return -(self.moved or 0)


def ranking(scope: Scope, before: Scope | None = None) -> list[Rank]:
    """Everybody who played in a scope, by points; guests and hidden people are left out.

    Equal points share a place.  ``before`` is what places are compared with.
    """
    played = Q(rounds__gt=0)
    lines = (
        scope.tallies()
        .values("player")
        .annotate(
            sum=Sum("points"),
            tables=Count("pk", filter=played),
            firsts=Count("pk", filter=played & Q(place=1)),
            average=Avg("place", filter=played),
        )
    )
    rows = list(lines.values_list("player", "sum", "tables", "firsts", "average"))
    old = _places_in(before) if before else {}
    now = places({player: points for player, points, *_ in rows})
    ranks = [
        Rank(player, now[player], points, tables, firsts, average, old.get(player))
        for player, points, tables, firsts, average in rows
    ]
    return sorted(ranks, key=lambda rank: (rank.place, rank.player))


def _places_in(scope: Scope) -> dict[int, int]:
    sums = scope.tallies().values("player").annotate(sum=Sum("points"))
    return places(dict(sums.values_list("player", "sum")))


def places(points: Mapping[int, int] | Mapping[int, Decimal]) -> dict[int, int]:
    """The place of each key by what it has, the most first; equal ones share a place."""
    return {key: 1 + sum(other > own for other in points.values()) for key, own in points.items()}


def winners(scope: Scope, spans: Mapping[int, Span]) -> dict[int, dict[str, list[int]]]:
    """Who came first in each of some spans of time, by the key of the span and the game."""
    inside = [
        When(replace(scope, first=first, last=last).where("session__"), then=Value(span))
        for span, (first, last) in spans.items()
    ]
    rows = scope.tallies().annotate(span=Case(*inside, output_field=IntegerField()))
    sums = rows.exclude(span=None).values("span", "session__game", "player").annotate(sum=Sum("points"))
    points: dict[tuple[int, str], dict[int, int]] = defaultdict(dict)
    for span, game, player, total in sums.values_list("span", "session__game", "player", "sum"):
        points[span, game][player] = total
    found: dict[int, dict[str, list[int]]] = defaultdict(dict)
    for (span, game), totals in sorted(points.items()):
        found[span][game] = [player for player, place in places(totals).items() if place == 1]
    return dict(found)


def money(scope: Scope) -> dict[str, dict[int, Decimal]]:
    """Who won or lost how much, by unit, over all sessions of a scope that were settled.

    Guests and hidden people are left out.
    """
    rows = Money.objects.filter(listed("player__"), session__in=scope.sessions().order_by())
    sums = rows.values("unit", "player").annotate(sum=Sum("amount")).order_by("unit", "-sum", "player")
    found: dict[str, dict[int, Decimal]] = defaultdict(dict)
    for unit, player, amount in sums.values_list("unit", "player", "sum"):
        found[unit][player] = amount.normalize()
    return dict(found)
