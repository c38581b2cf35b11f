"""Who is here, and whose turn it is: what many senders share, shared by where they come from.

Everything here but ``Known`` runs in the event loop.
"""

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Hashable
from contextlib import asynccontextmanager
from threading import Lock
from typing import Generic, TypeVar

from .address import Networks
from .limits import WIDER

T = TypeVar("T", bound=Hashable)


class Crowd(Generic[T]):
    """Guests by the networks they come from, each in the order of coming."""

    def __init__(self) -> None:
        self._of: dict[T, Networks] = {}
        self._by: dict[str, dict[T, None]] = {}

    def __len__(self) -> int:
        return len(self._of)

    def __contains__(self, guest: T) -> bool:
        return guest in self._of

    def add(self, guest: T, networks: Networks) -> None:
        """Let a guest in, as the newest; one that is here already keeps its place."""
        if guest not in self._of:
            self._of[guest] = networks
            for network in networks:
                self._by.setdefault(network, {})[guest] = None

    def discard(self, guest: T) -> None:
        """Forget a guest; it may be forgotten already."""
        for network in self._of.pop(guest, ()):
            del self._by[network][guest]
            if not self._by[network]:
                del self._by[network]

    def count(self, network: str) -> int:
        """How many come from a network."""
        return len(self._by.get(network, ()))

    def most(self) -> int:
        """How many come from the network that has the most."""
        return max(map(len, self._by.values()), default=0)

    def full(self, networks: Networks, most: int) -> str | None:
        """The network, of those of a newcomer, that has as many as it may; None if there is none."""
        wide = enumerate(networks)
        return next((network for level, network in wide if self.count(network) >= most * WIDER**level), None)

    def oldest(self, network: str) -> T | None:
        """The guest from a network that came first."""
        return next(iter(self._by.get(network, ())), None)

    def first_to_go(self) -> T | None:
        """The oldest guest from the network that has the most."""
        greatest = max(self._by, key=lambda network: len(self._by[network]), default="")
        return self.oldest(greatest)


class Crowded(Exception):
    """A sender has too many requests waiting."""


class Turns:
    """So many at a time; who has to wait is taken in turn by network, so that nobody waits for the hundreds
    of another.

    Members and strangers wait in two lines.  One place is always left for strangers, and they have at most
    half of all: what they compute meanwhile slows members down.
    """

    def __init__(self, places: int, most_waiting: int) -> None:
        self._free = places
        self._most_held = {True: max(1, places - 1), False: max(1, places // 2)}
        self._most_waiting = most_waiting
        self._held = {True: 0, False: 0}
        self._lines: dict[bool, OrderedDict[str, deque[asyncio.Future[None]]]] = {
            True: OrderedDict(),
            False: OrderedDict(),
        }

    @asynccontextmanager
    async def of(self, networks: Networks, member: bool = False) -> AsyncIterator[None]:
        """Wait for a place and hold it; raises Crowded where the sender has too many waiting."""
        await self._enter(networks[-1], member)
        try:
            yield
        finally:
            self._give_back(member)

    async def _enter(self, network: str, member: bool) -> None:
        if self._may_enter(member):
            self._take(member)
            return
        queue = self._lines[member].setdefault(network, deque())
        if len(queue) >= self._most_waiting:
            raise Crowded
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        queue.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # it was given the place just now
                self._give_back(member)
            raise

    def _may_enter(self, member: bool) -> bool:
        return self._free > 0 and self._held[member] < self._most_held[member]

    def _take(self, member: bool) -> None:
        self._free -= 1
        self._held[member] += 1

    def _give_back(self, member: bool) -> None:
        """Give the place on, to members first."""
        self._free += 1
        self._held[member] -= 1
        for line in (True, False):
            while self._may_enter(line) and self._next(line):
                self._take(line)

    def _next(self, member: bool) -> bool:
        """Call the first of the network whose last turn is longest ago; False where nobody waits."""
        waiting = self._lines[member]
        while waiting:
            network, queue = waiting.popitem(last=False)
            turn = queue.popleft()
            if queue:
                waiting[network] = queue
            if not turn.done():
                turn.set_result(None)
                return True
        return False


class Known:
    """Remembers so many keys, those that were told last; for any thread."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._keys: OrderedDict[Hashable, None] = OrderedDict()
        self._lock = Lock()

    def __contains__(self, key: Hashable) -> bool:
        return key in self._keys

    def add(self, key: Hashable) -> None:
        """Remember a key."""
        with self._lock:
            self._keys[key] = None
            self._keys.move_to_end(key)
            if len(self._keys) > self._most:
                self._keys.popitem(last=False)
