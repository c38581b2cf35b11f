"""The app behind Caddy and behind nginx."""

import asyncio
import http.client
import re
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import replace

import pytest

from scorekeeper.server.limits import RECOVERIES, WIDE_BODY
from tests.live.clients import Sender, in_a_loop
from tests.nightly.deploy.fronts import FRONTS, NAME, PATIENCE_S, Front
from tests.postgres import free_port
from tests.server.running import Running, running, wait_for

AT_ONCE_S = 2.0
Begin = Callable[[], AbstractContextManager[Running]]


@pytest.fixture(name="app", scope="module")
def _app() -> int:
    """The port of the app."""
    return free_port()


@pytest.fixture(name="front", scope="module", params=FRONTS)
def _front(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, app: int
) -> Iterator[Front]:
    with FRONTS[request.param](tmp_path_factory.mktemp(request.param), app) as front:
        yield front


@pytest.fixture(name="begin", scope="module")
def _begin(front: Front, tmp_path_factory: pytest.TempPathFactory, app: int) -> Begin:
    """Starts the app behind the proxy, on the same data each time."""
    folder = tmp_path_factory.mktemp("data")
    more = ("--port", str(app), "--public-url", front.origin)
    return lambda: running(folder, *more, settings="scorekeeper.settings")


@pytest.fixture(name="sender")
def _sender(front: Front, begin: Begin) -> Iterator[Sender]:
    with begin():
        yield Sender(front).open_table()


@in_a_loop
async def test_events_arrive_at_once(sender: Sender) -> None:
    line = await sender.server.line(sender)
    assert (await line.event(patience=AT_ONCE_S)).id == "0"
    await asyncio.to_thread(sender.play)
    assert (await line.event(patience=AT_ONCE_S)).id == "1"
    line.close()


def test_pages_are_compressed_by_the_app(sender: Sender) -> None:
    status, headers, _text = sender.server.ask("GET", "/", headers={"Accept-Encoding": "gzip"})
    assert (status, headers["content-encoding"]) == (200, "gzip")
    assert {"strict-transport-security", "content-security-policy"} <= headers.keys()


def test_cookies_are_secure_and_plain_http_redirects(sender: Sender) -> None:
    front = sender.server
    status, headers, _ = front.ask("GET", "/new/")
    assert status == 200
    assert "; secure" in headers["set-cookie"].lower()
    plain = http.client.HTTPConnection("127.0.0.1", front.plain, timeout=20)
    plain.request("GET", "/rules/", headers={"Host": NAME})
    answer = plain.getresponse()
    plain.close()
    assert answer.status in (301, 308)
    assert re.fullmatch(rf"https://{NAME}(:{front.port})?/rules/", answer.headers["Location"])


def a_file(sender: Sender, size: int) -> tuple[bytes, dict[str, str]]:
    """A form with the file of the sender's circle, padded to a size."""
    text = sender.get(f"{sender.circle()}export.json")
    short, _headers = sender.file_form("/import/", "import", text)
    return sender.file_form("/import/", "import", text + " " * (size - len(short)))


def test_the_file_of_a_circle_passes(sender: Sender) -> None:
    sender.play()
    body, headers = a_file(sender, WIDE_BODY - 1024)
    status, _, text = sender.server.ask("POST", "/import/", body, headers)
    assert status == 302, text
    body, headers = a_file(sender, WIDE_BODY + 2 * 1024 * 1024)
    try:
        status, _, text = sender.server.ask("POST", "/import/", body, headers)
    except OSError:  # refused before it was read
        return
    assert status == 413, text


def test_limits_go_by_the_address_of_the_phone(front: Front, begin: Begin) -> None:
    with begin():
        loud, quiet = (Sender(replace(front, source=f"127.0.0.{number}")) for number in (2, 3))
        token = loud.form("/recover/", "recover")["csrfmiddlewaretoken"]

        def tried(sender: Sender, token: object, **headers: str) -> int:
            headers |= {"Cookie": sender.cookie, "Content-Type": "application/x-www-form-urlencoded"}
            body = f"csrfmiddlewaretoken={token[0]}&code=ABCD".encode()
            return sender.server.ask("POST", "/recover/", body, headers)[0]

        answers = [tried(loud, token) for _ in range(RECOVERIES.each + 1)]
        assert answers == [422] * RECOVERIES.each + [429]
        assert tried(loud, token, **{"X-Forwarded-For": "127.0.0.9"}) == 429, "a made-up address is believed"
        assert tried(quiet, quiet.form("/recover/", "recover")["csrfmiddlewaretoken"]) == 422


@in_a_loop
async def test_the_app_restarts_behind_the_proxy(front: Front, begin: Begin) -> None:
    with begin() as server:
        sender = await asyncio.to_thread(Sender(front).open_table)
        line = await front.line(sender)
        assert (await line.event(patience=AT_ONCE_S)).id == "0"
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(AT_ONCE_S) == 0
        with pytest.raises(EOFError):  # and the phone learns of it
            await line.event(patience=AT_ONCE_S)
    assert front.ask("GET", "/")[0] == 502
    with begin():
        wait_for(lambda: front.ask("GET", "/healthz")[0] == 200, PATIENCE_S)
        sender.play()


def test_no_proxy_keeps_a_log_of_links(sender: Sender) -> None:
    sender.server.ask("GET", "/join/a-key-that-nobody-may-read/")
    for path in sender.server.trusted.parent.rglob("*.log"):
        assert "a-key-that-nobody-may-read" not in path.read_text(), path


HEAD_S = 15.0
"""Both proxies' timeout for the head of a request."""


@pytest.mark.parametrize("text", [b"", b"GET / HTTP/1.1\r\nHost: loc"], ids=["silent", "half a head"])
def test_an_incomplete_head_closes_the_connection(front: Front, text: bytes) -> None:
    """The app itself has no timeout for the head of a request."""
    with (
        socket.create_connection(("127.0.0.1", front.port), PATIENCE_S) as plain,
        front.context.wrap_socket(plain, server_hostname=NAME) as connection,
    ):
        connection.sendall(text)
        connection.settimeout(HEAD_S + 5)
        assert not connection.recv(65536).startswith(b"HTTP/1.1 200")
