"""Limits across real processes: of one server, of one after the other, and of two machines."""

import http.client
import importlib.util
import os
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from scorekeeper.server import sharing
from scorekeeper.server.limits import CIRCLE_FILES
from tests.live.lines import Sender
from tests.server.running import Running, running

REAL = "scorekeeper.settings"


class Host:
    """The device of a host, which saves its circle's file as often as it may: ten times in five minutes."""

    def __init__(self, server: Running) -> None:
        sender = Sender(server).open_table()
        self.path, self.headers = f"{sender.circle()}export.json", {"Cookie": sender.cookie}

    @contextmanager
    def at(self, server: Running) -> Iterator[http.client.HTTPConnection]:
        """A connection that is kept, so that one and the same process answers."""
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
        connection.connect()
        try:
            yield connection
        finally:
            connection.close()

    def save(self, connection: http.client.HTTPConnection) -> int:
        connection.request("GET", self.path, headers=self.headers)
        answer = connection.getresponse()
        answer.read()
        return answer.status

    def use_up(self, connection: http.client.HTTPConnection) -> None:
        """Save until it is refused: of one process alone ten times, and perhaps once more meanwhile."""
        times = 0
        while (status := self.save(connection)) == 200:
            times += 1
        assert (status, times) in {(429, CIRCLE_FILES.each), (429, CIRCLE_FILES.each + 1)}

    def wait_until_refused(self, connection: http.client.HTTPConnection) -> None:
        """It is refused before as much was had once more, which would take as many seconds."""
        times = 0
        while self.save(connection) != 429:
            times += 1
            assert times < CIRCLE_FILES.each
            time.sleep(1)


def test_two_processes_give_no_more_than_one(tmp_path: Path) -> None:
    with running(tmp_path, "--processes", "2", settings=REAL) as server, ExitStack() as opened:
        host = Host(server)
        first, *others = [opened.enter_context(host.at(server)) for _ in range(10)]
        host.use_up(first)
        for each in others:
            host.wait_until_refused(each)


@pytest.mark.long
def test_a_restart_forgives_nothing(tmp_path: Path) -> None:
    """Neither one in order, nor one after a process was killed: what is told every ten seconds is kept."""
    with running(tmp_path, settings=REAL) as server:
        host = Host(server)
        with host.at(server) as connection:
            host.use_up(connection)
    with running(tmp_path, settings=REAL) as server:
        with host.at(server) as connection:
            host.wait_until_refused(connection)
        time.sleep(sharing.BEAT + 2 * sharing.EVERY)
        server.process.kill()
    with running(tmp_path, settings=REAL) as server, host.at(server) as connection:
        host.wait_until_refused(connection)


@pytest.mark.postgresql
def test_two_machines_with_one_postgresql(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each has a folder of its own; what they share is a table."""
    url = os.environ.get("LIVE_DATABASE_URL", "")
    if not url or importlib.util.find_spec("psycopg") is None:
        pytest.skip("needs PostgreSQL: tests/run.sh has a step for it")
    monkeypatch.setenv("DATABASE_URL", url)
    with ExitStack() as opened:
        one, other = (opened.enter_context(running(tmp_path / name, settings=REAL)) for name in "ab")
        host = Host(one)
        host.use_up(opened.enter_context(host.at(one)))
        host.wait_until_refused(opened.enter_context(host.at(other)))
