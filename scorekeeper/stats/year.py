"""一年: what a circle's year came to: how much was played, by whom it was won, and what stands out.

Points are looked at game by game.  What only a few tables tell is left out: ``FEWEST`` says how many it
takes.  Nights tell how often people came together, tables are what is compared.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import reduce
from operator import or_
from typing import TypeVar

from django.db.models import Count, Max, Q, Sum
from django.db.models.functions import ExtractMonth, ExtractYear

from scorekeeper.circles.models import Circle
from scorekeeper.play.models import GameSession

from .models import Tallied, Tally
from .scope import Scope, night
from .versus import favourites, paid

FEWEST = 3
"""How many tables, of a year, a game or two people, it takes before anything is said to stand out."""
MOST_FIRST = 3
"""How many may share a first place; with more of them nothing stands out."""

One = TypeVar("One")

_EARLIEST = ("session__started_at", "session_id", "player_id")


@dataclass(frozen=True, slots=True)
class Amounts:
    """How much was played: tables, rounds that count, cards held in them."""

    tables: int = 0
    rounds: int = 0
    cards: int = 0

    def __add__(self, other: "Amounts") -> "Amounts":
        return Amounts(self.tables + other.tables, self.rounds + other.rounds, self.cards + other.cards)


@dataclass(frozen=True, slots=True)
class Played:
    """一年の量: what was played by game, and on how many nights of each month (1 to 12)."""

    nights: Mapping[int, int]
    games: Mapping[str, Amounts]

    @property
    def all(self) -> Amounts:
        """All of it."""
        return sum(self.games.values(), Amounts())

    @property
    def all_nights(self) -> int:
        """The nights of all months."""
        return sum(self.nights.values())

    @property
    def usual(self) -> list[str]:
        """The games of enough tables, those played most often first."""
        enough = [game for game, amounts in self.games.items() if amounts.tables >= FEWEST]
        return sorted(enough, key=lambda game: (-self.games[game].tables, game))


def years(circle: Circle) -> list[int]:
    """The years in which a circle played, newest first."""
    rows = Tallied.objects.filter(session__circle=circle, rounds__gt=0).order_by()
    return sorted(rows.values_list(ExtractYear("session__started_at"), flat=True).distinct(), reverse=True)


def played(scope: Scope) -> Played:
    """How much was played."""
    months = scope.tallied().values(month=ExtractMonth("session__started_at"))
    nights = months.annotate(nights=Count(night("session__"), distinct=True))
    games = scope.tallied().values("session__game")
    sums = games.annotate(tables=Count("pk"), sum=Sum("rounds"), held=Sum("cards"))
    amounts = sums.values_list("session__game", "tables", "sum", "held")
    return Played(
        nights=dict(nights.values_list("month", "nights")),
        games={game: Amounts(*columns) for game, *columns in amounts},
    )


@dataclass(frozen=True, slots=True)
class Winner:
    """What somebody came to in a game: points, and tables played at and won."""

    player: int
    points: int
    tables: int
    firsts: int


@dataclass(slots=True)
class Game:
    """What everybody did in a game: who won what, and the largest gains of an evening and of a round."""

    rows: list[Winner] = field(default_factory=list)
    won: int = 0
    gains: int = 0
    evening: int = 0
    round: int = 0

    @property
    def gain(self) -> Fraction | None:
        """The points of a round with a gain; None where there was none."""
        return Fraction(self.won, self.gains) if self.won and self.gains else None

    @property
    def winners(self) -> list[Winner]:
        """Whoever has the most points."""
        most = max((row.points for row in self.rows), default=0)
        return _not_too_many([row for row in self.rows if row.points == most])


@dataclass(frozen=True, slots=True)
class People:
    """Who played: everybody by game, and on how many nights each did."""

    games: Mapping[str, Game]
    nights: Counter[int]


def people(scope: Scope) -> People:
    """Everybody who played; guests and hidden people are left out."""
    rows = (
        scope.tallies()
        .values("session__game", "player")
        .annotate(
            sum=Sum("points"),
            tables=Count("pk", filter=Q(rounds__gt=0)),
            firsts=Count("pk", filter=Q(rounds__gt=0, place=1)),
            all_won=Sum("won"),
            all_gains=Sum("gains"),
            evening=Max("points", filter=Q(rounds__gt=0), default=0),
            round=Max("best"),
        )
    )
    games: dict[str, Game] = defaultdict(Game)
    for row in rows.order_by("player"):
        game = games[row["session__game"]]
        game.rows.append(Winner(row["player"], row["sum"], row["tables"], row["firsts"]))
        game.won += row["all_won"]
        game.gains += row["all_gains"]
        game.evening = max(game.evening, row["evening"])
        game.round = max(game.round, row["round"])
    came = scope.tallies().filter(rounds__gt=0).values("player")
    nights = came.annotate(nights=Count(night("session__"), distinct=True))
    return People(dict(games), Counter(dict(nights.values_list("player", "nights"))))


def best_evenings(scope: Scope, games: Mapping[str, Game]) -> dict[str, Tally]:
    """The largest gain of one evening in each game, with its session."""
    return _first(
        scope, {name: Q(points=game.evening, rounds__gt=0) for name, game in games.items() if game.evening}
    )


def best_rounds(scope: Scope, games: Mapping[str, Game]) -> dict[str, Tally]:
    """The largest gain of one round in each game, with its session and ``best_round``."""
    return _first(scope, {name: Q(best=game.round) for name, game in games.items() if game.round})


def _first(scope: Scope, wanted: Mapping[str, Q]) -> dict[str, Tally]:
    """The earliest tally of each game that is wanted there."""
    some = reduce(or_, (Q(session__game=game) & one for game, one in wanted.items()), Q(pk=None))
    rows = scope.tallies().filter(some).select_related("session", "best_round")
    found: dict[str, Tally] = {}
    for row in rows.order_by(*_EARLIEST):
        found.setdefault(row.session.game, row)
    return found


def most_unusual(rounds: Iterable[Tally], games: Mapping[str, Game]) -> tuple[Tally, Fraction] | None:
    """今年の一回: the largest round by what a round with a gain brings in its game, and how many times that.

    It is a number without a unit, so that rounds of different games can be compared.
    """
    usual = ((row, games[row.session.game].gain) for row in rounds)
    times = [(row, row.best / gain) for row, gain in usual if gain]
    return max(times, key=lambda item: item[1], default=None)


def longest_streak(scope: Scope) -> Tally | None:
    """The most wins in a row, if they are at least ``FEWEST``."""
    rows = scope.tallies().filter(streak__gte=FEWEST).select_related("session")
    return rows.order_by("-streak", *_EARLIEST).first()


def longest_evening(scope: Scope) -> Tallied | None:
    """The session with the most rounds, if they are at least ``FEWEST``."""
    rows = scope.tallied().filter(rounds__gte=FEWEST).select_related("session")
    return rows.order_by("-rounds", "session__started_at", "session_id").first()


def most_claims(scope: Scope) -> tuple[GameSession, int] | None:
    """The session with the most claims, if they are at least ``FEWEST``."""
    rows = scope.claims().values("session").annotate(sum=Sum("times")).filter(sum__gte=FEWEST)
    found = rows.order_by("-sum", "session__started_at", "session_id").values_list("session", "sum").first()
    return (GameSession.objects.get(pk=found[0]), found[1]) if found else None


@dataclass(frozen=True, slots=True)
class Favourite:
    """What came up most often: one or several, how often each, and of how many cases."""

    which: tuple[int, ...]
    times: int
    cases: int


def most_often(counted: Mapping[int, int], cases: int = 0) -> Favourite | None:
    """The first by a count of at least ``FEWEST``; None where too many share the place, or everybody does."""
    times = max(counted.values(), default=0)
    first = _not_too_many([key for key, count in sorted(counted.items()) if count == times])
    if times < FEWEST or not first or len(first) == len(counted):
        return None
    return Favourite(tuple(first), times, cases or sum(counted.values()))


def favourite_number(scope: Scope) -> Favourite | None:
    """The number that was claimed most."""
    return most_often(favourites(scope.claims()))


def _not_too_many(first: list[One]) -> list[One]:
    return first if len(first) <= MOST_FIRST else []


@dataclass(frozen=True, slots=True)
class Duel:
    """対戦: two people of a game: points that each took from the other, and tables at which both played."""

    one: int
    other: int
    taken: int
    given: int
    tables: int

    @property
    def net(self) -> int:
        """What ``one`` took, less what was given back."""
        return self.taken - self.given


def duels(scope: Scope) -> list[Duel]:
    """Every two people of one game who met often enough and paid each other; ``one`` is never behind."""
    flows = {(giver, taker): points for giver, taker, points in paid(scope.versus())}
    met = scope.meetings().values("one", "other").annotate(tables=Count("pk")).filter(tables__gte=FEWEST)
    found = []
    for one, other, tables in met.order_by("one", "other").values_list("one", "other", "tables"):
        taken, given = flows.get((other, one), 0), flows.get((one, other), 0)
        if taken or given:
            ahead = (one, other, taken, given) if taken >= given else (other, one, given, taken)
            found.append(Duel(*ahead, tables))
    return found


def closest(found: Iterable[Duel]) -> Duel | None:
    """互角: of those who took from each other the two who are nearest, first those with most payments."""
    both = (duel for duel in found if duel.given)
    return min(both, key=lambda duel: (duel.net, -duel.taken - duel.given), default=None)


def most_one_sided(found: Iterable[Duel]) -> Duel | None:
    """一方的: the two who are farthest from each other."""
    return max(found, key=lambda duel: duel.net, default=None)
