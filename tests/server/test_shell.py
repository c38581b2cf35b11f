import asyncio
import re
from collections.abc import Awaitable, Callable, Iterable
from io import BytesIO
from typing import Any

import pytest

from scorekeeper.server import limits, ratelimit
from scorekeeper.server.shell import Message, PageAnswer, Receive, Scope, Send, Shell, announced
from tests.live.lines import in_a_loop


@pytest.fixture(autouse=True)
def _limits(settings: Any) -> None:
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE, settings.WIDE_PATHS = 1000, re.compile("/import/")


class Pages:
    """Stands for Django: remembers what it was given."""

    def __init__(self) -> None:
        self.scopes: list[Scope] = []
        self.bodies: list[bytes] = []

    async def __call__(self, scope: Scope, body: bytes) -> PageAnswer:
        self.scopes.append(scope)
        self.bodies.append(body)
        return PageAnswer({"type": "http.response.start", "status": 200, "headers": []}, BytesIO())


async def stream(scope: Scope, receive: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": 299, "headers": []})


def ask(
    pages: Callable[[Scope, bytes], Awaitable[PageAnswer]],
    messages: Iterable[Message],
    path: str = "/",
    **headers: str,
) -> tuple[list[Message], list[Message]]:
    """Return what was sent back, and which messages were never asked for."""
    waiting, sent = list(messages), []

    async def receive() -> Message:
        if not waiting:
            await asyncio.sleep(3600)
        return waiting.pop(0)

    async def send(message: Message) -> None:
        sent.append(message)

    given = {"host": "localhost"} | {name.replace("_", "-"): value for name, value in headers.items()}
    scope: dict[str, Any] = {
        "type": "http",
        "method": "POST",
        "path": path,
        "headers": [(name.encode(), value.encode()) for name, value in given.items()],
    }
    asyncio.run(Shell(pages, streams={"/events/": stream})(scope, receive, send))
    return sent, waiting


def piece(body: bytes, more: bool = False) -> Message:
    return {"type": "http.request", "body": body, "more_body": more}


def test_a_body_arrives_whole_also_in_pieces() -> None:
    pages = Pages()
    ask(pages, [piece(b"01234", True), piece(b"56789")], content_length="10")
    ask(pages, [piece(b"ab", True), piece(b"", True), piece(b"c")], transfer_encoding="chunked")
    assert pages.bodies == [b"0123456789", b"abc"]


def test_a_body_announced_as_too_large_is_never_read() -> None:
    pages = Pages()
    _sent, unread = ask(pages, [piece(b"x" * 1001)], content_length="1001")
    assert (pages.bodies, len(unread)) == ([b""], 1)


def test_a_body_that_grows_too_large_is_cut() -> None:
    pages = Pages()
    _sent, unread = ask(pages, [piece(b"x" * 600, True)] * 5)
    assert (list(map(len, pages.bodies)), len(unread)) == ([1001], 3)


@pytest.mark.parametrize(
    ("given", "length"), [(b"12", 12), (b"\xb2", None), (b"9" * 5000, None), (b"-1", None), (b"", None)]
)
def test_the_announced_length(given: bytes, length: int | None) -> None:
    """Unlike Python, HTTP takes no small 2 for a digit."""
    assert announced({"headers": [(b"content-length", given)]}) == length


@pytest.mark.parametrize("path", ["/", "/events/"])
def test_what_can_be_read_in_two_ways_is_refused(path: str) -> None:
    pages = Pages()
    sent, _unread = ask(pages, [piece(b"abc")], path, content_length="3", transfer_encoding="chunked")
    assert (sent[0]["status"], pages.scopes) == (400, [])
    assert (b"connection", b"close") in sent[0]["headers"]


def test_nobody_is_asked_when_the_sender_goes_away() -> None:
    pages = Pages()
    sent, _unread = ask(pages, [piece(b"ab", True), {"type": "http.disconnect"}])
    assert (sent, pages.scopes) == ([], [])


def test_a_body_that_never_comes_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "BODY_SECONDS", 0.01)
    pages = Pages()
    sent, _unread = ask(pages, [piece(b"ab", True)])
    assert (sent[0]["status"], pages.scopes) == (408, [])


