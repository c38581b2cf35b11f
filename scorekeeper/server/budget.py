"""What requests may cost: a place in a thread, and seconds of its time, for each device, circle and address.

Whoever sends a request waits for a place, and is charged with the thread time that it took.  Python
computes in one thread at a time, so costly requests side by side are no faster and slow everybody down: a
device that has used much lately gets one place at a time, and whoever has used least is next.

Each process counts in memory, so N processes give up to N times as much.  ``Turns`` runs in the event loop.
"""

import asyncio
import math
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from . import limits
from .limits import WORK
from .ratelimit import limiter


@dataclass(frozen=True, slots=True)
class Sender:
    """Who is counted: a member by the device, everybody else by the address; ``names`` begin with that one,
    wider groups follow."""

    member: bool
    names: tuple[str, ...]


class Crowded(Exception):
    """A sender has too many requests waiting."""


def charge(sender: Sender, seconds: float) -> None:
    """Count seconds of thread time for a sender and all of its groups."""
    for name in sender.names:
        limiter(WORK).charge(name, seconds, _times(sender, name))


def overdrawn(name: str) -> int:
    """The seconds until a device has paid for its work, 0 where it has."""
    debt = limiter(WORK).spent(name) - WORK.each
    return max(0, math.ceil(debt * WORK.seconds / WORK.each))


def _spent(sender: Sender) -> list[float]:
    """What its widest group and a sender itself have used lately, as parts of what each may have."""
    both = ((name, _times(sender, name)) for name in (sender.names[-1], sender.names[0]))
    return [limiter(WORK).spent(name, times) / times for name, times in both]


def _times(sender: Sender, name: str) -> int:
    """A group may have as much as two devices: that is half of the time of one thread."""
    return 1 if name == sender.names[0] else 2


def _is_heavy(sender: Sender, name: str) -> bool:
    times = _times(sender, name)
    return limiter(WORK).spent(name, times) > WORK.light * times


@dataclass(slots=True)
class _Lane:
    """The places for requests that read, or for those that write."""

    free: int
    held: Counter[bool] = field(default_factory=Counter)
    under_way: Counter[str] = field(default_factory=Counter)
    waiting: dict[bool, OrderedDict[str, deque[tuple[Sender, asyncio.Future[None]]]]] = field(
        default_factory=lambda: {True: OrderedDict(), False: OrderedDict()}
    )

    def count(self, sender: Sender, number: int) -> None:
        """Note that so many more requests of a sender are under way."""
        self.free -= number
        self.held[sender.member] += number
        for name in sender.names:
            self.under_way[name] += number
            if not self.under_way[name]:
                del self.under_way[name]


class Turns:
    """So many requests at a time that read, and as many that write.

    A member's device has one of each, and one in all while it is a heavy one; a heavy group has half of them.
    Members come before strangers, but one place is always left for these, and they have at most half.
    """

    def __init__(self, places: int) -> None:
        self._most = {True: max(1, places - 1), False: max(1, places // 2)}
        self._lanes = {reads: _Lane(places) for reads in (True, False)}

    @asynccontextmanager
    async def of(self, sender: Sender, reads: bool = True) -> AsyncIterator[None]:
        """Wait for a place and hold it; raises Crowded where the sender has too many waiting."""
        lane = self._lanes[reads]
        await self._enter(lane, sender)
        try:
            yield
        finally:
            self._leave(lane, sender)

    async def _enter(self, lane: _Lane, sender: Sender) -> None:
        if self._may_enter(lane, sender):
            lane.count(sender, 1)
            return
        line = lane.waiting[sender.member].setdefault(sender.names[0], deque())
        if len(line) >= (limits.WAITING_OF_DEVICE if sender.member else limits.WAITING_OF_ADDRESS):
            raise Crowded
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        line.append((sender, turn))
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # it was given the place just now
                self._leave(lane, sender)
            raise

    def _leave(self, lane: _Lane, sender: Sender) -> None:
        """Give the place back, and call whoever can come now, members first."""
        lane.count(sender, -1)
        for one in self._lanes.values():
            for member in (True, False):
                while one.free and one.held[member] < self._most[member] and self._next(one, member):
                    pass

    def _may_enter(self, lane: _Lane, sender: Sender) -> bool:
        if not lane.free or lane.held[sender.member] >= self._most[sender.member]:
            return False
        own, *groups = sender.names
        if sender.member and self._is_busy(lane, sender, own):
            return False
        half = self._most[False]
        return not any(lane.under_way[name] >= half and _is_heavy(sender, name) for name in groups)

    def _is_busy(self, lane: _Lane, sender: Sender, own: str) -> bool:
        """Whether a device has to wait for its own requests."""
        elsewhere = any(each.under_way[own] for each in self._lanes.values())
        return lane.under_way[own] > 0 or (elsewhere and _is_heavy(sender, own))

    def _next(self, lane: _Lane, member: bool) -> bool:
        """Call the one who has used least of those who may come; of several the one whose turn is longest
        ago.  False where there is none."""
        waiting = lane.waiting[member]
        for name, line in list(waiting.items()):
            while line and line[0][1].done():  # gave up
                line.popleft()
            if not line:
                del waiting[name]
        able = [line[0][0] for line in waiting.values() if self._may_enter(lane, line[0][0])]
        if not able:
            return False
        chosen = min(able, key=_spent).names[0]
        line = waiting.pop(chosen)
        sender, turn = line.popleft()
        if line:
            waiting[chosen] = line
        lane.count(sender, 1)
        turn.set_result(None)
        return True
