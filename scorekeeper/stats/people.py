"""人の成績: what each person did over many evenings."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import NamedTuple

from django.db.models import Count, Max, Min, Q, QuerySet, Sum, Window
from django.db.models.functions import RowNumber

from scorekeeper.circles.models import Player

from .models import Tally
from .scope import Scope, listed


class Rate(NamedTuple):
    """割合: how many of how many cases; ``share`` is 0 to 1, None where there were none."""

    hits: int
    cases: int

    @property
    def share(self) -> float | None:
        """The part of the cases, None of no cases."""
        return self.hits / self.cases if self.cases else None


@dataclass(frozen=True, slots=True)
class Figures:
    """What one person, or several together, did over some evenings: the sums of their tallies.

    ``tables`` are the sessions, ``firsts`` those won; all others are as in ``Tally``.
    """

    tables: int = 0
    firsts: int = 0
    points: int = 0
    rounds: int = 0
    gains: int = 0
    losses: int = 0
    won: int = 0
    lost: int = 0
    best: int = 0
    worst: int = 0
    wins: int = 0
    calls: int = 0
    claimed_on: int = 0
    returns: int = 0
    returned_on: int = 0
    draws: int = 0
    bursts: int = 0
    landlord: int = 0
    landlord_wins: int = 0
    springs: int = 0
    streak: int = 0

    @property
    def win_rate(self) -> Rate:
        """勝ち: rounds won, of those played."""
        return Rate(self.wins, self.rounds)

    @property
    def call_rate(self) -> Rate:
        """ドボン率: rounds with a claim of one's own, of those played."""
        return Rate(self.calls, self.rounds)

    @property
    def claimed_rate(self) -> Rate:
        """ドボンされ率: rounds in which somebody claimed on one, of those played."""
        return Rate(self.claimed_on, self.rounds)

    @property
    def return_rate(self) -> Rate:
        """返し: returns, of the rounds played: by some house rules others than the claimed may return."""
        return Rate(self.returns, self.rounds)

    @property
    def returned_rate(self) -> Rate:
        """返され: claims that were returned, of one's own claims and returns, which can be returned too."""
        return Rate(self.returned_on, self.calls + self.returns)

    @property
    def landlord_rate(self) -> Rate:
        """地主の勝ち: rounds won as the landlord, of those as the landlord."""
        return Rate(self.landlord_wins, self.landlord)


LARGEST = {"best": Max, "worst": Min, "streak": Max}
COUNTED = ("tables", "firsts")
SUMS = {
    field.name: LARGEST.get(field.name, Sum)(field.name)
    for field in fields(Figures)
    if field.name not in COUNTED
}
"""How the columns of many tallies become those of one."""


def everybody(scope: Scope, guests: bool = False) -> dict[int, Figures]:
    """The figures of each person who played, by key."""
    return _figures(scope.tallies(guests))


def figures(scope: Scope, player: Player) -> Figures:
    """The figures of one person."""
    return _figures(scope.tallies(guests=True).filter(player=player)).get(player.pk, Figures())


def together(people: Iterable[Figures]) -> Figures:
    """The figures of several people as if they were one, for averages."""
    rows = list(people)
    if not rows:
        return Figures()
    join = {"best": max, "worst": min, "streak": max}
    return Figures(
        **{
            field.name: join.get(field.name, sum)([getattr(row, field.name) for row in rows])
            for field in fields(Figures)
        }
    )


def _figures(rows: "QuerySet[Tally]") -> dict[int, Figures]:
    counts = {"tables": Count("pk", filter=Q(rounds__gt=0)), "firsts": Count("pk", filter=_FIRST)}
    lines = rows.values_list("player", named=False).annotate(**counts, **SUMS)
    return {player: Figures(*columns) for player, *columns in lines}


_FIRST = Q(place=1, rounds__gt=0)


def evenings(scope: Scope, player: Player, most: int) -> list[Tally]:
    """調子: the last evenings of a person, oldest first."""
    own = scope.tallies(guests=True).filter(player=player, rounds__gt=0).select_related("session")
    return list(own.order_by(*_NEWEST)[:most])[::-1]


_NEWEST = "-session__started_at", "-session_id"


def forms(scope: Scope, most: int) -> dict[int, list[int]]:
    """調子: the points of each person's last evenings, the oldest first, by key."""
    latest = Window(RowNumber(), partition_by="player", order_by=_NEWEST)
    rows = scope.tallies().filter(rounds__gt=0).annotate(back=latest).filter(back__lte=most)
    found: dict[int, list[int]] = defaultdict(list)
    for player, points in rows.order_by("player", "-back").values_list("player", "points"):
        found[player].append(points)
    return dict(found)


@dataclass(frozen=True, slots=True)
class Records:
    """記録: the evenings of a person's largest gain and loss in a round, most wins in a row and most claims.

    The first of equals; None where there was none.
    """

    best: Tally | None
    worst: Tally | None
    streak: Tally | None
    calls: Tally | None


def records(scope: Scope, player: Player) -> Records:
    """The records of one person."""
    own = scope.tallies(guests=True).filter(player=player)
    known = own.select_related("session", "best_round", "worst_round")
    since = "session__started_at", "session_id"
    return Records(
        best=known.filter(best__gt=0).order_by("-best", *since).first(),
        worst=known.filter(worst__lt=0).order_by("worst", *since).first(),
        streak=known.filter(streak__gt=0).order_by("-streak", *since).first(),
        calls=known.filter(calls__gt=0).order_by("-calls", *since).first(),
    )


class Seated(NamedTuple):
    """席の運: the rounds that somebody played behind another, and the points gained in them."""

    before: int
    rounds: int
    points: int


def seated(scope: Scope, player: Player) -> list[Seated]:
    """Behind whom a person sat, without guests and hidden people: the most rounds first."""
    rows = scope.neighbours().filter(listed("before__"), player=player)
    sums = rows.values("before").annotate(played=Sum("rounds"), gained=Sum("points"))
    return [
        Seated(*row) for row in sums.order_by("-played", "before").values_list("before", "played", "gained")
    ]
