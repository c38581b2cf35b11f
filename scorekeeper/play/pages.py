"""Pages that many phones ask for at once: when a round is saved, every phone at the table wants the new page.

An update of a page is the page without its frame. It is made once for all phones that would see the same,
and forgotten after a few seconds: what it shows may also depend on what no revision counts, such as names.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from time import monotonic
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import get_language

from .models import GameSession

FRESH_SECONDS = 3.0
MOST = 200

LAYOUT = "live.html"
"""What an update of a page extends in the place of the frame."""

Context = dict[str, Any]


class Once:
    """Texts by what they depend on; several threads that want the same make it once."""

    def __init__(self, fresh: float = FRESH_SECONDS, most: int = MOST) -> None:
        self._fresh, self._most = fresh, most
        self._kept: OrderedDict[Hashable, tuple[float, str]] = OrderedDict()
        self._making: dict[Hashable, Lock] = {}
        self._lock = Lock()

    def get(self, key: Hashable, make: Callable[[], str]) -> str:
        """The text of ``key``, made if there is none that is fresh."""
        with self._lock:
            turn = self._making.setdefault(key, Lock())
        with turn:
            found = self._kept.get(key)
            if found is None or monotonic() - found[0] > self._fresh:
                found = (monotonic(), make())
                self._keep(key, found)
        return found[1]

    def _keep(self, key: Hashable, made: tuple[float, str]) -> None:
        with self._lock:
            self._kept[key] = made
            self._kept.move_to_end(key)
            while len(self._kept) > self._most:
                old, _ = self._kept.popitem(last=False)
                self._making.pop(old, None)


UPDATES = Once()


def is_update(request: HttpRequest) -> bool:
    """Whether a phone that shows the page already asks how it looks now."""
    return "live" in request.GET


def live_page(
    request: HttpRequest, template: str, session: GameSession, context: Callable[[], Context]
) -> HttpResponse:
    """A page, or its update; ``context`` is made only where it is needed.

    For pages whose update holds nothing that is one phone's alone, such as forms with their keys.
    """
    if not is_update(request):
        return render(request, template, context())
    viewer = getattr(session, "own_role", None), getattr(session, "own_player", None)
    version = session.pk, session.revision, session.pad
    key = (version, request.path, request.GET.get("page"), get_language(), viewer)

    def make() -> str:
        return render_to_string(template, {**context(), "layout": LAYOUT}, request)

    return HttpResponse(UPDATES.get(key, make))
