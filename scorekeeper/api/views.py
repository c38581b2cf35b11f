"""What programs may read: a circle, its sessions, and each of them with its rounds."""

from functools import cache
from pathlib import Path

from django.core.paginator import Paginator
from django.db.models import Prefetch
from django.http import Http404, HttpRequest, HttpResponseBase

from scorekeeper.circles.models import Circle
from scorekeeper.circles.selectors import present_players
from scorekeeper.play.models import GameSession, Seat
from scorekeeper.play.table import Table
from scorekeeper.present.people import faces
from scorekeeper.scoring.reading import Json

from .answers import Answer, by_token, known, openly
from .board import board, head, version

ON_PAGE = 50
DESCRIPTION = Path(__file__).with_name("openapi.json")


@by_token
def circle(request: HttpRequest, found: Circle) -> Answer:
    """The circle, its people, and which sessions are running."""
    running = found.sessions.filter(ended_at=None).values_list("public_id", flat=True)
    return known(
        {
            "id": found.public_id,
            "name": found.name,
            "people": _people(found),
            "sessions": found.sessions.count(),
            "running": list(running),
        }
    )


def _people(found: Circle) -> list[Json]:
    looks = faces(found)
    return [
        {
            "id": person.pk,
            "name": person.name,
            "mark": looks[person.pk].mark,
            "color": looks[person.pk].color,
            "guest": person.guest,
        }
        for person in present_players(found)
        if person.merged_into_id is None
    ]


@by_token
def sessions(request: HttpRequest, found: Circle) -> Answer:
    """The sessions of a circle, newest first, page by page; raises Http404 for a page that is none."""
    seats = Prefetch("seats", Seat.objects.select_related("player"))
    pages = Paginator(found.sessions.prefetch_related(seats), ON_PAGE)
    number = request.GET.get("page", "1")
    if not (number.isascii() and number.isdecimal() and len(number) < 7):
        raise Http404
    if not 1 <= int(number) <= pages.num_pages:
        raise Http404
    page = pages.page(number)
    return known(
        {
            "page": page.number,
            "pages": pages.num_pages,
            "count": pages.count,
            "sessions": [_line(session) for session in page],
        }
    )


def _line(session: GameSession) -> Json:
    points = session.standing.get("points", {})
    return {
        **head(session),
        "rounds": session.standing.get("rounds", 0),
        "points": [
            {"name": seat.player.name, "points": points[str(seat.number)]}
            for seat in session.seats.all()
            if str(seat.number) in points
        ],
    }


@by_token
def session(request: HttpRequest, found: Circle, sid: str) -> Answer:
    """A session: who stands where, its last round, and every round; raises Http404."""
    row = found.sessions.filter(public_id=sid).first()
    if row is None:
        raise Http404
    table = Table(row)
    return Answer(version(table), lambda: board(table))


@by_token
def other(request: HttpRequest, found: Circle, rest: str) -> Answer:
    """Nothing: whatever is not above is told so in JSON too."""
    raise Http404


def description(request: HttpRequest) -> HttpResponseBase:
    """All of this as OpenAPI describes it; no token is needed to read that."""
    return openly(request, _description())


@cache
def _description() -> bytes:
    return DESCRIPTION.read_bytes()
