"""The ASGI shell: event streams in plain async code, everything else to Django in its threads.

A body is taken in here, in full and up to the limit, before a thread is given to the request, and the
answer is sent when the thread is free again: a phone on a weak line holds up nobody but itself.  Requests
wait for a thread as ``ratelimit.py`` says.
"""

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Container, Iterator, Mapping, MutableMapping
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import IO, Any

from . import limits
from .address import Networks, sender
from .chain import READING
from .ratelimit import FairSemaphore, PerAddress, QueueFull, Sender, charge

Message = MutableMapping[str, Any]  # ASGI's own: each key has a type of its own
Scope = Message
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]


DIGITS = re.compile("[0-9]{1,20}")
"""A number of bytes, and not whatever else Python takes for digits, or refuses to count."""
SECONDS = "scorekeeper.seconds"
"""Where the pages leave in the scope how many seconds of a thread their answer took."""
LAST_SECONDS = 1.0
"""How long an answer waits for somebody who does not read it while the server stops."""
VERSIONS = ("1.0", "1.1")
"""Versions of HTTP that are spoken."""


class Slow(Exception):
    """The body of a request did not come in time, or had to give way to another."""


class Shell:
    """The application that the server runs.

    `streams` maps the start of a path to the handler of its event stream; a host that is not in `hosts`
    goes to the pages, which refuse it. `largest_body` is in bytes. `close_streams` ends every stream that is
    open.  `threads` is how many
    requests the pages answer at once that only read, and as many that write: who reads never waits for one
    that waits to write.  `writing` are the starts of the paths that write whatever the method; `sender_of`
    says for whom a request with that origin is counted, and `wide` the paths where a body may have
    `limits.WIDE_BODY`.
    """

    def __init__(
        self,
        pages: App,
        *,
        streams: Mapping[str, App],
        hosts: Container[str],
        largest_body: int,
        close_streams: Callable[[], None] = lambda: None,
        threads: int = 1,
        sender_of: Callable[[Scope, Networks], Sender] = lambda _scope, came_from: Sender(False, came_from),
        writing: tuple[str, ...] = (),
        wide: Callable[[str], bool] = lambda _path: False,
    ) -> None:
        self.pages = pages
        self.streams = streams
        self.hosts = hosts
        self.largest_body = largest_body
        self.close_streams = close_streams
        self._sender_of = sender_of
        self._writing = writing
        self._wide = wide
        self._wide_held = dict.fromkeys((True, False), 0)
        self._places = FairSemaphore(threads)
        self._large: PerAddress[asyncio.Timeout] = PerAddress()
        self._reading: set[asyncio.Timeout] = set()
        self._sending: set[asyncio.Timeout] = set()
        self._stopping = False

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """Answer one request.

        It only hands on, as a stream would keep for hours what waits for it here.
        """
        if scope["type"] == "websocket":
            return send({"type": "websocket.close", "code": 1000})
        if is_ambiguous(scope):
            return _refuse(send, 400, b"This request can be read in two ways\n")
        return (self._stream(scope) or self._page)(scope, receive, send)

    def stop(self) -> None:
        """End all streams, and wait no more for slow senders."""
        self._stopping = True
        self.close_streams()
        for deadline in self._reading:
            _end_in(deadline)
        for deadline in self._sending:
            _end_in(deadline, LAST_SECONDS)

    async def _read_in_time(self, deadline: asyncio.Timeout, receive: Receive, largest: int) -> bytes | None:
        try:
            async with deadline:
                self._reading.add(deadline)
                if self._stopping:
                    _end_in(deadline)
                return await read_body(receive, largest)
        except TimeoutError:
            raise Slow from None
        finally:
            self._reading.discard(deadline)

    def _stream(self, scope: Scope) -> App | None:
        result = (app for start, app in self.streams.items() if scope["path"].startswith(start))
        stream = next(result, None)
        return stream if stream and _header(scope, b"host") in self.hosts else None

    async def _page(self, scope: Scope, receive: Receive, send: Send) -> None:
        came_from, answer = origin(scope), Answer()
        try:
            async with self._taken_in(scope, receive, came_from) as whole:
                if whole is None:
                    return
                whose = self._sender_of(scope, came_from)
                async with self._places.place(whose, self._reads(scope)):
                    await self.pages(whole[0], _once(whole[1]), answer)
                    charge(whose, whole[0].get(SECONDS) or 0.0)
        except Slow:
            await _refuse(send, 408, b"Request Timeout\n")
        except QueueFull:
            await _refuse(send, 503, b"Too many requests are waiting\n")
        else:
            await self._send_unless_stopped(answer, send)

    async def _send_unless_stopped(self, answer: "Answer", send: Send) -> None:
        """Send an answer for as long as it takes; a server that stops gives up who does not read it."""
        with suppress(TimeoutError):
            async with asyncio.timeout(LAST_SECONDS if self._stopping else None) as deadline:
                self._sending.add(deadline)
                try:
                    await answer.pass_on(send)
                finally:
                    self._sending.discard(deadline)

    def _reads(self, scope: Scope) -> bool:
        return scope["method"] in READING and not scope["path"].startswith(self._writing)

    @asynccontextmanager
    async def _taken_in(
        self, scope: Scope, receive: Receive, came_from: Networks
    ) -> AsyncIterator[tuple[Scope, bytes] | None]:
        """Take a body in and hold it; None if the sender went away.  Raises Slow and QueueFull.

        One that is too large by its announced length is not read: the pages refuse it by that.
        """
        largest = limits.WIDE_BODY if self._wide(scope["path"]) else self.largest_body
        length = announced(scope)
        if length is not None and length > largest:
            yield scope, b""
            return
        pieces = length is None and bool(_header(scope, b"transfer-encoding"))
        deadline = asyncio.timeout(limits.BODY_SECONDS)
        if pieces or (length or 0) > limits.SMALL_BODY:
            self._make_room(came_from)
            self._large.add(deadline, came_from)
        try:
            with self._wide_place(self._sender_of(scope, came_from), largest if pieces else length or 0):
                body = await self._read_in_time(deadline, receive, largest)
                yield None if body is None else (with_length(scope, len(body)), body)
        finally:
            self._large.discard(deadline)

    @contextmanager
    def _wide_place(self, whose: Sender, length: int) -> Iterator[None]:
        """Hold one of the few places for a body of that length, if it is a wide one; raises QueueFull."""
        wide, member = length > self.largest_body, whose.member
        if wide and self._wide_held[member] >= limits.WIDE_BODIES:
            raise QueueFull
        self._wide_held[member] += wide
        try:
            yield
        finally:
            self._wide_held[member] -= wide

    def _make_room(self, came_from: Networks) -> None:
        """Let the oldest large body give way that is still on its way; raises QueueFull."""
        if self._large.is_full(came_from, limits.LARGE_BODIES_OF_ADDRESS):
            raise QueueFull
        first = self._large.oldest_of_most() if len(self._large) >= limits.LARGE_BODIES else None
        if first is None:
            return
        try:
            first.reschedule(asyncio.get_running_loop().time())
        except RuntimeError:  # it is here and being answered
            raise QueueFull from None
        self._large.discard(first)


