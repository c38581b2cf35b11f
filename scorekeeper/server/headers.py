"""The outermost ASGI layers: they add headers to every response, handle failures, and log requests."""

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
    # Not "no-store": the back button shows the page at once, and it is still revalidated.
    "Cache-Control": "no-cache, private",
}
if settings.SECURE_COOKIES:  # on plain HTTP browsers ignore these, or complain
    HEADERS |= {
        "Strict-Transport-Security": f"max-age={settings.SECURE_HSTS_SECONDS}",
        "Cross-Origin-Opener-Policy": "same-origin",
    }

FOR_EVERYBODY = {"Cross-Origin-Resource-Policy": "cross-origin"}
"""For responses that other sites may embed: pictures of shared results, and the API."""


class ErrorBoundary:
    """Adds missing headers to every response; answers 500 if the application fails before its response."""

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
                raise  # the server closes the connection
            lines = []
            for language, _name in settings.LANGUAGES:
                with override(language):
                    lines.append(gettext("Something went wrong here"))
            await send_text(complete, 500, "\n".join(lines))


ID_HEADER = b"x-request-id"
METHODS = frozenset({"GET", "HEAD", "POST", "OPTIONS"})
PLACEHOLDER = "-"
"""Logged for an unknown method or view."""


class RequestLog:
    """Gives each request an id, in a header of the request and of the response, and logs it if `log` is set.

    The log has the name of the view, since paths contain secrets. ``names`` is for what no view answers, by
    the start of the path.
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
                    "method": scope["method"] if scope["method"] in METHODS else PLACEHOLDER,
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
        return name or PLACEHOLDER
