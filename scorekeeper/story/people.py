"""人: the list of a circle's people, by game and year."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scorekeeper.circles.access import membership_of
from scorekeeper.circles.selectors import all_players
from scorekeeper.present.column_chart import Spark
from scorekeeper.present.people import faces
from scorekeeper.present.presenter import PersonView
from scorekeeper.present.standings import place_of
from scorekeeper.stats.people import Figures, figures_by_player, recent_points

from .choice import choose
from .portrait import LAST


@dataclass(frozen=True, slots=True)
class PersonRow:
    pk: int
    person: PersonView
    place: int  # by points; equal points share one
    figures: Figures
    form: Spark | None


def people(request: HttpRequest, cid: str) -> HttpResponse:
    """Everybody who played the chosen game in the chosen time, by points."""
    circle = membership_of(request).circle
    choice = choose(request, circle)
    figures, views = figures_by_player(choice.scope), faces(circle)
    context = {
        "choice": choice,
        "rows": _rows(figures, recent_points(choice.scope, LAST), views),
        "everybody": [(player, views[player.pk]) for player in all_players(circle)],
    }
    return render(request, "story/people.html", context)


def _rows(
    figures: Mapping[int, Figures], latest: Mapping[int, list[int]], views: Mapping[int, PersonView]
) -> list[PersonRow]:
    points = {str(pk): row.points for pk, row in figures.items()}
    return [
        PersonRow(
            pk=pk,
            person=replace(views[pk], points=row.points),
            place=place_of(row.points, points),
            figures=row,
            form=Spark(latest[pk]) if pk in latest else None,
        )
        for pk, row in sorted(figures.items(), key=lambda item: (-item[1].points, item[0]))
    ]
