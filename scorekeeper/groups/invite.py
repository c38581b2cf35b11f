"""招待: the address of a link as other phones can open it, its QR code, and its preview in a chat."""

import re
import socket
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import ceil
from urllib.parse import SplitResult, urlencode, urlsplit

import segno
from django.conf import settings
from django.db.models import Count, Q
from django.http import HttpRequest
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext

from scorekeeper.circles.access import invitation_link, link_token, membership_of
from scorekeeper.circles.models import Circle, CircleLink, Role
from scorekeeper.play.models import GameSession, holder_of
from scorekeeper.server.hosts import is_loopback, local_name, phone_addresses

REVOKED_SHOWN = 5
INVITABLE = {"player": Role.PLAYER, "viewer": Role.VIEWER}
"""Roles of the links that a table shows, by their query parameter ``link``."""
QUIET_ZONE = 4
"""White modules around a QR code, by its standard."""
LEAST_WIDTH = 240
"""Pixels of a QR code, so that it can be scanned across a table."""


@dataclass(frozen=True, slots=True)
class QrCode:
    size: int  # modules
    path: str  # the dark modules, as an SVG path

    @property
    def pixels(self) -> int:
        """The width on the screen, with whole pixels for a module."""
        return self.size * ceil(LEAST_WIDTH / self.size)

    @property
    def svg(self) -> str:
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.pixels}" height="{self.pixels}"'
            f' viewBox="0 0 {self.size} {self.size}" shape-rendering="crispEdges">'
            f'<path fill="#fff" d="M0 0h{self.size}v{self.size}H0z"/>'
            f'<path fill="#000" d="{self.path}"/></svg>'
        )


@dataclass(frozen=True, slots=True)
class Invitation:
    """An address for other phones."""

    url: str
    swapped: bool = False  # the browser has another address, which only this machine can open
    here_only: bool = False  # only this machine can open it, and no other address is known

    @property
    def number(self) -> str:
        return numeric_url(self.url)

    @property
    def qr(self) -> QrCode:
        return qr_code(self.url)


def invitation(request: HttpRequest, link: CircleLink, sid: str = "") -> Invitation:
    """The address of a link for other phones; with ``sid`` it redirects to that table."""
    base, swapped = _base(request)
    path = reverse("join", args=(link_token(link),)) + (f"?{urlencode({'t': sid})}" if sid else "")
    host = urlsplit(base).hostname or ""
    return Invitation(base + path, swapped, here_only=is_local(host))


def public_url(request: HttpRequest, path: str) -> str:
    """The absolute URL of a page for other phones."""
    return _base(request)[0] + path


def _base(request: HttpRequest) -> tuple[str, bool]:
    """Scheme, host and port for other phones, and whether they differ from those in the browser."""
    if settings.PUBLIC_URL:
        return settings.PUBLIC_URL, False
    asked = urlsplit(f"{request.scheme}://{request.get_host()}")
    other = _listening_address(asked) if is_local(asked.hostname or "") else ""
    return (_at(local_name(other) or other, asked), True) if other else (asked.geturl(), False)


def numeric_url(url: str) -> str:
    """The same URL with an IP address in place of a ``.local`` name, which some phones cannot open; or ""."""
    asked = urlsplit(url)
    named = not settings.PUBLIC_URL and (asked.hostname or "").endswith(".local")
    address = _listening_address(asked) if named else ""
    return _at(address, asked) if address else ""


def _listening_address(asked: SplitResult) -> str:
    """The first address for phones at which this machine listens, at the port of a URL; or ""."""
    port = asked.port or (443 if asked.scheme == "https" else 80)
    return next((address for address in phone_addresses() if is_listening(address, port)), "")


def _at(host: str, asked: SplitResult) -> str:
    return asked._replace(netloc=f"{host}:{asked.port}" if asked.port else host).geturl()


@lru_cache(maxsize=64)
def is_listening(address: str, port: int) -> bool:
    """Whether this machine accepts connections at one of its addresses, and not only at 127.0.0.1."""
    try:
        socket.create_connection((address, port), timeout=0.2).close()
    except OSError:
        return False
    return True


def is_local(host: str) -> bool:
    return host == "localhost" or is_loopback(host)


@lru_cache(maxsize=256)
def qr_code(text: str) -> QrCode:
    rows = [bytes(row) for row in segno.make(text, error="m", micro=False).matrix_iter(border=QUIET_ZONE)]
    bars = (
        f"M{bar.start()} {y}h{len(bar[0])}v1h-{len(bar[0])}z"
        for y, row in enumerate(rows)
        for bar in re.finditer(b"\x01+", row)
    )
    return QrCode(len(rows), "".join(bars))


@dataclass(frozen=True, slots=True)
class Invite:
    """The invitation on a page, and the other links that can be chosen."""

    link: Invitation | None
    chosen: str  # of ``INVITABLE``
    choices: tuple[str, ...]
    opened: bool  # as a link was chosen


def link_rows(request: HttpRequest, circle: Circle) -> Sequence[tuple[CircleLink, str]]:
    """The live links with their addresses, oldest first, then the newest revoked ones with "".

    ``came`` is the number of members who joined by a link, ``holder`` the person whose device made it.
    """
    came = Count("entrances", filter=Q(entrances__membership__ended_at=None, entrances__closed_at=None))
    made = circle.links.select_related("created_by").annotate(holder=holder_of("created_by", "circle"))
    links = list(made.annotate(came=came))
    live = [(link, invitation(request, link).url) for link in links if not link.revoked_at]
    return live + [(link, "") for link in links if link.revoked_at][-REVOKED_SHOWN:]


def invite(request: HttpRequest, circle: Circle, role: int, sid: str = "") -> Invite | None:
    """The invitation that a member may show: hosts choose its role, players only invite players."""
    if role < Role.PLAYER:
        return None
    requested = request.GET.get("link", "")
    chosen = requested if requested in INVITABLE and role >= Role.HOST else "player"
    link = invitation_link(circle, INVITABLE[chosen])
    return Invite(
        link=invitation(request, link, sid) if link else None,
        chosen=chosen,
        choices=tuple(INVITABLE) if role >= Role.HOST else (),
        opened=requested in INVITABLE,
    )


def invite_to(request: HttpRequest, session: GameSession) -> Invite | None:
    """The invitation to a table; None for viewers."""
    return invite(request, session.circle, membership_of(request).role, session.public_id)


@dataclass(frozen=True, slots=True)
class Preview:
    """プレビュー: what a chat shows of a link (Open Graph)."""

    title: str
    text: str
    url: str  # absolute
    image: str  # absolute
    width: int = 0  # of a wide picture only
    height: int = 0


def app_preview(request: HttpRequest) -> Preview:
    """The preview of the start page, and of every link into a group."""
    return Preview(
        title=gettext("Card night scores"),
        text=gettext("You play, the phone counts."),
        url=public_url(request, reverse("start")),
        image=public_url(request, static("icons/icon-512.png")),
    )
