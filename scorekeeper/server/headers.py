"""Headers that every answer carries, and the outermost layer of the application, which adds them."""

import logging

from django.conf import settings
from django.utils.translation import gettext, override

from .shell import App, Message, Receive, Scope, Send, raw_headers, send_text

logger = logging.getLogger(__name__)

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
