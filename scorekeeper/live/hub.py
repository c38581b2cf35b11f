"""The open subscriptions of this process and their limits.

Everything here runs in the event loop; only ``publish_soon`` may be called in other threads.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from itertools import chain
from time import monotonic
from typing import NamedTuple

from scorekeeper.server.hosts import Networks
from scorekeeper.server.limits import STREAMS, STREAMS_OF_ADDRESS, STREAMS_OF_CIRCLE, STREAMS_OF_DEVICE, WIDER

SETTLED_SECONDS = 30.0
"""An older subscription is replaced by a new one of its device: its connection may be lost without notice."""


class News(NamedTuple):
    """The state of a session that phones are sent: its revision, and the counter of its hand pads."""

    revision: int
    pad: int = 0


@dataclass(frozen=True, slots=True)
class Subscriber:
    """Primary keys."""

    session: int
    circle: int
    device: int
    membership: int


class Full(Exception):
    """Too many subscriptions are open; ``own`` if they are the device's."""

    def __init__(self, own: bool) -> None:
        super().__init__(own)
        self.own = own


@dataclass(slots=True, eq=False)
class Subscription:
    """One phone's event stream: the newest state and whether it is closed; ``wake`` is called at a change."""

    subscriber: Subscriber
    news: News
    opened: float = field(default_factory=monotonic)
    closed: bool = False
    revoked: bool = False
    wake: Callable[[], object] = lambda: None

    def push(self, news: News) -> None:
        """Replace the state by a newer one; an older one changes nothing."""
        newest = News(max(self.news.revision, news.revision), max(self.news.pad, news.pad))
        if newest != self.news and not self.closed:
            self.news = newest
            self.wake()

    def close(self, revoked: bool = False) -> None:
        """Close the subscription; ``revoked`` tells the phone not to reconnect."""
        if not self.closed:
            self.closed, self.revoked = True, revoked
            self.wake()


@dataclass(eq=False)
class Hub:
    most: int = STREAMS
    most_of_device: int = STREAMS_OF_DEVICE
    most_of_circle: int = STREAMS_OF_CIRCLE
    most_of_address: int = STREAMS_OF_ADDRESS
    _open: dict[Subscription, Networks] = field(default_factory=dict, init=False)
    """The subscriptions with their origins, the oldest first."""
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
        """Open a subscription; raises Full."""
        self._loop = asyncio.get_running_loop()
        self._make_room(subscriber, origin)
        subscription = Subscription(subscriber, news)
        self._open[subscription] = origin
        return subscription

    def _make_room(self, subscriber: Subscriber, origin: Networks) -> None:
        """Close one of the device's subscriptions, or another one if all are used, or raise Full."""
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
            self._replace_one(origin, held)

    def _replace_one(self, origin: Networks, held: Counter[str]) -> None:
        """Close a subscription of the network with the most, unless the new one's would have as many."""
        if not held or max(held.values()) <= 1 + max((held[name] for name in origin), default=0):
            raise Full(own=False)
        [(greatest, _count)] = held.most_common(1)
        self.leave(
            next(subscription for subscription, networks in self._open.items() if greatest in networks)
        )

    def leave(self, subscription: Subscription) -> None:
        """Remove and close a subscription, if it is still there."""
        if self._open.pop(subscription, None) is not None:
            subscription.close(subscription.revoked)

    def publish_all(self, news: Mapping[int, News]) -> None:
        for subscription in self._open:
            if subscription.subscriber.session in news:
                subscription.push(news[subscription.subscriber.session])

    def publish(self, session: int, news: News) -> None:
        self.publish_all({session: news})

    def publish_soon(self, session: int, news: News) -> None:
        """Notify the subscriptions of a session, from any thread."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self.publish, session, news)

    def close_others(self, memberships: Collection[int]) -> None:
        """Close every subscription whose membership is not among the valid ones."""
        for subscription in self._open:
            if subscription.subscriber.membership not in memberships:
                subscription.close(revoked=True)

    def close(self) -> None:
        for subscription in self._open:
            subscription.close()
