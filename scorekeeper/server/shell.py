"""The ASGI shell: event streams in plain async code, everything else to Django in its threads.

A body is taken in here, in full and up to the limit, before a thread is given to the request: a phone
on a weak line holds up nobody but itself.
"""

import asyncio
from collections.abc import Awaitable, Callable, Container, Mapping, MutableMapping
from typing import Any

Message = MutableMapping[str, Any]
Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

BODY_SECONDS = 60.0


class Shell:
    """The application that the server runs.

    `streams` maps the start of a path to the handler of its event stream; a host that is not in `hosts`
    goes to the pages, which refuse it. `largest_body` is in bytes. `close_streams` ends every stream that is
    open: it is called when the server stops, which would wait for them otherwise.
    """

    def __init__(
        self,
        pages: App,
        *,
        streams: Mapping[str, App],
        hosts: Container[str],
        largest_body: int,
        close_streams: Callable[[], None] = lambda: None,
    ) -> None:
        self.pages = pages
        self.streams = streams
        self.hosts = hosts
        self.largest_body = largest_body
        self.close_streams = close_streams

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, or live through the server's start and end."""
        if scope["type"] == "lifespan":
            await _live(receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1000})
        elif stream := self._stream(scope):
            await stream(scope, receive, send)
        else:
            await self._page(scope, receive, send)

    def _stream(self, scope: Scope) -> App | None:
        found = (app for start, app in self.streams.items() if scope["path"].startswith(start))
        stream = next(found, None)
        return stream if stream and _header(scope, b"host") in self.hosts else None

    async def _page(self, scope: Scope, receive: Receive, send: Send) -> None:
        length = announced(scope)
        if length is not None and length > self.largest_body:
            await self.pages(scope, _once(b""), send)  # refused by its length; the body is never read
            return
        try:
            async with asyncio.timeout(BODY_SECONDS):
                body = await read_body(receive, self.largest_body)
        except TimeoutError:
            await _refuse_slow(send)
            return
        if body is not None:
            await self.pages(with_length(scope, len(body)), _once(body), send)


def announced(scope: Scope) -> int | None:
    """Return the announced length of the body in bytes, None if there is none that can be read."""
    text = _header(scope, b"content-length")
    return int(text) if text.isdigit() else None


async def read_body(receive: Receive, largest: int) -> bytes | None:
    """Take in a body, at most one byte more than `largest`; None if the sender went away."""
    parts = bytearray()
    while len(parts) <= largest:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        parts += message.get("body", b"")
        if not message.get("more_body", False):
            break
    return bytes(parts[: largest + 1])


def with_length(scope: Scope, length: int) -> Scope:
    """Return the scope with the length of the body as it arrived, for one sent in pieces."""
    if not length and not _header(scope, b"content-length"):
        return scope
    kept = [
        (name, value)
        for name, value in scope["headers"]
        if name not in {b"content-length", b"transfer-encoding"}
    ]
    return {**scope, "headers": [*kept, (b"content-length", str(length).encode())]}


def _header(scope: Scope, wanted: bytes) -> str:
    values: list[bytes] = [value for name, value in scope["headers"] if name == wanted]
    return values[0].decode("latin-1") if values else ""


def _once(body: bytes) -> Receive:
    messages = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive() -> Message:
        return messages.pop() if messages else {"type": "http.disconnect"}

    return receive


async def _refuse_slow(send: Send) -> None:
    headers = [(b"content-type", b"text/plain"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": 408, "headers": headers})
    await send({"type": "http.response.body", "body": b"Request Timeout\n"})


async def _live(receive: Receive, send: Send) -> None:
    while True:
        kind = (await receive())["type"]
        await send({"type": f"{kind}.complete"})
        if kind == "lifespan.shutdown":
            return
