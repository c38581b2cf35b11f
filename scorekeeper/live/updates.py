"""Pages that many phones ask for at once: when a round is saved, every phone at the table wants the new page.

An update of a page is the page without its frame.  Django's cache, in the memory of each process, holds it
for all phones that would see the same, but only for some seconds: names and colors change without a revision.
Phones that ask at the very same moment may each have it rendered.
"""

from collections.abc import Callable
from hashlib import sha256

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import get_language

from scorekeeper.circles.access import membership_of
from scorekeeper.circles.models import Role
from scorekeeper.play.models import GameSession
from scorekeeper.play.table import Table

CACHE_SECONDS = 3

LAYOUT = "live.html"
"""What an update of a page extends in the place of the frame."""

Context = dict[str, object]


def is_update(request: HttpRequest) -> bool:
    """Whether a phone that shows the page already asks how it looks now."""
    return "live" in request.GET


def live_page(
    request: HttpRequest, template: str, session: GameSession, context: Callable[[Table], Context]
) -> HttpResponse:
    """A page, or its update; ``context`` is made only where it is needed.

    For pages whose update holds nothing that is one phone's alone, such as forms with their keys.
    """
    if not is_update(request):
        return render(request, template, context(Table(session)))
    key = _cache_key(request, session)
    text = cache.get(key)
    if text is None:
        text = render_to_string(template, {**context(Table(session)), "layout": LAYOUT}, request)
        cache.set(key, text, CACHE_SECONDS)
    return HttpResponse(text)


def _cache_key(request: HttpRequest, session: GameSession) -> str:
    """Everything that an update depends on: nearly all who look on see the same."""
    state = (session.pk, session.revision, session.pad)
    viewer = (membership_of(request).role >= Role.PLAYER, session.own_seat, get_language())
    return sha256(repr((*state, *viewer, request.get_full_path())).encode()).hexdigest()
