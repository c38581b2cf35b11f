"""``/live/t/<session>/``: a table's events, as the phone's browser reads them (text/event-stream).

A subscription costs no thread: the database is asked once at the start, in a thread of a small pool of its
own.  Nor has it more than one task, which waits for its end: what it is sent is written by tasks that end
with that.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from functools import lru_cache
from time import monotonic
from types import MappingProxyType
from typing import NamedTuple

from django.http.cookie import parse_cookie

from scorekeeper.circles.access import COOKIE
from scorekeeper.circles.limits import sender_by_key
from scorekeeper.server.errors import trouble_of
from scorekeeper.server.ratelimit import FairSemaphore, QueueFull
from scorekeeper.server.shell import Receive, Scope, Send, origin, raw_headers, send_text

from .hub import Full, Hub, News, Subscriber, Subscription

START = "/live/t/"
BEAT_SECONDS = 10.0
TICKS = 10
"""How often one clock looks at all subscriptions within a beat, so that each sign of life comes in time."""
EVENTS_CACHED = 64
"""Events that are cached as text: each is sent to every phone at a table."""
RETRY_MS = 1000

Find = Callable[[str, str], Awaitable[tuple[Subscriber, News] | None]]
"""Finds the place of a device (its cookie) at a table (its public name), and how the table stands."""


class Refusal(NamedTuple):
    """An answer that is no stream."""

    status: int
    text: str
    headers: Mapping[str, str] = MappingProxyType({})


NOT_FOUND = Refusal(404, "Not Found")
NOT_ALLOWED = Refusal(405, "Method Not Allowed", {"Allow": "GET"})
TOO_MANY = Refusal(429, "Too many pages of this table are open on this device", {"Retry-After": "30"})
FULL = Refusal(503, "Too many phones are connected", {"Retry-After": "30"})
NO_DATABASE = Refusal(503, "The database cannot be read", {"Retry-After": "10"})


class Feed:
    """What one phone is sent, by a task that lives only while there is something to send.

    A subscription is silent most of the time, and there are a thousand of them.
    """

    __slots__ = ("_send", "_spoke", "_subscription", "_task", "_told")

    def __init__(self, subscription: Subscription, send: Send) -> None:
        self._subscription, self._send = subscription, send
        self._spoke = monotonic()
        self._told: tuple[News, bool] | None = None
        self._task: asyncio.Task[None] | None = None

    async def tell(self) -> None:
        """Send the newest news, or the end, until the phone knows."""
        subscription = self._subscription
        while self._told != (state := (subscription.news, subscription.closed)):
            self._told, self._spoke = state, monotonic()
            news, closed = state
            if closed:
                await _write(self._send, event("out", news) if subscription.out else "", more=False)
            else:
                await _write(self._send, event("revision", news))

    def beat(self, before: float) -> None:
        """Send a sign of life, where nothing was sent since that moment."""
        if self._spoke <= before:
            self.speak(beat)

    def speak(self, first: Callable[[News], str] | None = None) -> None:
        """Send what the phone has not heard, soon."""
        if self._task is None:
            self._task = asyncio.create_task(self._say(first))

    def end(self) -> None:
        if self._task:
            self._task.cancel()

    async def _say(self, first: Callable[[News], str] | None) -> None:
        try:
            if first:
                self._spoke = monotonic()
                await _write(self._send, first(self._subscription.news))
            await self.tell()
        finally:
            self._task = None


class Stream:
    """The ASGI handler of the events of all tables; ``watching`` is called for each new subscription.

    ``lookups`` is how many places can be looked up at once.
    """

    def __init__(
        self,
        hub: Hub,
        find: Find,
        watching: Callable[[], None],
        beat: float = BEAT_SECONDS,
        lookups: int = 1,
    ) -> None:
        self._hub = hub
        self._find = find
        self._watching = watching
        self._beat = beat
        self._places = FairSemaphore(lookups)
        self._feeds: set[Feed] = set()
        self._clock: asyncio.TimerHandle | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        subscription = await self._open(scope)
        if isinstance(subscription, Refusal):
            await send_text(send, *subscription)
            return
        scope["headers"].clear()  # the server keeps them as long as the subscription, which is for hours
        feed = Feed(subscription, send)
        try:
            await _start(send)
            await feed.tell()
            subscription.wake = feed.speak
            self._feeds.add(feed)
            if self._clock is None:
                self._tick()
            while (await receive())["type"] != "http.disconnect":
                pass
        finally:
            self._feeds.discard(feed)
            self._hub.leave(subscription)
            feed.end()

    def _tick(self) -> None:
        """Let subscriptions that were silent for long give a sign of life: one clock for all of them."""
        before = monotonic() - self._beat * (1 - 1 / TICKS)
        for feed in self._feeds:
            feed.beat(before)
        later = asyncio.get_running_loop().call_later
        self._clock = later(self._beat / TICKS, self._tick) if self._feeds else None

    async def _open(self, scope: Scope) -> Subscription | Refusal:
        if scope["method"] != "GET":
            return NOT_ALLOWED
        key, sid = device_key(scope), scope["path"].removeprefix(START).removesuffix("/")
        came_from = origin(scope)
        try:
            async with self._places.place(sender_by_key(key, came_from)):
                place = await self._find(key, sid) if key and sid else None
                if place is None:
                    return NOT_FOUND
                subscription = self._hub.join(*place, came_from)
        except Full as full:
            return TOO_MANY if full.own else FULL
        except QueueFull:
            return FULL
        except Exception as problem:
            if trouble_of(problem) is None:
                raise
            return NO_DATABASE
        self._watching()
        return subscription


@lru_cache(EVENTS_CACHED)
def event(name: str, news: News) -> str:
    """One event as it is sent.

    >>> event("revision", News(7, 2))
    'event: revision\\nid: 7\\ndata: {"revision":7,"pad":2}\\n\\n'
    """
    data = json.dumps(news._asdict(), separators=(",", ":"))
    return f"event: {name}\nid: {news.revision}\ndata: {data}\n\n"


def beat(news: News) -> str:
    """A sign of life: a comment for those in between, and an event, since scripts do not see comments."""
    return ": still here\n" + event("beat", news)


def device_key(scope: Scope) -> str:
    """The key of the device in a request's cookie; empty where there is none."""
    given = [value.decode("latin-1") for name, value in scope["headers"] if name == b"cookie"]
    key: str = parse_cookie("; ".join(given)).get(COOKIE, "")
    return key


async def _start(send: Send) -> None:
    own = {
        "Content-Type": "text/event-stream; charset=utf-8",
        "Cache-Control": "no-store",
        "X-Accel-Buffering": "no",
    }
    await send({"type": "http.response.start", "status": 200, "headers": raw_headers(own)})
    await _write(send, f"retry: {RETRY_MS}\n\n")


async def _write(send: Send, text: str, more: bool = True) -> None:
    await send({"type": "http.response.body", "body": text.encode(), "more_body": more})
