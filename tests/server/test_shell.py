"""The shell: bodies and streams come in without a thread, and Django answers in one."""

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterable, Iterator
from io import BytesIO
from typing import Any

import pytest

from scorekeeper.server import limits, ratelimit
from scorekeeper.server.shell import Message, PageAnswer, Pages, Receive, Scope, Send, Shell
from tests.live.lines import in_a_loop
from tests.server.inside import GONE, Caller


@pytest.fixture(autouse=True)
def _limits(settings: Any) -> None:
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE, settings.WIDE_PATHS = 1000, re.compile("/import/")


class Recorder:
    """Stands for Django: remembers the bodies it was given, and takes a thread for five seconds."""

    def __init__(self) -> None:
        self.bodies: list[bytes] = []

    async def __call__(self, _scope: Scope, body: bytes) -> PageAnswer:
        self.bodies.append(body)
        return PageAnswer({"type": "http.response.start", "status": 200, "headers": []}, BytesIO(), 5.0)


async def stream(scope: Scope, receive: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": 299, "headers": []})


def ask(
    pages: Callable[[Scope, bytes], Awaitable[PageAnswer]],
    *messages: Message,
    path: str = "/",
    **headers: str,
) -> tuple[list[Message], int]:
    """Return what was sent back, and how many pieces of the body were never asked for."""

    async def run() -> tuple[list[Message], int]:
        caller = Caller(Shell(pages, streams={"/events/": stream}), *messages, path=path, **headers)
        sent = await caller.all()
        unread = [caller.queue.get_nowait()["type"] for _ in range(caller.queue.qsize())]
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
        ([piece(b"x" * 600, True)] * 5, {}, [b"x" * 1001], 3),
        ([piece(b"ab", True), GONE], {}, [], 0),
    ],
    ids=["whole", "in pieces", "announced as too large", "growing too large", "of a sender that goes away"],
)
def test_a_body(messages: list[Message], headers: dict[str, str], bodies: list[bytes], unread: int) -> None:
    pages = Recorder()
    sent, left = ask(pages, *messages, **headers)
    assert (pages.bodies, left) == (bodies, unread)
    assert bool(sent) == bool(bodies)


@pytest.mark.parametrize("path", ["/", "/events/"])
def test_what_can_be_read_in_two_ways_is_refused(path: str) -> None:
    pages = Recorder()
    sent, _unread = ask(pages, piece(b"abc"), path=path, content_length="3", transfer_encoding="chunked")
    assert (sent[0]["status"], pages.bodies) == (400, [])
    assert (b"connection", b"close") in sent[0]["headers"]


def test_a_body_that_never_comes_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "BODY_SECONDS", 0.01)
    pages = Recorder()
    sent, _unread = ask(pages, piece(b"ab", True))
    assert (sent[0]["status"], pages.bodies) == (408, [])


@in_a_loop
async def test_headers_are_forgotten_with_the_answer() -> None:
    """A connection that is kept for the next page would hold them."""
    caller = Caller(Shell(Recorder(), streams={}), piece(b""), cookie="device=k")
    assert await caller.answered() == 200
    assert caller.scope["headers"] == []


def test_a_long_answer_is_sent_piece_by_piece() -> None:
    """200,000 bytes, 65,536 at a time, and then the end."""
    file = BytesIO(b"x" * 200_000)

    async def pages(_scope: Scope, _body: bytes) -> PageAnswer:
        return PageAnswer({"type": "http.response.start", "status": 200, "headers": []}, file)

    sent, _unread = ask(pages, piece(b""))
    assert [len(one["body"]) for one in sent[1:]] == [65_536, 65_536, 65_536, 3_392, 0]
    assert [one.get("more_body", False) for one in sent[1:]] == [True] * 4 + [False]
    assert file.closed


@in_a_loop
async def test_who_does_not_read_the_answer_holds_up_nobody() -> None:
    """There is one thread; the first answer is never taken, and the second is there all the same."""
    app = Shell(Recorder(), streams={})
    deaf, other = Caller(app, piece(b"")), Caller(app, piece(b""))
    deaf.reads.clear()
    assert await other.answered() == 200
    assert deaf.sent.empty()
    deaf.reads.set()
    assert await deaf.answered() == 200


@pytest.mark.usefixtures("still")
@in_a_loop
async def test_what_a_page_took_is_charged_to_its_sender() -> None:
    """Five seconds each: seven pages are more than the 30 s that a device has."""
    app = Shell(Recorder(), streams={}, sender_of=lambda _scope, came_from: ratelimit.Sender(True, came_from))
    for _ in range(7):
        assert await Caller(app, piece(b"")).answered() == 200
    assert ratelimit.seconds_overdrawn("10.0.0.1") > 0
    assert ratelimit.seconds_overdrawn("10.0.0.2") == 0


