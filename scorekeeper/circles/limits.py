"""How much members and strangers may ask for.

Members are counted by their devices, and apart from everybody else: what strangers use up is never theirs.
"""

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock

from django.db import DatabaseError, InterfaceError
from django.http import HttpRequest, HttpResponseBase

from scorekeeper.server.address import Networks, client_networks, is_this_machine
from scorekeeper.server.chain import READING
from scorekeeper.server.errors import too_many
from scorekeeper.server.limits import (
    CIRCLE_READS,
    HOUSE_READS,
    HOUSE_WRITES,
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
from scorekeeper.server.ratelimit import Limiter, Sender, TooMany, limiter, overdrawn

from .access import COOKIE, current_device
from .models import Circle, Device, Membership, Token


class RecentMembers:
    """The keys of devices that were members when they asked last, each with the circle it asked for, 0 for
    none; only their place among those who wait hangs on it."""

    def __init__(self, most: int = MEMBERS_KNOWN) -> None:
        self._most = most
        self._circles: OrderedDict[str, int] = OrderedDict()
        self._lock = Lock()

    def __contains__(self, key: str) -> bool:
        return key in self._circles

    def circle(self, key: str) -> int:
        """The circle that a device asked for last."""
        return self._circles.get(key, 0)

    def add(self, key: str, circle: int = 0) -> None:
        """Remember a device, with a circle or with the one it has."""
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
    networks, sessions, sizes = client_networks(request), limiter(NEW_SESSIONS), limiter(IMPORTED_BYTES)
    if circle is None:
        wait = limiter(NEW_CIRCLES).take(*networks) or sessions.take(*networks)
        return wait or (sizes.take(*networks, wanted=size) if size else 0)
    name = f"circle {circle.pk}"
    wait = _of_group(sessions, name, sessions, networks)
    return wait or (sizes.take(name, wanted=size) or sizes.take(*networks, wanted=size) if size else 0)


def _of_group(own: Limiter, name: str, group: Limiter, networks: Networks) -> int:
    """Count a sender, and with it all of its address, who do not shut it out as long as it is a light one."""
    wait = own.take(name)
    if wait or not (wait := group.take(*networks)):
        return wait
    return 0 if own.is_light(name) else wait


def _wait(request: HttpRequest) -> int:
    reading, sender = request.method in READING, sender_of(request)
    if not sender.member:
        return limiter(STRANGER_READS if reading else STRANGER_WRITES).take(*sender.names)
    own = limiter(MEMBER_READS if reading else MEMBER_WRITES)
    house = limiter(HOUSE_READS if reading else HOUSE_WRITES)
    late = overdrawn(_work_of(request.COOKIES.get(COOKIE, ""))) if reading else 0
    return late or _of_group(own, sender.names[0], house, client_networks(request))


def wait_for_token(request: HttpRequest, token: Token | None) -> int:
    """Count what a program asks for, with its token or as a stranger; returns 0, or the seconds to wait."""
    if token is None:
        return 0 if is_this_machine(request) else limiter(STRANGER_READS).take(*client_networks(request))
    wait = limiter(TOKEN_READS).take(f"token {token.pk}")
    wait = wait or limiter(CIRCLE_READS).take(f"circle {token.circle_id}")
    return wait or (0 if is_this_machine(request) else limiter(HOUSE_READS).take(*client_networks(request)))


def sender_by_key(key: str, came_from: Networks) -> Sender:
    """Who sends a request with this device's key, as far as that is known without the database."""
    if key not in MEMBERS:
        return Sender(False, tuple(f"stranger {network}" for network in came_from))
    circle = MEMBERS.circle(key)
    return Sender(True, (_work_of(key), *([f"circle {circle}"] if circle else []), *came_from))


def _work_of(key: str) -> str:
    """The name under which the work of a member's device is counted."""
    return f"key {key}"


def sender_of(request: HttpRequest) -> Sender:
    """Who sends a request."""
    device = _member(request)
    return Sender(True, (f"device {device.pk}",)) if device else Sender(False, client_networks(request))


def _member(request: HttpRequest) -> Device | None:
    """The device of a request, if it is a member somewhere; nobody's where the database cannot say."""
    key = request.COOKIES.get(COOKIE, "")
    try:
        device = current_device(request) if key else None
        if device is None or not Membership.objects.filter(device=device, ended_at=None).exists():
            return None
    except (DatabaseError, InterfaceError):  # pages that need no database are still there
        return None
    MEMBERS.add(key)
    return device
