"""The start page and a circle's page."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_safe

from scorekeeper.circles.access import current_device, find_circle, link_token
from scorekeeper.circles.models import Circle

from ..models import GameSession
from ..selectors import circle_totals, game_name, session_standing, title


@dataclass(frozen=True, slots=True)
class SessionLine:
    """A session in one line."""

    title: str
    url: str
    game: str
    at: datetime
    rounds: int
    sub: str
    standing: Any


def _line(session: GameSession) -> SessionLine:
    rounds = session.standing.get("rounds", 0)
    return SessionLine(
        title=title(session),
        url=reverse("table", args=(session.public_id,)),
        game=game_name(session),
        at=session.started_at,
        rounds=rounds,
        sub=ngettext("%(count)d round", "%(count)d rounds", rounds) % {"count": rounds},
        standing=session_standing(session),
    )


@require_safe
def start(request: HttpRequest) -> HttpResponse:
    """This device's circles and their running sessions."""
    device = current_device(request)
    circles = Circle.objects.filter(memberships__device=device).order_by("-created_at") if device else []
    return render(request, "circles/start.html", {"circles": [_circle_card(circle) for circle in circles]})


def _circle_card(circle: Circle) -> dict[str, Any]:
    running = circle.sessions.filter(ended_at=None).prefetch_related("seats__player")
    return {
        "name": circle.name,
        "url": reverse("circle", args=(circle.public_id,)),
        "players": gettext(", ").join(circle.players.order_by("pk").values_list("name", flat=True)[:12]),
        "sessions_open": [_line(session) for session in running],
    }


@require_safe
def circle(request: HttpRequest, cid: str) -> HttpResponse:
    """A circle: its sessions, everybody's totals, and its link."""
    found = find_circle(request, cid)
    lines = list(found.sessions.prefetch_related("seats__player"))
    context = {
        "circle": found,
        "link": request.build_absolute_uri(reverse("join", args=(link_token(found),))),
        "open_sessions": [_line(session) for session in lines if not session.ended_at],
        "ended_sessions": [_line(session) for session in lines if session.ended_at],
        "totals": (totals := circle_totals(found)),
        "total": sum(person.points for person in totals),
    }
    return render(request, "circles/circle.html", context)