def test_a_long_answer_is_sent_piece_by_piece() -> None:
    """200,000 bytes, 65,536 at a time, and then the end."""
    file = BytesIO(b"x" * 200_000)

    async def pages(_scope: Scope, _body: bytes) -> PageAnswer:
        return PageAnswer({"type": "http.response.start", "status": 200, "headers": []}, file)

    sent, _unread = ask(pages, [piece(b"")])
    assert [len(one["body"]) for one in sent[1:]] == [65_536, 65_536, 65_536, 3_392, 0]
    assert [one.get("more_body", False) for one in sent[1:]] == [True] * 4 + [False]
    assert file.closed


class Sender:
    """A request to a shell, step by step."""

    def __init__(
        self, app: Shell, address: str = "10.0.0.1", length: int | None = None, path: str = "/"
    ) -> None:
        self.queue: asyncio.Queue[Message] = asyncio.Queue()
        self.sent: list[Message] = []
        self.reads = asyncio.Event()
        self.reads.set()
        more = [(b"transfer-encoding", b"chunked")] if length is None else []
        more += [(b"content-length", str(length).encode())] if length else []
        headers = [(b"host", b"localhost"), *more]
        scope = {"type": "http", "method": "POST", "path": path, "headers": headers, "client": (address, 1)}
        self.task = asyncio.create_task(app(scope, self.queue.get, self._send))

    async def _send(self, message: Message) -> None:
        await self.reads.wait()
        self.sent.append(message)

    async def status(self) -> int:
        await asyncio.wait_for(self.task, 5)
        return int(self.sent[0]["status"])


@in_a_loop
async def test_who_does_not_read_the_answer_holds_up_nobody() -> None:
    """There is one thread; the first answer is never taken, and the second is there all the same."""
    app = Shell(Pages(), streams={})
    deaf, other = Sender(app, length=0), Sender(app, length=0)
    deaf.reads.clear()
    for sender in (deaf, other):
        sender.queue.put_nowait(piece(b""))
    assert await other.status() == 200
    assert deaf.sent == []
    deaf.reads.set()
    assert await deaf.status() == 200


def test_large_bodies_of_an_address_are_limited_and_small_ones_are_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A body in pieces counts as the largest there may be: 11 and 1000 bytes leave no room for 11 more."""
    monkeypatch.setattr(limits, "SMALL_BODY", 10)
    monkeypatch.setattr(limits, "BODIES_OF_ADDRESS", 1021)

    async def run() -> None:
        app = Shell(Pages(), streams={})
        slow = [Sender(app, length=11), Sender(app)]
        await asyncio.sleep(0)
        assert await Sender(app, length=11).status() == 503
        for length, address in ((10, "10.0.0.1"), (11, "10.0.0.2")):
            other = Sender(app, address, length)
            other.queue.put_nowait(piece(b"x" * length))
            assert await other.status() == 200
        for sender in slow:
            sender.queue.put_nowait(piece(b"x" * 11))
            assert await sender.status() == 200
        last = Sender(app)
        last.queue.put_nowait(piece(b"x"))
        assert await last.status() == 200

    asyncio.run(run())


def test_bodies_of_strangers_leave_room_for_those_of_members(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "BODIES", 2500)
    monkeypatch.setattr(limits, "SMALL_BODY", 10)

    async def run() -> None:
        app = Shell(
            Pages(),
            streams={},
            sender_of=lambda _scope, came_from: ratelimit.Sender(came_from == ("10.0.0.9",), came_from),
        )
        slow = [Sender(app, f"10.0.0.{number}") for number in (1, 2)]
        await asyncio.sleep(0)
        assert await Sender(app, "10.0.0.3").status() == 503
        member = Sender(app, "10.0.0.9")
        member.queue.put_nowait(piece(b"x"))
        assert await member.status() == 200
        app.stop()
        assert [await sender.status() for sender in slow] == [408, 408]

    asyncio.run(run())


def test_a_stream_is_answered_without_django_but_not_for_a_strange_host() -> None:
    pages = Pages()
    assert ask(pages, [], "/events/1")[0][0]["status"] == 299
    assert pages.scopes == []
    assert ask(pages, [piece(b"")], "/events/1", host="evil.example")[0][0]["status"] == 200
    assert len(pages.scopes) == 1


def test_a_wide_body_is_read_only_where_it_may_be_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "WIDE_BODY", 2000)

    async def run(path: str) -> int:
        pages = Pages()
        sender = Sender(Shell(pages, streams={}), length=1500, path=path)
        sender.queue.put_nowait(piece(b"x" * 1500))
        assert await sender.status() == 200
        return len(pages.bodies[0])

    assert asyncio.run(run("/import/")) == 1500
    assert asyncio.run(run("/")) == 0  # not read; the pages refuse it by its length
