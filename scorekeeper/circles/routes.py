"""Addresses with who may do what there, written beside each of them.

The views check it themselves; a test walks all addresses, roles and methods and holds both to each other.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum

from django.http import HttpResponseBase
from django.urls import URLPattern, path

from .models import Role


class Who(IntEnum):
    """Who may open an address; for a device below it, and for strangers, there is nothing there."""

    ANYBODY = 0
    VIEWER = Role.VIEWER
    PLAYER = Role.PLAYER
    HOST = Role.HOST


ANYBODY, VIEWER, PLAYER, HOST = Who


@dataclass(frozen=True, slots=True)
class Access:
    """Who may look at an address (GET, HEAD) and send something to it (POST); None where nobody can."""

    get: Who | None
    post: Who | None

    def needs(self, method: str) -> Who | None:
        """Who may use a method of HTTP."""
        return {"GET": self.get, "HEAD": self.get, "POST": self.post}.get(method)


class Page(URLPattern):
    """An address that says who may open it."""

    access: Access


def page(
    route: str,
    view: Callable[..., HttpResponseBase],
    *,
    name: str,
    get: Who | None = None,
    post: Who | None = None,
) -> Page:
    """The address of a view, and who may do what there."""
    found = Page(path(route, view, name=name).pattern, view, name=name)
    found.access = Access(get, post)
    return found
