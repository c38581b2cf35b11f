"""Replays kept in memory, so that a page that only reads does not score a whole evening again.

A replay is a pure function of what its key names; a forgotten one is merely made again.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock

from scorekeeper.scoring.replay import Replay


class ReplayMemory:
    """The replays used last, up to so many rounds in all; safe for several threads."""

    def __init__(self, most_rounds: int) -> None:
        self._most_rounds = most_rounds
        self._kept: OrderedDict[Hashable, Replay] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable, make: Callable[[], Replay]) -> Replay:
        """The replay of ``key``, made if it is not kept."""
        with self._lock:
            found = self._kept.get(key)
            if found:
                self._kept.move_to_end(key)
                return found
        made = make()
        with self._lock:
            self._kept[key] = made
            self._forget()
        return made

    def _forget(self) -> None:
        rounds = sum(len(replay.scored) for replay in self._kept.values())
        while rounds > self._most_rounds and len(self._kept) > 1:
            rounds -= len(self._kept.popitem(last=False)[1].scored)


REPLAYS = ReplayMemory(most_rounds=5000)
