"""How limits are shared: every process counts in memory and tells all others about once a second.

Each process has a place of its own in the cache, so that no two write to the same one, and reads all places.
In its place stand its last batches, numbered, of what it let somebody have; and who has used up much of what
it may have, for processes that begin later, also after all were stopped.  A request never waits for any of
this, and where the cache cannot be reached each process counts for itself.

What this lets through: whoever asks N processes at the same moment gets from each of them what it has left,
so up to N times a limit within the two seconds in which they have not heard of each other.  That is held
against the sender afterwards, up to once the limit itself, so that in the long run it gets no more than from
one process.  A process that begins knows who had used an eighth of a limit and more some ten seconds ago, or
when the last one stopped in order.
"""

import heapq
import json
import logging
import random
import secrets
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from django.core.cache import BaseCache, caches

from .caches import LIMITS
from .database import between_requests
from .limits import DAY, RATES
from .ratelimit import Limiter, Share, limiter

EVERY = 1.0
"""Seconds between two looks at the places of the others."""
BEAT = 10.0
"""Seconds after which a process writes to its place, even if there is nothing to tell."""
GONE = 3 * BEAT
"""After so many seconds without a change a place is taken from its process."""
PLACES = [f"place-{number}" for number in range(64)]
KEPT = 8
"""Batches that stand in a place: who has not looked for as many seconds does not hear of the first ones."""
MOST_TOLD = 500
"""Senders of one batch; where there are more, those that took the greatest part of what they may have."""
MUCH = 1 / 8
"""From what part of its limit on somebody is told to processes that begin later."""
COMPLAIN = 60.0
"""Seconds between two lines in the log about a cache that cannot be reached."""

Batch = dict[str, list[Share]]
"""What senders took, by the name of the rate."""

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Page:
    """What stands in a place: of which process, how often it was written, and what it tells."""

    owner: str
    beat: int
    at: float
    used: Batch
    told: list[tuple[int, Batch]]

    def text(self) -> str:
        """As it is kept."""
        return json.dumps([self.owner, self.beat, self.at, self.used, self.told], separators=(",", ":"))


def read_page(text: object) -> Page | None:
    """Read what stands in a place; None for what nobody here would write."""
    try:
        owner, beat, at, used, told = json.loads(str(text))
        batches = [(int(number), _batch(batch)) for number, batch in told]
        return Page(str(owner), int(beat), float(at), _batch(used), batches)
    except (ValueError, TypeError, AttributeError):
        return None


def _batch(found: Mapping[str, Iterable[tuple[object, int, float]]]) -> Batch:
    return {
        rate: [Share(str(name), int(times), float(tokens)) for name, times, tokens in shares]
        for rate, shares in found.items()
    }


