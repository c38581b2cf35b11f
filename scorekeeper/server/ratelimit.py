"""Rate limits by device, circle and address: token buckets and a fair semaphore.

The state is in memory, one for each process; the numbers are in ``limits.py``.
"""

import asyncio
import math
import threading
import time
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import wraps
from heapq import heappop, heappush
from itertools import count
from typing import NamedTuple

from django.http import HttpRequest, HttpResponseBase

from . import limits
from .hosts import client_networks
from .limits import WIDER, WORK, Rate

View = Callable[..., HttpResponseBase]

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})

MAX_SENDERS = 4096

# --- Token buckets


@dataclass(slots=True)
class Bucket:
    size: float
    per_second: float
    tokens: float
    filled_at: float

    def fill(self, now: float) -> None:
        self.tokens = min(self.size, self.tokens + (now - self.filled_at) * self.per_second)
        self.filled_at = now

    def wait(self, wanted: float) -> float:
        """Return the seconds until there are so many tokens, or the bucket is full."""
        return max(0.0, (min(wanted, self.size) - self.tokens) / self.per_second)


class Limiter:
    """The buckets of one rate. Only those of the most recent senders are kept; the total is exact."""

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate = rate
        self.clock = clock
        self._total = self._full(rate.total) if rate.total else None
        self.buckets: OrderedDict[str, Bucket] = OrderedDict()
        self._lock = threading.Lock()

    def take(self, *names: str, wanted: int = 1) -> int:
        """Take tokens for a sender and return 0, or take none and return the whole seconds to wait.

        Names after the first are of wider groups. Each is charged ``WIDER`` times less than the one before,
        which is the same as a limit ``WIDER`` times as high.
        """
        with self._lock:
            charges = [(self._bucket(name), wanted / WIDER**level) for level, name in enumerate(names)]
            wait = max(bucket.wait(tokens) for bucket, tokens in charges)
            if self._total:
                self._total.fill(self.clock())
                light = all(each.size - each.tokens + tokens <= self.rate.light for each, tokens in charges)
                wait = wait if wait or light else self._total.wait(wanted)
                charges.append((self._total, wanted))
            if not wait:
                for bucket, tokens in charges:
                    bucket.tokens = max(0.0, bucket.tokens - tokens)
            return math.ceil(wait)

    def charge(self, name: str, tokens: float) -> None:
        """Take tokens afterwards: a sender may owe up to a whole bucket."""
        with self._lock:
            bucket = self._bucket(name)
            bucket.tokens = max(-bucket.size, bucket.tokens - tokens)

    def spent(self, name: str) -> float:
        """Return the tokens that are missing from a full bucket."""
        with self._lock:
            bucket = self._bucket(name)
            return bucket.size - bucket.tokens

    def full_at(self, name: str) -> float:
        """Return the time at which the bucket will be full; 0 if it is."""
        with self._lock:
            bucket = self._bucket(name)
            missing = bucket.size - bucket.tokens
            return round(bucket.filled_at + missing / bucket.per_second, 3) if missing else 0.0

    def _full(self, size: float) -> Bucket:
        return Bucket(size, size / self.rate.seconds, size, self.clock())

    def _bucket(self, name: str) -> Bucket:
        bucket = self.buckets.setdefault(name, self._full(self.rate.each))
        self.buckets.move_to_end(name)
        if len(self.buckets) > MAX_SENDERS:
            self.buckets.popitem(last=False)
        bucket.fill(self.clock())
        return bucket


_limiters: dict[str, Limiter] = {}


def limiter(rate: Rate) -> Limiter:
    return _limiters.get(rate.name) or _limiters.setdefault(rate.name, Limiter(rate))


def reset_limits() -> None:
    _limiters.clear()


class TooMany(Exception):
    """A rate limit is exceeded for so many seconds; the middleware answers 429."""

    def __init__(self, seconds: int) -> None:
        super().__init__(seconds)
        self.seconds = seconds


def take(rate: Rate, *names: str, wanted: int = 1) -> None:
    """Take tokens from the process's limiter of a rate, as `Limiter.take` does; raises TooMany."""
    if seconds := limiter(rate).take(*names, wanted=wanted):
        raise TooMany(seconds)


def of_circle(circle: int) -> str:
    """Return the name under which a circle is counted."""
    return f"circle {circle}"


def limited(rate: Rate) -> Callable[[View], View]:
    """Limit the rate of a view for an address and in all; the view raises TooMany."""

    def decorate(view: View) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
            take(rate, *client_networks(request))
            return view(request, *args, **kwargs)

        return guarded

    return decorate


# --- CPU time, and concurrent requests


@dataclass(frozen=True, slots=True)
class Sender:
    """A member's device, or the address of anybody else."""

    member: bool
    names: tuple[str, ...]
    """Its own name, then those of wider groups."""


def charge(sender: Sender, seconds: float) -> None:
    """Charge CPU time to a sender and its groups; a group has twice the allowance of a device."""
    own, *groups = sender.names
    limiter(WORK).charge(own, seconds)
    for name in groups:
        limiter(WORK).charge(name, seconds / 2)