class Answer:
    """Takes an answer in, to be sent once the thread that made it is free; most of a long one is a file."""

    def __init__(self) -> None:
        self._start: Message | None = None
        self._file: IO[bytes] | None = None
        self._body = bytearray()

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self._start = message
        elif message["type"] == "http.response.zerocopysend":
            self._file = message["file"]
        else:
            self._body += message.get("body", b"")

    async def pass_on(self, send: Send) -> None:
        """Send it."""
        if self._start is None:
            return
        await send(self._start)
        if self._file:
            await _send_file(send, self._file)
        await send({"type": "http.response.body", "body": bytes(self._body)})


async def _send_file(send: Send, file: IO[bytes]) -> None:
    with file:
        file.seek(0)
        while piece := file.read(limits.SMALL_BODY):
            await send({"type": "http.response.body", "body": piece, "more_body": True})


def _end_in(deadline: asyncio.Timeout, seconds: float = 0.0) -> None:
    if not deadline.expired():
        deadline.reschedule(asyncio.get_running_loop().time() + seconds)


def origin(scope: Scope) -> Networks:
    """Return where a request comes from."""
    client = scope.get("client")
    given = [value.decode("latin-1") for name, value in scope["headers"] if name == b"x-forwarded-for"]
    return sender(str(client[0]) if client else "", ",".join(given))


def is_ambiguous(scope: Scope) -> bool:
    """Whether a proxy could see another request here, or two of them, than this server does."""
    both = _header(scope, b"content-length") and _header(scope, b"transfer-encoding")
    return bool(both) or scope.get("http_version", "1.1") not in VERSIONS


def announced(scope: Scope) -> int | None:
    """Return the announced length of the body in bytes, None if there is none that can be read."""
    text = _header(scope, b"content-length")
    return int(text) if DIGITS.fullmatch(text) else None


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


async def _refuse(send: Send, status: int, text: bytes) -> None:
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(text)).encode()),
        (b"cache-control", b"no-store"),
        (b"connection", b"close"),
        *([] if status == 400 else [(b"retry-after", b"5")]),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": text})
