"""The JSON API: a circle, its sessions, and a session with its standing and rounds.

Requests need a token.  Responses have ETags and CORS headers; errors follow RFC 9457.  Rounds are as the
``replay`` command prints them.
"""

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps
from http import HTTPStatus
from pathlib import Path
from typing import Concatenate, ParamSpec

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.http import quote_etag
from django.utils.translation import get_language, gettext
from django.views.decorators.csrf import csrf_exempt

from scorekeeper.circles.codes import authenticate_token
from scorekeeper.circles.limits import take_for_token
from scorekeeper.circles.models import Circle
from scorekeeper.circles.services import visible_players
from scorekeeper.play.models import GameSession, with_players
from scorekeeper.play.table import Table
from scorekeeper.present.presenter import Presenter, RoundRow, people_by_key
from scorekeeper.present.sheet import chip_of
from scorekeeper.present.standings import SeatRow, standing
from scorekeeper.scoring.reading import Json
from scorekeeper.scoring.registry import RULESETS
from scorekeeper.scoring.replay import Replay
from scorekeeper.scoring.reporting import report
from scorekeeper.server.database import snapshot
from scorekeeper.server.headers import FOR_EVERYBODY
from scorekeeper.server.ratelimit import TooMany
from scorekeeper.server.static import version as program_version

P = ParamSpec("P")

SESSIONS_ON_PAGE = 50
DESCRIPTION = Path(__file__).with_name("openapi.json").read_bytes()
READS = ("GET", "HEAD", "OPTIONS")
ALLOW = {"Allow": ", ".join(READS)}
LONGEST_TOKEN = 200
EVERY_RESPONSE = {
    **FOR_EVERYBODY,
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "ETag, Retry-After",
    "X-Robots-Tag": "noindex, nofollow",
}
"""Any origin may read a response, as the token is not sent by a browser on its own."""
PREFLIGHT = {
    "Access-Control-Allow-Methods": "GET, HEAD",
    "Access-Control-Allow-Headers": "Authorization, If-None-Match",
    "Access-Control-Max-Age": "86400",
    **ALLOW,
}
"""Headers of the response to a CORS preflight."""


@dataclass(frozen=True, slots=True)
class JsonResource:
    """What a view returns."""

    version: object  # for its ETag
    make: Callable[[], Json]  # not called if the client has this version


View = Callable[Concatenate[HttpRequest, Circle, P], JsonResource]


def with_token(view: View[P]) -> Callable[Concatenate[HttpRequest, P], HttpResponseBase]:
    """Decorate a view so that it gets the circle of the request's token."""

    @csrf_exempt  # other methods are refused in JSON too
    @wraps(view)
    def answer(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        def read(circle: Circle) -> JsonResource:
            return view(request, circle, *args, **kwargs)

        return _with_cors(request, lambda: _read_by_token(request, read))

    return answer


def _with_cors(request: HttpRequest, read: Callable[[], HttpResponse]) -> HttpResponse:
    if request.method == "OPTIONS":
        response = HttpResponse(status=HTTPStatus.NO_CONTENT, headers=PREFLIGHT)
    elif request.method not in READS:
        response = problem(HTTPStatus.METHOD_NOT_ALLOWED, "This can only be read.", ALLOW)
    else:
        try:
            response = read()
        except TooMany as busy:
            detail, headers = f"Too many requests: wait {busy.seconds} s.", {"Retry-After": str(busy.seconds)}
            response = problem(HTTPStatus.TOO_MANY_REQUESTS, detail, headers)
    for name, value in EVERY_RESPONSE.items():
        response.headers[name] = value
    patch_vary_headers(response, ["Authorization"])
    return response


def _read_by_token(request: HttpRequest, read: Callable[[Circle], JsonResource]) -> HttpResponse:
    # not from the query string, as URLs are logged
    scheme, _, secret = request.headers.get("Authorization", "").partition(" ")
    secret = secret.strip()
    well_formed = scheme.lower() == "bearer" and 0 < len(secret) <= LONGEST_TOKEN
    token = authenticate_token(secret) if well_formed else None
    take_for_token(request, token)
    if token is None:
        detail = "Send a token that counts: Authorization: Bearer TOKEN"
        return problem(HTTPStatus.UNAUTHORIZED, detail, {"WWW-Authenticate": 'Bearer realm="scorekeeper"'})
    try:
        with snapshot():
            return _conditional_response(request, read(token.circle))
    except Http404:
        return problem(HTTPStatus.NOT_FOUND, "There is nothing of that name in this group.")


def _conditional_response(request: HttpRequest, resource: JsonResource) -> HttpResponse:
    """The resource, or 304 if the client has it."""
    version = dumps([resource.version, get_language(), program_version()])
    etag = quote_etag(hashlib.sha256(version.encode()).hexdigest()[:32])
    unchanged = get_conditional_response(request, etag=etag)
    response = unchanged or HttpResponse(dumps(resource.make()), content_type="application/json")
    response.headers["ETag"] = etag
    return response


def resource_of(data: Json) -> JsonResource:
    """A resource whose version is its content."""
    return JsonResource(data, lambda: data)


def dumps(data: object) -> str:
    """Compact JSON; keys keep their order."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"), default=str)


def problem(status: HTTPStatus, detail: str, headers: Mapping[str, str] | None = None) -> HttpResponse:
    """An error by RFC 9457, in English, as its readers are programmers."""
    data = {"type": "about:blank", "title": status.phrase, "status": int(status), "detail": detail}
    return HttpResponse(dumps(data), status=status, content_type="application/problem+json", headers=headers)


def session_head(session: GameSession) -> Json:
    """The fields of a session without its rounds; ``unit`` is null without a rate."""
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


def board(table: Table) -> Json:
    """A session with its stored results."""
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
    """The last round that is not voided; its number is null if it does not count."""
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


@with_token
def circle(request: HttpRequest, circle: Circle) -> JsonResource:
    looks = people_by_key(circle)
    people = [
        {
            "id": person.pk,
            "name": person.name,
            "mark": looks[person.pk].mark,
            "color": looks[person.pk].color,
            "guest": person.guest,
        }
        for person in visible_players(circle)
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
    pages = Paginator(circle.sessions.prefetch_related(with_players()), SESSIONS_ON_PAGE)
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
    """A session with its standing and all rounds; raises Http404."""
    table = Table(get_object_or_404(circle.sessions, public_id=sid))
    people = [(seat.player.name, seat.player.mark, seat.player.color) for seat in table.seats]
    return JsonResource([session_head(table.session), people], lambda: board(table))


@with_token
def not_found(request: HttpRequest, circle: Circle, rest: str) -> JsonResource:
    raise Http404


@csrf_exempt
def description(request: HttpRequest) -> HttpResponseBase:
    """The OpenAPI description, without a token."""

    def read() -> HttpResponse:
        take_for_token(request, None)
        return HttpResponse(DESCRIPTION, content_type="application/json")

    return _with_cors(request, read)
