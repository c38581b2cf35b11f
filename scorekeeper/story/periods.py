"""期間: the month, year or evening that a ranking is about, and the ones before and after it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import date

from django.db.models import QuerySet
from django.db.models.functions import TruncMonth
from django.http import Http404
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.circles.models import Circle
from scorekeeper.play.models import GameSession
from scorekeeper.present.heads import title
from scorekeeper.stats.scope import Scope

from .choice import Chip, year_name
from .models import Season


@dataclass(frozen=True, slots=True)
class Period:
    """One stretch of time: ``at`` names it in addresses, ``days`` tells when it was if its name does not.

    ``final`` tells that nothing more is to come: it was closed by a host.
    """

    at: str
    name: str
    scope: Scope
    days: str = ""
    final: bool = False


@dataclass(frozen=True, slots=True)
class Chosen:
    """The period that is shown, None where nothing was played, with its neighbours where there are any."""

    period: Period | None = None
    earlier: Period | None = None
    later: Period | None = None


@dataclass(frozen=True, slots=True)
class Kind:
    """A way to cut time: ``names`` are those of its periods that were played in, newest first."""

    label: object
    names: Callable[[Scope], list[str]]
    read: Callable[[Scope, str], Period]

    def choose(self, scope: Scope, at: str) -> Chosen:
        """The period of a name, the newest of none; raises Http404 for one that nothing was played in."""
        names = self.names(scope)
        if at and at not in names:
            raise Http404
        place = names.index(at) if at else 0
        around = [names[n] if 0 <= n < len(names) else "" for n in (place, place + 1, place - 1)]
        return Chosen(*[self.read(scope, name) if name else None for name in around])


def _seasons(scope: Scope) -> list[str]:
    return [str(season.pk) for season in begun(scope.circle)]


def _season(scope: Scope, at: str) -> Period:
    season = Season.objects.get(pk=at)
    within = replace(scope, first=season.first, last=season.last)
    return Period(at, season.name, within, days_of(season), season.closed)


def begun(circle: Circle) -> QuerySet[Season]:
    """The seasons that have begun, newest first."""
    return circle.seasons.filter(first__lte=timezone.localdate())


def days_of(season: Season) -> str:
    """From when to when a season is."""
    first, last = (date_format(day, "DATE_FORMAT") if day else "" for day in (season.first, season.last))
    return (
        gettext("%(first)s to %(last)s") % {"first": first, "last": last}
        if last
        else (gettext("from %(first)s") % {"first": first})
    )


def _months(scope: Scope) -> list[str]:
    months = scope.sessions().annotate(month=TruncMonth("started_at")).values_list("month", flat=True)
    return sorted({f"{month:%Y-%m}" for month in months}, reverse=True)


def _month(scope: Scope, at: str) -> Period:
    year, month = map(int, at.split("-"))
    return Period(at, date_format(date(year, month, 1), "YEAR_MONTH_FORMAT"), scope.of_month(year, month))


def _years(scope: Scope) -> list[str]:
    return list(dict.fromkeys(month[:4] for month in _months(scope)))


def _year(scope: Scope, at: str) -> Period:
    return Period(at, year_name(int(at)), scope.of_year(int(at)))


def _evenings(scope: Scope) -> list[str]:
    return list(scope.sessions().values_list("public_id", flat=True))


def _evening(scope: Scope, at: str) -> Period:
    session = GameSession.objects.get(public_id=at)
    day = date_format(timezone.localtime(session.started_at), "DATE_FORMAT")
    return Period(at, title(session), replace(scope, evening=at), day)


KINDS: Mapping[str, Kind] = {
    "season": Kind(_("Season"), _seasons, _season),
    "year": Kind(_("Year"), _years, _year),
    "month": Kind(_("Month"), _months, _month),
    "evening": Kind(_("Table"), _evenings, _evening),
}
"""The ways to cut time, by the name that addresses have for them."""


def chips(kinds: list[str], game: str, by: str) -> list[Chip]:
    """The ways to cut time as a page offers them."""
    chosen = f"game={game}&" if game else ""
    return [Chip(str(KINDS[name].label), f"{chosen}by={name}", name == by) for name in kinds]


def offered(circle: Circle) -> list[str]:
    """Those that a circle can choose from, the first one first: the running season, where there is one."""
    newest = begun(circle).first()
    if newest is None:
        return [name for name in KINDS if name != "season"]
    return sorted(KINDS, key=lambda name: name == "season") if newest.closed else list(KINDS)
