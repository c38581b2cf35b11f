"""The command `serve`: its answers to good, malformed, ambiguous and incomplete requests."""

import os
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from http.client import HTTPResponse
from pathlib import Path

import pytest

from scorekeeper.server.headers import HEADERS
from tests.postgres import free_port
from tests.server.running import DATABASE, STUB, Running, refused, running, wait_for


@pytest.fixture(name="folder", scope="module")
def _folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("serve") / "data"


@pytest.fixture(name="server", scope="module")
def _server(folder: Path) -> Iterator[Running]:
    """A server that creates its folder, with the usual umask."""
    before = os.umask(0o022)
    try:
        with running(folder, fresh=True) as result:
            yield result
    finally:
        os.umask(before)


@pytest.fixture(name="public", scope="module")
def _public(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    port = free_port()
    more = ("--public-url", "https://cards.example.org", "--port", str(port))
    with running(tmp_path_factory.mktemp("public"), *more) as result:
        assert "https://cards.example.org/" in result.first_line
        result.first_line += f"http://127.0.0.1:{port}/"
        yield result


def test_the_address_and_its_qr_code_are_printed_and_a_page_is_served(server: Running) -> None:
    assert re.search(r"http://[0-9.]+:[1-9][0-9]*/", server.first_line)
    status, headers, _text = server.ask("GET", "/")
    assert status == 200
    assert "server" not in headers
    assert "Secure" not in headers["set-cookie"]
    assert server.output.count("█") > 50


def test_static_files_are_hashed_compressed_and_immutable(server: Running, folder: Path) -> None:
    hashed = next((folder / "static" / "css").glob("app.*.css")).name
    status, headers, _text = server.ask("GET", f"/static/css/{hashed}", headers={"Accept-Encoding": "gzip"})
    assert status == 200
    assert "immutable" in headers["cache-control"]
    assert headers["content-encoding"] == "gzip"


def test_only_the_owner_can_read_the_data_folder(server: Running, folder: Path) -> None:
    assert (folder / "secret.key").stat().st_mode & 0o777 == 0o600
    assert (folder / DATABASE).exists() != ("DATABASE_URL" in os.environ)
    assert {path.name for path in folder.rglob("*") if path.stat().st_mode & 0o077} == set()


def test_an_unknown_host_is_refused_except_for_health_checks(server: Running) -> None:
    for path in ("/", "/static/css/app.css", "/nothing"):
        status, _headers, text = server.ask("GET", path, headers={"Host": "evil.example"})
        assert (status, "SCOREKEEPER_HOSTS" in text) == (400, True), path
    for path in ("/healthz", "/readyz"):
        status, headers, text = server.ask("GET", path, headers={"Host": "app:8000"})
        assert (status, text) == (200, "ok\n")
        assert "set-cookie" not in headers
        assert headers["x-content-type-options"] == "nosniff"


def test_a_body_of_ten_megabytes_is_answered_by_413(server: Running) -> None:
    status, _headers, text = server.ask("POST", "/echo/", b"x" * 10 * 1024 * 1024)
    assert status == 413
    assert "Traceback" not in text


def test_an_error_shows_no_details_and_logs_no_path(server: Running) -> None:
    status, _headers, text = server.ask("GET", "/boom/?link=hush-hush")
    assert status == 500
    assert "inside story" not in text
    server.ask("GET", "/c/hush-hush/")
    wait_for(lambda: "RuntimeError: the inside story\n" in server.output)
    assert "500 GET tests.server.stub_urls.boom\n" in server.output
    assert [secret for secret in ("hush-hush", "/boom/") if secret in server.output] == []


@pytest.mark.skipif("DATABASE_URL" in os.environ, reason="with PostgreSQL a folder may have several servers")
def test_a_second_server_on_the_folder_names_the_first(folder: Path, server: Running) -> None:
    """Nothing in the folder is changed."""
    kept = [(folder / name).read_bytes() for name in ("secret.key", "static.stamp")]
    [address] = re.findall(r"http://\S+", server.first_line)
    said = refused(folder, settings=STUB)
    assert f"{folder} cannot be used: it is in use already ({address})." in said
    assert "--data" in said
    assert server.ask("GET", "/")[0] == 200
    assert [(folder / name).read_bytes() for name in ("secret.key", "static.stamp")] == kept


FORWARDED = {"Host": "cards.example.org", "X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.9"}


def test_behind_a_proxy_https_is_asked_for_and_a_form_accepted(public: Running) -> None:
    """Also by responses that are not from the pages."""
    for path in ("/", "/nothing/", "/boom/", "/live/t/nothing/", "/healthz", "/static/css/app.css"):
        _status, headers, _text = public.ask("GET", path, headers=FORWARDED)
        assert headers["strict-transport-security"] == "max-age=31536000", path
        assert headers["cross-origin-opener-policy"] == "same-origin", path
    status, headers, _text = public.ask("GET", "/x/", headers={"Host": "cards.example.org"})
    assert (status, headers["location"]) == (301, "https://cards.example.org/x/")
    _status, headers, token = public.ask("GET", "/", headers=FORWARDED)
    assert {"Secure", "HttpOnly"} <= set(headers["set-cookie"].split("; "))
    sent = f"name=a&csrfmiddlewaretoken={token}".encode()
    more = {
        "Cookie": headers["set-cookie"].partition(";")[0],
        "Origin": "https://cards.example.org",
        "Content-Type": "application/x-www-form-urlencoded",
    }
    assert public.ask("POST", "/echo/", sent, FORWARDED | more)[0::2] == (200, "a")


# --- Malformed, ambiguous and incomplete requests


HOST = b"Host: localhost\r\n"
GET = b"GET / HTTP/1.1\r\n" + HOST
POST = b"POST /echo/ HTTP/1.1\r\n" + HOST + b"Content-Type: application/x-www-form-urlencoded\r\n"
CHUNKED = POST + b"Transfer-Encoding: chunked\r\n\r\n"
PATIENCE = 10.0
"""Seconds; the timeout for bodies is one."""
NO_REQUEST = b"Invalid HTTP request received."
"""uvicorn's response to what is no request."""

NO_LENGTHS = ("many", "-1", "1e3", "²", "9" * 21)
REFUSED = {
    "no request": b"\r\nnonsense\r\n\r\n",
    "two hosts": GET + b"Host: 127.0.0.1\r\n\r\n",
    "huge header": GET + b"X: " + b"y" * 600_000 + b"\r\n\r\n",
    "length and chunks": CHUNKED[:-2] + b"Content-Length: 3\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
    "two lengths": POST + b"Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd",
    **{f"a length of {each}": POST + f"Content-Length: {each}\r\n\r\nabcd".encode() for each in NO_LENGTHS},
    "half a body": POST + b"Content-Length: 9\r\n\r\nname=",
    "no last chunk": CHUNKED + b"3\r\nabc\r\n",
}
"""Requests that must be refused, or whose connection must be closed."""

AMBIGUOUS = REFUSED.keys() - {"no request", "huge header", "half a body", "no last chunk"}
"""Requests that a proxy may interpret differently."""


def send(server: Running, address: str, text: bytes) -> HTTPResponse | None:
    """The response, or None if the connection was closed without one."""
    with server.connect(address=address) as connection:
        connection.settimeout(PATIENCE)
        answer = HTTPResponse(connection)
        with suppress(ConnectionError):  # it was refused before it was whole
            connection.sendall(text)
        try:
            answer.begin()
            answer.text = answer.read()  # type: ignore[attr-defined]
        except ConnectionError:
            return None
        except TimeoutError:
            raise AssertionError(f"neither an answer nor an end: {text[:80]!r}") from None
        return answer


def test_malformed_requests_are_refused_or_the_connection_closed(server: Running) -> None:
    """They are sent at once, as some wait for a timeout.  The next good one is answered."""
    logged_before = len(server.output)
    with ThreadPoolExecutor(8) as hands:
        places = [f"127.0.0.{2 + number}" for number in range(len(REFUSED))]
        answers = hands.map(send, [server] * len(REFUSED), places, REFUSED.values())
        answered = dict(zip(REFUSED, answers, strict=True))
    for name, got in answered.items():
        assert got or name not in AMBIGUOUS, name
        if got:
            assert 400 <= got.status < 500, name
            assert got.status == 400 or name not in AMBIGUOUS, name
            ours = HEADERS.keys() <= {each.title() for each in got.headers}
            assert ours or got.text == NO_REQUEST, name  # type: ignore[attr-defined]
    assert server.ask("GET", "/")[0] == 200
    logged = server.output[logged_before:]
    assert not re.search("Traceback|ERROR|CRITICAL|Exception|Invalid HTTP", logged), logged
