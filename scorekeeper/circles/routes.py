"""Routes that declare and enforce who may use them.

``page`` takes the role that GET and POST need.  Before the view is called, other methods are answered 405,
strangers to the circle 404, and lower roles 403; the view gets its membership from ``membership_of``.

A GET runs within one database snapshot; a POST begins one with ``begin_snapshot`` for the page of a refused
form.  The ``refresh`` of a route runs before the snapshot and writes what the page needs.
"""

from collections.abc import Callable
from contextlib import ExitStack
from datetime import date
from enum import IntEnum
from functools import wraps

from django.http import HttpRequest, HttpResponseBase, HttpResponseNotAllowed
from django.urls import URLPattern, path, register_converter
from django.urls.converters import StringConverter

from scorekeeper.server.database import snapshot

from .access import enter
from .models import Circle, Membership, Role

View = Callable[..., HttpResponseBase]
Refresh = Callable[[HttpRequest, Circle], object]
"""Updates derived rows of a circle before a page reads them."""


class Who(IntEnum):
    """Who may use a route.  For PROGRAM the view itself checks the token, as its errors are JSON too."""

    ANYBODY = 0
    VIEWER = Role.VIEWER
    PLAYER = Role.PLAYER
    HOST = Role.HOST
    PROGRAM = 100


ANYBODY, VIEWER, PLAYER, HOST, PROGRAM = Who


class Page(URLPattern):
    access: dict[str, Who]  # by method


def page(
    route: str,
    view: View,
    *,
    name: str,
    get: Who | None = None,
    post: Who | None = None,
    refresh: Refresh | None = None,
    reads: bool = True,
) -> Page:
    """A route and who may use it; without ``reads`` a GET has no snapshot, so that it can write."""
    methods = {"GET": get, "HEAD": get, "POST": post}
    access = {method: who for method, who in methods.items() if who is not None}
    guarded = view if get == PROGRAM else _guarded(view, access, refresh, reads)
    result = Page(path(route, guarded, name=name).pattern, guarded, name=name)
    result.access = access
    return result


def _guarded(view: View, access: dict[str, Who], refresh: Refresh | None, reads: bool) -> View:
    @wraps(view)
    def guarded(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        needs = access.get(request.method or "")
        if needs is None:
            return HttpResponseNotAllowed(access)
        if needs is not ANYBODY:
            enter(request, Role(needs), circle=str(kwargs.get("cid", "")), session=str(kwargs.get("sid", "")))
        membership: Membership | None = getattr(request, "membership", None)
        if refresh and membership:
            refresh(request, membership.circle)
        with ExitStack() as until_answered:
            vars(request).update(until_answered=until_answered)
            if reads and request.method != "POST":
                begin_snapshot(request)
            return view(request, *args, **kwargs)

    return guarded


def begin_snapshot(request: HttpRequest) -> None:
    """Run the rest of a request within one database snapshot; nothing can be written in it."""
    vars(request)["until_answered"].enter_context(snapshot())


class PublicIdConverter(StringConverter):
    regex = r"[A-Za-z0-9_-]{1,24}"


class LinkConverter(StringConverter):
    regex = r"[A-Za-z0-9_.-]{1,80}"


class DayConverter:
    regex = r"[0-9]{4}-[0-9]{2}-[0-9]{2}"

    def to_python(self, value: str) -> date:
        """Raises ValueError for a day that is not in the calendar, which Django answers 404."""
        return date.fromisoformat(value)

    def to_url(self, value: date) -> str:
        return value.isoformat()


register_converter(DayConverter, "day")
register_converter(PublicIdConverter, "id")
register_converter(LinkConverter, "link")
