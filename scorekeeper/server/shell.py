"""The ASGI shell: it runs event streams in async code, and everything else in Django's threads.

A request body is read completely before the request gets a thread, and the response is sent after the thread
is free again, so that a slow phone blocks no thread.  ``ratelimit.py`` decides who gets a thread next.
"""

import asyncio
import io
import sys
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Mapping, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from tempfile import SpooledTemporaryFile
from time import thread_time
from types import MappingProxyType
from typing import IO, Any, NamedTuple, TypeVar, cast
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from . import limits
from .hosts import Networks, allowed_hosts, networks
from .ratelimit import SAFE_METHODS, FairSemaphore, QueueFull, Sender, charge
from .unreadable import in_utf_8, largest_body

Message = MutableMapping[str, Any]  # ASGI's own: each key has a type of its own
Scope = Message
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]
T = TypeVar("T")

STOPPING_SECONDS = 0.5
"""The timeout for slow clients while the server stops."""
CLOSE, RETRY_LATER = {"Connection": "close"}, {"Retry-After": "5"}
SPOOL_BYTES = 1024 * 1024
"""A response is held in memory up to this size, and otherwise in a file."""


class PageAnswer(NamedTuple):
    start: Message
    body: IO[bytes]
    seconds: float = 0.0  # CPU time


