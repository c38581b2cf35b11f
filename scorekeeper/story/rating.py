"""レーティング: how strong people are in a game, by the places of all its tables, and how sure that is."""

from dataclasses import dataclass, replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scorekeeper.circles.access import find_membership
from scorekeeper.present.people import faces
from scorekeeper.present.presenter import PersonView
from scorekeeper.stats.models import Rating
from scorekeeper.stats.ranking import places
from scorekeeper.stats.ratings import MEAN, ratings
from scorekeeper.stats.tallies import uncounted

from .choice import choose
from .periods import chips, offered

START = 1000
"""What a page says of somebody before the first table."""

SCALE = START / MEAN
"""Points of a page for one of the method."""

LEAST_TABLES = 3
"""Who has played fewer has no place yet."""


@dataclass(frozen=True, slots=True)
class RatingRow:
    """A person in one line; ``sure`` is twice the standard deviation, ``gain`` that of the last table.

    ``place`` is None where there are too few tables for one.
    """

    player: int
    person: PersonView
    value: int
    sure: int
    gain: int
    tables: int
    place: int | None


def rating(request: HttpRequest, cid: str) -> HttpResponse:
    """Everybody's rating in a game, the strongest first."""
    membership = find_membership(request, cid)
    circle = membership.circle
    choice = choose(request, circle)
    rows = _rows(list(ratings(replace(choice.scope, first=None, last=None))), faces(circle))
    context = {
        "circle": circle,
        "choice": replace(choice, years=()),
        "uncounted": uncounted(circle),
        "kinds": chips(offered(circle), choice.game, ""),
        "by": "rating",
        "placed": [row for row in rows if row.place],
        "unplaced": [row for row in rows if not row.place],
        "least": LEAST_TABLES,
        "start": START,
        "current": "ranking",
    }
    return render(request, "story/rating.html", context)


def _rows(found: list[Rating], known: dict[int, PersonView]) -> list[RatingRow]:
    placed = {one.player_id: _shown(one.mean) for one in found if one.evenings >= LEAST_TABLES}
    order = places(placed)
    return [
        RatingRow(
            player=one.player_id,
            person=known[one.player_id],
            value=_shown(one.mean),
            sure=_shown(2 * one.spread),
            gain=_shown(one.mean) - _shown(one.mean - one.gain),
            tables=one.evenings,
            place=order.get(one.player_id),
        )
        for one in found
    ]


def _shown(value: float) -> int:
    return round(value * SCALE)
