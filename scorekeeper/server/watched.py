"""Requests as whoever runs the server may see them: by the names of views, not by addresses or people."""

import secrets
import time
from collections.abc import Callable, Mapping

from django.urls import Resolver404, resolve

from .health import ALIVE, READY
from .logs import Seen
from .shell import App, Message, Receive, Scope, Send

ID_HEADER = b"x-request-id"
METHODS = frozenset({"GET", "HEAD", "POST", "OPTIONS"})
OTHER = "-"
"""What stands for a method, or for a view, that there is not."""
NAMES = {ALIVE: "alive", READY: "ready"}
"""What is answered before the pages are asked."""


class Watched:
    """Numbers the requests of an application, and tells of each once it is answered.

    ``streams`` maps the start of a path to the name of what is streamed there; ``log`` is told of each
    answer, where it is wanted.  The number takes the place of one that the sender made up, and goes back with
    the answer.
    """

    def __init__(self, app: App, streams: Mapping[str, str], log: Callable[[Seen], None] | None) -> None:
        self._app = app
        self._streams = streams
        self._log = log

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass everything on, and tell of requests."""
        if scope["type"] == "http":
            await self._answer(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        number, begin = secrets.token_hex(8), time.perf_counter()
        status = size = 0

        async def count(message: Message) -> None:
            nonlocal status, size
            if message["type"] == "http.response.start":
                status = message["status"]
                message = {**message, "headers": [*message.get("headers", ()), (ID_HEADER, number.encode())]}
            size += len(message.get("body", b""))
            await send(message)

        try:
            await self._app(_numbered(scope, number), receive, count)
        finally:
            if self._log:
                method = scope["method"] if scope["method"] in METHODS else OTHER
                took = time.perf_counter() - begin
                self._log(Seen(number, method, self._view(scope["path"]), status, took, size))

    def _view(self, path: str) -> str:
        stream = (name for start, name in self._streams.items() if path.startswith(start))
        return next(stream, "") or view_of(path)


def _numbered(scope: Scope, number: str) -> Scope:
    kept = [each for each in scope["headers"] if each[0] != ID_HEADER]
    return {**scope, "headers": [*kept, (ID_HEADER, number.encode())]}


def view_of(path: str) -> str:
    """Return the name of the view at a path."""
    if path in NAMES:
        return NAMES[path]
    if path.startswith("/static/"):
        return "static"
    try:
        return resolve(path).view_name or OTHER
    except Resolver404:
        return OTHER
