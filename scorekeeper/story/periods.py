"""期間: the periods of rankings: season, year, month or session, with their neighbours."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import date

from django.db.models import QuerySet
from django.db.models.functions import TruncMonth
from django.http import Http404
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.circles.models import Circle
from scorekeeper.play.models import GameSession
from scorekeeper.play.nights import tonight
from scorekeeper.present.headings import title
from scorekeeper.stats.scope import Scope

from .choice import Chip, year_name
from .models import Season


@dataclass(frozen=True, slots=True)
class RankingPeriod:
    at: str  # its id in addresses
    name: str
    scope: Scope
    days: str = ""  # its dates, where the name has none
    final: bool = False  # a season that was closed


@dataclass(frozen=True, slots=True)
class ChosenPeriod:
    period: RankingPeriod | None = None  # None where nothing was played
    earlier: RankingPeriod | None = None
    later: RankingPeriod | None = None


@dataclass(frozen=True, slots=True)
class PeriodKind:
    label: object
    names: Callable[[Scope], list[str]]  # ids of the periods with a session, newest first
    read: Callable[[Scope, str], RankingPeriod]

    def choose(self, scope: Scope, at: str) -> ChosenPeriod:
        """The period with an id, or the newest for an empty one; raises Http404 for an unknown id."""
        names = self.names(scope)
        if at and at not in names:
            raise Http404
        place = names.index(at) if at else 0
        around = [names[n] if 0 <= n < len(names) else "" for n in (place, place + 1, place - 1)]
        return ChosenPeriod(*[self.read(scope, name) if name else None for name in around])


def started_seasons(circle: Circle) -> QuerySet[Season]:
    """The seasons that have begun, newest first."""
    return circle.seasons.filter(first__lte=tonight())


def days_of(season: Season) -> str:
    first, last = (date_format(day, "DATE_FORMAT") if day else "" for day in (season.first, season.last))
    words = gettext("%(first)s to %(last)s") if last else gettext("from %(first)s")
    return words % {"first": first, "last": last}


def _season(scope: Scope, at: str) -> RankingPeriod:
    season = Season.objects.get(pk=at)
    within = replace(scope, first=season.first, last=season.last)
    return RankingPeriod(at, season.name, within, days_of(season), season.closed)


def _months(scope: Scope) -> list[str]:
    months = scope.sessions().order_by().values_list(TruncMonth("night__day"), flat=True)
    return sorted({f"{month:%Y-%m}" for month in months.distinct()}, reverse=True)


def _month(scope: Scope, at: str) -> RankingPeriod:
    first = date.fromisoformat(f"{at}-01")
    name = date_format(first, "YEAR_MONTH_FORMAT")
    return RankingPeriod(at, name, scope.of_month(first.year, first.month))


def _evening(scope: Scope, at: str) -> RankingPeriod:
    session = GameSession.objects.select_related("night").get(public_id=at)
    day = date_format(session.night.day, "DATE_FORMAT")
    return RankingPeriod(at, title(session), replace(scope, evening=at), day)


KINDS: Mapping[str, PeriodKind] = {
    "season": PeriodKind(
        _("Season"), lambda scope: [str(one.pk) for one in started_seasons(scope.circle)], _season
    ),
    "year": PeriodKind(
        _("Year"),
        lambda scope: list(dict.fromkeys(month[:4] for month in _months(scope))),
        lambda scope, at: RankingPeriod(at, year_name(int(at)), scope.of_year(int(at))),
    ),
    "month": PeriodKind(_("Month"), _months, _month),
    "evening": PeriodKind(
        _("Table"), lambda scope: list(scope.sessions().values_list("public_id", flat=True)), _evening
    ),
}
"""The kinds of periods, by their names in addresses."""


def chips(kinds: list[str], game: str, by: str) -> list[Chip]:
    """The links that select a kind of period."""
    chosen = f"game={game}&" if game else ""
    return [Chip(str(KINDS[name].label), f"{chosen}by={name}", name == by) for name in kinds]


def offered(circle: Circle) -> list[str]:
    """The kinds that a circle has; the first is the default: the season, where one is running."""
    newest = started_seasons(circle).first()
    if newest is None:
        return [name for name in KINDS if name != "season"]
    return sorted(KINDS, key=lambda name: name == "season") if newest.closed else list(KINDS)
