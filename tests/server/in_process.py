"""Sends requests to the whole ASGI application within this process and this transaction."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from asgiref.sync import async_to_sync, sync_to_async
from django.core.signals import request_finished, request_started
from django.db import close_old_connections

from scorekeeper.circles.limits import sender_by_key
from scorekeeper.live.hub import Hub
from scorekeeper.live.stream import START, Stream, device_key
from scorekeeper.live.watch import find_subscriber
from scorekeeper.server.headers import ErrorBoundary
from scorekeeper.server.health import Health
from scorekeeper.server.shell import App, Message, PageAnswer, Pages, Scope, Shell, build_environ
from scorekeeper.wsgi import application as django

Given = list[tuple[bytes, bytes]]


class PagesInThisThread(Pages):
    """Runs Django in the thread of the test, which has the database connection."""

    async def __call__(self, scope: Scope, body: bytes) -> PageAnswer:
        return await sync_to_async(self._answer)(build_environ(scope, body))


GONE = {"type": "http.disconnect"}
"""What an application receives when the client has disconnected."""


class AsgiClient:
    """The client's end of one ASGI request."""

    def __init__(
        self,
        app: App,
        *messages: Message,
        method: str = "POST",
        path: str = "/",
        address: str = "10.0.0.1",
        scope: Scope | None = None,
        **headers: str,
    ) -> None:
        self.queue, self.sent = asyncio.Queue[Message](), asyncio.Queue[Message]()
        for message in messages:
            self.queue.put_nowait(message)
        self.reads = asyncio.Event()
        self.reads.set()
        self.status = 0
        given = {"host": "localhost"} | {name.replace("_", "-"): value for name, value in headers.items()}
        raw = [(name.encode(), value.encode()) for name, value in given.items()]
        usual = {"type": "http", "method": method, "path": path, "headers": raw, "client": (address, 1)}
        self.scope = scope or usual
        self.task = asyncio.ensure_future(app(self.scope, self.queue.get, self._send))

    async def _send(self, message: Message) -> None:
        await self.reads.wait()
        self.sent.put_nowait(dict(message))
        if message["type"] == "http.response.body" and not message.get("more_body"):
            self.queue.put_nowait(GONE)

    async def head(self) -> dict[str, str]:
        """The headers of the answer, as soon as it begins."""
        start = await asyncio.wait_for(self.sent.get(), 5)
        self.status = start["status"]
        return {name.decode(): value.decode() for name, value in start["headers"]}

    async def text(self) -> str:
        """The next chunk of the response."""
        body: bytes = (await asyncio.wait_for(self.sent.get(), 5))["body"]
        return body.decode()

    async def answered(self) -> int:
        """Wait for the end, and return the status."""
        await asyncio.wait_for(self.task, 5)
        await self.head()
        return self.status

    async def all(self) -> list[Message]:
        """Wait for the end, and return all messages that were sent."""
        await asyncio.wait_for(self.task, 30)
        return [self.sent.get_nowait() for _ in range(self.sent.qsize())]

    async def leave(self) -> None:
        self.queue.put_nowait(GONE)
        await asyncio.wait_for(self.task, 5)


@dataclass(frozen=True)
class Reply:
    """An answer."""

    status: int
    headers: dict[str, str]
    body: bytes


class InProcessServer:
    """The ASGI application, as it is served."""

    def __init__(self) -> None:
        self._pages = PagesInThisThread(django, 1)

    def ask(
        self, method: str, path: str, headers: Given | None = None, body: bytes = b"", query: bytes = b""
    ) -> Reply:
        """Send a request and disconnect; a stream ends after its first events."""
        scope = {
            "type": "http",
            "method": method,
            "path": path,
            "query_string": query,
            "http_version": "1.1",
            "scheme": "http",
            "headers": [*(headers or ())],
            "client": ("127.0.0.1", 9),
            "server": ("127.0.0.1", 8000),
        }
        with _kept_connection():
            return async_to_sync(self._ask)(scope, body)

    async def _ask(self, scope: Message, body: bytes) -> Reply:
        shell = Shell(
            self._pages,
            stream=Stream(Hub(), sync_to_async(find_subscriber), lambda: None),
            stream_path=START,
            sender_of=lambda scope, came_from: sender_by_key(device_key(scope), came_from),
        )
        app = ErrorBoundary(Health(shell, check=lambda: ""))
        sent = await AsgiClient(app, {"type": "http.request", "body": body}, GONE, scope=scope).all()
        names = {name.decode().title(): value.decode("latin-1") for name, value in sent[0]["headers"]}
        return Reply(sent[0]["status"], names, b"".join(each.get("body", b"") for each in sent[1:]))


@contextmanager
def _kept_connection() -> Iterator[None]:
    """Keep requests from closing the database connection of the test, as Django's test client does."""
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    try:
        yield
    finally:
        for signal in signals:
            signal.connect(close_old_connections)
