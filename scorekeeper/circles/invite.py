"""招待: a link as an address that phones can reach, and as a QR code."""

import socket
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from urllib.parse import urlencode, urlsplit

import segno
from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse

from scorekeeper.server.address import is_loopback, phone_addresses

from .access import link_token
from .models import CircleLink, Role

QUIET = 4
"""Modules of white round a code, as its standard asks for."""
WIDTH = 200
"""Pixels that a code is wide, or about so many."""


@dataclass(frozen=True, slots=True)
class QrCode:
    """A QR code: the width of its square in modules, and its dark modules as a path."""

    size: int
    path: str

    @property
    def pixels(self) -> int:
        """Its width on the screen: whole pixels for a module, so that edges are crisp, and about 200."""
        return self.size * max(1, round(WIDTH / self.size))


@dataclass(frozen=True, slots=True)
class Invitation:
    """A link ready to hand on.

    ``swapped`` tells that the address is not the one in the browser, which only this machine can open;
    ``here_only`` that no other address is known.
    """

    pk: int
    role: Role
    url: str
    swapped: bool
    here_only: bool

    @property
    def qr(self) -> QrCode:
        """The address to be scanned."""
        return qr_code(self.url)


def invitation(request: HttpRequest, link: CircleLink, sid: str = "") -> Invitation:
    """A link as others can open it; with ``sid`` it leads on to that table."""
    base, swapped = _base(request)
    path = reverse("join", args=(link_token(link),)) + (f"?{urlencode({'t': sid})}" if sid else "")
    host = urlsplit(base).hostname or ""
    return Invitation(link.pk, Role(link.role), base + path, swapped, here_only=_is_here(host))


def reachable(request: HttpRequest, path: str) -> str:
    """A page's whole address as other phones can open it."""
    return _base(request)[0] + path


def _base(request: HttpRequest) -> tuple[str, bool]:
    """The start of the address, and whether it differs from the one in the browser."""
    if settings.PUBLIC_URL:
        return settings.PUBLIC_URL, False
    asked = urlsplit(f"{request.scheme}://{request.get_host()}")
    if not _is_here(asked.hostname or ""):
        return asked.geturl(), False
    port = asked.port or (443 if asked.scheme == "https" else 80)
    other = next((address for address in phone_addresses() if answers(address, port)), "")
    if not other:
        return asked.geturl(), False
    return f"{asked.scheme}://{other}" + (f":{asked.port}" if asked.port else ""), True


@lru_cache(maxsize=64)
def answers(address: str, port: int) -> bool:
    """Whether this machine listens at one of its addresses: started for itself alone, it does not."""
    try:
        socket.create_connection((address, port), timeout=0.2).close()
    except OSError:
        return False
    return True


def _is_here(host: str) -> bool:
    return host == "localhost" or is_loopback(host)


@lru_cache(maxsize=256)
def qr_code(text: str) -> QrCode:
    """The QR code of a text, a path of horizontal bars; kept, since making one takes a while."""
    rows = [list(row) for row in segno.make(text, error="m", micro=False).matrix_iter(border=QUIET)]
    bars = [f"M{x} {y}h{width}v1h-{width}z" for y, row in enumerate(rows) for x, width in _bars(row)]
    return QrCode(len(rows), "".join(bars))


def _bars(row: list[int]) -> list[tuple[int, int]]:
    """Where dark modules begin in a row, and how many follow each other."""
    found, x = [], 0
    for dark, group in groupby(row, bool):
        width = len(list(group))
        if dark:
            found.append((x, width))
        x += width
    return found
