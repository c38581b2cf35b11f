"""The outermost layer of the application."""

import logging

from django.conf import settings
from django.utils.translation import gettext, override

from .headers import with_headers
from .shell import App, Message, Receive, Scope, Send

logger = logging.getLogger(__name__)


class ErrorBoundary:
    """Completes the headers of every answer, and answers 500 where the application fails before that."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        started = False

        async def complete(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                message = {**message, "headers": with_headers(message.get("headers", ()))}
            await send(message)

        try:
            await self._app(scope, receive, complete)
        except Exception:
            if scope["type"] != "http":
                raise
            logger.exception("A request failed outside of the pages.")
            if started:
                raise  # all that is left is to hang up
            await _sorry(complete)


async def _sorry(send: Send) -> None:
    lines = []
    for language, _name in settings.LANGUAGES:
        with override(language):
            lines.append(gettext("Something went wrong here"))
    kind = [(b"content-type", b"text/plain; charset=utf-8"), (b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": 500, "headers": kind})
    await send({"type": "http.response.body", "body": "\n".join([*lines, ""]).encode()})
