"""人の成績: queries for the figures of people, rankings, and the balance of pairs."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from itertools import groupby
from typing import NamedTuple

from django.db.models import Avg, Case, Count, F, Max, Min, Q, QuerySet, Sum, Value, When, Window
from django.db.models.functions import RowNumber

from scorekeeper.circles.models import Player
from scorekeeper.play.models import Flow

from .models import Claim, Meeting, Money, Neighbour, Tally, Versus
from .scope import Scope, listed

FEWEST_CASES = 20
"""Fewest cases for a percentage and a comparison."""


class Ratio(NamedTuple):
    """割合: hits of cases."""

    hits: int
    cases: int

    @property
    def percent(self) -> float | None:
        """None where there are too few cases."""
        return 100 * self.hits / self.cases if self.cases >= FEWEST_CASES else None


Figures = dict[str, int]
"""Sums by column of ``Tally``, and the numbers of ``tables`` and of tables won (``firsts``)."""

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
    """The figures of each person who played, by primary key."""
    rows = scope.tallies(guests).values_list("player", named=False).annotate(**COUNTS, **SUMS)
    return {player: dict(zip((*COUNTS, *SUMS), sums, strict=True)) for player, *sums in rows}


def figures(scope: Scope, player: Player | None = None) -> Figures:
    """The figures of a person, or of all listed people together."""
    tallies = scope.tallies(guests=True).filter(player=player) if player else scope.tallies()
    return {column: value or 0 for column, value in tallies.aggregate(**COUNTS, **SUMS).items()}


def recent_tallies(scope: Scope, player: Player, most: int) -> list[Tally]:
    """調子: the last tallies of a person, oldest first."""
    tallies = scope.tallies(guests=True).filter(player=player, rounds__gt=0).select_related("session__night")
    return list(tallies.order_by(*_NEWEST)[:most])[::-1]


_NEWEST = "-session__started_at", "-session_id"


def recent_points(scope: Scope, most: int) -> dict[int, list[int]]:
    """調子: the points of each person's last sessions, the oldest first, by primary key."""
    latest = Window(RowNumber(), partition_by="player", order_by=_NEWEST)
    rows = scope.tallies().filter(rounds__gt=0).annotate(back=latest).filter(back__lte=most)
    by_player: dict[int, list[int]] = defaultdict(list)
    for player, points in rows.order_by("player", "-back").values_list("player", "points"):
        by_player[player].append(points)
    return dict(by_player)


def record(scope: Scope, player: Player, column: str) -> Tally | None:
    """記録: a person's first tally with the most in a column, or the least in ``worst``; 0 is no record."""
    tallies = scope.tallies(guests=True).filter(player=player).exclude(**{column: 0})
    most = column if column == "worst" else f"-{column}"
    tallies = tallies.select_related("session__night", "best_round", "worst_round")
    return tallies.order_by(most, "session__started_at", "session_id").first()


def neighbour_gains(scope: Scope, player: Player) -> "QuerySet[Neighbour, tuple[int, int, int]]":
    """席の運: each listed person who sat in the seat before ``player``, and the rounds and points gained."""
    sums = scope.rows(Neighbour).filter(listed("before__"), player=player).values("before")
    sums = sums.annotate(played=Sum("rounds"), gained=Sum("points"))
    return sums.values_list("before", "played", "gained")


Span = tuple[date | None, date | None]
"""The first and the last day; None where the span is open."""


@dataclass(frozen=True, slots=True)
class Rank:
    """A person in a ranking; equal points share a place."""

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
        return -(self.moved or 0)


def rankings(scope: Scope) -> dict[str, list[Rank]]:
    """The ranking of listed people by points, in each game."""
    return {str(game): ranks for [game], ranks in _by(scope.tallies(), "session__game")}


def _by(tallies: "QuerySet[Tally]", *columns: str) -> Iterator[tuple[tuple[int | str, ...], list[Rank]]]:
    """A ranking for each combination of values of some columns, in order."""
    sums = tallies.values_list(*columns, "player").order_by(*columns, "player")
    rows = sums.annotate(sum=Sum("points"), **COUNTS, average=Avg("place", filter=Q(rounds__gt=0)))
    for key, group in groupby(rows, key=lambda row: row[: len(columns)]):
        own = [row[len(columns) :] for row in group]
        place_of = places({player: points for player, points, *_ in own})
        ranks = (Rank(player, place_of[player], *figures) for player, *figures in own)
        yield key, sorted(ranks, key=lambda rank: rank.place)


def ranking(scope: Scope, before: Scope | None = None) -> list[Rank]:
    """The ranking of a scope's game; ``before`` is the period before, for ``Rank.before``."""
    old = rankings(before).get(scope.game, []) if before else []
    place_before = {rank.player: rank.place for rank in old}
    now = rankings(scope).get(scope.game, [])
    return [replace(rank, before=place_before.get(rank.player)) for rank in now]


def places(points: Mapping[int, int] | Mapping[int, Decimal]) -> dict[int, int]:
    """The place of each key, the largest value first; equal values share a place."""
    values = points.values()
    return {key: 1 + sum(value > mine for value in values) for key, mine in points.items()}


def first_places(scope: Scope) -> dict[str, list[Rank]]:
    return {game: _first(ranks) for game, ranks in rankings(scope).items()}


def winners_by_span(scope: Scope, spans: Mapping[int, Span]) -> dict[int, dict[str, list[Rank]]]:
    """The winners in each span, by its key; one query, however many there are."""
    if not spans:
        return {}
    inside = [
        When(replace(scope, first=first, last=last).where("session__"), then=Value(key))
        for key, (first, last) in spans.items()
    ]
    tallies = scope.tallies().annotate(span=Case(*inside)).exclude(span=None)
    result: dict[int, dict[str, list[Rank]]] = defaultdict(dict)
    for [span, game], ranks in _by(tallies, "span", "session__game"):
        result[int(span)][str(game)] = _first(ranks)
    return result


def _first(ranks: Sequence[Rank]) -> list[Rank]:
    return [rank for rank in ranks if rank.place == 1]


def money(scope: Scope) -> dict[str, dict[int, Decimal]]:
    """What each listed person won or lost over all settled sessions, by unit, the most first.

    Python adds it up: in SQLite 0.1 + 0.2 − 0.3 is not 0.
    """
    rows = Money.objects.filter(listed("player__"), session__in=scope.sessions().order_by())
    sums: dict[str, dict[int, Decimal]] = defaultdict(lambda: defaultdict(Decimal))
    for unit, player, amount in rows.order_by("unit", "player").values_list("unit", "player", "amount"):
        sums[unit][player] += amount
    return {
        unit: {player: people[player].normalize() for player in sorted(people, key=lambda key: -people[key])}
        for unit, people in sums.items()
    }


Matrix = dict[tuple[int, int], int]
"""The balance of each pair (taker, giver) by primary keys, in both directions."""


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
