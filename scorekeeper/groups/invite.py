"""招待: a link as an address that phones can reach, as a QR code, and as a chat shows it."""

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

from scorekeeper.circles.access import link_token, membership_of, open_link
from scorekeeper.circles.models import Circle, CircleLink, Role
from scorekeeper.play.models import GameSession, holder_of
from scorekeeper.server.hosts import is_loopback, local_name, phone_addresses

REVOKED_SHOWN = 5


HANDED_ON = {"player": Role.PLAYER, "viewer": Role.VIEWER}
"""The links that a table hands on, by their words in an address."""
QUIET = 4
"""Modules of white round a code, as its standard asks for."""
WIDTH = 240
"""Pixels that a code is wide at least, to be read over a table."""


@dataclass(frozen=True, slots=True)
class QrCode:
    """A QR code: the width of its square in modules, and its dark modules as a path."""

    size: int
    path: str

    @property
    def pixels(self) -> int:
        """Its width on the screen: whole pixels for a module, so that edges are crisp."""
        return self.size * ceil(WIDTH / self.size)

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
    """An address ready to hand on.

    ``swapped`` says that it is not the one in the browser, which only this machine can open; ``here_only``
    that no other address is known; ``number`` is the same address as ``in_numbers`` writes it.
    """

    url: str
    swapped: bool = False
    here_only: bool = False

    @property
    def number(self) -> str:
        return in_numbers(self.url)

    @property
    def qr(self) -> QrCode:
        return qr_code(self.url)


def invitation(request: HttpRequest, link: CircleLink, sid: str = "") -> Invitation:
    """A link as others can open it; with ``sid`` it leads on to that table."""
    base, swapped = _base(request)
    path = reverse("join", args=(link_token(link),)) + (f"?{urlencode({'t': sid})}" if sid else "")
    host = urlsplit(base).hostname or ""
    return Invitation(base + path, swapped, here_only=is_here(host))


def reachable(request: HttpRequest, path: str) -> str:
    """A page's whole address as other phones can open it."""
    return _base(request)[0] + path


def _base(request: HttpRequest) -> tuple[str, bool]:
    """The start of the address, and whether it differs from the one in the browser."""
    if settings.PUBLIC_URL:
        return settings.PUBLIC_URL, False
    asked = urlsplit(f"{request.scheme}://{request.get_host()}")
    other = _answering(asked) if is_here(asked.hostname or "") else ""
    return (_at(local_name(other) or other, asked), True) if other else (asked.geturl(), False)


def in_numbers(url: str) -> str:
    """A link to a `.local` name, which not every phone can open, with the address instead; or nothing."""
    asked = urlsplit(url)
    named = not settings.PUBLIC_URL and (asked.hostname or "").endswith(".local")
    address = _answering(asked) if named else ""
    return _at(address, asked) if address else ""


def _answering(asked: SplitResult) -> str:
    """The first address for phones at which this machine listens, at the port of a link; or nothing."""
    port = asked.port or (443 if asked.scheme == "https" else 80)
    return next((address for address in phone_addresses() if answers(address, port)), "")


def _at(host: str, asked: SplitResult) -> str:
    return asked._replace(netloc=f"{host}:{asked.port}" if asked.port else host).geturl()


@lru_cache(maxsize=64)
def answers(address: str, port: int) -> bool:
    """Whether this machine listens at one of its addresses: started for itself alone, it does not."""
    try:
        socket.create_connection((address, port), timeout=0.2).close()
    except OSError:
        return False
    return True


def is_here(host: str) -> bool:
    return host == "localhost" or is_loopback(host)


@lru_cache(maxsize=256)
def qr_code(text: str) -> QrCode:
    """The QR code of a text, a path of horizontal bars; kept, since making one takes a while."""
    rows = [bytes(row) for row in segno.make(text, error="m", micro=False).matrix_iter(border=QUIET)]
    bars = (
        f"M{bar.start()} {y}h{len(bar[0])}v1h-{len(bar[0])}z"
        for y, row in enumerate(rows)
        for bar in re.finditer(b"\x01+", row)
    )
    return QrCode(len(rows), "".join(bars))


@dataclass(frozen=True, slots=True)
class Invite:
    """What the invitation at a table shows: the link, and the words for choosing another one."""

    link: Invitation | None
    chosen: str
    choices: tuple[str, ...]
    opened: bool


def link_rows(request: HttpRequest, circle: Circle) -> Sequence[tuple[CircleLink, str]]:
    """The live links with their addresses, in the order in which they were made, then the last revoked ones.

    ``came`` is the number of devices that joined with a link, ``holder`` holds the one that made it.
    """
    came = Count("entrances", filter=Q(entrances__membership__ended_at=None, entrances__closed_at=None))
    made = circle.links.select_related("created_by").annotate(holder=holder_of("created_by", "circle"))
    links = list(made.annotate(came=came))
    live = [(link, invitation(request, link).url) for link in links if not link.revoked_at]
    return live + [(link, "") for link in links if link.revoked_at][-REVOKED_SHOWN:]


def invite(request: HttpRequest, circle: Circle, role: int, sid: str = "") -> Invite | None:
    """The link a device may hand on: hosts choose (``?link=``), players bring players, viewers nobody."""
    if role < Role.PLAYER:
        return None
    asked = request.GET.get("link", "")
    chosen = asked if asked in HANDED_ON and role >= Role.HOST else "player"
    link = open_link(circle, HANDED_ON[chosen])
    return Invite(
        link=invitation(request, link, sid) if link else None,
        chosen=chosen,
        choices=tuple(HANDED_ON) if role >= Role.HOST else (),
        opened=asked in HANDED_ON,
    )


def invite_to(request: HttpRequest, session: GameSession) -> Invite | None:
    """招待: the link that this device may hand on at a table; None for viewers."""
    return invite(request, session.circle, membership_of(request).role, session.public_id)


@dataclass(frozen=True, slots=True)
class Preview:
    """プレビュー: what a chat shows of a link, and nothing that anyone who opens it would not see.

    ``url`` and ``image`` are whole addresses; only a wide picture has a size.
    """

    title: str
    text: str
    url: str
    image: str
    width: int = 0
    height: int = 0


def app_preview(request: HttpRequest) -> Preview:
    """What the start page and every link into a group show, whichever group it is."""
    return Preview(
        title=gettext("Card night scores"),
        text=gettext("You play, the phone counts."),
        url=reachable(request, reverse("start")),
        image=reachable(request, static("icons/icon-512.png")),
    )
