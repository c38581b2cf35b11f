"""The way in for phones, shown at home on the start page of the machine that serves them."""

from collections.abc import Callable
from threading import Event
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponseBase

from scorekeeper.server.address import is_own_browser, phone_addresses

from .invite import Invitation, is_here, reachable

PHONE_SEEN = Event()
"""Whether another device has asked for a page since this process was started."""


class PhoneSeenMiddleware:
    """Set `PHONE_SEEN` at the first request of another device."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        if settings.PUBLIC_URL:
            raise MiddlewareNotUsed
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if not PHONE_SEEN.is_set() and not is_own_browser(request):
            PHONE_SEEN.set()
        return self.get_response(request)


class PhoneAddress(Invitation):
    """Where phones open the app; `url` is empty without a network."""

    @property
    def seen(self) -> bool:
        return PHONE_SEEN.is_set()


def phone_address(request: HttpRequest) -> PhoneAddress | None:
    """Return it for a browser on this machine; None for phones, behind a proxy, and if none can come in."""
    if settings.PUBLIC_URL or not is_own_browser(request):
        return None
    url = reachable(request, "/")
    if not is_here(urlsplit(url).hostname or ""):
        return PhoneAddress(url)
    return None if phone_addresses() else PhoneAddress("")
