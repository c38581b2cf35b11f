"""人の成績: each person's figures over many sessions."""

from collections import defaultdict
from typing import NamedTuple

from django.db.models import Count, Max, Min, Q, QuerySet, Sum, Window
from django.db.models.functions import RowNumber

from scorekeeper.circles.models import Player

from .models import Neighbour, Tally
from .scope import Scope, listed

FEWEST_CASES = 20
"""Fewer than that are shown as counts, and compared with nothing."""


class Ratio(NamedTuple):
    """割合: hits of cases."""

    hits: int
    cases: int

    @property
    def percent(self) -> float | None:
        """None where there are too few cases."""
        return 100 * self.hits / self.cases if self.cases >= FEWEST_CASES else None


Figures = dict[str, int]
"""The sums of tallies by columns of ``Tally``, and of how many ``tables`` and tables won (``firsts``)."""

COUNTS = {
    "tables": Count("pk", filter=Q(rounds__gt=0)),
    "firsts": Count("pk", filter=Q(place=1, rounds__gt=0)),
}
LARGEST = {"best": Max, "worst": Min, "streak": Max}
SUMS = {
    field.name: LARGEST.get(field.name, Sum)(field.name)
    for field in Tally._meta.concrete_fields
    if not field.is_relation and field.name not in ("id", "place")
}
"""How columns of several tallies are aggregated."""


def figures_by_player(scope: Scope, guests: bool = False) -> dict[int, Figures]:
    """The figures of each person who played, by the person's key."""
    rows = scope.tallies(guests).values_list("player", named=False).annotate(**COUNTS, **SUMS)
    return {player: dict(zip((*COUNTS, *SUMS), sums, strict=True)) for player, *sums in rows}


def figures(scope: Scope, player: Player) -> Figures:
    return _together(scope.tallies(guests=True).filter(player=player))


def figures_of_all(scope: Scope) -> Figures:
    """The figures of everybody together, for averages."""
    return _together(scope.tallies())


def _together(tallies: "QuerySet[Tally]") -> Figures:
    return {column: value or 0 for column, value in tallies.aggregate(**COUNTS, **SUMS).items()}


def recent_tallies(scope: Scope, player: Player, most: int) -> list[Tally]:
    """調子: the last tallies of a person, oldest first."""
    tallies = scope.tallies(guests=True).filter(player=player, rounds__gt=0).select_related("session__night")
    return list(tallies.order_by(*_NEWEST)[:most])[::-1]


_NEWEST = "-session__started_at", "-session_id"


def recent_points(scope: Scope, most: int) -> dict[int, list[int]]:
    """調子: the points of each person's last sessions, the oldest first, by the person's key."""
    latest = Window(RowNumber(), partition_by="player", order_by=_NEWEST)
    rows = scope.tallies().filter(rounds__gt=0).annotate(back=latest).filter(back__lte=most)
    by_player: dict[int, list[int]] = defaultdict(list)
    for player, points in rows.order_by("player", "-back").values_list("player", "points"):
        by_player[player].append(points)
    return dict(by_player)


def record(scope: Scope, player: Player, column: str) -> Tally | None:
    """記録: a person's first tally with the most in a column, or the least in ``worst``; None of zeros."""
    tallies = scope.tallies(guests=True).filter(player=player).exclude(**{column: 0})
    most = column if column == "worst" else f"-{column}"
    tallies = tallies.select_related("session__night", "best_round", "worst_round")
    return tallies.order_by(most, "session__started_at", "session_id").first()


def neighbour_gains(scope: Scope, player: Player) -> "QuerySet[Neighbour, tuple[int, int, int]]":
    """席の運: who sat in the seat before a person, in how many rounds, and the points gained in them.

    No guests and hidden people as neighbours.
    """
    sums = scope.rows(Neighbour).filter(listed("before__"), player=player).values("before")
    sums = sums.annotate(played=Sum("rounds"), gained=Sum("points"))
    return sums.values_list("before", "played", "gained")
