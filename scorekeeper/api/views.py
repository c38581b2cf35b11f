"""The JSON API: a circle, its sessions, and one session with its rounds."""

from pathlib import Path

from django.core.paginator import Paginator
from django.db.models import Prefetch
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.views.decorators.csrf import csrf_exempt

from scorekeeper.circles.models import Circle
from scorekeeper.circles.services import present_players
from scorekeeper.play.models import GameSession, Seat
from scorekeeper.play.table import Table
from scorekeeper.present.presenter import faces
from scorekeeper.scoring.reading import Json

from .board import board, session_head, version_of
from .responses import JsonResource, public_json, resource_of, with_token

ON_PAGE = 50
DESCRIPTION = Path(__file__).with_name("openapi.json").read_bytes()


@with_token
def circle(request: HttpRequest, circle: Circle) -> JsonResource:
    """The circle, its people, and its running sessions."""
    looks = faces(circle)
    people = [
        {
            "id": person.pk,
            "name": person.name,
            "mark": looks[person.pk].mark,
            "color": looks[person.pk].color,
            "guest": person.guest,
        }
        for person in present_players(circle)
        if person.merged_into_id is None
    ]
    running = circle.sessions.filter(ended_at=None).values_list("public_id", flat=True)
    return resource_of(
        {
            "id": circle.public_id,
            "name": circle.name,
            "people": people,
            "sessions": circle.sessions.count(),
            "running": list(running),
        }
    )


@with_token
def sessions(request: HttpRequest, circle: Circle) -> JsonResource:
    """The sessions of a circle, newest first, by page; raises Http404 for a page that does not exist."""
    seats = Prefetch("seats", Seat.objects.select_related("player"))
    pages = Paginator(circle.sessions.prefetch_related(seats), ON_PAGE)
    number = request.GET.get("page", "1")
    if number not in map(str, pages.page_range):
        raise Http404
    page = pages.page(number)
    return resource_of(
        {
            "page": page.number,
            "pages": pages.num_pages,
            "count": pages.count,
            "sessions": [_session_line(session) for session in page],
        }
    )


def _session_line(session: GameSession) -> Json:
    points = session.standing.get("points", {})
    return {
        **session_head(session),
        "rounds": session.standing.get("rounds", 0),
        "points": [
            {"name": seat.player.name, "points": points[str(seat.number)]}
            for seat in session.seats.all()
            if str(seat.number) in points
        ],
    }


@with_token
def session(request: HttpRequest, circle: Circle, sid: str) -> JsonResource:
    """A session with its standing and every round; raises Http404."""
    table = Table(get_object_or_404(circle.sessions, public_id=sid))
    return JsonResource(version_of(table), lambda: board(table))


@with_token
def not_found(request: HttpRequest, circle: Circle, rest: str) -> JsonResource:
    """Every other address: a 404 in JSON."""
    raise Http404


@csrf_exempt
def description(request: HttpRequest) -> HttpResponseBase:
    """The OpenAPI description, without a token."""
    return public_json(request, DESCRIPTION)