class Exchange:
    """One process's part: ``look`` once tells what was counted here and hears the others.

    ``limiters`` are those of the process, by the names of their rates; what is told of others is not known
    here and left out.
    """

    def __init__(
        self,
        cache: BaseCache,
        limiters: Mapping[str, Limiter],
        clock: Callable[[], float] = time.monotonic,
        wall: Callable[[], float] = time.time,
    ) -> None:
        self._cache, self._limiters, self._clock, self._wall = cache, limiters, clock, wall
        self._own = secrets.token_hex(8)
        self._place = ""
        self._first, self._fresh = True, False
        self._number = self._beat = 0
        self._told: deque[tuple[int, Batch]] = deque(maxlen=KEPT)
        self._used: Batch = {}
        self._at, self._beaten = 0.0, float("-inf")
        self._heard: OrderedDict[str, int] = OrderedDict()
        self._changed: dict[str, tuple[str, int, float]] = {}

    def look(self, last: bool = False) -> None:
        """Hear what the others have told since, and tell them; raises whatever the cache raises.

        With ``last`` what is counted here is kept for those that begin later.
        """
        batch = self._count()
        if batch:  # before anything can fail: it is counted once
            self._number += 1
            self._told.append((self._number, batch))
            self._fresh = True
        others = self._read()
        beats = last or self._clock() - self._beaten >= BEAT
        if beats:
            self._sum_up()
        if beats or (self._fresh and others):
            self._write()

    def _count(self) -> Batch:
        every = [
            (share.tokens / (share.times * one.rate.each or one.rate.total), name, share)
            for name, one in self._limiters.items()
            for share in one.tell()
        ]
        return _by_rate((name, share) for _part, name, share in heapq.nlargest(MOST_TOLD, every))

    def _read(self) -> bool:
        """Hear what stands in all places; says whether any is another process's."""
        found = self._cache.get_many(PLACES)
        pages = {place: page for place, text in found.items() if (page := read_page(text))}
        if self._place and (self._place not in pages or pages[self._place].owner != self._own):
            self._place = ""
        others = {place: page for place, page in pages.items() if page.owner != self._own}
        for page in others.values():
            self._hear(page)
        self._first = False
        gone = [place for place, page in others.items() if self._is_gone(place, page)]
        if gone:
            self._cache.delete_many(gone)
        if not self._place:
            free = [place for place in PLACES if place not in others or place in gone]
            self._place = random.choice(free or PLACES)  # noqa: S311 - the next look shows if two took it
            self._beaten = float("-inf")
        return len(others) > len(gone)

    def _hear(self, page: Page) -> None:
        if self._first:
            self._recall(page)
            self._heard[page.owner] = max((number for number, _batch in page.told), default=0)
            return
        last = self._heard.get(page.owner, 0)
        for number, batch in page.told:
            if number > last:
                for one, share in self._known(batch):
                    one.hear(share)
                self._heard[page.owner] = number
        if page.owner in self._heard:
            self._heard.move_to_end(page.owner)
        while len(self._heard) > 4 * len(PLACES):
            self._heard.popitem(last=False)

    def _recall(self, page: Page) -> None:
        seconds = max(0.0, self._wall() - page.at)
        for one, share in self._known(page.used):
            one.recall(share, seconds)

    def _known(self, batch: Batch) -> Iterator[tuple[Limiter, Share]]:
        for rate, shares in batch.items():
            if rate in self._limiters:
                yield from ((self._limiters[rate], share) for share in shares)

    def _is_gone(self, place: str, page: Page) -> bool:
        now, said = self._clock(), (page.owner, page.beat)
        before = self._changed.get(place)
        if before is None or before[:2] != said:
            self._changed[place] = (*said, now)
            return False
        return now - before[2] >= GONE

    def _sum_up(self) -> None:
        used = ((name, share) for name, one in self._limiters.items() for share in one.used(MUCH))
        self._used, self._at, self._beaten = _by_rate(used), self._wall(), self._clock()

    def _write(self) -> None:
        self._beat += 1
        page = Page(self._own, self._beat, self._at, self._used, list(self._told))
        self._cache.set(self._place, page.text(), timeout=DAY)
        self._fresh = False


def _by_rate(shares: Iterable[tuple[str, Share]]) -> Batch:
    found: Batch = {}
    for name, share in shares:
        found.setdefault(name, []).append(share)
    return found


class Sharing:
    """The thread of this process that exchanges what is counted, from ``start`` to ``stop``."""

    def __init__(self, every: float = EVERY) -> None:
        self._every = every
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="limits", daemon=True)
        self._complained = float("-inf")

    def start(self) -> None:
        """Begin, once."""
        self._thread.start()

    def stop(self, seconds: float) -> None:
        """Tell the rest, for so long at most."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join(seconds)

    def _run(self) -> None:
        exchange = Exchange(caches[LIMITS], {rate.name: limiter(rate) for rate in RATES})
        while not self._stop.is_set():
            self._look(exchange)
            self._stop.wait(self._every)
        self._look(exchange, last=True)

    def _look(self, exchange: Exchange, last: bool = False) -> None:
        try:
            with between_requests():
                exchange.look(last)
        except Exception as problem:  # whatever it was: this process counts for itself until it is over
            self._complain(problem)

    def _complain(self, problem: Exception) -> None:
        now = time.monotonic()
        if now - self._complained >= COMPLAIN:
            self._complained = now
            logger.warning("Limits are counted by this process for itself (%s)", type(problem).__name__)
