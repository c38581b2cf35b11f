"""Pages and rounds: as fast in a long session as in a short one, hardly slower than a minimal Django site.

All figures are ratios of medians that were measured alternately, over HTTP, on one machine in one run.
"""

import http.client
import json
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from urllib.parse import urlencode

import pytest

from tests.bench.conftest import Say, Work, took
from tests.live.clients import Sender
from tests.server.running import ROOT, Running

pytestmark = pytest.mark.bench

NAMES = ["あき", "Ben", "Chie", "大輔"]
HANDS = {"あき": ["2", "J"], "Ben": ["A", "2", "3"], "Chie": ["A", "2", "3", "10", "K"], "大輔": ["4"]}
FACTS = {"kind": "dobon", "callers": ["あき"], "victim": "Ben", "card": "K", "hands": HANDS}

TIMES = 40
TRIES = 3
"""Repeated measurements, in case the machine is busy."""

GROWTH = {
    "POST of a round, 1,000 rounds against 10": ("post", 1000, 10, 1.3),
    "table, 1,000 against 10": ("", 1000, 10, 1.2),
    "settling, 1,000 against 10": ("settle/", 1000, 10, 1.3),
    "a page of the rounds, 1,000 against 100": ("rounds/", 1000, 100, 1.1),
}
"""The request, the two numbers of rounds, and the largest ratio."""
TABLE_AGAINST_ROWS, POST_AGAINST_INSERT = 1.0, 3.0
MOST_SECONDS_OF_EDIT = 1.5
"""Correcting the first of 1,000 rounds."""


class Connection:
    """A keep-alive connection."""

    def __init__(self, port: int, cookie: str = "", token: str = "") -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self._headers = {"Cookie": cookie, "Accept-Language": "en"}
        if token:
            self._headers["Authorization"] = f"Bearer {token}"

    def ask(self, path: str, form: Mapping[str, object] | None = None) -> int:
        body = None if form is None else urlencode(form, doseq=True)
        typed = {"Content-Type": "application/x-www-form-urlencoded"} if form is not None else {}
        for _ in range(2):  # the server closes a connection that was idle for some seconds
            try:
                self._connection.request(
                    "GET" if form is None else "POST", path, body, {**self._headers, **typed}
                )
                answer = self._connection.getresponse()
                break
            except (http.client.RemoteDisconnected, ConnectionError):
                self._connection.close()
        answer.read()
        return answer.status


class Table:
    """A session with so many rounds, and a phone."""

    def __init__(self, server: Running, rounds: int) -> None:
        self.sender = Sender(server)
        form = self.sender.form("/import/", "import")
        document = {"format": 1, "game": "gamble", "players": NAMES, "rounds": [FACTS] * rounds}
        status, where, text = self.sender.ask("POST", "/import/", {**form, "document": json.dumps(document)})
        assert status == 302, text
        self.sender.sid = where.strip("/").split("/")[1]
        self.line = Connection(server.port, self.sender.cookie)
        self._form = self.sender.entry()
        self._sent = int(str(self._form["revision"][0]))  # type: ignore[index]

    def get(self, page: str) -> None:
        assert self.line.ask(f"/t/{self.sender.sid}/{page}") == 200

    def post(self) -> None:
        """Send a round with a new key."""
        fields = {"key": f"bench-form-{self._sent}", "revision": str(self._sent)}
        assert self.line.ask(f"/t/{self.sender.sid}/rounds/new/", {**self._form, **fields}) == 302
        self._sent += 1

    def work(self, what: str) -> Work:
        return self.post if what == "post" else lambda: self.get(what)


@contextmanager
def floor(folder: Path) -> Iterator[Connection]:
    command = [sys.executable, "-m", "tests.bench.floor", str(folder)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    try:
        assert process.stdout is not None
        yield Connection(int(process.stdout.readline()))
    finally:
        process.terminate()
        process.wait(15)


def compare(one: Work, other: Work) -> tuple[float, float]:
    """The medians of both in milliseconds, measured alternately."""
    for work in (one, other):
        work()
    pairs = [(took(one), took(other)) for _ in range(TIMES)]
    return median(pair[0] for pair in pairs), median(pair[1] for pair in pairs)


def at_most(limit: float, name: str, one: Work, other: Work, say: Say) -> None:
    """Check the ratio of two durations; the best of several tries counts."""
    items = []
    for _ in range(TRIES):
        items.append(compare(one, other))
        if items[-1][0] <= limit * items[-1][1]:
            break
    mine, least = min(items, key=lambda pair: pair[0] / pair[1])
    say(f"{name}: {mine:.1f} ms against {least:.1f} ms, ×{mine / least:.2f} (limit ×{limit})")
    assert mine <= limit * least, name


def test_no_cost_grows_with_the_evening(server: Running, say: Say) -> None:
    tables = {rounds: Table(server, rounds) for rounds in (10, 100, 1000)}
    for name, (what, long, short, limit) in GROWTH.items():
        at_most(limit, name, tables[long].work(what), tables[short].work(what), say)


def test_little_more_than_django(server: Running, tmp_path: Path, say: Say) -> None:
    (tmp_path / "floor").mkdir()
    with floor(tmp_path / "floor") as least:
        table = Table(server, 100)
        rows, insert = (lambda: least.ask("/rows/")), (lambda: least.ask("/insert/", {"who": "Ann"}))
        at_most(TABLE_AGAINST_ROWS, "table against 100 rows", lambda: table.get(""), rows, say)
        at_most(POST_AGAINST_INSERT, "POST of a round against an INSERT", table.post, insert, say)


def test_correcting_the_first_of_a_thousand_rounds(server: Running, say: Say) -> None:
    table = Table(server, 1000)
    address, seconds = f"/t/{table.sender.sid}/rounds/1/edit/", []
    answers: list[int] = []
    for number in range(TRIES):
        form = {**table.sender.form(address, "entry"), "hand-3": "56"[number % 2], "action": "confirm"}
        seconds.append(
            took(lambda form=form: answers.append(table.sender.ask("POST", address, form)[0])) / 1000
        )  # type: ignore[misc]
    assert answers == [302] * TRIES
    say(f"correcting round 1 of 1,000: {min(seconds):.2f} s (limit {MOST_SECONDS_OF_EDIT} s)")
    assert min(seconds) <= MOST_SECONDS_OF_EDIT
