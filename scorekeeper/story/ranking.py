"""順位: the pages of rankings by season, year, month and session, and of ratings."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from math import hypot

from django import forms
from django.db.models import QuerySet
from django.db.models.functions import TruncMonth
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from scorekeeper.circles.access import membership_of
from scorekeeper.circles.forms import save_field
from scorekeeper.circles.models import Circle
from scorekeeper.circles.services import set_least_rounds
from scorekeeper.play.models import GameSession
from scorekeeper.play.nights import tonight
from scorekeeper.present.presenter import PersonView, people_by_key
from scorekeeper.present.words import title
from scorekeeper.stats import people as stats
from scorekeeper.stats.people import places
from scorekeeper.stats.ratings import MEAN, Skill, ratings
from scorekeeper.stats.scope import Scope, listed

from .choice import Chip, choose, year_name
from .models import Season


@dataclass(frozen=True, slots=True)
class RankingPeriod:
    at: str  # its id in addresses
    name: str
    scope: Scope
    days: str = ""  # its dates, if the name has none
    final: bool = False  # whether it is a closed season


@dataclass(frozen=True, slots=True)
class PeriodKind:
    label: object
    names: Callable[[Scope], list[str]]  # ids of the periods with a session, newest first
    read: Callable[[Scope, str], RankingPeriod]

    def choose(self, scope: Scope, at: str) -> dict[str, RankingPeriod]:
        """The ``period`` with an id ("" for the newest), and the ``earlier`` and ``later`` one if they exist.

        Raises Http404 for an unknown id.
        """
        names = self.names(scope)
        if at and at not in names:
            raise Http404
        place = names.index(at) if at else 0
        around = {"period": place, "earlier": place + 1, "later": place - 1}
        return {key: self.read(scope, names[n]) for key, n in around.items() if 0 <= n < len(names)}


def started_seasons(circle: Circle) -> QuerySet[Season]:
    return circle.seasons.filter(first__lte=tonight())


def _season(scope: Scope, at: str) -> RankingPeriod:
    season = Season.objects.get(pk=at)
    within = replace(scope, first=season.first, last=season.last)
    return RankingPeriod(at, season.name, within, season.days, season.closed)


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
"""The kinds of periods by their names in addresses."""


def chips(kinds: list[str], game: str, by: str) -> list[Chip]:
    chosen = f"game={game}&" if game else ""
    return [Chip(str(KINDS[name].label), f"{chosen}by={name}", name == by) for name in kinds]


def offered(circle: Circle) -> list[str]:
    """The kinds that a circle has, the default first: the season if one is running."""
    newest = started_seasons(circle).first()
    if newest is None:
        return [name for name in KINDS if name != "season"]
    return sorted(KINDS, key=lambda name: name == "season") if newest.closed else list(KINDS)


class LeastRoundsForm(forms.Form):
    rounds = forms.IntegerField(
        min_value=1,
        max_value=100,
        label=_("Rounds that a table must have to count"),
        widget=forms.NumberInput({"inputmode": "numeric"}),
    )


def ranking(request: HttpRequest, cid: str) -> HttpResponse:
    """The ranking of a period; hosts set ``least_rounds`` here, with 409 if it was changed meanwhile."""
    membership = membership_of(request)
    if request.method != "POST":
        return _page(request, membership.circle)
    form = LeastRoundsForm(request.POST)
    set_rounds = partial(set_least_rounds, membership.circle, device=membership.device)
    if refused := save_field(form, "rounds", set_rounds):
        return _page(request, membership.circle, form, refused)
    return redirect("ranking", cid)


def _page(
    request: HttpRequest, circle: Circle, form: LeastRoundsForm | None = None, status: int = 200
) -> HttpResponse:
    kinds = offered(circle)
    by, at = _asked(request, kinds)
    choice = choose(request, circle, extra_query=f"by={by}")
    scope = Scope(circle, choice.game, rounds=circle.least_rounds)
    chosen = KINDS[by].choose(scope, at)
    context = {
        "choice": replace(choice, years=()),
        "kinds": chips(kinds, choice.game, by),
        "kinds_offered": kinds,
        "by": by,
        "chosen": chosen,
        "form": form or LeastRoundsForm(initial={"rounds": circle.least_rounds}),
        **(_tables(circle, chosen["period"], chosen.get("earlier")) if chosen else {}),
    }
    return render(request, "story/ranking.html", context, status=status)


def _asked(request: HttpRequest, kinds: list[str]) -> tuple[str, str]:
    """The kind of period and its id in the address; a year without a kind selects that year."""
    year = request.GET.get("year", "")
    by = request.GET.get("by") or ("year" if year else kinds[0])
    if by not in kinds:
        raise Http404
    return by, request.GET.get("at", "") or (year if by == "year" else "")


def _tables(circle: Circle, period: RankingPeriod, earlier: RankingPeriod | None) -> dict[str, object]:
    """The context of a period: its ranking by points, and by money."""
    views, scope = people_by_key(circle), period.scope
    rows = [(views[rank.player], rank) for rank in stats.ranking(scope, earlier.scope if earlier else None)]
    money = [
        (unit, [(views[player], place, won[player]) for player, place in stats.places(won).items()])
        for unit, won in stats.money(replace(scope, game="")).items()
    ]
    winners = [person for person, rank in rows if period.final and rank.place == 1]
    return {"rows": rows, "winners": winners, "money": money}


START = 1000
"""Rating shown before the first table."""


@dataclass(frozen=True, slots=True)
class RatingRow:
    person: PersonView
    value: int
    margin: int  # twice the standard deviation
    gain: int  # at the last table
    tables: int
    place: int | None  # None if the difference to everybody else may be chance


def rating(request: HttpRequest, cid: str) -> HttpResponse:
    circle = membership_of(request).circle
    choice = choose(request, circle)
    rows = _rows(Scope(circle, choice.game, rounds=circle.least_rounds))
    context = {
        "choice": replace(choice, years=()),
        "kinds": chips(offered(circle), choice.game, ""),
        "by": "rating",
        "rows": rows,
        "ranks": any(row.place for row in rows),
        "start": START,
    }
    return render(request, "story/rating.html", context)


def _rows(scope: Scope) -> list[RatingRow]:
    """Everybody but guests and hidden people, the strongest first."""
    shown = set(scope.circle.players.filter(listed()).values_list("pk", flat=True))
    views = people_by_key(scope.circle)
    skills = {player: skill for player, skill in ratings(scope).items() if player in shown}
    order = places({player: _shown(skill.mean) for player, skill in skills.items()})
    return [
        RatingRow(
            person=views[player],
            value=_shown(skill.mean),
            margin=_shown(2 * skill.spread),
            gain=_shown(skill.mean) - _shown(skill.mean - skill.gain),
            tables=skill.evenings,
            place=order[player] if any(_differ(skill, other) for other in skills.values()) else None,
        )
        for player, skill in sorted(skills.items(), key=lambda item: (-item[1].mean, item[0]))
    ]


def _differ(skill: Skill, other: Skill) -> bool:
    """Whether two ratings are further apart than chance explains in 19 of 20 cases."""
    return abs(skill.mean - other.mean) > 2 * hypot(skill.spread, other.spread)


def _shown(value: float) -> int:
    return round(value * (START / MEAN))
