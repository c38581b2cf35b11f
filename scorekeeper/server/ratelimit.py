"""Everything that is counted by device, circle and address: token buckets and a semaphore.

Each process counts for itself, in memory; the numbers are in ``limits.py``.
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

READING = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})
"""Methods of requests that change nothing."""

MOST_SENDERS = 4096

# --- Requests in a time


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
        """The seconds until there are so many tokens, or all there can be; 0 if they are there."""
        return max(0.0, (min(wanted, self.size) - self.tokens) / self.per_second)


class Limiter:
    """Counts what senders ask for, and says when one has to wait.

    Only the senders seen last are remembered, so its memory is bounded; the total holds for all.
    """

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate = rate
        self.clock = clock
        self._total = self._full(rate.total) if rate.total else None
        self.buckets: OrderedDict[str, Bucket] = OrderedDict()
        self._lock = threading.Lock()

    def take(self, *names: str, wanted: int = 1) -> int:
        """Take tokens for a sender; return 0, or the whole seconds to wait when there are none.

        A sender has one name, or several: each further one names a wider group, which may have ``WIDER``
        times as much, and so is charged a part.
        """
        with self._lock:
            every = [(self._bucket(name), wanted / WIDER**level) for level, name in enumerate(names)]
            wait = max(bucket.wait(part) for bucket, part in every)
            if self._total:
                self._total.fill(self.clock())
                light = all(each.size - each.tokens + part <= self.rate.light for each, part in every)
                wait = wait if wait or light else self._total.wait(wanted)
                every.append((self._total, wanted))
            if not wait:
                for bucket, part in every:
                    bucket.tokens = max(0.0, bucket.tokens - part)
            return math.ceil(wait)

    def charge(self, name: str, tokens: float) -> None:
        """Count what a sender had; what is not there is owed, up to a whole bucket."""
        with self._lock:
            bucket = self._bucket(name)
            bucket.tokens = max(-bucket.size, bucket.tokens - tokens)

    def spent(self, name: str) -> float:
        """How much a sender has used up of what it may have; more than that where it owes some."""
        with self._lock:
            bucket = self._bucket(name)
            return bucket.size - bucket.tokens

    def paid_at(self, name: str) -> float:
        """When a sender will have paid for all that it had, by the clock; 0 where it has."""
        with self._lock:
            bucket = self._bucket(name)
            missing = bucket.size - bucket.tokens
            return round(bucket.filled_at + missing / bucket.per_second, 3) if missing else 0.0

    def _full(self, size: float) -> Bucket:
        return Bucket(size, size / self.rate.seconds, size, self.clock())

    def _bucket(self, name: str) -> Bucket:
        bucket = self.buckets.setdefault(name, self._full(self.rate.each))
        self.buckets.move_to_end(name)
        if len(self.buckets) > MOST_SENDERS:
            self.buckets.popitem(last=False)
        bucket.fill(self.clock())
        return bucket


_limiters: dict[str, Limiter] = {}


def limiter(rate: Rate) -> Limiter:
    return _limiters.get(rate.name) or _limiters.setdefault(rate.name, Limiter(rate))


def reset_limits() -> None:
    _limiters.clear()


class TooMany(Exception):
    """A sender asked for too much; after ``seconds`` it is worth trying again.  It is answered by 429."""

    def __init__(self, seconds: int) -> None:
        super().__init__(seconds)
        self.seconds = seconds


def take(rate: Rate, *names: str, wanted: int = 1) -> None:
    """Take tokens for a sender, as ``Limiter.take`` does; raises TooMany."""
    if seconds := limiter(rate).take(*names, wanted=wanted):
        raise TooMany(seconds)


def of_circle(circle: int) -> str:
    """The name by which all devices of a circle are counted, by its primary key."""
    return f"circle {circle}"


def limited(rate: Rate) -> Callable[[View], View]:
    """Limit a view to what an address and all together may ask of it; raises TooMany."""

    def decorate(view: View) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
            take(rate, *client_networks(request))
            return view(request, *args, **kwargs)

        return guarded

    return decorate


# --- Seconds of work, and requests under way


@dataclass(frozen=True, slots=True)
class Sender:
    """Who is counted: a member by the device, everybody else by the address; ``names`` begin with that one,
    wider groups follow."""

    member: bool
    names: tuple[str, ...]


def charge(sender: Sender, seconds: float) -> None:
    """Count seconds of thread time for a sender and its groups, which may have as much as two devices."""
    own, *groups = sender.names
    limiter(WORK).charge(own, seconds)
    for name in groups:
        limiter(WORK).charge(name, seconds / 2)


def overdrawn(name: str) -> int:
    """The seconds until a device has paid for its work, 0 where it has."""
    debt = limiter(WORK).spent(name) - WORK.each
    return max(0, math.ceil(debt * WORK.seconds / WORK.each))


class QueueFull(Exception):
    """A sender has too many requests waiting."""


@dataclass(frozen=True, slots=True, eq=False)
class PendingRequest:
    sender: Sender
    reads: bool
    turn: asyncio.Future[None]


Key = tuple[str, bool]
"""The name of a sender, and whether it reads."""


class Turn(NamedTuple):
    rank: tuple[float, float]
    number: int  # in the order of lining up
    key: Key
    since: float  # when it began to wait


class FairSemaphore:
    """So many requests at a time that read, and as many that write; for use in the event loop.

    Python computes in one thread at a time, so costly requests side by side are no faster and slow everybody
    down: a member's device has one request of each kind, and one in all while it has used much lately; a
    group that has used much has half of the places.  Members come before strangers, but one place is always
    left for these, and they have at most half.  Anyone who has used least is next.
    """

    def __init__(self, places: int) -> None:
        self._places, self._half = places, max(1, places // 2)
        self._most = {True: max(1, places - 1), False: self._half}
        self._under_way: list[PendingRequest] = []
        self._waiting: dict[Key, deque[PendingRequest]] = {}
        self._lines = {(member, reads): list[Turn]() for member in (True, False) for reads in (True, False)}
        self._numbers = count()

    @asynccontextmanager
    async def place(self, sender: Sender, reads: bool = True) -> AsyncIterator[None]:
        """Wait for a place and hold it; raises QueueFull where the sender has too many waiting."""
        request = PendingRequest(sender, reads, asyncio.get_running_loop().create_future())
        key = sender.names[0], reads
        waits, queue = key in self._waiting, self._waiting.setdefault(key, deque())
        if len(queue) >= (limits.WAITING_OF_DEVICE if sender.member else limits.WAITING_OF_ADDRESS):
            raise QueueFull
        queue.append(request)
        if not waits:
            self._line_up(key)
        self._call_next()
        try:
            await request.turn
            yield
        finally:
            (self._under_way if request in self._under_way else queue).remove(request)
            self._call_next()

    def _line_up(self, key: Key) -> None:
        """Let a sender wait for its next turn, behind all others of its rank."""
        if not self._waiting[key]:
            del self._waiting[key]
            return
        request = self._waiting[key][0]
        line, since = self._lines[request.sender.member, request.reads], limiter(WORK).clock()
        heappush(line, Turn(_rank(request.sender, since), next(self._numbers), key, since))

    def _call_next(self) -> None:
        """Give places to the one who has used least of those who may come, of several to the one whose turn
        is longest ago; members come first."""
        for (member, reads), line in self._lines.items():
            passed_over = []
            while line and self._has_place(member, reads):
                turn = heappop(line)
                queue = self._waiting[turn.key]
                if not queue:  # all of them gave up
                    del self._waiting[turn.key]
                elif (rank := _rank(queue[0].sender, turn.since)) > turn.rank:  # it had something meanwhile
                    heappush(line, turn._replace(rank=rank))
                elif self._may_enter(queue[0]):
                    self._enter(queue.popleft())
                    self._line_up(turn.key)
                else:
                    passed_over.append(turn)
            for each in passed_over:
                heappush(line, each)

    def _enter(self, request: PendingRequest) -> None:
        self._under_way.append(request)
        if not request.turn.done():  # it gave up just now, and leaves at once
            request.turn.set_result(None)

    def _has_place(self, member: bool, reads: bool) -> bool:
        alike = [each.sender.member for each in self._under_way if each.reads == reads]
        return len(alike) < self._places and alike.count(member) < self._most[member]

    def _may_enter(self, request: PendingRequest) -> bool:
        own, *groups = request.sender.names
        mine = [other for other in self._under_way if own == other.sender.names[0]]
        if request.sender.member and any(other.reads == request.reads or _is_heavy(own) for other in mine):
            return False
        alike = [other for other in self._under_way if other.reads == request.reads]
        return not any(
            sum(name in other.sender.names for other in alike) >= self._half and _is_heavy(name)
            for name in groups
        )


def _is_heavy(name: str) -> bool:
    return limiter(WORK).spent(name) > WORK.light


def _rank(sender: Sender, since: float) -> tuple[float, float]:
    """The times at which the widest group, and the sender itself, have paid for their work, or began to wait.

    They stay as they are while it waits, so everybody is next at some time.
    """
    group, own = (limiter(WORK).paid_at(name) for name in (sender.names[-1], sender.names[0]))
    return max(group, since), max(own, since)