@in_a_loop
async def test_large_bodies_of_an_address_are_limited_and_small_ones_are_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A body in pieces counts as the largest there may be: 11 and 1000 bytes leave no room for 11 more."""
    monkeypatch.setattr(limits, "SMALL_BODY", 10)
    monkeypatch.setattr(limits, "BODIES_OF_ADDRESS", 1021)
    app = Shell(Recorder(), streams={})
    slow = [Caller(app, content_length="11"), Caller(app, **CHUNKED)]
    await asyncio.sleep(0)
    assert await Caller(app, content_length="11").answered() == 503
    for length, address in ((10, "10.0.0.1"), (11, "10.0.0.2")):
        other = Caller(app, piece(b"x" * length), address=address, content_length=str(length))
        assert await other.answered() == 200
    for sender in slow:
        sender.queue.put_nowait(piece(b"x" * 11))
        assert await sender.answered() == 200
    assert await Caller(app, piece(b"x"), transfer_encoding="chunked").answered() == 200


@in_a_loop
async def test_bodies_of_strangers_leave_room_for_those_of_members(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "BODIES", 2500)
    monkeypatch.setattr(limits, "SMALL_BODY", 10)
    app = Shell(
        Recorder(),
        streams={},
        sender_of=lambda _scope, came_from: ratelimit.Sender(came_from == ("10.0.0.9",), came_from),
    )
    slow = [Caller(app, address=f"10.0.0.{number}", **CHUNKED) for number in (1, 2)]
    await asyncio.sleep(0)
    assert await Caller(app, address="10.0.0.3", **CHUNKED).answered() == 503
    assert await Caller(app, piece(b"x"), address="10.0.0.9", **CHUNKED).answered() == 200
    app.stop()
    assert [await sender.answered() for sender in slow] == [408, 408]


def test_a_stream_is_answered_without_django_but_not_for_a_strange_host() -> None:
    pages = Recorder()
    assert ask(pages, path="/events/1")[0][0]["status"] == 299
    assert pages.bodies == []
    assert ask(pages, piece(b""), path="/events/1", host="evil.example")[0][0]["status"] == 200
    assert pages.bodies == [b""]


@pytest.mark.parametrize(("path", "read"), [("/import/", 1500), ("/", 0)])
def test_a_wide_body_is_read_only_where_it_may_be_sent(
    monkeypatch: pytest.MonkeyPatch, path: str, read: int
) -> None:
    """The pages refuse by its length what was not read."""
    monkeypatch.setattr(limits, "WIDE_BODY", 2000)
    pages = Recorder()
    ask(pages, piece(b"x" * 1500), path=path, content_length="1500")
    assert [len(body) for body in pages.bodies] == [read]


# --- Django in threads: a whole request in, a whole answer out


SCOPE = {
    "type": "http",
    "method": "POST",
    "path": "/é",
    "query_string": b"a=1",
    "http_version": "1.1",
    "headers": [(b"content-length", b"2"), (b"x-two", b"1"), (b"x-two", b"2")],
    "client": ("192.0.2.7", 9),
}


class Parts(list[bytes]):
    closed = False

    def close(self) -> None:
        self.closed = True


def asked(
    body: bytes = b"hi", parts: Iterable[bytes] = (), **other: Any
) -> tuple[dict[str, Any], PageAnswer]:
    """What an application is asked, and the answer that is made of its parts."""
    seen: dict[str, Any] = {}

    def app(environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        seen.update(environ, body=environ["wsgi.input"].read())
        start("201 Created", [("Content-Type", "text/plain"), ("Set-Cookie", "a"), ("Set-Cookie", "b")])
        return parts

    return seen, asyncio.run(Pages(app, 1)(SCOPE | other, body))


def test_a_request_and_its_answer() -> None:
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
    }
    assert {name: seen[name] for name in wanted} == wanted


@pytest.mark.parametrize(
    ("body", "announced", "length"), [(b"abc", None, "3"), (b"", b"11", "11"), (b"", None, None)]
)
def test_the_length_of_a_body(body: bytes, announced: bytes | None, length: str | None) -> None:
    """That of what has come; of what was too large to be read, what was announced."""
    headers = [(b"transfer-encoding", b"chunked")] if announced is None else [(b"content-length", announced)]
    assert asked(body, headers=headers)[0].get("CONTENT_LENGTH") == length


def test_a_name_with_a_low_line_is_not_taken_for_another() -> None:
    """A stranger behind a proxy cannot put an address behind that which the proxy names."""
    headers = [
        (b"x-forwarded-for", b"203.0.113.9"),
        (b"x_forwarded_for", b"10.0.0.1"),
        (b"sent_by", b"outbox"),
    ]
    seen, _answer = asked(headers=headers)
    assert seen["HTTP_X_FORWARDED_FOR"] == "203.0.113.9"
    assert "HTTP_SENT_BY" not in seen


def test_a_long_answer_waits_in_a_file() -> None:
    """Three parts of 600,000 bytes: two are more than what is held in memory."""
    parts = [one * 600_000 for one in (b"a", b"b", b"c")]
    with asked(parts=parts)[1].body as body:
        assert body.name is not None, "it is held in memory"
        assert body.read() == b"".join(parts)


def test_what_is_begun_is_closed_also_when_it_fails() -> None:
    class Failing(Parts):
        def __iter__(self) -> Iterator[bytes]:
            raise RuntimeError

    parts = Failing()
    with pytest.raises(RuntimeError):
        asked(parts=parts)
    assert parts.closed
