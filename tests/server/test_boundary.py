"""Requests that are nonsense are answered in words, and no answer goes out without our headers."""

import asyncio

import pytest
from django.test import RequestFactory

from scorekeeper.server.headers import HEADERS, ErrorBoundary
from scorekeeper.server.shell import App, Message, Receive, Scope, Send
from scorekeeper.wsgi import application
from tests.server.inside import exchange

OURS = {name.lower().encode(): value.encode() for name, value in HEADERS.items()}


def asked(app: App) -> list[Message]:
    return asyncio.run(exchange(ErrorBoundary(app), {"type": "http", "path": "/"}))


def test_a_failure_before_the_answer_is_told_in_words(caplog: pytest.LogCaptureFixture) -> None:
    async def fail(scope: Scope, receive: Receive, send: Send) -> None:
        raise LookupError("the inside story")

    start, body = asked(fail)
    assert start["status"] == 500
    assert OURS.keys() <= dict(start["headers"]).keys()
    assert dict(start["headers"])[b"cache-control"] == b"no-store"
    text = body["body"].decode()
    assert [line for line in text.splitlines() if line] == [
        "うまくいきませんでした",
        "Something went wrong here",
        "出了点问题",
    ]
    assert "the inside story" in caplog.text


def test_a_failure_within_the_answer_hangs_up() -> None:
    async def fail(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        raise LookupError

    with pytest.raises(LookupError):
        asked(fail)


def test_headers_are_completed_and_none_is_changed() -> None:
    async def plain(scope: Scope, receive: Receive, send: Send) -> None:
        headers = [(b"Referrer-Policy", b"no-referrer"), (b"content-type", b"text/plain")]
        await send({"type": "http.response.start", "status": 408, "headers": headers})
        await send({"type": "http.response.body", "body": b""})

    start, _body = asked(plain)
    names = [name.lower() for name, _value in start["headers"]]
    assert len(names) == len(set(names))
    assert dict(start["headers"])[b"Referrer-Policy"] == b"no-referrer"
    assert set(names) >= set(OURS)


OTHERS = ["hex", "rot13", "zlib", "idna", "utf-16", "utf-7", "no-such", "é", "a" * 5000, ""]
CASES = {
    **{f"text/plain; charset={each}": {400} for each in OTHERS},
    "application/x-www-form-urlencoded; charset=cp037": {400},
    "multipart/form-data; boundary=x; charset=cp037": {400},
    **{kind: {200, 400} for kind in ("text/plain; a*=hex''b", "; " * 20_000, "é", "")},
    **{f"text/plain; charset={each}": {200} for each in ("UTF-8", '"utf-8"', "utf8", "us-ascii")},
}
"""Types of a content, and how a request with it may be answered: in UTF-8, or refused in words."""


def answered(method: str, kind: str, host: str = "localhost") -> tuple[int, dict[str, str]]:
    """What the pages answer to a request of that content type."""
    environ = RequestFactory().generic(method, "/rules/", "a=b", content_type=kind, HTTP_HOST=host).environ
    items: list[tuple[int, dict[str, str]]] = []
    body = application(
        environ | {"QUERY_STRING": "a=b"},
        lambda status, headers: items.append((int(status[:3]), dict(headers))),
    )
    assert b"".join(body)
    return items[0]


@pytest.mark.django_db
@pytest.mark.parametrize(("kind", "statuses"), CASES.items())
def test_another_encoding_than_utf_8_is_refused_in_words(kind: str, statuses: set[int]) -> None:
    status, headers = answered("GET", kind)
    assert status in statuses
    assert headers["Content-Type"].startswith("text/html")
    assert answered("POST", kind)[0] in (400, 403, 405)
    assert answered("POST", kind, "evil.example")[0] == 400