class Shell:
    """The ASGI application of pages and event streams.

    Paths that begin with ``stream_path`` go to ``stream``, except with a wrong host, which the pages refuse.
    ``threads`` is how many reading requests run at once, and as many writing ones, so that readers never wait
    for writers.  ``writing`` are starts of paths where a GET writes too.
    """

    def __init__(
        self,
        pages: Callable[[Scope, bytes], Awaitable[PageAnswer]],
        *,
        stream: App,
        stream_path: str,
        threads: int = 1,
        sender_of: Callable[[Scope, Networks], Sender] = lambda _scope, came_from: Sender(False, came_from),
        writing: tuple[str, ...] = (),
    ) -> None:
        self._pages = pages
        self._stream, self._stream_path = stream, stream_path
        self._hosts = allowed_hosts()
        self._sender_of = sender_of
        self._writing = writing
        self._places = FairSemaphore(threads)
        self._bodies: Counter[str] = Counter()  # bytes of large bodies held, by sender
        self._waiting: set[asyncio.Timeout] = set()
        self._stopping = False

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        # Not a coroutine: its frame would stay in memory as long as a stream, which is for hours.
        # A proxy could take such a request for another one, or for two (request smuggling).
        both = _header(scope, b"content-length") and _header(scope, b"transfer-encoding")
        if both or scope.get("http_version", "1.1") not in ("1.0", "1.1"):
            return send_text(send, 400, "This request can be read in two ways", CLOSE)
        is_stream = scope["path"].startswith(self._stream_path) and _header(scope, b"host") in self._hosts
        return (self._stream if is_stream else self._page)(scope, receive, send)

    def stop(self) -> None:
        """Shorten all timeouts for clients: the server stops."""
        self._stopping = True
        for deadline in self._waiting:
            if not deadline.expired():
                deadline.reschedule(asyncio.get_running_loop().time() + STOPPING_SECONDS)

    async def _page(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            answer = await self._answer(scope, receive)
        except TimeoutError:
            await send_text(send, 408, "Request Timeout", CLOSE | RETRY_LATER)
        except QueueFull:
            await send_text(send, 503, "Too many requests are waiting", CLOSE | RETRY_LATER)
        else:
            with suppress(TimeoutError):
                await self._with_deadline(None, _send_answer(send, answer))
        scope["headers"].clear()  # uvicorn keeps the scope until the next request on the connection

    async def _answer(self, scope: Scope, receive: Receive) -> PageAnswer | None:
        """Return the answer of the pages, or None if the client disconnected; raises TimeoutError, QueueFull.

        A body whose Content-Length is too large is not read; UnreadableMiddleware refuses it.
        """
        came_from = origin(scope)
        sender = self._sender_of(scope, came_from)
        largest = largest_body(scope["path"])
        length = int(_header(scope, b"content-length") or 0)  # h11 has checked that it is a number
        if length > largest:
            return await self._run(scope, b"", sender)
        pieces = bool(_header(scope, b"transfer-encoding"))
        with self._reserve(sender, came_from, largest if pieces else length):
            body = await self._with_deadline(limits.BODY_SECONDS, read_body(receive, largest))
            return None if body is None else await self._run(scope, body, sender)

    async def _run(self, scope: Scope, body: bytes, sender: Sender) -> PageAnswer:
        reads = scope["method"] in SAFE_METHODS and not scope["path"].startswith(self._writing)
        async with self._places.place(sender, reads):
            answer = await self._pages(scope, body)
            charge(sender, answer.seconds)
        return answer

    async def _with_deadline(self, seconds: float | None, doing: Awaitable[T]) -> T:
        """Wait for a client with a timeout, which is shorter when the server stops; raises TimeoutError."""
        async with asyncio.timeout(STOPPING_SECONDS if self._stopping else seconds) as deadline:
            self._waiting.add(deadline)
            try:
                return await doing
            finally:
                self._waiting.discard(deadline)

    @contextmanager
    def _reserve(self, sender: Sender, came_from: Networks, size: int) -> Iterator[None]:
        """Count a large body against the limits while it is in memory; raises QueueFull."""
        if size <= limits.SMALL_BODY:
            yield
            return
        most = {f"member {sender.member}": limits.BODIES}
        most |= {name: limits.BODIES_OF_ADDRESS * limits.WIDER**level for level, name in enumerate(came_from)}
        if any(self._bodies[name] + size > limit for name, limit in most.items()):
            raise QueueFull
        sizes = dict.fromkeys(most, size)
        self._bodies.update(sizes)
        try:
            yield
        finally:
            self._bodies -= Counter(sizes)


async def _send_answer(send: Send, answer: PageAnswer | None) -> None:
    if answer is None:
        return
    await send(answer.start)
    with answer.body as body:
        while piece := body.read(limits.SMALL_BODY):
            await send({"type": "http.response.body", "body": piece, "more_body": True})
    await send({"type": "http.response.body", "body": b""})


def origin(scope: Scope) -> Networks:
    """Return the networks of the client; uvicorn has replaced a trusted proxy's address by its client's."""
    return networks(str((scope.get("client") or [""])[0]))


async def read_body(receive: Receive, largest: int) -> bytes | None:
    """Read a body, at most one byte more than ``largest``; None if the client disconnected."""
    parts = bytearray()
    while len(parts) <= largest:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        parts += message.get("body", b"")
        if not message.get("more_body", False):
            break
    return bytes(parts[: largest + 1])


def _header(scope: Scope, wanted: bytes) -> str:
    values: list[bytes] = [value for name, value in scope["headers"] if name == wanted]
    return values[0].decode("latin-1") if values else ""


async def send_text(
    send: Send, status: int, text: str, headers: Mapping[str, str] = MappingProxyType({})
) -> None:
    plain = {"Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store", **headers}
    await send({"type": "http.response.start", "status": status, "headers": raw_headers(plain)})
    await send({"type": "http.response.body", "body": f"{text}\n".encode()})


def raw_headers(headers: Mapping[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.lower().encode(), value.encode()) for name, value in headers.items()]


# --- Django in threads


class Pages:
    """Runs a WSGI application in threads, which never wait for the client."""

    def __init__(self, app: WSGIApplication, threads: int) -> None:
        self._app = app
        self.threads = ThreadPoolExecutor(threads, thread_name_prefix="pages")

    async def __call__(self, scope: Scope, body: bytes) -> PageAnswer:
        environ = build_environ(scope, body)
        return await asyncio.get_running_loop().run_in_executor(self.threads, self._answer, environ)

    def _answer(self, environ: WSGIEnvironment) -> PageAnswer:
        began = thread_time()
        start: Message = {"type": "http.response.start"}

        def begin(status: str, headers: list[tuple[str, str]], _problem: object = None) -> None:
            start["status"] = int(status.split(" ", 1)[0])
            start["headers"] = [
                (name.strip().lower().encode("latin-1"), value.strip().encode("latin-1"))
                for name, value in headers
            ]

        # PEP 3333 wants `start_response` to return a function, which Django does not use.
        parts = self._app(environ, cast(StartResponse, begin))
        body = SpooledTemporaryFile(SPOOL_BYTES)  # noqa: SIM115 - closed by `_send_answer`
        try:
            for part in parts:
                body.write(part)
        finally:
            getattr(parts, "close", lambda: None)()
        body.seek(0)
        return PageAnswer(start, body, thread_time() - began)


def build_environ(scope: Scope, body: bytes) -> WSGIEnvironment:
    """Return the environ of PEP 3333 for a request; it wants all texts decoded as Latin-1."""
    client, server = scope.get("client") or ("", 0), scope.get("server") or ("localhost", 80)
    environ = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": scope["path"].encode().decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1] or 0),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": str(client[0]),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.get("scheme", "http"),
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
        **_environ_headers(scope),
        **({"CONTENT_LENGTH": str(len(body))} if body else {}),  # a chunked body has no such header
    }
    return in_utf_8(environ)


def _environ_headers(scope: Scope) -> dict[str, str]:
    """Return the headers for an environ; repeated ones are joined.

    Names with an underscore are left out: a client's ``X_Forwarded_For`` would be taken for the proxy's
    ``X-Forwarded-For``.
    """
    result: dict[str, list[str]] = {}
    for name, value in scope["headers"]:
        if b"_" not in name:
            key = name.decode("latin-1").upper().replace("-", "_")
            key = key if key in ("CONTENT_LENGTH", "CONTENT_TYPE") else f"HTTP_{key}"
            result.setdefault(key, []).append(value.decode("latin-1"))
    return {key: ",".join(values) for key, values in result.items()}
