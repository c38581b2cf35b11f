"""Malformed, ambiguous and incomplete requests."""

import re
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from http.client import HTTPResponse

import pytest

from scorekeeper.server.headers import HEADERS
from tests.server.running import Running

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


@pytest.fixture(name="answers", scope="module")
def _answers(server: Running) -> dict[str, HTTPResponse | None]:
    """The responses to all requests, which are sent at once, as some wait for a timeout."""
    with ThreadPoolExecutor(8) as hands:
        places = [f"127.0.0.{2 + number}" for number in range(len(REFUSED))]
        result = hands.map(send, [server] * len(REFUSED), places, REFUSED.values())
        return dict(zip(REFUSED, result, strict=True))


@pytest.mark.parametrize("name", REFUSED)
def test_malformed_requests_are_refused_or_the_connection_closed(
    answers: dict[str, HTTPResponse | None], name: str
) -> None:
    got = answers[name]
    assert got or name not in AMBIGUOUS
    if got:
        assert 400 <= got.status < 500
        assert got.status == 400 or name not in AMBIGUOUS
        assert HEADERS.keys() <= {each.title() for each in got.headers} or got.text == NO_REQUEST


def test_the_next_good_request_is_answered(server: Running, answers: dict[str, HTTPResponse | None]) -> None:
    assert server.ask("GET", "/")[0] == 200
    assert not re.search("Traceback|ERROR|CRITICAL|Exception|Invalid HTTP", server.output), server.output
