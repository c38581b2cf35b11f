"""範囲: the sessions that statistics are about, also grouped by night and by month."""

from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import TypeVar

from django.db.models import Count, Model, Q, QuerySet, Sum
from django.db.models.functions import Coalesce, TruncMonth

from scorekeeper.circles.models import Circle, Player
from scorekeeper.play.models import GameSession

from .models import Tallied, Tally, Versus

M = TypeVar("M", bound=Model)


def listed(path: str = "") -> Q:
    """People in lists and comparisons: all but guests and hidden people.

    These still count in sums of the circle, in the places of their tables, and on their own pages.
    """
    return Q(**{f"{path}guest": False, f"{path}hidden": False})


@dataclass(frozen=True, slots=True)
class Scope:
    """A selection of a circle's sessions."""

    circle: Circle
    game: str = ""  # empty for all games, whose points must not be added up
    first: date | None = None  # the night of a session; None for no bound
    last: date | None = None
    rounds: int = 0  # fewest rounds of a session
    evening: str = ""  # public id of the only session; empty for all

    def of_year(self, year: int) -> "Scope":
        return replace(self, first=date(year, 1, 1), last=date(year, 12, 31))

    def of_month(self, year: int, month: int) -> "Scope":
        first = date(year, month, 1)
        behind = date(year + month // 12, month % 12 + 1, 1)
        return replace(self, first=first, last=behind - timedelta(days=1))

    def sessions(self, player: Player | None = None) -> "QuerySet[GameSession]":
        """The sessions, newest first; with ``player`` those in which that person played."""
        rows = GameSession.objects.filter(self.where("")).order_by("-started_at", "-pk")
        return rows.filter(tallies__player=player) if player else rows

    def played(self, player: Player | None = None) -> "QuerySet[GameSession]":
        """The sessions with a round, or with a round of ``player``; also running ones."""
        rows = replace(self, rounds=self.rounds or 1).sessions()
        return rows.filter(tallies__player=player, tallies__rounds__gt=0) if player else rows

    def rows(self, model: type[M]) -> "QuerySet[M]":
        """The rows of a model of tallies."""
        return model._default_manager.filter(self.where("session__")).order_by()

    def tallied(self) -> "QuerySet[Tallied]":
        """The amounts of sessions with a round."""
        return self.rows(Tallied).filter(rounds__gt=0)

    def tallies(self, guests: bool = False) -> "QuerySet[Tally]":
        """The tallies of listed people, or with ``guests`` of everybody."""
        return self.rows(Tally) if guests else self.rows(Tally).filter(listed("player__"))

    def versus(self, guests: bool = False) -> "QuerySet[Versus]":
        """The payments between listed people, or with ``guests`` between all."""
        rows = self.rows(Versus)
        return rows if guests else rows.filter(listed("giver__"), listed("taker__"))

    def where(self, path: str) -> Q:
        """The condition on rows whose session is at the end of ``path`` (``session__``)."""
        wanted = {
            "circle": self.circle,
            "game": self.game,
            "night__day__gte": self.first,
            "night__day__lte": self.last,
            "public_id": self.evening,
            "standing__rounds__gte": self.rounds,
        }
        return Q(**{f"{path}{key}": value for key, value in wanted.items() if value})


@dataclass(frozen=True, slots=True)
class NightRounds:
    day: date
    rounds: int


def nights(sessions: "QuerySet[GameSession]") -> list[NightRounds]:
    """The nights of some sessions, oldest first."""
    rows = sessions.order_by().values("night__day").annotate(sum=Coalesce(Sum("tallied__rounds"), 0))
    return [NightRounds(*row) for row in rows.order_by("night__day").values_list("night__day", "sum")]


def months(sessions: "QuerySet[GameSession]") -> dict[date, tuple[int, int]]:
    """The numbers of nights and rounds in each month, by its first day."""
    rows = sessions.order_by().annotate(month=TruncMonth("night__day")).values("month")
    sums = rows.annotate(nights=Count("night", distinct=True), sum=Coalesce(Sum("tallied__rounds"), 0))
    return {month: (nights, sum) for month, nights, sum in sums.values_list("month", "nights", "sum")}


def points_elsewhere(scope: Scope) -> int:
    """Points in the pot or with the bank, over all sessions of a scope, signed as in tallies."""
    return int(scope.sessions().order_by().aggregate(sum=Coalesce(Sum("tallied__elsewhere"), 0))["sum"])
