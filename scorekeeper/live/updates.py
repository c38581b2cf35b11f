"""Updates of pages, which all phones at a table request at once when a round is saved.

An update is the page without its frame.  It is cached in each process for all phones that see the same, but
only for some seconds, since names and colors change without a revision.
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
"""What an update extends instead of the frame."""

Context = dict[str, object]


def is_update(request: HttpRequest) -> bool:
    return "live" in request.GET


def live_page(
    request: HttpRequest, template: str, session: GameSession, context: Callable[[Table], Context]
) -> HttpResponse:
    """Return a page, or its update from the cache if possible.

    It is for pages whose updates contain nothing of one phone alone, such as a form with its idempotency key.
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
    """Return a key for everything that an update depends on."""
    state = (session.pk, session.revision, session.pad)
    viewer = (membership_of(request).role >= Role.PLAYER, session.own_seat, get_language())
    return sha256(repr((*state, *viewer, request.get_full_path())).encode()).hexdigest()
