"""Addresses with who may do what there, declared and enforced in one place.

Each ``urls.py`` names beside an address who may look (``get``) and who may send something (``post``).  Every
other method is answered 405, a stranger to the circle 404, a role that is too low 403, before the view is
called; the view gets the device's membership from ``membership_of``.

What is looked at is read, and drawn, within one snapshot of the database; so is the page that answers a form
once that is refused.  What has to be written before it can be shown is written by the ``refresh`` of the
address, before the snapshot.
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
"""Brings derived rows of a circle up to date that a page is about to read."""


class Who(IntEnum):
    """Who may open an address; for a device below it, and for strangers, there is nothing there.

    PROGRAM is a program with a token, which the view itself asks for: its answers are JSON in every case.
    """

    ANYBODY = 0
    VIEWER = Role.VIEWER
    PLAYER = Role.PLAYER
    HOST = Role.HOST
    PROGRAM = 100


ANYBODY, VIEWER, PLAYER, HOST, PROGRAM = Who


class Page(URLPattern):
    """An address that says who may open it, by methods."""

    access: dict[str, Who]


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
    """The address of a view, and who may do what there.

    Without ``reads`` there is no snapshot: nothing is read from the database to be shown.
    """
    asked = {"GET": get, "HEAD": get, "POST": post}
    access = {method: who for method, who in asked.items() if who is not None}
    called = view if get == PROGRAM else _guarded(view, access, refresh, reads)
    result = Page(path(route, called, name=name).pattern, called, name=name)
    result.access = access
    return result


def _guarded(view: View, access: dict[str, Who], refresh: Refresh | None, reads: bool) -> View:
    """The view, called only for those the address is for."""

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
                only_read(request)
            return view(request, *args, **kwargs)

    return guarded


def only_read(request: HttpRequest) -> None:
    """Read what is still to be shown for a request within one snapshot; it can write nothing any more."""
    vars(request)["until_answered"].enter_context(snapshot())


class PublicIdConverter(StringConverter):
    regex = r"[A-Za-z0-9_-]{1,24}"


class LinkConverter(StringConverter):
    """The secret part of a circle's link."""

    regex = r"[A-Za-z0-9_.-]{1,80}"


class DayConverter:
    regex = r"[0-9]{4}-[0-9]{2}-[0-9]{2}"

    def to_python(self, value: str) -> date:
        """Raises ValueError for a day that is not in the calendar, so that the address is not found."""
        return date.fromisoformat(value)

    def to_url(self, value: date) -> str:
        return value.isoformat()


register_converter(DayConverter, "day")
register_converter(PublicIdConverter, "id")
register_converter(LinkConverter, "link")
