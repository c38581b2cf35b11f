"""一年: a circle's year: how much was played, who won, and what stands out.

Points are compared within one game, and only where there were FEWEST tables.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from django.db.models import Count, QuerySet, Sum, Window
from django.db.models.functions import ExtractMonth, ExtractYear, RowNumber

from scorekeeper.circles.models import Circle
from scorekeeper.play.models import GameSession

from .models import Claim, Meeting, Tallied, Tally
from .people import Rank, first_places
from .scope import Scope
from .versus import sum_payments

FEWEST = 3
"""Tables, of a year, a game or two people, below which nothing is compared."""
MOST_FIRST = 3
"""People who may share a first place; with more of them it is left out."""

T = TypeVar("T")

_EARLIEST = ("session__started_at", "session_id", "player_id")


@dataclass(frozen=True, slots=True)
class Amounts:
    tables: int = 0
    rounds: int = 0  # that count
    cards: int = 0  # held in these

    def __add__(self, other: "Amounts") -> "Amounts":
        return Amounts(self.tables + other.tables, self.rounds + other.rounds, self.cards + other.cards)


@dataclass(frozen=True, slots=True)
class YearAmounts:
    """一年の量: how much was played in a year."""

    nights: Mapping[int, int]  # by month, 1 to 12
    games: Mapping[str, Amounts]

    @property
    def all(self) -> Amounts:
        return sum(self.games.values(), Amounts())

    @property
    def all_nights(self) -> int:
        return sum(self.nights.values())

    @property
    def usual(self) -> list[str]:
        """The games of at least FEWEST tables, those played most often first."""
        enough = [game for game, amounts in self.games.items() if amounts.tables >= FEWEST]
        return sorted(enough, key=lambda game: (-self.games[game].tables, game))


def years(circle: Circle) -> list[int]:
    """The years in which a circle played, newest first."""
    rows = Tallied.objects.filter(session__circle=circle, rounds__gt=0).order_by()
    return sorted(rows.values_list(ExtractYear("session__night__day"), flat=True).distinct(), reverse=True)


def played(scope: Scope) -> YearAmounts:
    months = scope.tallied().values(month=ExtractMonth("session__night__day"))
    nights = months.annotate(nights=Count("session__night", distinct=True))
    games = scope.tallied().values("session__game")
    sums = games.annotate(tables=Count("pk"), sum=Sum("rounds"), held=Sum("cards"))
    amounts = sums.values_list("session__game", "tables", "sum", "held")
    return YearAmounts(
        nights=dict(nights.values_list("month", "nights")),
        games={game: Amounts(*columns) for game, *columns in amounts},
    )


def winners(scope: Scope) -> dict[str, list[Rank]]:
    """Those with the most points in each game; nobody where they are more than MOST_FIRST."""
    return {game: _not_too_many(first) for game, first in first_places(scope).items()}


def average_gains(scope: Scope) -> dict[str, Fraction]:
    """The average points of a round with a gain, in each game with such a round."""
    sums = scope.tallies().values("session__game").annotate(all_won=Sum("won"), all_gains=Sum("gains"))
    rows = sums.values_list("session__game", "all_won", "all_gains")
    return {game: Fraction(won, gains) for game, won, gains in rows if gains}


def nights_by_player(scope: Scope) -> Counter[int]:
    """In how many nights everybody played but guests and hidden people."""
    came = scope.tallies().filter(rounds__gt=0).values("player")
    nights = came.annotate(nights=Count("session__night", distinct=True))
    return Counter(dict(nights.values_list("player", "nights")))


def best_evenings(scope: Scope) -> dict[str, Tally]:
    """The tally with the largest gain of a session in each game."""
    return _first(scope.tallies().filter(points__gt=0, rounds__gt=0), "-points")


def best_rounds(scope: Scope) -> dict[str, Tally]:
    """The tally with the largest gain of a round in each game."""
    return _first(scope.tallies().filter(best__gt=0), "-best")


def _first(tallies: "QuerySet[Tally]", order: str) -> dict[str, Tally]:
    """The first tally of each game in an order; of equal ones the earliest."""
    place = Window(RowNumber(), partition_by="session__game", order_by=(order, *_EARLIEST))
    rows = tallies.annotate(in_game=place).filter(in_game=1).select_related("session__night", "best_round")
    return {row.session.game: row for row in rows}


def most_unusual(rounds: Iterable[Tally], gains: Mapping[str, Fraction]) -> tuple[Tally, Fraction] | None:
    """今年の一回: the round that is the largest multiple of its game's average gain, and that multiple.

    The multiple has no unit, so rounds of different games can be compared.
    """
    times = [(row, row.best / gains[row.session.game]) for row in rounds]
    return max(times, key=lambda item: item[1], default=None)


def longest_streak(scope: Scope) -> Tally | None:
    """The most wins in a row, if they are at least ``FEWEST``."""
    rows = scope.tallies().filter(streak__gte=FEWEST).select_related("session__night")
    return rows.order_by("-streak", *_EARLIEST).first()


def longest_evening(scope: Scope) -> Tallied | None:
    """The session with the most rounds, if they are at least ``FEWEST``."""
    rows = scope.tallied().filter(rounds__gte=FEWEST).select_related("session__night")
    return rows.order_by("-rounds", "session__started_at", "session_id").first()


def most_claims(scope: Scope) -> tuple[GameSession, int] | None:
    """The session with the most claims, if they are at least ``FEWEST``."""
    rows = scope.rows(Claim).values("session").annotate(sum=Sum("times")).filter(sum__gte=FEWEST)
    most = rows.order_by("-sum", "session__started_at", "session_id").values_list("session", "sum").first()
    return (GameSession.objects.select_related("night").get(pk=most[0]), most[1]) if most else None


@dataclass(frozen=True, slots=True)
class MostFrequent:
    """The most frequent values and how often they occurred."""

    which: tuple[int, ...]  # several where they share the first place
    times: int  # of each
    cases: int


def most_often(counted: Mapping[int, int], cases: int = 0) -> MostFrequent | None:
    """The keys with the highest count, at least FEWEST; None where too many or all share it."""
    times = max(counted.values(), default=0)
    first = _not_too_many([key for key, count in sorted(counted.items()) if count == times])
    if times < FEWEST or not first or len(first) == len(counted):
        return None
    return MostFrequent(tuple(first), times, cases or sum(counted.values()))


def _not_too_many(first: list[T]) -> list[T]:
    return first if len(first) <= MOST_FIRST else []


@dataclass(frozen=True, slots=True)
class Duel:
    """対戦: two people of a game."""

    one: int
    other: int
    taken: int  # points that ``one`` took from ``other``
    given: int  # points that ``other`` took from ``one``
    tables: int  # at which both played

    @property
    def net(self) -> int:
        return self.taken - self.given


def duels(scope: Scope) -> list[Duel]:
    """Every two people with FEWEST common tables who paid each other; ``one`` took more."""
    flows = {(giver, taker): points for giver, taker, points in sum_payments(scope.versus())}
    met = scope.rows(Meeting).values("one", "other").annotate(tables=Count("pk")).filter(tables__gte=FEWEST)
    pairs = []
    for one, other, tables in met.order_by("one", "other").values_list("one", "other", "tables"):
        taken, given = flows.get((other, one), 0), flows.get((one, other), 0)
        if taken or given:
            ahead = (one, other, taken, given) if taken >= given else (other, one, given, taken)
            pairs.append(Duel(*ahead, tables))
    return pairs


def closest(pairs: Iterable[Duel]) -> Duel | None:
    """互角: of those who both took something the two with the smallest difference, then the most payments."""
    both = (duel for duel in pairs if duel.given)
    return min(both, key=lambda duel: (duel.net, -duel.taken - duel.given), default=None)


def most_one_sided(pairs: Iterable[Duel]) -> Duel | None:
    """一方的: the two with the largest difference."""
    return max(pairs, key=lambda duel: duel.net, default=None)
