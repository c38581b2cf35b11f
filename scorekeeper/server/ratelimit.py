"""Limits on how often something may be asked for, counted in memory by each process for itself."""

import math
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Concatenate, ParamSpec

from django.http import HttpRequest, HttpResponseBase

from .address import client_networks
from .errors import too_many
from .limits import WIDER, Rate

P = ParamSpec("P")

MOST_SENDERS = 4096


@dataclass(slots=True)
class Bucket:
    """A token bucket: `size` tokens at once, filled again evenly within `seconds`."""

    size: int
    seconds: float
    tokens: float
    seen: float

    def wait(self, now: float, wanted: int) -> float:
        """Fill up to `now` and return the seconds until there are so many tokens, 0 if they are there."""
        per_second = self.size / self.seconds
        self.tokens = min(float(self.size), self.tokens + (now - self.seen) * per_second)
        self.seen = now
        return max(0.0, (min(wanted, self.size) - self.tokens) / per_second)

    def take(self, wanted: int) -> None:
        """Take out so many, or all there are."""
        self.tokens = max(min(0.0, self.tokens), self.tokens - wanted)

    def owe(self, taken: float) -> None:
        """Take out what somebody had already; what is not there is owed, up to a whole bucket."""
        self.tokens = max(-float(self.size), self.tokens - taken)


class Limiter:
    """Counts what senders ask for, and says when one has to wait.

    Only the senders seen last are remembered, so its memory is bounded; the total holds for all.
    """

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate = rate
        self.clock = clock
        self.total = Bucket(rate.total, rate.seconds, rate.total, clock()) if rate.total else None
        self.buckets: OrderedDict[str, Bucket] = OrderedDict()
        self.lock = threading.Lock()

    def take(self, *names: str, wanted: int = 1) -> int:
        """Take tokens for a sender; return 0, or the whole seconds to wait when there are none.

        A sender has one name, or several: each further one names a wider group that may have more.
        """
        with self.lock:
            now = self.clock()
            own = [self._bucket(name, WIDER**level, now) for level, name in enumerate(names)]
            wait = max(bucket.wait(now, wanted) for bucket in own)
            if self.total and not wait:
                late = self.total.wait(now, wanted)
                wait = 0.0 if self._is_light(own, wanted) else late
            if wait > 0:
                return math.ceil(wait)
            for bucket in (*own, self.total) if self.total else own:
                bucket.take(wanted)
            return 0

    def charge(self, name: str, tokens: float, times: int = 1) -> None:
        """Count what a sender had, however little it may have left."""
        with self.lock:
            self._filled(name, times).owe(tokens)

    def spent(self, name: str, times: int = 1) -> float:
        """How much a sender has used up of what it may have; more than that where it owes some."""
        with self.lock:
            bucket = self._filled(name, times)
            return bucket.size - bucket.tokens

    def is_light(self, name: str) -> bool:
        """Whether a sender has had so little that no wider group of it may shut it out."""
        return self.spent(name) <= self.rate.light

    def reset(self) -> None:
        """Forget everything."""
        with self.lock:
            self.buckets.clear()
            if self.total:
                self.total.tokens = float(self.total.size)

    def _filled(self, name: str, times: int) -> Bucket:
        """The bucket of somebody, filled up to now."""
        now = self.clock()
        bucket = self._bucket(name, times, now)
        bucket.wait(now, 0)
        return bucket

    def _is_light(self, own: list[Bucket], wanted: int) -> bool:
        used = (bucket.size - bucket.tokens + wanted for bucket in own)
        return all(each <= self.rate.light * WIDER**level for level, each in enumerate(used))

    def _bucket(self, name: str, times: int, now: float) -> Bucket:
        size = self.rate.each * times
        bucket = self.buckets.setdefault(name, Bucket(size, self.rate.seconds, size, now))
        self.buckets.move_to_end(name)
        if len(self.buckets) > MOST_SENDERS:
            self.buckets.popitem(last=False)
        return bucket


_limiters: dict[str, Limiter] = {}


def limiter(rate: Rate) -> Limiter:
    """Return the one limiter that counts by `rate`, made at the first call."""
    return _limiters.get(rate.name) or _limiters.setdefault(rate.name, Limiter(rate))


def reset_limits() -> None:
    """Forget what all limiters have counted."""
    for each in _limiters.values():
        each.reset()


class TooMany(Exception):
    """All devices of a circle together asked for too much; after ``seconds`` it is worth trying again."""

    def __init__(self, seconds: int) -> None:
        super().__init__(seconds)
        self.seconds = seconds


def take_for_circle(rate: Rate, circle: int, wanted: int = 1) -> None:
    """Count what a device asks for as its circle's, by the circle's primary key; raises TooMany."""
    if seconds := wait_of_circle(rate, circle, wanted):
        raise TooMany(seconds)


def wait_of_circle(rate: Rate, circle: int, wanted: int = 1) -> int:
    """Count the same; returns 0, or the seconds to wait."""
    return limiter(rate).take(f"circle {circle}", wanted=wanted)


def limited(
    rate: Rate,
) -> Callable[
    [Callable[Concatenate[HttpRequest, P], HttpResponseBase]],
    Callable[Concatenate[HttpRequest, P], HttpResponseBase],
]:
    """Limit a view to what an address and all together may ask of it; answer 429 beyond."""

    def decorate(
        view: Callable[Concatenate[HttpRequest, P], HttpResponseBase],
    ) -> Callable[Concatenate[HttpRequest, P], HttpResponseBase]:
        @wraps(view)
        def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
            seconds = limiter(rate).take(*client_networks(request))
            return too_many(request, seconds) if seconds else view(request, *args, **kwargs)

        return guarded

    return decorate
