"""Headers that every answer carries, and the outermost layers of the application, which add them.

Answers are logged there, by the names of views, not by addresses or people.
"""

import logging
import secrets
import time
from collections.abc import Mapping
from contextlib import suppress

from django.conf import settings
from django.urls import Resolver404, resolve
from django.utils.translation import gettext, override

from .logs import REQUESTS
from .shell import App, Message, Receive, Scope, Send, raw_headers, send_text

logger, requests = logging.getLogger(__name__), logging.getLogger(REQUESTS)

CONTENT_SECURITY_POLICY = ";".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "media-src data:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
    )
)

HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    # "no-cache" and not "no-store": going back shows the page at once, and it is still asked for again.
    "Cache-Control": "no-cache, private",
}
if settings.SECURE_COOKIES:  # browsers leave these out of account on plain HTTP, or complain of them there
    HEADERS |= {
        "Strict-Transport-Security": f"max-age={settings.SECURE_HSTS_SECONDS}",
        "Cross-Origin-Opener-Policy": "same-origin",
    }

FOR_EVERYBODY = {"Cross-Origin-Resource-Policy": "cross-origin"}
"""For what other sites may show: pictures of results that were shared, and what programs read."""


class ErrorBoundary:
    """Completes the headers of every answer, and answers 500 where the application fails before that."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        started = False

        async def complete(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                given = list(message.get("headers", ()))
                names = {name.lower() for name, _value in given}
                missing = (each for each in raw_headers(HEADERS) if each[0] not in names)
                message = {**message, "headers": [*given, *missing]}
            await send(message)

        try:
            await self._app(scope, receive, complete)
        except Exception:
            if scope["type"] != "http":
                raise
            logger.exception("A request failed outside of the pages.")
            if started:
                raise  # all that is left is to hang up
            lines = []
            for language, _name in settings.LANGUAGES:
                with override(language):
                    lines.append(gettext("Something went wrong here"))
            await send_text(complete, 500, "\n".join(lines))


ID_HEADER = b"x-request-id"
METHODS = frozenset({"GET", "HEAD", "POST", "OPTIONS"})
OTHER = "-"
"""What stands for a method, or for a view, that there is not."""


class RequestLog:
    """Gives each request of an application an id, and logs its answer if `log` is set.

    ``names`` are of what no view answers, by the start of its path. The id replaces one that the sender made
    up, and goes back with the answer.
    """

    def __init__(self, app: App, names: Mapping[str, str], *, log: bool) -> None:
        self._app = app
        self._names = names
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
                requests.info("%d %s %s %.1f ms %d bytes %s", *facts.values(), extra={"facts": facts})

    def _view(self, path: str) -> str:
        name = next((name for start, name in self._names.items() if path.startswith(start)), "")
        with suppress(Resolver404):
            name = name or resolve(path).view_name
        return name or OTHER
