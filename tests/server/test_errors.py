"""Error pages, unreadable requests, and the outermost layer."""

import asyncio
import re

import pytest
from django.db import DataError
from django.http import HttpRequest
from django.template import TemplateDoesNotExist
from django.test import Client, RequestFactory, override_settings

from scorekeeper.server import errors
from scorekeeper.server.headers import HEADERS, ErrorBoundary
from scorekeeper.server.shell import App, Message, Receive, Scope, Send
from scorekeeper.server.unreadable import UnreadableMiddleware, storable
from tests.server.in_process import AsgiClient, InProcessServer, Reply

STUB = pytest.mark.urls("tests.server.stub_urls")


@STUB
def test_error_pages_show_no_internals(client: Client) -> None:
    client.raise_request_exception = False
    answers = {client.get(path): status for path, status in (("/boom/", 500), ("/big/", 413), ("/no", 404))}
    answers[Client(enforce_csrf_checks=True).post("/echo/", {"name": "a"})] = 403
    for answer, status in answers.items():
        assert answer.status_code == status
        for inside in (
            "Traceback",
            "inside story",
            "RuntimeError",
            "stub_urls",
            ".py",
            "urlpatterns",
            "CSRF",
        ):
            assert inside not in answer.content.decode()


@STUB
@pytest.mark.parametrize("data", [{"text": "x" * (1024 * 1024 + 1)}, {f"f{n}": "" for n in range(501)}])
def test_too_large_requests_are_not_logged(
    client: Client, caplog: pytest.LogCaptureFixture, data: dict[str, str]
) -> None:
    """Anybody could fill the disk with tracebacks. At wide paths Content-Length does not refuse a form."""
    with override_settings(WIDE_PATHS=re.compile("/echo/")):
        assert client.post("/echo/", data).status_code in {400, 413}
    assert caplog.records == []


@pytest.mark.parametrize("failure", [TemplateDoesNotExist("errors.html"), RuntimeError("no database")])
def test_plain_text_if_the_error_page_fails(monkeypatch: pytest.MonkeyPatch, failure: Exception) -> None:
    def fail(*_args: object) -> str:
        raise failure

    monkeypatch.setattr(errors, "render_to_string", fail)
    answer = errors.error_page(RequestFactory().get("/"), 418, "題", "本文")
    assert (answer.status_code, answer.content.decode()) == (418, "題\n\n本文\n")
    assert answer["Content-Type"].startswith("text/plain")


# --- What fails over characters that no database keeps is answered in words; everything else fails as ever


BROKEN = ("\0", "a\ud800", "\udfffz")


def answer(request: HttpRequest, error: Exception) -> int | None:
    response = UnreadableMiddleware(None).process_exception(request, error)  # type: ignore[arg-type]
    return response.status_code if response else None


@pytest.mark.parametrize("text", BROKEN)
def test_unstorable_characters_anywhere_are_answered_by_400(text: str) -> None:
    for place in ("GET", "POST"):
        for name, value in (("title", text), (text, "title")):
            request = RequestFactory().post("/")
            fields = getattr(request, place).copy()
            fields[name] = value
            setattr(request, place, fields)
            assert answer(request, ValueError("NUL")) == 400
            assert answer(request, DataError("NUL")) == 400
            assert answer(request, KeyError("something else")) is None
    assert answer(RequestFactory().post("/?a=b", {"title": "日本 😀"}), ValueError("something else")) is None


def test_storable_texts() -> None:
    assert [storable(text) for text in (*BROKEN, "日本 😀\n")] == [
        "\ufffd",
        "a\ufffd",
        "\ufffdz",
        "日本 😀\n",
    ]


# --- Requests that are nonsense are answered in words, and no answer goes out without our headers


OURS = {name.lower().encode(): value.encode() for name, value in HEADERS.items()}


def asked(app: App) -> list[Message]:
    async def run() -> list[Message]:
        return await AsgiClient(ErrorBoundary(app)).all()

    return asyncio.run(run())


def test_a_failure_before_the_response_is_answered_in_all_languages(caplog: pytest.LogCaptureFixture) -> None:
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


def test_a_failure_within_the_response_closes_the_connection() -> None:
    async def fail(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        raise LookupError

    with pytest.raises(LookupError):
        asked(fail)


def test_missing_headers_are_added_and_none_is_changed() -> None:
    async def plain(scope: Scope, receive: Receive, send: Send) -> None:
        headers = [(b"Referrer-Policy", b"no-referrer"), (b"content-type", b"text/plain")]
        await send({"type": "http.response.start", "status": 408, "headers": headers})
        await send({"type": "http.response.body", "body": b""})

    start, _body = asked(plain)
    names = [name.lower() for name, _value in start["headers"]]
    assert len(names) == len(set(names))
    assert dict(start["headers"])[b"Referrer-Policy"] == b"no-referrer"
    assert set(names) >= set(OURS)


OTHERS = ["hex", "rot13", "zlib", "idna", "utf-16", "utf-7", "unicode_escape", "no-such", "é", "a" * 5000, ""]
CASES = {
    **{f"text/plain; charset={each}": {400} for each in OTHERS},
    "application/x-www-form-urlencoded; charset=cp037": {400},
    "multipart/form-data; boundary=x; charset=cp037": {400},
    **{kind: {200, 400} for kind in ("text/plain; a*=hex''b", "; " * 20_000, "é", "")},
    **{f"text/plain; charset={each}": {200} for each in ("UTF-8", '"utf-8"', "utf8", "us-ascii")},
}
"""Content types, and the possible statuses."""


def answered(method: str, kind: str, host: bytes = b"localhost") -> Reply:
    """The answer of the pages to a content type."""
    headers = [(b"host", host), (b"content-type", kind.encode("latin-1"))]
    return InProcessServer().ask(method, "/rules/", headers, b"a=b")


@pytest.mark.django_db
@pytest.mark.parametrize(("kind", "statuses"), CASES.items())
def test_another_charset_than_utf_8_is_refused(kind: str, statuses: set[int]) -> None:
    answer = answered("GET", kind)
    assert answer.status in statuses
    assert answer.headers["Content-Type"].startswith("text/html")
    assert answered("POST", kind).status in (400, 403, 405)
    assert answered("POST", kind, b"evil.example").status == 400
