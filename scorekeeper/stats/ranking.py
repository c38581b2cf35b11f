"""順位: rankings by points and by money."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal

from django.db.models import Avg, Case, Count, IntegerField, Q, Sum, Value, When

from .models import Money
from .scope import Scope, listed

Span = tuple[date | None, date | None]
"""The first and the last day; None where the span is open."""


@dataclass(frozen=True, slots=True)
class Rank:
    """A person in a ranking."""

    player: int
    place: int
    points: int  # of all tables
    tables: int
    firsts: int  # tables won
    average: float | None  # place at a table; None without a table
    before: int | None = None  # place in the period before; None for somebody new

    @property
    def moved(self) -> int | None:
        """Places gained since the period before, below zero for lost; None for somebody new."""
        return None if self.before is None else self.before - self.place

    @property
    def fallen(self) -> int:
        """Places lost since the period before."""
        return -(self.moved or 0)


def ranking(scope: Scope, before: Scope | None = None) -> list[Rank]:
    """Everybody who played in a scope, by points; guests and hidden people are left out.

    Equal points share a place.  ``before`` is the period before, for ``Rank.before``.
    """
    played = Q(rounds__gt=0)
    sums = (
        scope.tallies()
        .values("player")
        .annotate(
            sum=Sum("points"),
            tables=Count("pk", filter=played),
            firsts=Count("pk", filter=played & Q(place=1)),
            average=Avg("place", filter=played),
        )
    )
    rows = list(sums.values_list("player", "sum", "tables", "firsts", "average"))
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
    """The place of each key, the largest value first; equal values share a place."""
    values = points.values()
    return {key: 1 + sum(value > mine for value in values) for key, mine in points.items()}


def winners(scope: Scope, spans: Mapping[int, Span]) -> dict[int, dict[str, list[int]]]:
    """The people in first place in each span, by the key of the span and the game."""
    inside = [
        When(replace(scope, first=first, last=last).where("session__"), then=Value(span))
        for span, (first, last) in spans.items()
    ]
    rows = scope.tallies().annotate(span=Case(*inside, output_field=IntegerField()))
    sums = rows.exclude(span=None).values("span", "session__game", "player").annotate(sum=Sum("points"))
    points: dict[tuple[int, str], dict[int, int]] = defaultdict(dict)
    for span, game, player, total in sums.values_list("span", "session__game", "player", "sum"):
        points[span, game][player] = total
    firsts: dict[int, dict[str, list[int]]] = defaultdict(dict)
    for (span, game), totals in sorted(points.items()):
        firsts[span][game] = [player for player, place in places(totals).items() if place == 1]
    return dict(firsts)


def money(scope: Scope) -> dict[str, dict[int, Decimal]]:
    """What each person won or lost, by unit, over all settled sessions; no guests and hidden people.

    The most first.  They are added up here: in SQLite 0.1 + 0.2 − 0.3 is not 0.
    """
    rows = Money.objects.filter(listed("player__"), session__in=scope.sessions().order_by())
    sums: dict[str, dict[int, Decimal]] = defaultdict(lambda: defaultdict(Decimal))
    for unit, player, amount in rows.order_by("unit", "player").values_list("unit", "player", "amount"):
        sums[unit][player] += amount
    return {
        unit: {player: people[player].normalize() for player in sorted(people, key=lambda key: -people[key])}
        for unit, people in sums.items()
    }
