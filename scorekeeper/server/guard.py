"""The outermost layer: whatever happens inside, an answer has our headers, and is in words."""

import logging
from collections.abc import Awaitable

from django.conf import settings
from django.utils.translation import gettext, override

from .headers import HEADERS
from .shell import App, Message, Receive, Scope, Send

logger = logging.getLogger(__name__)


class Guard:
    """Answers in the place of an application that fails before it has begun to answer."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass everything on, and complete the headers."""
        begun = Begun(send)
        try:
            await self._app(scope, receive, begun)
        except Exception:
            if scope["type"] != "http":
                raise
            logger.exception("A request failed outside of the pages.")
            if begun:
                raise  # all that is left is to hang up
            await _sorry(begun)


class Begun:
    """Passes an answer on with its headers completed; true once it has begun.  Streams keep one."""

    __slots__ = ("_begun", "_send")

    def __init__(self, send: Send) -> None:
        self._send = send
        self._begun = False

    def __bool__(self) -> bool:
        return self._begun

    def __call__(self, message: Message) -> Awaitable[None]:
        """Pass on a part of it."""
        if message["type"] == "http.response.start":
            self._begun = True
            message = {**message, "headers": completed(message.get("headers", ()))}
        return self._send(message)


def completed(headers: list[tuple[bytes, bytes]] | tuple[()]) -> list[tuple[bytes, bytes]]:
    """Return the headers with those of ours that are missing."""
    names = {name.lower() for name, _value in headers}
    ours = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
    return [*headers, *(each for each in ours if each[0] not in names)]


async def _sorry(send: Send) -> None:
    lines = []
    for language, _name in settings.LANGUAGES:
        with override(language):
            lines.append(gettext("Something went wrong here"))
    kind = [(b"content-type", b"text/plain; charset=utf-8"), (b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": 500, "headers": kind})
    await send({"type": "http.response.body", "body": "\n".join([*lines, ""]).encode()})
