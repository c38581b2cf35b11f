"""Who is here: guests by where they come from, and keys that are remembered.

``Crowd`` is used in the event loop, ``Known`` in any thread.
"""

from collections import OrderedDict
from collections.abc import Hashable
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


class Known:
    """Remembers so many keys, those that were told last, each with a number; for any thread."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._keys: OrderedDict[Hashable, int] = OrderedDict()
        self._lock = Lock()

    def __contains__(self, key: Hashable) -> bool:
        return key in self._keys

    def get(self, key: Hashable) -> int:
        """The number of a key, 0 where it is not known."""
        return self._keys.get(key, 0)

    def add(self, key: Hashable, number: int = 0) -> None:
        """Remember a key, with a number or with the one it has."""
        with self._lock:
            self._keys[key] = number or self._keys.get(key, 0)
            self._keys.move_to_end(key)
            if len(self._keys) > self._most:
                self._keys.popitem(last=False)
