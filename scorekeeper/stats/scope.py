"""範囲: which evenings a question is about."""

from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta

from django.db.models import Q, QuerySet
from django.db.models.functions import TruncDate
from django.utils import timezone

from scorekeeper.circles.models import Circle
from scorekeeper.play.models import GameSession

from .models import Claim, Meeting, Neighbour, Tallied, Tally, Versus


def night(path: str = "") -> TruncDate:
    """夜: the day on which a table was opened, where the server stands, whenever it was over.

    All tables of a day are one night; ``path`` leads to the session of a row (``session__``).
    """
    return TruncDate(f"{path}started_at")


def listed(path: str = "") -> Q:
    """Who stands in lists and comparisons, in every one of them: no guests, and nobody who is hidden by now.

    What they played stays: in sums of the circle, in the places of their tables, on their own pages.
    """
    return Q(**{f"{path}guest": False, f"{path}hidden": False})


@dataclass(frozen=True, slots=True)
class Scope:
    """The sessions of a circle: of one game, where points are asked for; begun from ``first`` up to ``last``.

    Both days belong to it, as they are where the server stands; None does not bound it.  Sessions with fewer
    than ``rounds`` rounds are left out.  An empty ``game`` stands for all games, whose points are never to be
    added up.  ``evening`` is the public name of the only session it is about, empty for all.
    """

    circle: Circle
    game: str = ""
    first: date | None = None
    last: date | None = None
    rounds: int = 0
    evening: str = ""

    def of_year(self, year: int) -> "Scope":
        """The same within one year."""
        return replace(self, first=date(year, 1, 1), last=date(year, 12, 31))

    def of_month(self, year: int, month: int) -> "Scope":
        """The same within one month."""
        first = date(year, month, 1)
        behind = date(year + month // 12, month % 12 + 1, 1)
        return replace(self, first=first, last=behind - timedelta(days=1))

    def sessions(self) -> "QuerySet[GameSession]":
        """The sessions, newest first."""
        return GameSession.objects.filter(self.where("")).order_by("-started_at", "-pk")

    def tallied(self) -> "QuerySet[Tallied]":
        """How much was played in each of them that has a round."""
        return Tallied.objects.filter(self.where("session__"), rounds__gt=0).order_by()

    def tallies(self, guests: bool = False) -> "QuerySet[Tally]":
        """What they came to for each person; for guests and hidden people only where they are asked for."""
        rows = Tally.objects.filter(self.where("session__")).order_by()
        return rows if guests else rows.filter(listed("player__"))

    def versus(self, guests: bool = False) -> "QuerySet[Versus]":
        """Who paid whom in them; with guests and hidden people only where they are asked for."""
        rows = Versus.objects.filter(self.where("session__")).order_by()
        return rows if guests else rows.filter(listed("giver__"), listed("taker__"))

    def meetings(self) -> "QuerySet[Meeting]":
        """Who played together in them."""
        return Meeting.objects.filter(self.where("session__")).order_by()

    def claims(self) -> "QuerySet[Claim]":
        """Who claimed which numbers on whom in them."""
        return Claim.objects.filter(self.where("session__")).order_by()

    def neighbours(self) -> "QuerySet[Neighbour]":
        """What people gained in them, by who sat in the seat before."""
        return Neighbour.objects.filter(self.where("session__")).order_by()

    def where(self, path: str) -> Q:
        """The condition on rows whose session is at the end of ``path`` (``session__``)."""
        wanted = Q(**{f"{path}circle": self.circle})
        if self.game:
            wanted &= Q(**{f"{path}game": self.game})
        if self.first:
            wanted &= Q(**{f"{path}started_at__gte": _midnight(self.first)})
        if self.last:
            wanted &= Q(**{f"{path}started_at__lt": _midnight(self.last + timedelta(days=1))})
        if self.evening:
            wanted &= Q(**{f"{path}public_id": self.evening})
        if self.rounds:
            wanted &= Q(**{f"{path}standing__rounds__gte": self.rounds})
        return wanted


def _midnight(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, time.min))
