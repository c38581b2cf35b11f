"""The start page; on the machine that serves phones it also shows their address."""

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

from scorekeeper.circles.access import current_device, invitation_link, link_token
from scorekeeper.circles.models import Circle, Device, Player, Role
from scorekeeper.circles.services import deleted_by
from scorekeeper.play.idempotency import new_key
from scorekeeper.play.models import GameSession
from scorekeeper.scoring.registry import RULESETS
from scorekeeper.server.hosts import is_own_browser, phone_addresses

from .invite import Invitation, app_preview, is_local, public_url

MOST_NAMED = 12
"""People on the card of a circle."""
MOST_RUNNING = 20
"""Running tables on the card of a circle; all of them are on the circle's page."""
NAME_SEPARATORS = (" & ", "・", "、")
"""As names of circles are made from people's names, in each language."""
PHONE_SEEN = Event()
"""Set once another device has sent a request to this process."""


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
    """The address at which everybody joins the circle of a demo as a host; else empty."""
    made_up = Circle.objects.filter(deleted_at=None).order_by("pk").first() if settings.DEMO else None
    link = invitation_link(made_up, Role.HOST) if made_up else None
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


def _players(circle: Circle) -> str:
    """The names of people who are not in the circle's name, which is often made of names."""
    names = [player.name for player in circle.players.all()]
    others = [name for name in names if not _is_in_title(name, circle.name)]
    more = "＋" if 0 < len(others) < len(names) else ""
    return more + gettext(", ").join(others[:MOST_NAMED])


def _is_in_title(name: str, title: str) -> bool:
    """Whether a title that lists names has this one."""
    return any(f"{sign}{name}{sign}" in f"{sign}{title}{sign}" for sign in NAME_SEPARATORS)


class PhoneSeenMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        if settings.PUBLIC_URL:
            raise MiddlewareNotUsed
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if not PHONE_SEEN.is_set() and not is_own_browser(request):
            PHONE_SEEN.set()
        return self.get_response(request)


def phone_address(request: HttpRequest) -> Invitation | None:
    """For a browser on this machine, the address that phones can open; ``url`` is empty without a network.

    None for other devices, behind a proxy, and if the server listens for this machine alone.
    """
    if settings.PUBLIC_URL or not is_own_browser(request):
        return None
    url = public_url(request, "/")
    if not is_local(urlsplit(url).hostname or ""):
        return Invitation(url)
    return None if phone_addresses() else Invitation("")
