"""How much members and strangers may ask for.

Members are counted by their devices, and apart from everybody else: what strangers use up is never theirs.
"""

from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from threading import Lock

from django.db import DatabaseError, InterfaceError
from django.http import HttpRequest, HttpResponseBase

from scorekeeper.server.address import Networks, client_networks, is_this_machine
from scorekeeper.server.errors import too_many
from scorekeeper.server.limits import (
    CIRCLE_READS,
    IMPORTED_BYTES,
    MEMBER_READS,
    MEMBER_WRITES,
    MEMBERS_KNOWN,
    NEW_CIRCLES,
    NEW_SESSIONS,
    STRANGER_READS,
    STRANGER_WRITES,
    TOKEN_READS,
)
from scorekeeper.server.ratelimit import READING, Sender, TooMany, limiter, overdrawn

from .access import COOKIE, hash_of
from .models import Circle, Membership, Token


class RecentMembers:
    """Keys of devices that were members when they asked last, each with the circle it asked for (0: none).

    They only decide in which queue a request waits; access is checked for every request.
    """

    def __init__(self, most: int = MEMBERS_KNOWN) -> None:
        self._most = most
        self._circles: OrderedDict[str, int] = OrderedDict()
        self._lock = Lock()

    def __contains__(self, key: str) -> bool:
        return key in self._circles

    def circle(self, key: str) -> int:
        return self._circles.get(key, 0)

    def discard(self, key: str) -> None:
        with self._lock:
            self._circles.pop(key, None)

    def add(self, key: str, circle: int = 0) -> None:
        """Remember a device; without a circle it keeps the one it has."""
        with self._lock:
            self._circles[key] = circle or self.circle(key)
            self._circles.move_to_end(key)
            if len(self._circles) > self._most:
                self._circles.popitem(last=False)


MEMBERS = RecentMembers()


FOR_PROGRAMS = "/api/v1/"
"""The start of the addresses for programs, which are counted by their tokens and answered in JSON."""


class LimitMiddleware:
    """Answer 429 to anyone who asks for more than its limits; this machine itself is not limited."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        apart = is_this_machine(request) or request.path.startswith(FOR_PROGRAMS)
        seconds = 0 if apart else _wait(request)
        if seconds:
            return too_many(request, seconds)
        response = self.get_response(request)
        if fresh := getattr(request, "device_key", ""):  # it came in just now, and asks for its page next
            MEMBERS.add(fresh)
        elif asked := getattr(request, "asked_circle", 0):
            MEMBERS.add(request.COOKIES.get(COOKIE, ""), asked)
        elif response.status_code == 404:  # perhaps it was put out
            MEMBERS.discard(request.COOKIES.get(COOKIE, ""))
        return response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponseBase | None:
        """Answer 429 where it was the circle that asked for more than its limits."""
        return too_many(request, exception.seconds) if isinstance(exception, TooMany) else None


def wait_to_start(request: HttpRequest, circle: Circle | None, size: int = 0) -> int:
    """Count a session that the sender's address starts, out of a file of so many bytes or none.

    Without a circle it opens one.  Returns 0, or the seconds until the address, or the circle, may start it.
    """
    if is_this_machine(request):
        return 0
    networks, name = client_networks(request), f"circle {circle.pk}" if circle else ""
    sessions, sizes = limiter(NEW_SESSIONS), limiter(IMPORTED_BYTES)
    wait = sessions.take(name) if circle else limiter(NEW_CIRCLES).take(*networks)
    if not wait:
        wait = sessions.take(*networks)
        if circle and sessions.spent(name) <= sessions.rate.light:  # others at its address do not shut it out
            wait = 0
    if size and circle and not wait:
        wait = sizes.take(name, wanted=size)
    return wait or (sizes.take(*networks, wanted=size) if size else 0)


def _wait(request: HttpRequest) -> int:
    reading, sender = request.method in READING, sender_of(request)
    if not sender.member:
        return limiter(STRANGER_READS if reading else STRANGER_WRITES).take(*sender.names)
    wait = overdrawn(sender.names[0]) if reading else 0
    return wait or limiter(MEMBER_READS if reading else MEMBER_WRITES).take(*sender.names)


def wait_for_token(request: HttpRequest, token: Token | None) -> int:
    """Count what a program asks for, with its token or as a stranger; returns 0, or the seconds to wait."""
    if token is None:
        return 0 if is_this_machine(request) else limiter(STRANGER_READS).take(*client_networks(request))
    wait = limiter(TOKEN_READS).take(f"token {token.pk}")
    return wait or limiter(CIRCLE_READS).take(f"circle {token.circle_id}")


def sender_by_key(key: str, came_from: Networks) -> Sender:
    """Who sends a request with this device's key, as far as that is known without the database."""
    if key not in MEMBERS:
        return Sender(False, tuple(f"stranger {network}" for network in came_from))
    circle = MEMBERS.circle(key)
    return Sender(True, (f"key {key}", *([f"circle {circle}"] if circle else []), *came_from))


def sender_of(request: HttpRequest) -> Sender:
    """Who sends a request: a member by the device, everybody else by the address."""
    key = request.COOKIES.get(COOKIE, "")
    known = key in MEMBERS
    if key and not known:
        with suppress(DatabaseError, InterfaceError):  # pages that need no database are still there
            known = Membership.objects.filter(device__key_hash=hash_of(key), ended_at=None).exists()
    if known:
        MEMBERS.add(key)
        return Sender(True, (f"key {key}",))
    return Sender(False, client_networks(request))
