"""Django in threads: a whole request in, a whole answer out."""

import asyncio
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest

from scorekeeper.server.shell import PageAnswer, Pages

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
