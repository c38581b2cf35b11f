"""The ASGI shell: event streams in plain async code, everything else to Django in its threads.

A body is taken in here, in full and up to the limit, before a thread is given to the request, and the
answer is sent when the thread is free again: a phone on a weak line holds up nobody but itself.  Requests
wait for a thread as ``ratelimit.py`` says.
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
from .ratelimit import READING, FairSemaphore, QueueFull, Sender, charge
from .unreadable import in_utf_8, largest_body

Message = MutableMapping[str, Any]  # ASGI's own: each key has a type of its own
Scope = Message
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]
T = TypeVar("T")

LAST_SECONDS = 0.5
"""How long a phone is waited for while the server stops."""
CLOSE, LATER = {"Connection": "close"}, {"Retry-After": "5"}
"""Headers of answers where no page is asked."""
HELD = 1024 * 1024
"""Bytes of an answer that are held in memory; tables of years are longer, and wait in a file to be sent."""


class PageAnswer(NamedTuple):
    start: Message
    body: IO[bytes]
    seconds: float = 0.0  # of a thread, that it took


class Shell:
    """The application that the server runs.

    ``streams`` maps the start of a path to the handler of its event stream; a host that is not let in goes to
    the pages, which refuse it.  ``threads`` is how many requests the pages answer at once that only read, and
    as many that write: who reads never waits for one that waits to write.  ``writing`` are the starts of the
    paths that write whatever the method; ``sender_of`` says for whom a request is counted.
    """

    def __init__(
        self,
        pages: Callable[[Scope, bytes], Awaitable[PageAnswer]],
        *,
        streams: Mapping[str, App],
        threads: int = 1,
        sender_of: Callable[[Scope, Networks], Sender] = lambda _scope, came_from: Sender(False, came_from),
        writing: tuple[str, ...] = (),
    ) -> None:
        self.pages = pages
        self.streams = streams
        self.hosts = allowed_hosts()
        self._sender_of = sender_of
        self._writing = writing
        self._places = FairSemaphore(threads)
        self._bodies: Counter[str] = Counter()  # bytes of large bodies held, by sender
        self._waiting: set[asyncio.Timeout] = set()
        self._stopping = False

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """Answer one request.

        It only hands on, as a stream would keep for hours what waits for it here.
        """
        # A proxy could see another request here, or two of them, than this server does.
        both = _header(scope, b"content-length") and _header(scope, b"transfer-encoding")
        if both or scope.get("http_version", "1.1") not in ("1.0", "1.1"):
            return send_text(send, 400, "This request can be read in two ways", CLOSE)
        return (self._stream(scope) or self._page)(scope, receive, send)

    def stop(self) -> None:
        """Wait no more for slow phones."""
        self._stopping = True
        for deadline in self._waiting:
            if not deadline.expired():
                deadline.reschedule(asyncio.get_running_loop().time() + LAST_SECONDS)

    def _stream(self, scope: Scope) -> App | None:
        result = (app for start, app in self.streams.items() if scope["path"].startswith(start))
        stream = next(result, None)
        return stream if stream and _header(scope, b"host") in self.hosts else None

    async def _page(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            answer = await self._answer(scope, receive)
        except TimeoutError:
            await send_text(send, 408, "Request Timeout", CLOSE | LATER)
        except QueueFull:
            await send_text(send, 503, "Too many requests are waiting", CLOSE | LATER)
        else:
            with suppress(TimeoutError):
                await self._in_time(None, _send_answer(send, answer))
        scope["headers"].clear()  # the server keeps them as long as the connection is silent

    async def _answer(self, scope: Scope, receive: Receive) -> PageAnswer | None:
        """The answer of the pages, None if the sender went away; raises TimeoutError and QueueFull.

        A body that is too large by its announced length is not read: the pages refuse it by that.
        """
        came_from = origin(scope)
        whose = self._sender_of(scope, came_from)
        largest = largest_body(scope["path"])
        length = int(_header(scope, b"content-length") or 0)  # h11 hands on nothing but digits
        if length > largest:
            return await self._placed(scope, b"", whose)
        pieces = bool(_header(scope, b"transfer-encoding"))
        with self._held(whose, came_from, largest if pieces else length):
            body = await self._in_time(limits.BODY_SECONDS, read_body(receive, largest))
            return None if body is None else await self._placed(scope, body, whose)

    async def _placed(self, scope: Scope, body: bytes, whose: Sender) -> PageAnswer:
        reads = scope["method"] in READING and not scope["path"].startswith(self._writing)
        async with self._places.place(whose, reads):
            answer = await self.pages(scope, body)
            charge(whose, answer.seconds)
        return answer

    async def _in_time(self, seconds: float | None, doing: Awaitable[T]) -> T:
        """Wait for a phone so many seconds, and fewer when the server stops; raises TimeoutError."""
        async with asyncio.timeout(LAST_SECONDS if self._stopping else seconds) as deadline:
            self._waiting.add(deadline)
            try:
                return await doing
            finally:
                self._waiting.discard(deadline)

    @contextmanager
    def _held(self, whose: Sender, came_from: Networks, size: int) -> Iterator[None]:
        """Hold a body of that size, where so much more may be held for its sender; raises QueueFull."""
        most = {f"member {whose.member}": limits.BODIES}
        most |= {name: limits.BODIES_OF_ADDRESS * limits.WIDER**level for level, name in enumerate(came_from)}
        counted = dict.fromkeys(most if size > limits.SMALL_BODY else (), size)
        if any(self._bodies[name] + size > most[name] for name in counted):
            raise QueueFull
        self._bodies.update(counted)
        try:
            yield
        finally:
            self._bodies -= Counter(counted)


async def _send_answer(send: Send, answer: PageAnswer | None) -> None:
    if answer is None:
        return
    await send(answer.start)
    with answer.body as body:
        while piece := body.read(limits.SMALL_BODY):
            await send({"type": "http.response.body", "body": piece, "more_body": True})
    await send({"type": "http.response.body", "body": b""})


def origin(scope: Scope) -> Networks:
    """Return where a request comes from; uvicorn has put in whom a proxy speaks for."""
    return networks(str((scope.get("client") or [""])[0]))


async def read_body(receive: Receive, largest: int) -> bytes | None:
    """Take in a body, at most one byte more than ``largest``; None if the sender went away."""
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
    """Answer in plain text, where no page is asked."""
    every = {"Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store", **headers}
    await send({"type": "http.response.start", "status": status, "headers": raw_headers(every)})
    await send({"type": "http.response.body", "body": f"{text}\n".encode()})


def raw_headers(headers: Mapping[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.lower().encode(), value.encode()) for name, value in headers.items()]


# --- Django in threads


class Pages:
    """The pages of a WSGI application in threads: a whole request goes in, and a whole answer comes out.

    A thread never waits for the event loop, so a slow phone holds none, and none is left over at the end.
    """

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

        # Django, the one application there is, never writes by the callable that starting might return.
        parts = self._app(environ, cast(StartResponse, begin))
        body = SpooledTemporaryFile(HELD)  # noqa: SIM115 - closed by anyone who sends it
        try:
            for part in parts:
                body.write(part)
        finally:
            getattr(parts, "close", lambda: None)()
        body.seek(0)
        return PageAnswer(start, body, thread_time() - began)


def build_environ(scope: Scope, body: bytes) -> WSGIEnvironment:
    """Return a request as PEP 3333 has it; text is Latin-1, whatever it was on its way."""
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
        **({"CONTENT_LENGTH": str(len(body))} if body else {}),  # one sent in pieces has announced none
    }
    return in_utf_8(environ)


def _environ_headers(scope: Scope) -> dict[str, str]:
    """The headers by their names in an environ; one that comes several times is joined.

    Names with a low line are left out, since ``X_Forwarded_For`` would be ``X-Forwarded-For`` there: what a
    stranger sends would stand behind what the proxy says, and be believed.
    """
    mapping: dict[str, list[str]] = {}
    for name, value in scope["headers"]:
        if b"_" not in name:
            key = name.decode("latin-1").upper().replace("-", "_")
            key = key if key in ("CONTENT_LENGTH", "CONTENT_TYPE") else f"HTTP_{key}"
            mapping.setdefault(key, []).append(value.decode("latin-1"))
    return {key: ",".join(values) for key, values in mapping.items()}
