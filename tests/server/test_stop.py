"""A stopped server ends at once, without a traceback, and leaves a complete database file."""

import asyncio
import os
import shutil
import signal
import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from time import monotonic

import pytest

from scorekeeper.server.limits import STOP_SECONDS, STREAMS_OF_DEVICE
from tests.live.clients import EventStream, Sender, friend_of
from tests.server.running import DATABASE, REAL, Running, running, wait_for

AT_ONCE, OF_SEVERAL = 2.0, 2.5
"""Seconds within which a server with many open streams stops, and one with several processes."""
SOON = 8.0
"""Seconds that no stop may take, even on a busy machine; waiting for slow clients would take longer."""


def rounds_alone(folder: Path, tmp_path: Path) -> int:
    """The number of rounds in a copy of the database file without SQLite's log."""
    copy = Path(shutil.copy(folder / DATABASE, tmp_path / "alone.sqlite3"))
    with closing(sqlite3.connect(copy)) as base:
        assert base.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        return int(base.execute("SELECT count(*) FROM play_round").fetchone()[0])


def stopped(server: Running, number: signal.Signals = signal.SIGTERM) -> float:
    """Stop a server, and return the seconds that it took."""
    begin = monotonic()
    server.process.send_signal(number)
    assert server.process.wait(30) == 0
    return monotonic() - begin


def in_order(server: Running) -> None:
    """Check that the output has no errors."""
    assert "Everything is saved" in server.output
    for noise in ("Traceback", "Cancel", "ERROR", "WARNING", "never awaited"):
        assert noise not in server.output, server.output


ONE, TWO = (), ("--processes", "2")


@pytest.mark.long
@pytest.mark.usefixtures("on_a_file")
@pytest.mark.parametrize(
    ("more", "number"),
    [(more, number) for more in (ONE, TWO) for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)],
)
def test_the_database_file_is_complete_after_a_stop(
    tmp_path: Path, more: tuple[str, ...], number: signal.Signals
) -> None:
    folder = tmp_path / "data"
    with running(folder, *more, settings=REAL) as server:
        host = Sender(server).open_table()
        host.play()
        stopped(server, number)
    in_order(server)
    assert rounds_alone(folder, tmp_path) == 1


def children(process: int) -> list[int]:
    """The workers; multiprocessing has another child process."""
    result = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return [pid for pid in map(int, result) if "spawn_main" in Path(f"/proc/{pid}/cmdline").read_text()]


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.long
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc")
@pytest.mark.usefixtures("on_a_file")
def test_workers_stop_if_the_supervisor_is_killed(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with running(folder, *TWO, settings=REAL) as server:
        Sender(server).open_table().play()
        workers = children(server.process.pid)
        assert len(workers) == 2
        server.process.kill()
        wait_for(lambda: not any(map(alive, workers)))
    assert rounds_alone(folder, tmp_path) == 1
    assert "Traceback" not in server.output


SLOW = b"POST /echo/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nname="
ENDLESS = b"POST /echo/ HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nname=\r\n"
HALF = b"GET / HTTP/1.1\r\nHost: loc"
FLOOD = b"GET /flood/ HTTP/1.1\r\nHost: localhost\r\n\r\n"


@pytest.mark.long
def test_clients_that_do_not_read_are_disconnected(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        deaf = [server.connect(FLOOD) for _ in range(3)]
        assert deaf[-1].recv(1) == b"H"
        assert stopped(server) < SOON + STOP_SECONDS
        for each in deaf:
            each.close()
    assert "Everything is saved" in server.output
    assert "Traceback" not in server.output


@pytest.mark.parametrize(
    ("streams", "more"),
    [(40, ONE), *(pytest.param(*case, marks=pytest.mark.long) for case in ((40, TWO), (200, ONE)))],
)
def test_streams_and_slow_clients_do_not_delay_a_stop(
    tmp_path: Path, streams: int, more: tuple[str, ...]
) -> None:
    async def run(server: Running) -> None:
        host = await asyncio.to_thread(Sender(server).open_table)
        phones = [host]
        while len(phones) * STREAMS_OF_DEVICE < streams:
            phones.append(await asyncio.to_thread(friend_of, host))
        cookies = [each.cookie for each in phones for _ in range(STREAMS_OF_DEVICE)][:streams]
        lines = [await EventStream.open(server.port, host.sid, cookie) for cookie in cookies]
        assert [line.status for line in lines] == [200] * streams
        await asyncio.to_thread(host.play)
        if more:  # the other process hears of the round by the database, a moment later
            for line in lines:
                await line.revision(1)
        slow = [server.connect(text) for text in (SLOW, ENDLESS, HALF, b"")]
        assert await asyncio.to_thread(stopped, server) < (OF_SEVERAL if more else AT_ONCE)
        for each in slow:
            each.close()
        for line in lines:
            if not more:
                await line.revision(1)
            with pytest.raises(EOFError):
                await line.event()
            line.close()

    with running(tmp_path, *more, settings=REAL) as server:
        asyncio.run(run(server))
    in_order(server)
    if "DATABASE_URL" not in os.environ:
        assert rounds_alone(tmp_path, tmp_path) == 1


@pytest.mark.long
@pytest.mark.usefixtures("on_a_file")
def test_a_request_that_waits_for_a_lock_is_answered(tmp_path: Path) -> None:
    with running(tmp_path, settings=REAL) as server, ThreadPoolExecutor(1) as crew:
        host = Sender(server).open_table()
        form = host.entry()
        with closing(sqlite3.connect(tmp_path / DATABASE, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            waiting = crew.submit(host.send, form)
            time.sleep(0.3)
            assert not waiting.done()
            assert stopped(server) < SOON + STOP_SECONDS
            assert waiting.result(10) == 503
    assert "Everything is saved" in server.output
    assert "Traceback" not in server.output
