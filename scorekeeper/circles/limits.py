"""How much members and strangers may ask for.

Members are counted by their devices, and apart from everybody else: what strangers use up is never theirs.
"""

from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from threading import Lock

from django.db import DatabaseError, InterfaceError
from django.http import HttpRequest, HttpResponseBase

from scorekeeper.server.errors import too_many
from scorekeeper.server.hosts import Networks, client_networks, is_this_machine
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
from scorekeeper.server.ratelimit import READING, Sender, TooMany, limiter, of_circle, overdrawn, take

from .access import COOKIE, hash_of
from .models import Circle, Membership, Token


class RecentMembers(OrderedDict[str, int]):
    """Keys of devices that were members when they asked last, each with the circle it asked for (0: none).

    They only decide in which queue a request waits; access is checked for every request.
    """

    def __init__(self, most: int = MEMBERS_KNOWN) -> None:
        super().__init__()
        self._most = most
        self._lock = Lock()

    def discard(self, key: str) -> None:
        with self._lock:
            self.pop(key, None)

    def add(self, key: str, circle: int = 0) -> None:
        """Remember a device; without a circle it keeps the one it has."""
        with self._lock:
            self[key] = circle or self.get(key, 0)
            self.move_to_end(key)
            if len(self) > self._most:
                self.popitem(last=False)


MEMBERS = RecentMembers()


FOR_PROGRAMS = "/api/v1/"
"""The start of the addresses for programs, which are counted by their tokens and answered in JSON."""


class LimitMiddleware:
    """Answer 429 to anyone who asks for more than its limits; this machine itself is not limited."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if not is_this_machine(request) and not request.path.startswith(FOR_PROGRAMS):
            try:
                _take(request)
            except TooMany as busy:
                return too_many(request, busy.seconds)
        response = self.get_response(request)
        if fresh := getattr(request, "device_key", ""):  # it came in just now, and asks for its page next
            MEMBERS.add(fresh)
        elif asked := getattr(request, "asked_circle", 0):
            MEMBERS.add(request.COOKIES.get(COOKIE, ""), asked)
        elif response.status_code == 404:  # perhaps it was put out
            MEMBERS.discard(request.COOKIES.get(COOKIE, ""))
        return response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponseBase | None:
        return too_many(request, exception.seconds) if isinstance(exception, TooMany) else None


def take_to_start(request: HttpRequest, circle: Circle | None, size: int = 0) -> None:
    """Count a session that the sender's address starts, out of a file of so many bytes or none.

    Without a circle it opens one.  Raises TooMany where the address, or the circle, may not start it yet.
    """
    if is_this_machine(request):
        return
    networks, sessions = client_networks(request), limiter(NEW_SESSIONS)
    name = of_circle(circle.pk) if circle else ""
    if circle:
        take(NEW_SESSIONS, name)
    else:
        take(NEW_CIRCLES, *networks)
    wait = sessions.take(*networks)
    if wait and not (circle and sessions.spent(name) <= sessions.rate.light):
        raise TooMany(wait)  # where the circle has started few, others at its address do not shut it out
    if size and circle:
        take(IMPORTED_BYTES, name, wanted=size)
    if size:
        take(IMPORTED_BYTES, *networks, wanted=size)


def _take(request: HttpRequest) -> None:
    reading, sender = request.method in READING, sender_of(request)
    if not sender.member:
        return take(STRANGER_READS if reading else STRANGER_WRITES, *sender.names)
    if reading and (seconds := overdrawn(sender.names[0])):
        raise TooMany(seconds)
    take(MEMBER_READS if reading else MEMBER_WRITES, *sender.names)


def take_for_token(request: HttpRequest, token: Token | None) -> None:
    """Count what a program asks for, with its token or as a stranger; raises TooMany."""
    if token is not None:
        take(TOKEN_READS, f"token {token.pk}")
        take(CIRCLE_READS, of_circle(token.circle_id))
    elif not is_this_machine(request):
        take(STRANGER_READS, *client_networks(request))


def sender_by_key(key: str, came_from: Networks) -> Sender:
    """Who sends a request with this device's key, as far as that is known without the database."""
    circle = MEMBERS.get(key)
    if circle is None:
        return Sender(False, tuple(f"stranger {network}" for network in came_from))
    return Sender(True, (f"key {key}", *([of_circle(circle)] if circle else []), *came_from))


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