def seconds_overdrawn(name: str) -> int:
    """Return the seconds until a device owes no CPU time any more."""
    debt = limiter(WORK).spent(name) - WORK.each
    return max(0, math.ceil(debt * WORK.seconds / WORK.each))


class QueueFull(Exception):
    """A sender has too many requests in the queue."""


@dataclass(frozen=True, slots=True, eq=False)
class PendingRequest:
    sender: Sender
    reads: bool
    admitted: asyncio.Future[None]


Key = tuple[str, bool]
"""The name of a sender, and whether its requests read."""


class QueueEntry(NamedTuple):
    rank: tuple[float, float]
    number: int  # breaks ties: first come, first served
    key: Key
    since: float  # when it was queued


class FairSemaphore:
    """Admits so many requests at a time that read, and as many that write; for use in the event loop.

    Because of the interpreter lock, expensive requests in parallel are no faster and slow down all others.
    Therefore a member's device runs one request of each kind, and only one in all if it has used much CPU
    time lately; a group that has used much gets half of the places.  Members come before strangers, but leave
    one place to them; strangers get at most half.  The sender that has used the least CPU time comes next.
    """

    def __init__(self, places: int) -> None:
        self._places, self._half = places, max(1, places // 2)
        self._most = {True: max(1, places - 1), False: self._half}
        self._running: list[PendingRequest] = []
        self._waiting: dict[Key, deque[PendingRequest]] = {}
        """Each sender's requests, of which the first has an entry in a heap."""
        self._heaps = {
            (member, reads): list[QueueEntry]() for member in (True, False) for reads in (True, False)
        }
        self._numbers = count()

    @asynccontextmanager
    async def place(self, sender: Sender, reads: bool = True) -> AsyncIterator[None]:
        """Wait for a place and hold it; raises QueueFull if the sender has too many requests in the queue."""
        request = PendingRequest(sender, reads, asyncio.get_running_loop().create_future())
        key = sender.names[0], reads
        queued, queue = key in self._waiting, self._waiting.setdefault(key, deque())
        if len(queue) >= (limits.WAITING_OF_DEVICE if sender.member else limits.WAITING_OF_ADDRESS):
            raise QueueFull
        queue.append(request)
        if not queued:
            self._enqueue(key)
        self._admit_waiting()
        try:
            await request.admitted
            yield
        finally:
            (self._running if request in self._running else queue).remove(request)
            self._admit_waiting()

    def _enqueue(self, key: Key) -> None:
        """Put the sender's next request into a heap, if it has one."""
        if not self._waiting[key]:
            del self._waiting[key]
            return
        request = self._waiting[key][0]
        heap, since = self._heaps[request.sender.member, request.reads], limiter(WORK).clock()
        heappush(heap, QueueEntry(_rank(request.sender, since), next(self._numbers), key, since))

    def _admit_waiting(self) -> None:
        """Admit requests in the order of their ranks, members first, while there are places."""
        for (member, reads), heap in self._heaps.items():
            blocked = []
            while heap and self._has_free_place(member, reads):
                entry = heappop(heap)
                queue = self._waiting[entry.key]
                if not queue:  # its requests were cancelled
                    del self._waiting[entry.key]
                elif (rank := _rank(queue[0].sender, entry.since)) > entry.rank:  # it was charged meanwhile
                    heappush(heap, entry._replace(rank=rank))
                elif self._may_start(queue[0]):
                    self._admit(queue.popleft())
                    self._enqueue(entry.key)
                else:
                    blocked.append(entry)
            for each in blocked:
                heappush(heap, each)

    def _admit(self, request: PendingRequest) -> None:
        self._running.append(request)
        if not request.admitted.done():  # else it was cancelled, and is removed at once
            request.admitted.set_result(None)

    def _has_free_place(self, member: bool, reads: bool) -> bool:
        alike = [each.sender.member for each in self._running if each.reads == reads]
        return len(alike) < self._places and alike.count(member) < self._most[member]

    def _may_start(self, request: PendingRequest) -> bool:
        own, *groups = request.sender.names
        mine = [other for other in self._running if own == other.sender.names[0]]
        if request.sender.member and any(other.reads == request.reads or _is_heavy(own) for other in mine):
            return False
        alike = [other for other in self._running if other.reads == request.reads]
        return not any(
            sum(name in other.sender.names for other in alike) >= self._half and _is_heavy(name)
            for name in groups
        )


def _is_heavy(name: str) -> bool:
    return limiter(WORK).spent(name) > WORK.light


def _rank(sender: Sender, since: float) -> tuple[float, float]:
    """Return when the buckets of the widest group and the sender will be full, or `since` if later.

    As later requests have later times, none waits for ever.
    """
    group, own = (limiter(WORK).full_at(name) for name in (sender.names[-1], sender.names[0]))
    return max(group, since), max(own, since)
