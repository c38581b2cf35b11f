"""A line that loses half of the answers, to what the server has done already: each round is kept once."""

import random
import socket
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest

from tests.browser.wire import Wire
from tests.nightly.test_power_cut import (
    PATIENCE,
    PHONES,
    SETTINGS,
    Evening,
    check_books,
    check_rescore,
    database,
)
from tests.server.running import Running, running

pytestmark = pytest.mark.usefixtures("on_a_file")


class Lossy(Wire):
    """A line that, once it is bad, breaks half of the connections when the answer comes."""

    def __init__(self, port: int, rng: random.Random) -> None:
        self.bad, self.rng = False, rng
        super().__init__(port)

    def pump(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            answers = one.getpeername()[1] == self.server
            if self.bad and answers and one.recv(1, socket.MSG_PEEK) and self.rng.random() < 0.5:
                other.shutdown(socket.SHUT_RDWR)
        super().pump(one, other)


class Bad(Evening):
    """The server stays; only its answers go astray."""

    def wait_for_next(self, server: Running) -> None:
        assert server is self.server


@pytest.mark.parametrize("rounds", [8, pytest.param(60, marks=pytest.mark.long)])
def test_each_round_is_there_once(tmp_path: Path, rounds: int) -> None:
    rng, folder = random.Random(rounds), tmp_path / "data"
    with (
        running(folder, "--host", "127.0.0.1", settings=SETTINGS) as server,
        ThreadPoolExecutor(PHONES) as crew,
    ):
        line = Lossy(server.port, rng)
        through = Running(server.process, f"http://127.0.0.1:{line.port}/")
        evening = Bad(through, rng, rounds)
        line.bad = True
        for each in [crew.submit(evening.play, number) for number in range(PHONES)]:
            each.result(PATIENCE)
        line.close()
    assert evening.broken >= rounds // 2
    assert len(evening.through) == rounds
    check_books(evening, database(folder))
    check_rescore(folder)
