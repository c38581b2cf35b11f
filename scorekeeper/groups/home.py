"""The start page, and at home the way in for phones that it shows."""

from collections.abc import Callable
from threading import Event
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.db.models import Prefetch, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext

from scorekeeper.circles.access import current_device, link_token, open_link
from scorekeeper.circles.models import Circle, Device, Player, Role
from scorekeeper.circles.services import deleted_by
from scorekeeper.play.idempotency import new_key
from scorekeeper.play.models import GameSession, Seat
from scorekeeper.scoring.registry import RULESETS
from scorekeeper.server.hosts import is_own_browser, phone_addresses

from .invite import Invitation, app_preview, is_here, reachable

MOST_NAMED = 12
"""People who are named on the card of a circle."""
MOST_RUNNING = 20
"""Running tables on the card of a circle, the newest; the others are on the circle's own page."""
BETWEEN_NAMES = (" & ", "・", "、")
PHONE_SEEN = Event()
"""Whether another device has asked for a page since this process was started."""


def start(request: HttpRequest) -> HttpResponse:
    """This device's circles and their running sessions."""
    at_home = {"phones": phone_address(request), "phone_seen": PHONE_SEEN.is_set()}
    if request.htmx:  # type: ignore[attr-defined]
        return render(request, "groups/_phone_seen.html", at_home)
    device = current_device(request)
    circles = _circles(device) if device else []
    context = {
        "circles": [(circle, _players(circle)) for circle in circles],
        "deleted": deleted_by(device),
        "demo_way": _demo_way(),
        "games": [game for game in RULESETS.values() if not game.preset_of],
        "key": new_key(),
        "preview": None if circles else app_preview(request),
        **at_home,
    }
    return render(request, "groups/home.html", context)


def _demo_way() -> str:
    """Where everybody comes into the made-up circle as a host, in a demo; else empty."""
    made_up = Circle.objects.filter(deleted_at=None).order_by("pk").first() if settings.DEMO else None
    link = open_link(made_up, Role.HOST) if made_up else None
    return reverse("join", args=(link_token(link),)) if link else ""


def _circles(device: Device) -> QuerySet[Circle]:
    """The circles of a device, newest first, with all that their cards show."""
    running = GameSession.objects.filter(ended_at=None).select_related("night")
    players = Player.objects.filter(hidden=False).order_by("pk")
    return (
        Circle.objects.filter(memberships__device=device, memberships__ended_at=None)
        .order_by("-created_at")
        .prefetch_related(
            Prefetch("sessions", running[:MOST_RUNNING], to_attr="running"),
            Prefetch("players", players),
        )
    )


def with_players() -> "Prefetch[str]":
    """The seats of sessions, read with their players in one query.

    Prefetching the players apart would be a condition for each of them, and SQLite takes a thousand at most.
    """
    return Prefetch("seats", Seat.objects.select_related("player"))


def _players(circle: Circle) -> str:
    """Who plays there, but for those in the circle's name: often it is the names of the first."""
    names = [player.name for player in circle.players.all()]
    others = [name for name in names if not _is_in_title(name, circle.name)]
    more = "＋" if 0 < len(others) < len(names) else ""
    return more + gettext(", ").join(others[:MOST_NAMED])


def _is_in_title(name: str, title: str) -> bool:
    """Whether somebody is one of those whose names a title is, in any language."""
    return any(f"{sign}{name}{sign}" in f"{sign}{title}{sign}" for sign in BETWEEN_NAMES)


class PhoneSeenMiddleware:
    """Set `PHONE_SEEN` at the first request of another device."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        if settings.PUBLIC_URL:
            raise MiddlewareNotUsed
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if not PHONE_SEEN.is_set() and not is_own_browser(request):
            PHONE_SEEN.set()
        return self.get_response(request)


def phone_address(request: HttpRequest) -> Invitation | None:
    """Where phones open the app, for a browser on this machine; `url` is empty without a network.

    None for phones, behind a proxy, and if none can come in.
    """
    if settings.PUBLIC_URL or not is_own_browser(request):
        return None
    url = reachable(request, "/")
    if not is_here(urlsplit(url).hostname or ""):
        return Invitation(url)
    return None if phone_addresses() else Invitation("")
