"""Request ids, and a log line for each answer: by the names of views, not by addresses or people."""

import logging
import secrets
import time
from collections.abc import Mapping
from contextlib import suppress

from django.urls import Resolver404, resolve

from .health import ALIVE, READY
from .logs import REQUESTS
from .shell import App, Message, Receive, Scope, Send

ID_HEADER = b"x-request-id"
METHODS = frozenset({"GET", "HEAD", "POST", "OPTIONS"})
OTHER = "-"
"""What stands for a method, or for a view, that there is not."""
NAMES = {ALIVE: "alive", READY: "ready", "/static/": "static"}
"""What no view answers, by the start of its path."""

logger = logging.getLogger(REQUESTS)


class RequestLog:
    """Gives each request of an application an id, and logs its answer if `log` is set.

    `streams` are further names by the start of a path. The id replaces one that the sender made up, and goes
    back with the answer.
    """

    def __init__(self, app: App, streams: Mapping[str, str], *, log: bool) -> None:
        self._app = app
        self._names = {**NAMES, **streams}
        self._log = log

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        number, begin = secrets.token_hex(8), time.perf_counter()
        status = size = 0

        async def count(message: Message) -> None:
            nonlocal status, size
            if message["type"] == "http.response.start":
                status = message["status"]
                message = {**message, "headers": [*message.get("headers", ()), (ID_HEADER, number.encode())]}
            size += len(message.get("body", b""))
            await send(message)

        headers = [*(each for each in scope["headers"] if each[0] != ID_HEADER), (ID_HEADER, number.encode())]
        try:
            await self._app({**scope, "headers": headers}, receive, count)
        finally:
            if self._log:
                facts = {
                    "status": status,  # 0 for no answer at all
                    "method": scope["method"] if scope["method"] in METHODS else OTHER,
                    "view": self._view(scope["path"]),
                    "ms": round((time.perf_counter() - begin) * 1000, 1),
                    "bytes": size,
                    "request": number,
                }
                logger.info("%d %s %s %.1f ms %d bytes %s", *facts.values(), extra={"facts": facts})

    def _view(self, path: str) -> str:
        name = next((name for start, name in self._names.items() if path.startswith(start)), "")
        with suppress(Resolver404):
            name = name or resolve(path).view_name
        return name or OTHER
