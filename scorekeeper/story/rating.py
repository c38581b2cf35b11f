"""レーティング: the page of ratings in a game."""

from dataclasses import dataclass, replace
from math import hypot

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scorekeeper.circles.access import find_membership
from scorekeeper.present.people import faces
from scorekeeper.present.presenter import PersonView
from scorekeeper.stats.models import Rating
from scorekeeper.stats.ranking import places
from scorekeeper.stats.ratings import MEAN, current_ratings
from scorekeeper.stats.tallies import uncounted

from .choice import choose
from .periods import chips, offered

START = 1000
"""Rating shown before the first table."""

SCALE = START / MEAN
"""Points shown for one unit of the method."""


@dataclass(frozen=True, slots=True)
class RatingRow:
    """A person in the list of ratings."""

    player: int
    person: PersonView
    value: int
    sure: int  # twice the standard deviation
    gain: int  # at the last table
    tables: int
    place: int | None  # None where the difference to everybody else may be chance


def rating(request: HttpRequest, cid: str) -> HttpResponse:
    membership = find_membership(request, cid)
    circle = membership.circle
    choice = choose(request, circle)
    rows = _rows(list(current_ratings(replace(choice.scope, first=None, last=None))), faces(circle))
    context = {
        "circle": circle,
        "choice": replace(choice, years=()),
        "uncounted": uncounted(circle),
        "kinds": chips(offered(circle), choice.game, ""),
        "by": "rating",
        "rows": rows,
        "ranks": any(row.place for row in rows),
        "start": START,
        "current": "ranking",
    }
    return render(request, "story/rating.html", context)


def _rows(ratings: list[Rating], views: dict[int, PersonView]) -> list[RatingRow]:
    order = places({row.player_id: _shown(row.mean) for row in ratings})
    return [
        RatingRow(
            player=row.player_id,
            person=views[row.player_id],
            value=_shown(row.mean),
            sure=_shown(2 * row.spread),
            gain=_shown(row.mean) - _shown(row.mean - row.gain),
            tables=row.evenings,
            place=order[row.player_id] if any(_differ(row, other) for other in ratings) else None,
        )
        for row in ratings
    ]


def _differ(one: Rating, other: Rating) -> bool:
    """Whether two ratings are further apart than chance explains in 19 of 20 cases."""
    return abs(one.mean - other.mean) > 2 * hypot(one.spread, other.spread)


def _shown(value: float) -> int:
    return round(value * SCALE)
