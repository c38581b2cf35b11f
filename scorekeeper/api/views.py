"""The JSON API: a circle, its sessions, and one session with its standing and its rounds, which are as the
``replay`` command prints them.
"""

from pathlib import Path

from django.core.paginator import Paginator
from django.db.models import Prefetch
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.csrf import csrf_exempt

from scorekeeper.circles.models import Circle
from scorekeeper.circles.services import present_players
from scorekeeper.play.models import GameSession, Seat
from scorekeeper.play.table import Table
from scorekeeper.present.presenter import Presenter, RoundRow, faces
from scorekeeper.present.sheet import chip_of
from scorekeeper.present.standings import SeatRow, standing
from scorekeeper.scoring.reading import Json
from scorekeeper.scoring.registry import RULESETS
from scorekeeper.scoring.replay import Replay
from scorekeeper.scoring.reporting import report

from .responses import JsonResource, public_json, resource_of, with_token


def session_head(session: GameSession) -> Json:
    """The fields of a session without its rounds; ``unit`` is null where it has no rate."""
    ended = session.ended_at
    return {
        "id": session.public_id,
        "title": session.title,
        "game": {"key": session.game, "name": gettext(RULESETS[session.game].title)},
        "started_at": timezone.localtime(session.started_at).isoformat(timespec="seconds"),
        "ended_at": timezone.localtime(ended).isoformat(timespec="seconds") if ended else None,
        "revision": session.revision,
        "unit": session.rate["unit"] if session.rate else None,
    }


def version_of(table: Table) -> list[object]:
    """What the JSON of a session depends on, for its ETag."""
    people = [(seat.player.name, seat.player.mark, seat.player.color) for seat in table.seats]
    return [session_head(table.session), people]


def board(table: Table) -> Json:
    """A session; its points are the stored results."""
    rows = table.played
    recorded = table.recorded(rows)
    played = Replay(tuple(recorded[row.pk] for row in rows), table.state)
    seats = sorted(standing(table), key=lambda seat: (seat.place, seat.number))
    return {
        **session_head(table.session),
        "standing": [_seat_json(seat, table) for seat in seats],
        "elsewhere": table.state.elsewhere,
        "last_round": _last_round(table),
        **report(table.bare, gettext, played),
    }


def _seat_json(seat: SeatRow, table: Table) -> Json:
    return {
        "place": seat.place,
        "seat": seat.number + 1,
        "name": seat.name,
        "mark": seat.mark,
        "color": seat.color,
        "points": seat.balance,
        "change": seat.change,
        "seated": seat.name in table.state.seats,
    }


def _last_round(table: Table) -> Json | None:
    """The last round that is not voided; its number is null where it does not count."""
    if table.last is None or table.last_recorded is None:
        return None
    row = RoundRow(Presenter(table), table.last, table.last_recorded)
    return {
        "number": row.number,
        "kind": row.kind,
        "headline": row.headline,
        "at": timezone.localtime(row.at).isoformat(timespec="seconds"),
        "claimed": chip_of(table.last.result.claimed) or None,
        "change": table.last_recorded.change,
    }


ON_PAGE = 50
DESCRIPTION = Path(__file__).with_name("openapi.json").read_bytes()


@with_token
def circle(request: HttpRequest, circle: Circle) -> JsonResource:
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
    raise Http404


@csrf_exempt
def description(request: HttpRequest) -> HttpResponseBase:
    """The OpenAPI description, without a token."""
    return public_json(request, DESCRIPTION)
