"""Pages that many phones ask for at once: when a round is saved, every phone at the table wants the new page.

An update of a page is the page without its frame. It is made once for all phones that would see the same,
and forgotten after a few seconds: what it shows may also depend on what no revision counts, such as names.
"""

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Lock
from time import monotonic

from cachetools import TTLCache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import get_language

from scorekeeper.circles.models import Role
from scorekeeper.live.fanout import View
from scorekeeper.play.models import GameSession
from scorekeeper.server.pages import SHARED

FRESH_SECONDS = 3.0
MOST = 200

LAYOUT = "live.html"
"""What an update of a page extends in the place of the frame."""

Context = dict[str, object]


@dataclass(slots=True)
class Turn:
    """A text that is being made, and how many threads want it."""

    lock: Lock = field(default_factory=Lock)
    threads: int = 0


class Once:
    """Texts by what they depend on; several threads that want the same make it once.

    What could not be made, and what is no longer fresh, leaves nothing behind.
    """

    def __init__(
        self, fresh: float = FRESH_SECONDS, most: int = MOST, timer: Callable[[], float] = monotonic
    ) -> None:
        self._kept: TTLCache[Hashable, str] = TTLCache(most, fresh, timer)
        self._making: dict[Hashable, Turn] = {}
        self._lock = Lock()

    def __len__(self) -> int:
        """How many keys it holds, with those of texts that are being made."""
        with self._lock:
            return len(self._kept.keys() | self._making.keys())

    def get(self, key: Hashable, make: Callable[[], str]) -> str:
        """The text of ``key``, made if there is none that is fresh."""
        with self._turn(key):
            with self._lock:
                found = self._kept.get(key)
            if found is None:
                found = make()
                with self._lock:
                    self._kept[key] = found
        return found

    @contextmanager
    def _turn(self, key: Hashable) -> Iterator[None]:
        """Let one thread at a time make the text of a key; the last one forgets that it was made."""
        with self._lock:
            turn = self._making.setdefault(key, Turn())
            turn.threads += 1
        try:
            with turn.lock:
                yield
        finally:
            with self._lock:
                turn.threads -= 1
                if not turn.threads:
                    del self._making[key]


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
    writes = getattr(session, "own_role", Role.VIEWER) >= Role.PLAYER
    view = View(session.pk, session.revision, session.pad, writes, getattr(session, "own_seat", None))
    key = (view, request.path, request.GET.get("page"), get_language())

    def make() -> str:
        return render_to_string(template, {**context(), "layout": LAYOUT}, request)

    text = UPDATES.get(key, make)
    request.META[SHARED] = view
    return HttpResponse(text)
