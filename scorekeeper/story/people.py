"""人: everybody of a circle, by game and year."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scorekeeper.circles.access import find_membership
from scorekeeper.circles.models import Circle, Player, Role
from scorekeeper.circles.selectors import all_players
from scorekeeper.present.columns import Spark, spark
from scorekeeper.present.people import faces
from scorekeeper.present.presenter import PersonView
from scorekeeper.present.standings import place_of
from scorekeeper.stats.people import Figures, everybody, forms
from scorekeeper.stats.tallies import uncounted

from .choice import choose
from .portrait import LAST


@dataclass(frozen=True, slots=True)
class PersonRow:
    """A person in one line, with the place by points; equal points share one."""

    pk: int
    person: PersonView
    place: int
    figures: Figures
    form: Spark | None


def people(request: HttpRequest, cid: str) -> HttpResponse:
    """Everybody who played the chosen game in the chosen time, by points."""
    membership = find_membership(request, cid)
    circle = membership.circle
    choice = choose(request, circle)
    found, known = everybody(choice.scope), faces(circle)
    context = {
        "circle": circle,
        "membership": membership,
        "choice": choice,
        "uncounted": uncounted(circle),
        "rows": _rows(found, forms(choice.scope, LAST), known),
        "everybody": _everybody(circle, known) if membership.role >= Role.PLAYER else [],
        "current": "people",
    }
    return render(request, "story/people.html", context)


def _rows(
    found: Mapping[int, Figures], latest: Mapping[int, list[int]], known: Mapping[int, PersonView]
) -> list[PersonRow]:
    points = {str(pk): one.points for pk, one in found.items()}
    return [
        PersonRow(
            pk=pk,
            person=replace(known[pk], points=one.points),
            place=place_of(one.points, points),
            figures=one,
            form=spark(latest[pk]) if pk in latest else None,
        )
        for pk, one in sorted(found.items(), key=lambda item: (-item[1].points, item[0]))
    ]


def _everybody(circle: Circle, known: Mapping[int, PersonView]) -> list[tuple[Player, PersonView]]:
    """Everybody of the circle for whoever wants to change details, hidden people last."""
    return [(player, known[player.pk]) for player in all_players(circle)]
