"""Rate limits of members and strangers.

Members are counted by device, strangers by network address, each in buckets of their own: strangers cannot
use up what members may ask for.
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
from scorekeeper.server.ratelimit import (
    SAFE_METHODS,
    Sender,
    TooMany,
    limiter,
    of_circle,
    seconds_overdrawn,
    take,
)

from .access import COOKIE, hash_of
from .models import Circle, Membership, Token


class RecentMembers(OrderedDict[str, int]):
    """An LRU cache of keys of members' devices, each with the circle of its last request (0: none).

    It only decides in which queue a request waits, and who is counted as a member; access is checked for
    every request.
    """

    def __init__(self, size: int = MEMBERS_KNOWN) -> None:
        super().__init__()
        self._size = size
        self._lock = Lock()

    def discard(self, key: str) -> None:
        with self._lock:
            self.pop(key, None)

    def add(self, key: str, circle: int = 0) -> None:
        """Add a device, or make it the newest; without a circle its last one stays."""
        with self._lock:
            self[key] = circle or self.get(key, 0)
            self.move_to_end(key)
            if len(self) > self._size:
                self.popitem(last=False)


MEMBERS = RecentMembers()

API = "/api/v1/"
"""Prefix of the JSON API, whose views count requests by token."""


class LimitMiddleware:
    """Answer 429 beyond a rate limit; requests from this machine are not limited."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if not is_this_machine(request) and not request.path.startswith(API):
            try:
                _take(request)
            except TooMany as busy:
                return too_many(request, busy.seconds)
        response = self.get_response(request)
        if new_key := getattr(request, "device_key", ""):  # a new member, whose next request is for its page
            MEMBERS.add(new_key)
        elif asked := getattr(request, "asked_circle", 0):
            MEMBERS.add(request.COOKIES.get(COOKIE, ""), asked)
        elif response.status_code == 404:  # perhaps it was removed from its circle
            MEMBERS.discard(request.COOKIES.get(COOKIE, ""))
        return response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponseBase | None:
        return too_many(request, exception.seconds) if isinstance(exception, TooMany) else None


def take_for_new_session(request: HttpRequest, circle: Circle | None, size: int = 0) -> None:
    """Count a new session against the limits of its circle and of the sender's address; raises TooMany.

    Without a circle a new one is counted too.  ``size`` are the bytes of an imported file.
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
    # a circle that has started few sessions is not blocked by others at its address
    if wait and not (circle and sessions.spent(name) <= sessions.rate.light):
        raise TooMany(wait)
    if size and circle:
        take(IMPORTED_BYTES, name, wanted=size)
    if size:
        take(IMPORTED_BYTES, *networks, wanted=size)


def _take(request: HttpRequest) -> None:
    reading, sender = request.method in SAFE_METHODS, sender_of(request)
    if not sender.member:
        return take(STRANGER_READS if reading else STRANGER_WRITES, *sender.names)
    if reading and (seconds := seconds_overdrawn(sender.names[0])):
        raise TooMany(seconds)
    take(MEMBER_READS if reading else MEMBER_WRITES, *sender.names)


def take_for_token(request: HttpRequest, token: Token | None) -> None:
    """Count a request of a program by its token, or as a stranger's; raises TooMany."""
    if token is not None:
        take(TOKEN_READS, f"token {token.pk}")
        take(CIRCLE_READS, of_circle(token.circle_id))
    elif not is_this_machine(request):
        take(STRANGER_READS, *client_networks(request))


def sender_by_key(key: str, came_from: Networks) -> Sender:
    """The sender of a request with this device's key, as far as the cache knows it."""
    circle = MEMBERS.get(key)
    if circle is None:
        return Sender(False, tuple(f"stranger {network}" for network in came_from))
    return Sender(True, (f"key {key}", *([of_circle(circle)] if circle else []), *came_from))


def sender_of(request: HttpRequest) -> Sender:
    """The sender of a request: a member by device, a stranger by address."""
    key = request.COOKIES.get(COOKIE, "")
    is_member = key in MEMBERS
    if key and not is_member:
        with suppress(DatabaseError, InterfaceError):  # without the database, some pages still work
            is_member = Membership.objects.filter(device__key_hash=hash_of(key), ended_at=None).exists()
    if is_member:
        MEMBERS.add(key)
        return Sender(True, (f"key {key}",))
    return Sender(False, client_networks(request))
