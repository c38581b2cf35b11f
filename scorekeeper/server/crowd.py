"""Who is here, and whose turn it is: what many senders share, shared by where they come from.

Everything here runs in the event loop.
"""

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Hashable
from contextlib import asynccontextmanager
from typing import Generic, TypeVar

from scorekeeper.server.address import Networks
from scorekeeper.server.limits import WIDER

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
    of another."""

    def __init__(self, places: int, most_waiting: int) -> None:
        self._free = places
        self._most_waiting = most_waiting
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    @asynccontextmanager
    async def of(self, networks: Networks) -> AsyncIterator[None]:
        """Wait for a place and hold it; raises Crowded where the sender has too many waiting."""
        await self._enter(networks[-1])
        try:
            yield
        finally:
            self._next()

    async def _enter(self, network: str) -> None:
        if self._free:
            self._free -= 1
            return
        queue = self._waiting.setdefault(network, deque())
        if len(queue) >= self._most_waiting:
            raise Crowded
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        queue.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # it was given the place just now
                self._next()
            raise

    def _next(self) -> None:
        """Give the place on: to the first of the network whose last turn is longest ago."""
        while self._waiting:
            network, queue = self._waiting.popitem(last=False)
            turn = queue.popleft()
            if queue:
                self._waiting[network] = queue
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1
