"""Hostile values of every header that is read, at every address."""

from collections.abc import Iterator

import pytest
from django.db import transaction
from django.test import override_settings
from hypothesis import example, given
from hypothesis import strategies as st

from scorekeeper.server.headers import HEADERS as OURS
from scorekeeper.server.ratelimit import reset_limits
from tests.addresses.test_access import addresses
from tests.helpers import Phone
from tests.hostile.fuzz import LARGEST, cheap, many
from tests.hostile.nasty import HEADERS, KINDS
from tests.server.in_process import Given, InProcessServer

__all__ = ["addresses"]

pytestmark = pytest.mark.django_db

MORE = {
    "host": ("evil.test", "localhost:99999", "[::1", "a b", "localhost@evil.test", "", "xn--\xff"),
    "if-none-match": ('W/"x", "', ", " * 300, '"' * 900, "\xff"),
    "if-modified-since": ("x", "Mon, 99 Foo 2020 00:00:00 GMT", "-1"),
    "range": ("bytes=0-0", "bytes=5-1", "bytes=" + "9" * 400 + "-", "bytes=a-b"),
    "accept-encoding": ("gzip;q=x", "*", "br, " * 200),
    "authorization": ("Bearer", "Bearer " + "x" * 900, "Basic \xff", "bearer  a b", "\xff"),
    "content-type": KINDS,
    "content-length": ("0", "5", "99999999999999999999", "1048577"),
    "triggering-event": ("{", "null", "[" * 900, '{"a":1}'),
    "last-event-id": ("-1", "x" * 900, "\xff"),
    "origin": ("null", "http://evil.test", "http://[", "\xff"),
    "x-csrftoken": ("x" * 64, "\xff"),
    "transfer-encoding": ("chunked",),
    "upgrade": ("websocket", "h2c"),
    "x-request-id": ("x" * 900, "\xff"),
    "cookie": ("device=a; device=b", "messages=W1tdXQ:x:x", "=;=;;", "device=%00", "a" * 8000),
}
"""Headers that the app, Django, WhiteNoise or django-htmx read."""

ALL = {name: (*HEADERS.get(name, ()), *MORE.get(name, ())) for name in {**HEADERS, **MORE}}
LETTERS = st.text(st.characters(min_codepoint=0x21, max_codepoint=0xFF), max_size=30)


@st.composite
def headers(draw: st.DrawFn) -> Given:
    """Random headers with hostile values."""
    names = draw(st.lists(st.sampled_from(sorted(ALL)), min_size=1, max_size=5, unique=True))
    values = [draw(st.sampled_from(ALL[name]) | LETTERS) for name in names]
    return [
        (name.encode(), value.encode("latin-1", "replace")) for name, value in zip(names, values, strict=True)
    ]


@pytest.fixture(name="app")
def _app() -> Iterator[InProcessServer]:
    """The app behind a trusted proxy."""
    with override_settings(PUBLIC_URL="https://cards.example.org"):
        yield InProcessServer()


def test_every_header_that_is_read(app: InProcessServer, phone: Phone, addresses: dict[str, str]) -> None:
    device = f"device={phone.cookies['device'].value}".encode()
    places = [
        *sorted(addresses.values()),
        f"/live/t/{phone.sid}/",
        "/static/css/app.css",
        "/healthz",
        "/nothing",
    ]
    result = set()

    @many()
    @given(
        st.sampled_from(places), st.sampled_from(["GET", "GET", "HEAD", "POST", "OPTIONS", "BREW"]), headers()
    )
    @example("/", "GET", [])
    @example("/nothing", "GET", [])
    @example("/", "OPTIONS", [])
    @example("/new/", "POST", [])
    def attempt(place: str, method: str, some: Given) -> None:
        reset_limits()
        own = [] if any(name == b"cookie" for name, _value in some) else [(b"cookie", device)]
        with transaction.atomic():
            text = cheap(lambda: app.ask(method, place, [*own, *some], b"a=b"))
            transaction.set_rollback(True)
        result.add(text.status)
        assert text.status < 500, text.body[:300]
        assert len(text.body) < LARGEST
        assert OURS.keys() <= text.headers.keys()

    attempt()
    assert result >= {200, 403, 404, 405}
