"""The ASGI shell."""

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterable, Iterator
from io import BytesIO
from typing import Any

import pytest

from scorekeeper.server import limits, ratelimit
from scorekeeper.server.shell import Message, PageAnswer, Pages, Receive, Scope, Send, Shell
from tests.live.clients import in_a_loop
from tests.server.in_process import GONE, AsgiClient


@pytest.fixture(autouse=True)
def _limits(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE, settings.WIDE_PATHS = 1000, re.compile("/import/")
    monkeypatch.setattr(limits, "WIDE_BODY", 2000)


class Recorder:
    """Replaces Django: records the bodies, and claims five seconds of CPU time."""

    def __init__(self) -> None:
        self.bodies: list[bytes] = []

    async def __call__(self, _scope: Scope, body: bytes) -> PageAnswer:
        self.bodies.append(body)
        return PageAnswer({"type": "http.response.start", "status": 200, "headers": []}, BytesIO(), 5.0)


async def stream(scope: Scope, receive: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": 299, "headers": []})


Answering = Callable[[Scope, bytes], Awaitable[PageAnswer]]


def shell_of(pages: Answering, **more: Any) -> Shell:
    return Shell(pages, stream=stream, stream_path="/events/", **more)


def ask(
    pages: Answering,
    *messages: Message,
    path: str = "/",
    **headers: str,
) -> tuple[list[Message], int]:
    """Return the messages that were sent, and how many pieces of the body were not read."""

    async def run() -> tuple[list[Message], int]:
        client = AsgiClient(shell_of(pages), *messages, path=path, **headers)
        sent = await client.all()
        unread = [client.queue.get_nowait()["type"] for _ in range(client.queue.qsize())]
        return sent, unread.count("http.request")

    return asyncio.run(run())


def piece(body: bytes, more: bool = False) -> Message:
    return {"type": "http.request", "body": body, "more_body": more}


CHUNKED = {"transfer_encoding": "chunked"}


@pytest.mark.parametrize(
    ("messages", "headers", "bodies", "unread"),
    [
        ([piece(b"01234", True), piece(b"56789")], {"content_length": "10"}, [b"0123456789"], 0),
        ([piece(b"ab", True), piece(b"", True), piece(b"c")], CHUNKED, [b"abc"], 0),
        ([piece(b"x" * 1001)], {"content_length": "1001"}, [b""], 1),
        ([piece(b"x" * 1500)], {"content_length": "1500", "path": "/import/"}, [b"x" * 1500], 0),
        ([piece(b"x" * 600, True)] * 5, {}, [b"x" * 1001], 3),
        ([piece(b"ab", True), GONE], {}, [], 0),
    ],
    ids=["whole", "in pieces", "announced as too large", "wide", "growing too large", "of who goes away"],
)
def test_bodies_are_read_up_to_the_limit(
    messages: list[Message], headers: dict[str, str], bodies: list[bytes], unread: int
) -> None:
    """What was not read is refused by its Content-Length."""
    pages = Recorder()
    sent, left = ask(pages, *messages, **headers)
    assert (pages.bodies, left) == (bodies, unread)
    assert bool(sent) == bool(bodies)


@pytest.mark.parametrize("path", ["/", "/events/"])
def test_content_length_with_transfer_encoding_is_refused(path: str) -> None:
    pages = Recorder()
    sent, _unread = ask(pages, piece(b"abc"), path=path, content_length="3", transfer_encoding="chunked")
    assert (sent[0]["status"], pages.bodies) == (400, [])
    assert (b"connection", b"close") in sent[0]["headers"]


def test_a_body_has_a_timeout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "BODY_SECONDS", 0.01)
    pages = Recorder()
    sent, _unread = ask(pages, piece(b"ab", True))
    assert (sent[0]["status"], pages.bodies) == (408, [])


@in_a_loop
async def test_headers_are_cleared_after_the_response() -> None:
    """A keep-alive connection would keep them in memory."""
    client = AsgiClient(shell_of(Recorder()), piece(b""), cookie="device=k")
    assert await client.answered() == 200
    assert client.scope["headers"] == []


def test_a_long_response_is_sent_in_chunks() -> None:
    """200,000 bytes in chunks of 65,536."""
    file = BytesIO(b"x" * 200_000)

    async def pages(_scope: Scope, _body: bytes) -> PageAnswer:
        return PageAnswer({"type": "http.response.start", "status": 200, "headers": []}, file)

    sent, _unread = ask(pages, piece(b""))
    assert [len(one["body"]) for one in sent[1:]] == [65_536, 65_536, 65_536, 3_392, 0]
    assert [one.get("more_body", False) for one in sent[1:]] == [True] * 4 + [False]
    assert file.closed


@in_a_loop
async def test_a_client_that_does_not_read_blocks_no_thread() -> None:
    """With one thread, a second client is answered while the first does not read."""
    app = shell_of(Recorder())
    deaf, other = AsgiClient(app, piece(b"")), AsgiClient(app, piece(b""))
    deaf.reads.clear()
    assert await other.answered() == 200
    assert deaf.sent.empty()
    deaf.reads.set()
    assert await deaf.answered() == 200


@pytest.mark.usefixtures("still")
@in_a_loop
async def test_cpu_time_is_charged_to_the_sender() -> None:
    """Seven pages of five seconds are more than the 30 s of a device."""
    app = shell_of(Recorder(), sender_of=lambda _scope, came_from: ratelimit.Sender(True, came_from))
    for _ in range(7):
        assert await AsgiClient(app, piece(b"")).answered() == 200
    assert ratelimit.seconds_overdrawn("10.0.0.1") > 0
    assert ratelimit.seconds_overdrawn("10.0.0.2") == 0


@in_a_loop
async def test_large_bodies_of_an_address_are_limited_and_small_ones_are_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A chunked body counts with the maximum: 11 and 1000 bytes leave no room for 11 more."""
    monkeypatch.setattr(limits, "SMALL_BODY", 10)
    monkeypatch.setattr(limits, "BODIES_OF_ADDRESS", 1021)
    app = shell_of(Recorder())
    slow = [AsgiClient(app, content_length="11"), AsgiClient(app, **CHUNKED)]
    await asyncio.sleep(0)
    assert await AsgiClient(app, content_length="11").answered() == 503
    for length, address in ((10, "10.0.0.1"), (11, "10.0.0.2")):
        other = AsgiClient(app, piece(b"x" * length), address=address, content_length=str(length))
        assert await other.answered() == 200
    for sender in slow:
        sender.queue.put_nowait(piece(b"x" * 11))
        assert await sender.answered() == 200
    assert await AsgiClient(app, piece(b"x"), transfer_encoding="chunked").answered() == 200


@in_a_loop
async def test_bodies_of_strangers_do_not_count_for_members(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "BODIES", 2500)
    monkeypatch.setattr(limits, "SMALL_BODY", 10)
    app = shell_of(
        Recorder(),
        sender_of=lambda _scope, came_from: ratelimit.Sender(came_from == ("10.0.0.9",), came_from),
    )
    slow = [AsgiClient(app, address=f"10.0.0.{number}", **CHUNKED) for number in (1, 2)]
    await asyncio.sleep(0)
    assert await AsgiClient(app, address="10.0.0.3", **CHUNKED).answered() == 503
    assert await AsgiClient(app, piece(b"x"), address="10.0.0.9", **CHUNKED).answered() == 200
    app.stop()
    assert [await sender.answered() for sender in slow] == [408, 408]


def test_streams_need_an_allowed_host() -> None:
    pages = Recorder()
    assert ask(pages, path="/events/1")[0][0]["status"] == 299
    assert pages.bodies == []
    assert ask(pages, piece(b""), path="/events/1", host="evil.example")[0][0]["status"] == 200
    assert pages.bodies == [b""]


# --- Django in threads: a whole request in, a whole answer out


SCOPE = {
    "type": "http",
    "method": "POST",
    "path": "/é",
    "query_string": b"a=1",
    "http_version": "1.1",
    "headers": [
        *((b"content-length", b"2"), (b"x-two", b"1"), (b"x-two", b"2")),
        *((b"x-forwarded-for", b"203.0.113.9"), (b"x_forwarded_for", b"10.0.0.1"), (b"sent_by", b"outbox")),
    ],
    "client": ("192.0.2.7", 9),
}


class Parts(list[bytes]):
    closed = False

    def close(self) -> None:
        self.closed = True


def asked(
    body: bytes = b"hi", parts: Iterable[bytes] = (), **other: Any
) -> tuple[dict[str, Any], PageAnswer]:
    """The environ that a WSGI application gets, and the answer made from its chunks."""
    seen: dict[str, Any] = {}

    def app(environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        seen.update(environ, body=environ["wsgi.input"].read())
        start("201 Created", [("Content-Type", "text/plain"), ("Set-Cookie", "a"), ("Set-Cookie", "b")])
        return parts

    return seen, asyncio.run(Pages(app, 1)(SCOPE | other, body))


def test_a_request_becomes_an_environ_and_the_answer_a_message() -> None:
    """Headers with underscores are dropped: a client cannot forge the address that the proxy sends."""
    parts = Parts([b"one ", b"two"])
    seen, answer = asked(parts=parts)
    assert answer.start["status"] == 201
    assert answer.start["headers"] == [
        (b"content-type", b"text/plain"),
        (b"set-cookie", b"a"),
        (b"set-cookie", b"b"),
    ]
    assert (answer.body.read(), parts.closed) == (b"one two", True)
    wanted = {
        "body": b"hi",
        "REQUEST_METHOD": "POST",
        "PATH_INFO": "/Ã©",
        "REMOTE_ADDR": "192.0.2.7",
        "HTTP_X_TWO": "1,2",
        "HTTP_X_FORWARDED_FOR": "203.0.113.9",
    }
    assert {name: seen[name] for name in wanted} == wanted
    assert "HTTP_SENT_BY" not in seen


@pytest.mark.parametrize(
    ("body", "announced", "length"), [(b"abc", None, "3"), (b"", b"11", "11"), (b"", None, None)]
)
def test_the_length_of_a_body(body: bytes, announced: bytes | None, length: str | None) -> None:
    """CONTENT_LENGTH is that of the body, or the header's if the body was too large to be read."""
    headers = [(b"transfer-encoding", b"chunked")] if announced is None else [(b"content-length", announced)]
    assert asked(body, headers=headers)[0].get("CONTENT_LENGTH") == length


def test_a_long_response_is_spooled_to_a_file() -> None:
    """Two of three chunks of 600,000 bytes exceed the memory limit."""
    parts = [one * 600_000 for one in (b"a", b"b", b"c")]
    with asked(parts=parts)[1].body as body:
        assert body.name is not None, "it is held in memory"
        assert body.read() == b"".join(parts)


def test_the_response_is_closed_if_it_fails() -> None:
    class Failing(Parts):
        def __iter__(self) -> Iterator[bytes]:
            raise RuntimeError

    parts = Failing()
    with pytest.raises(RuntimeError):
        asked(parts=parts)
    assert parts.closed
