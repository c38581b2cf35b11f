"""Replays kept in memory, so that a page that only reads does not score a whole evening again.

A replay is a pure function of what its key names; a forgotten one is merely made again.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock

from scorekeeper.scoring.replay import Replay


class ReplayMemory:
    """The replays used last, up to so many entries in all; safe for several threads.

    One replay is made by one thread while others wait for it; those who want another do not wait.
    """

    def __init__(self, most_entries: int) -> None:
        self._most_entries = most_entries
        self._kept: OrderedDict[Hashable, tuple[Replay, int]] = OrderedDict()
        self._making: dict[Hashable, Lock] = {}
        self._lock = Lock()
        self._entries = 0

    def get(self, key: Hashable, make: Callable[[], Replay]) -> Replay:
        """The replay of ``key``, made if it is not kept."""
        with self._lock:
            if found := self._found(key):
                return found
            making = self._making.setdefault(key, Lock())
        with making:
            with self._lock:
                if found := self._found(key):
                    return found
            try:
                made = make()
                self._keep(key, made)
            finally:
                with self._lock:
                    self._making.pop(key, None)
        return made

    def _found(self, key: Hashable) -> Replay | None:
        if key not in self._kept:
            return None
        self._kept.move_to_end(key)
        return self._kept[key][0]

    def _keep(self, key: Hashable, made: Replay) -> None:
        """Keep it, and forget what was used longest ago; one alone is kept whatever its size."""
        size = entries(made)
        with self._lock:
            if before := self._kept.pop(key, None):
                self._entries -= before[1]
            self._kept[key] = made, size
            self._entries += size
            while self._entries > self._most_entries and len(self._kept) > 1:
                self._entries -= self._kept.popitem(last=False)[1][1]


def entries(replay: Replay) -> int:
    """How much a replay holds: points of people, lines of payments, notes and objections.

    An entry takes about a third of a kilobyte.
    """
    return sum(
        2 * len(scored.balance)
        + len(scored.outcome.claims)
        + len(scored.outcome.remarks)
        + len(scored.outcome.notes)
        + len(scored.outcome.problems)
        + sum(1 + len(transfer.steps) for transfer in scored.outcome.transfers)
        for scored in replay.scored
    )


REPLAYS = ReplayMemory(most_entries=100_000)
