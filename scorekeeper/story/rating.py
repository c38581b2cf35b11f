"""レーティング: the page of ratings in a game."""

from dataclasses import dataclass, replace
from math import hypot

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scorekeeper.circles.access import membership_of
from scorekeeper.present.presenter import PersonView, faces
from scorekeeper.stats.ranking import places
from scorekeeper.stats.ratings import MEAN, Skill, ratings
from scorekeeper.stats.scope import Scope, listed

from .choice import choose
from .periods import chips, offered

START = 1000
"""Rating shown before the first table."""

SCALE = START / MEAN
"""Points shown for one unit of the method."""


@dataclass(frozen=True, slots=True)
class RatingRow:
    person: PersonView
    value: int
    sure: int  # twice the standard deviation
    gain: int  # at the last table
    tables: int
    place: int | None  # None where the difference to everybody else may be chance


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
    shown, views = (
        set(scope.circle.players.filter(listed()).values_list("pk", flat=True)),
        faces(scope.circle),
    )
    skills = {player: skill for player, skill in ratings(scope).items() if player in shown}
    order = places({player: _shown(skill.mean) for player, skill in skills.items()})
    return [
        RatingRow(
            person=views[player],
            value=_shown(skill.mean),
            sure=_shown(2 * skill.spread),
            gain=_shown(skill.mean) - _shown(skill.mean - skill.gain),
            tables=skill.evenings,
            place=order[player] if any(_differ(skill, other) for other in skills.values()) else None,
        )
        for player, skill in sorted(skills.items(), key=lambda item: (-item[1].mean, item[0]))
    ]


def _differ(one: Skill, other: Skill) -> bool:
    """Whether two ratings are further apart than chance explains in 19 of 20 cases."""
    return abs(one.mean - other.mean) > 2 * hypot(one.spread, other.spread)


def _shown(value: float) -> int:
    return round(value * SCALE)
