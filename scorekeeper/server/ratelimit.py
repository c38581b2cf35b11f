"""Limits on how often something may be asked for, kept in the memory of the one server process."""

import math
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Concatenate, ParamSpec

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

from scorekeeper.server.address import client_address, is_loopback
from scorekeeper.server.chain import Handler
from scorekeeper.server.errors import too_many

P = ParamSpec("P")

MOST_ADDRESSES = 4096
READING = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})


@dataclass(slots=True)
class Bucket:
    """A token bucket: `size` requests at once, filled again evenly within a minute."""

    size: int
    tokens: float
    seen: float

    def wait(self, now: float) -> float:
        """Fill up to `now` and return the seconds until there is a token, 0 if there is one."""
        per_second = self.size / 60
        self.tokens = min(float(self.size), self.tokens + (now - self.seen) * per_second)
        self.seen = now
        return max(0.0, (1 - self.tokens) / per_second)


class Limiter:
    """So many requests a minute from one address, and so many in total.

    Only the addresses seen last are remembered, so its memory is bounded; the total holds for all.
    """

    def __init__(self, per_address: int, total: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.per_address = per_address
        self.clock = clock
        self.total = Bucket(total, total, clock())
        self.buckets: OrderedDict[str, Bucket] = OrderedDict()
        self.lock = threading.Lock()

    def take(self, address: str) -> int:
        """Take one token for `address`; return 0, or the whole seconds to wait when there is none."""
        with self.lock:
            now = self.clock()
            own = self._bucket(address, now)
            wait = max(own.wait(now), self.total.wait(now))
            if wait > 0:
                return math.ceil(wait)
            own.tokens -= 1
            self.total.tokens -= 1
            return 0

    def reset(self) -> None:
        """Forget everything."""
        with self.lock:
            self.buckets.clear()
            self.total.tokens = float(self.total.size)

    def _bucket(self, address: str, now: float) -> Bucket:
        bucket = self.buckets.setdefault(address, Bucket(self.per_address, self.per_address, now))
        self.buckets.move_to_end(address)
        if len(self.buckets) > MOST_ADDRESSES:
            self.buckets.popitem(last=False)
        return bucket


_limiters: dict[str, Limiter] = {}


def limiter(name: str, per_address: int, total: int) -> Limiter:
    """Return the limiter of this name, made at the first call; the same name shares one."""
    return _limiters.setdefault(name, Limiter(per_address, total))


def reset_limits() -> None:
    """Forget what all limiters have counted."""
    for each in _limiters.values():
        each.reset()


def limited(
    name: str, per_address: int, total: int
) -> Callable[
    [Callable[Concatenate[HttpRequest, P], HttpResponseBase]],
    Callable[Concatenate[HttpRequest, P], HttpResponseBase],
]:
    """Limit a view to so many requests a minute from one address and in total; answer 429 beyond."""
    counter = limiter(name, per_address, total)

    def decorate(
        view: Callable[Concatenate[HttpRequest, P], HttpResponseBase],
    ) -> Callable[Concatenate[HttpRequest, P], HttpResponseBase]:
        @wraps(view)
        def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
            seconds = counter.take(client_address(request))
            return too_many(request, seconds) if seconds else view(request, *args, **kwargs)

        return guarded

    return decorate


class WriteLimitMiddleware:
    """Limit what changes something. A whole table may share one address, so the limits are wide.

    The machine itself is not limited, unless a proxy stands there and speaks for everybody.
    """

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response
        self.limiter = limiter("writes", *settings.WRITES_PER_MINUTE)

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        seconds = 0 if self._is_free(request) else self.limiter.take(client_address(request))
        return too_many(request, seconds) if seconds else self.get_response(request)

    def _is_free(self, request: HttpRequest) -> bool:
        own = is_loopback(str(request.META.get("REMOTE_ADDR", ""))) and not settings.PUBLIC_URL
        return own or request.method in READING
