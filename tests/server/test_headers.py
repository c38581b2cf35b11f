import pytest
from django.test import Client

from scorekeeper.server.headers import HEADERS
from tests.addresses.test_access import BY_TOKEN, addresses
from tests.helpers import Phone
from tests.server.in_process import Given, InProcessServer, Reply

__all__ = ["addresses"]

pytestmark = pytest.mark.urls("tests.server.stub_urls")


def test_no_https_headers_or_secure_cookies_on_plain_http(client: Client) -> None:
    plain = InProcessServer().ask("GET", "/", [(b"host", b"localhost")])
    assert "Strict-Transport-Security" not in plain.headers
    assert "Cross-Origin-Opener-Policy" not in plain.headers
    cookies = client.get("/").cookies | client.post("/language/", {"language": "en", "next": "/"}).cookies
    assert not any(cookie["secure"] for cookie in cookies.values())
    assert all(cookie["httponly"] and cookie["samesite"] == "Lax" for cookie in cookies.values())
    assert cookies["django_language"].value == "en"
    assert client.get("/nothing")["Content-Language"] == "en"


# --- Every answer there is


def replies_to_everything(phone: Phone, addresses: dict[str, str]) -> dict[str, Reply]:
    """Responses of every address, and to invalid requests."""
    app, host = InProcessServer(), (b"host", b"localhost")
    own = [host, (b"cookie", f"device={phone.cookies['device'].value}".encode())]
    asked: dict[str, tuple[str, str, Given]] = {
        f"{method} {name}": (method, path, own)
        for name, path in addresses.items()
        for method in ("GET", "TRACE")
    }
    asked |= {
        "a stranger": ("GET", phone.url("table"), [host]),
        "a stream": ("GET", f"/live/t/{phone.sid}/", own),
        "no stream": ("GET", "/live/t/nothing/", own),
        "a stream that is posted to": ("POST", f"/live/t/{phone.sid}/", own),
        "a static file": ("GET", "/static/css/app.css", own),
        "no static file": ("GET", "/static/nothing", own),
        "no address": ("GET", "/nothing", own),
        "no slash": ("GET", "/rules", own),
        "another host": ("GET", "/", [(b"host", b"evil.test")]),
        "too large": ("POST", "/import/", [*own, (b"content-length", b"99999999")]),
        "no encoding": ("POST", "/import/", [*own, (b"content-type", b"text/plain; charset=hex")]),
        "a form without its key": ("POST", "/language/", own),
        "two ways": ("POST", "/", [*own, (b"content-length", b"1"), (b"transfer-encoding", b"chunked")]),
    }
    return {name: app.ask(*words) for name, words in asked.items()}


@pytest.mark.urls("scorekeeper.urls")
@pytest.mark.django_db
def test_every_response_has_the_headers(phone: Phone, addresses: dict[str, str]) -> None:
    """Other sites may embed only shared pictures and the API, which need no cookie."""
    replies = replies_to_everything(phone, addresses)
    for name, answer in replies.items():
        missing = HEADERS.keys() - answer.headers.keys()
        assert not missing, (name, answer.status, missing)
        kept = answer.headers["Cache-Control"]
        assert name == "a static file" or "no-cache" in kept or "no-store" in kept, (name, kept)
        policy = answer.headers["Content-Security-Policy"]
        assert policy.startswith("default-src 'none'"), name
        assert "unsafe" not in policy, name
        assert "HttpOnly" in answer.headers.get("Set-Cookie", "HttpOnly"), name
    assert {answer.status for answer in replies.values()} >= {200, 301, 302, 400, 401, 403, 404, 405, 413}
    embedded = {
        name.partition(" ")[2]
        for name, answer in replies.items()
        if answer.headers["Cross-Origin-Resource-Policy"] != "same-origin"
    }
    assert embedded == {"shared_picture", "shared_night_picture", *BY_TOKEN}
    readable = {what for what, answer in replies.items() if "Access-Control-Allow-Origin" in answer.headers}
    assert {what.partition(" ")[2] for what in readable} == BY_TOKEN
