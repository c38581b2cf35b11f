"""The open subscriptions of this process: who hears what, and how many there may be.

Everything here runs in the event loop; only ``publish_soon`` is for other threads.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from itertools import chain
from time import monotonic
from typing import NamedTuple

from scorekeeper.server.hosts import Networks
from scorekeeper.server.limits import LINES, LINES_OF_ADDRESS, LINES_OF_CIRCLE, LINES_OF_DEVICE, WIDER

SETTLED_SECONDS = 30.0
"""An older subscription gives way to a new one of its device: phones lose theirs without a word."""


class News(NamedTuple):
    """What a phone hears: the session's revision, and how often its open hand pads have changed."""

    revision: int
    pad: int = 0


@dataclass(frozen=True, slots=True)
class Subscriber:
    """Whose subscription it is, by primary keys."""

    session: int
    circle: int
    device: int
    membership: int


class Full(Exception):
    """No further subscription is opened; ``own`` says that it is the device that has too many."""

    def __init__(self, own: bool) -> None:
        super().__init__(own)
        self.own = own


class Subscription:
    """One phone's open connection: it holds the newest news only, and how it ends.

    ``wake`` is called where either has changed.
    """

    __slots__ = ("closed", "news", "opened", "out", "subscriber", "wake")

    def __init__(self, subscriber: Subscriber, news: News) -> None:
        self.subscriber = subscriber
        self.news = news
        self.opened = monotonic()
        self.closed = False
        self.out = False
        self.wake: Callable[[], object] = lambda: None

    def push(self, news: News) -> None:
        """Put newer news in the place of what was not sent yet; what is older changes nothing."""
        newest = News(max(self.news.revision, news.revision), max(self.news.pad, news.pad))
        if newest != self.news and not self.closed:
            self.news = newest
            self.wake()

    def close(self, out: bool = False) -> None:
        """Close the subscription, once; ``out`` says to the phone that it may not reconnect."""
        if not self.closed:
            self.closed, self.out = True, out
            self.wake()


@dataclass(eq=False)
class Hub:
    most: int = LINES
    most_of_device: int = LINES_OF_DEVICE
    most_of_circle: int = LINES_OF_CIRCLE
    most_of_address: int = LINES_OF_ADDRESS
    _open: dict[Subscription, Networks] = field(default_factory=dict, init=False)
    """From where each subscription comes, the oldest first."""
    _loop: asyncio.AbstractEventLoop | None = field(default=None, init=False)

    def __len__(self) -> int:
        return len(self._open)

    @property
    def sessions(self) -> list[int]:
        return list(dict.fromkeys(subscription.subscriber.session for subscription in self._open))

    @property
    def memberships(self) -> set[int]:
        return {subscription.subscriber.membership for subscription in self._open}

    def join(self, subscriber: Subscriber, news: News, origin: Networks = ()) -> Subscription:
        """Open a subscription for somebody who comes from ``origin``; raises Full."""
        self._loop = asyncio.get_running_loop()
        self._make_room(subscriber, origin)
        subscription = Subscription(subscriber, news)
        self._open[subscription] = origin
        return subscription

    def _make_room(self, subscriber: Subscriber, origin: Networks) -> None:
        """Close an older subscription of the device; where all are open, one of the address that has most."""
        own = [each for each in self._open if each.subscriber.device == subscriber.device]
        if len(own) >= self.most_of_device:
            if monotonic() - own[0].opened < SETTLED_SECONDS:
                raise Full(own=True)
            self.leave(own[0])
        of_circle = sum(each.subscriber.circle == subscriber.circle for each in self._open)
        held = Counter(chain.from_iterable(self._open.values()))  # by network
        if of_circle >= self.most_of_circle or any(
            held[name] >= self.most_of_address * WIDER**level for level, name in enumerate(origin)
        ):
            raise Full(own=False)
        if len(self._open) >= self.most:
            self._share(origin, held)

    def _share(self, origin: Networks, held: Counter[str]) -> None:
        """End a subscription of the address that has the most, unless the newcomer would have as many."""
        if not held or max(held.values()) <= 1 + max((held[name] for name in origin), default=0):
            raise Full(own=False)
        [(greatest, _count)] = held.most_common(1)
        self.leave(
            next(subscription for subscription, networks in self._open.items() if greatest in networks)
        )

    def leave(self, subscription: Subscription) -> None:
        """Forget a subscription; it may be forgotten already."""
        if self._open.pop(subscription, None) is not None:
            subscription.close(subscription.out)

    def publish_all(self, news: Mapping[int, News]) -> None:
        for subscription in self._open:
            if subscription.subscriber.session in news:
                subscription.push(news[subscription.subscriber.session])

    def publish(self, session: int, news: News) -> None:
        self.publish_all({session: news})

    def publish_soon(self, session: int, news: News) -> None:
        """Notify everybody who looks at a session, from any thread."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self.publish, session, news)

    def close_others(self, memberships: Collection[int]) -> None:
        """Close every subscription whose membership is not among those that still hold."""
        for subscription in self._open:
            if subscription.subscriber.membership not in memberships:
                subscription.close(out=True)

    def close(self) -> None:
        """Close every subscription: the server stops."""
        for subscription in self._open:
            subscription.close()
