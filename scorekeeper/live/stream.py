"""``/live/t/<session>/``: the events of a table, as server-sent events (text/event-stream).

A silent stream has no thread and only the task of its request: a thread looks up the subscriber at the start,
and events are sent by short tasks.
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
"""How often within BEAT_SECONDS the timer looks for streams that need a heartbeat."""
EVENTS_CACHED = 64
RETRY_MS = 1000

Find = Callable[[str, str], Awaitable[tuple[Subscriber, News] | None]]
"""Looks up a device by its cookie and a session by its public id, with the state of the session."""


class Refusal(NamedTuple):
    status: int
    text: str
    headers: Mapping[str, str] = MappingProxyType({})


NOT_FOUND = Refusal(404, "Not Found")
NOT_ALLOWED = Refusal(405, "Method Not Allowed", {"Allow": "GET"})
TOO_MANY = Refusal(429, "Too many pages of this table are open on this device", {"Retry-After": "30"})
FULL = Refusal(503, "Too many phones are connected", {"Retry-After": "30"})
NO_DATABASE = Refusal(503, "The database cannot be read", {"Retry-After": "10"})


class Feed:
    """Sends a subscription's state to its phone, in a task that exists only while something is to be sent."""

    __slots__ = ("_send", "_sent", "_sent_at", "_subscription", "_task")

    def __init__(self, subscription: Subscription, send: Send) -> None:
        self._subscription, self._send = subscription, send
        self._sent_at = monotonic()
        self._sent: tuple[News, bool] | None = None
        self._task: asyncio.Task[None] | None = None

    async def send_newest(self) -> None:
        """Send the state, or the end of the stream, until the phone has the newest one."""
        subscription = self._subscription
        while self._sent != (state := (subscription.news, subscription.closed)):
            self._sent, self._sent_at = state, monotonic()
            news, closed = state
            if closed:
                await _write(self._send, event("out", news) if subscription.revoked else "", more=False)
            else:
                await _write(self._send, event("revision", news))

    def beat(self, silent_since: float) -> None:
        """Send a heartbeat if nothing was sent since that time."""
        if self._sent_at <= silent_since:
            self.send_soon(beat=True)

    def send_soon(self, beat: bool = False) -> None:
        if self._task is None:
            self._task = asyncio.create_task(self._run(beat))

    def cancel(self) -> None:
        if self._task:
            self._task.cancel()

    async def _run(self, beat: bool) -> None:
        try:
            if beat:
                self._sent_at = monotonic()
                await _write(self._send, heartbeat(self._subscription.news))
            await self.send_newest()
        finally:
            self._task = None


class Stream:
    """The ASGI handler of all event streams; ``on_open`` is called for each new subscription.

    ``lookups`` is how many subscribers can be looked up at once.
    """

    def __init__(
        self,
        hub: Hub,
        find: Find,
        on_open: Callable[[], None],
        beat: float = BEAT_SECONDS,
        lookups: int = 1,
    ) -> None:
        self._hub = hub
        self._find = find
        self._on_open = on_open
        self._beat = beat
        self._places = FairSemaphore(lookups)
        self._feeds: set[Feed] = set()
        self._timer: asyncio.TimerHandle | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        subscription = await self._open(scope)
        if isinstance(subscription, Refusal):
            await send_text(send, *subscription)
            return
        scope["headers"].clear()  # uvicorn keeps the scope as long as the stream, for hours
        feed = Feed(subscription, send)
        try:
            await _start(send)
            await feed.send_newest()
            subscription.wake = feed.send_soon
            self._feeds.add(feed)
            if self._timer is None:
                self._tick()
            while (await receive())["type"] != "http.disconnect":
                pass
        finally:
            self._feeds.discard(feed)
            self._hub.leave(subscription)
            feed.cancel()

    def _tick(self) -> None:
        """Send heartbeats to silent streams, and set the timer for the next look."""
        silent_since = monotonic() - self._beat * (1 - 1 / TICKS)
        for feed in self._feeds:
            feed.beat(silent_since)
        later = asyncio.get_running_loop().call_later
        self._timer = later(self._beat / TICKS, self._tick) if self._feeds else None

    async def _open(self, scope: Scope) -> Subscription | Refusal:
        if scope["method"] != "GET":
            return NOT_ALLOWED
        key, sid = device_key(scope), scope["path"].removeprefix(START).removesuffix("/")
        came_from = origin(scope)
        try:
            async with self._places.place(sender_by_key(key, came_from)):
                found = await self._find(key, sid) if key and sid else None
                if found is None:
                    return NOT_FOUND
                subscription = self._hub.join(*found, came_from)
        except Full as full:
            return TOO_MANY if full.own else FULL
        except QueueFull:
            return FULL
        except Exception as problem:
            if trouble_of(problem) is None:
                raise
            return NO_DATABASE
        self._on_open()
        return subscription


@lru_cache(EVENTS_CACHED)
def event(name: str, news: News) -> str:
    """Format an event.

    >>> event("revision", News(7, 2))
    'event: revision\\nid: 7\\ndata: {"revision":7,"pad":2}\\n\\n'
    """
    data = json.dumps(news._asdict(), separators=(",", ":"))
    return f"event: {name}\nid: {news.revision}\ndata: {data}\n\n"


def heartbeat(news: News) -> str:
    """Format a comment, which keeps proxies from closing the stream, and an event, which scripts can see."""
    return ": still here\n" + event("beat", news)


def device_key(scope: Scope) -> str:
    """Return the key in the device's cookie, or an empty string."""
    cookies = [value.decode("latin-1") for name, value in scope["headers"] if name == b"cookie"]
    key: str = parse_cookie("; ".join(cookies)).get(COOKIE, "")
    return key


async def _start(send: Send) -> None:
    headers = {
        "Content-Type": "text/event-stream; charset=utf-8",
        "Cache-Control": "no-store",
        "X-Accel-Buffering": "no",
    }
    await send({"type": "http.response.start", "status": 200, "headers": raw_headers(headers)})
    await _write(send, f"retry: {RETRY_MS}\n\n")


async def _write(send: Send, text: str, more: bool = True) -> None:
    await send({"type": "http.response.body", "body": text.encode(), "more_body": more})
