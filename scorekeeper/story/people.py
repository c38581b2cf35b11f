"""人: the list of a circle's people, by game and year."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scorekeeper.circles.access import membership_of
from scorekeeper.circles.services import all_players
from scorekeeper.present.charts import Spark
from scorekeeper.present.presenter import PersonView, faces
from scorekeeper.stats.people import Figures, figures_by_player, recent_points
from scorekeeper.stats.ranking import places

from .choice import choose
from .portrait import LAST


@dataclass(frozen=True, slots=True)
class PersonRow:
    person: PersonView
    place: int  # by points; equal points share one
    figures: Figures
    form: Spark | None


def people(request: HttpRequest, cid: str) -> HttpResponse:
    """Everybody who played the chosen game in the chosen time, by points."""
    circle = membership_of(request).circle
    choice = choose(request, circle)
    played, views = figures_by_player(choice.scope), faces(circle)
    latest = recent_points(choice.scope, LAST)
    place = places({pk: figures["points"] for pk, figures in played.items()})
    rows = [
        PersonRow(views[pk], place[pk], figures, Spark(latest[pk]) if pk in latest else None)
        for pk, figures in sorted(played.items(), key=lambda item: (-item[1]["points"], item[0]))
    ]
    everybody = [(player, views[player.pk]) for player in all_players(circle)]
    return render(request, "story/people.html", {"choice": choice, "rows": rows, "everybody": everybody})
