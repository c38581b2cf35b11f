"""Asks the whole application within this process and this transaction: the shell, then Django, as served."""

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Any

from django.core.signals import request_finished, request_started
from django.db import close_old_connections

from scorekeeper.circles.limits import sender_by_key
from scorekeeper.live.access import find_subscriber
from scorekeeper.live.hub import Hub, News, Subscriber
from scorekeeper.live.stream import START, Stream, device_key
from scorekeeper.server.headers import ErrorBoundary
from scorekeeper.server.health import Health
from scorekeeper.server.pages import Pages
from scorekeeper.server.shell import App, Message, Shell
from scorekeeper.wsgi import application as django

Given = list[tuple[bytes, bytes]]


class Here(Executor):
    """Leaves its work to the thread of the test, which has the one connection to the database."""

    def __init__(self) -> None:
        self._jobs: SimpleQueue[Callable[[], None] | None] = SimpleQueue()

    def submit(self, work: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        done: Future[Any] = Future()

        def job() -> None:
            try:
                done.set_result(work(*args, **kwargs))
            except BaseException as problem:
                done.set_exception(problem)

        self._jobs.put(job)
        return done

    def work(self) -> None:
        """Do what comes, until nothing comes any more."""
        while job := self._jobs.get():
            job()

    def end(self, _done: object = None) -> None:
        self._jobs.put(None)


async def exchange(app: App, scope: Message, *received: Message) -> list[Message]:
    """What an application sends while it receives these messages, and that the sender has gone after them."""
    waiting, sent = [*received], list[Message]()

    async def receive() -> Message:
        return waiting.pop(0) if waiting else {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        sent.append(message)

    await app(scope, receive, send)
    return sent


@dataclass(frozen=True)
class Reply:
    """An answer."""

    status: int
    headers: dict[str, str]
    body: bytes


class Inside:
    """The application; each question is a request of its own."""

    def __init__(self) -> None:
        self._here, self._loop = Here(), ThreadPoolExecutor(1)
        self._pages = Pages(django, 1)
        self._pages.threads = self._here  # type: ignore[assignment]

    def ask(
        self, method: str, path: str, headers: Given | None = None, body: bytes = b"", query: bytes = b""
    ) -> Reply:
        """Send a request and hang up: of a stream comes what there is to say at once."""
        scope = {
            "type": "http",
            "method": method,
            "path": path,
            "query_string": query,
            "http_version": "1.1",
            "scheme": "http",
            "headers": headers or [],
            "client": ("127.0.0.1", 9),
            "server": ("127.0.0.1", 8000),
        }
        with _kept_connection():
            text = self._loop.submit(asyncio.run, self._ask(scope, body))
            text.add_done_callback(self._here.end)
            self._here.work()
            return text.result()

    async def _ask(self, scope: Message, body: bytes) -> Reply:
        async def find(key: str, sid: str) -> tuple[Subscriber, News] | None:
            return await asyncio.get_running_loop().run_in_executor(self._here, find_subscriber, key, sid)

        shell = Shell(
            self._pages,
            streams={START: Stream(Hub(), find, lambda: None)},
            sender_of=lambda scope, came_from: sender_by_key(device_key(scope), came_from),
        )
        app = ErrorBoundary(Health(shell, look=lambda: ""))
        sent = await exchange(app, scope, {"type": "http.request", "body": body})
        names = {name.decode().title(): value.decode("latin-1") for name, value in sent[0]["headers"]}
        return Reply(sent[0]["status"], names, b"".join(each.get("body", b"") for each in sent[1:]))


@contextmanager
def _kept_connection() -> Iterator[None]:
    """Let no request close the connection whose transaction is the test's, as Django's own client does."""
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    try:
        yield
    finally:
        for signal in signals:
            signal.connect(close_old_connections)
