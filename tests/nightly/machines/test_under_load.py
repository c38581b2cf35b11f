"""Servers and databases die while tables play on: nothing of which a phone was said is lost.

MACHINES_TABLES and MACHINES_SECONDS make it smaller or shorter than what is promised.
"""

import asyncio
import importlib.util
import os
import subprocess
import sys
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from itertools import cycle
from pathlib import Path
from statistics import median
from time import perf_counter

import pytest

from tests.live.lines import Sender
from tests.nightly.machines.proxy import Proxy
from tests.nightly.machines.tables import Table, Tally, check_books
from tests.postgres import Cluster, programs
from tests.server.running import ROOT, Running, environment, running

pytestmark = [
    pytest.mark.postgresql,
    pytest.mark.long,
    pytest.mark.skipif(
        not (programs() and importlib.util.find_spec("psycopg") and os.environ.get("LIVE_DATABASE_URL")),
        reason="needs PostgreSQL: tests/run.sh has a step for it",
    ),
]

SETTINGS = "scorekeeper.settings"
SERVERS = 3
SLOWEST = 30.0
"""Seconds after which the last phone of a table has heard of a round, whatever happened meanwhile."""

Trouble = Callable[[float], Awaitable[None]]


def tables(usual: int) -> int:
    return int(os.environ.get("MACHINES_TABLES", usual))


def lasting(usual: float) -> float:
    return float(os.environ.get("MACHINES_SECONDS", usual))


class Machine:
    """A server that starts again on its own port, with its own folder."""

    def __init__(self, stack: ExitStack, folder: Path, own: dict[str, str]) -> None:
        self._stack, self._folder, self._own = stack, folder, own
        self.server = self._start("0")
        self.port = self.server.port
        self.lines: list[str] = []

    def _start(self, port: str) -> Running:
        started = running(self._folder, "--port", port, settings=SETTINGS, own=self._own)
        return self._stack.enter_context(started)

    def again(self) -> None:
        """Kill it, and start it again."""
        self.server.process.kill()
        self.server.process.wait(10)
        self.lines.append(self.server.output)
        self.server = self._start(str(self.port))

    @property
    def output(self) -> str:
        return "".join(self.lines) + self.server.output


@contextmanager
def machines(folder: Path, number: int, url: str) -> Iterator[list[Machine]]:
    own = {"DATABASE_URL": url, "SCOREKEEPER_SECRET": "k" * 60}
    with ExitStack() as stack, ThreadPoolExecutor(number) as starting:
        yield list(starting.map(lambda each: Machine(stack, folder / str(each), own), range(number)))


@pytest.fixture(name="clusters")
def _clusters() -> Iterator[Callable[[], Cluster]]:
    """Makes clusters in folders of their own, into which the owner of PostgreSQL can come."""
    with ExitStack() as stack:

        def make() -> Cluster:
            cluster = Cluster(
                Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="scorekeeper-pg-")))
            )
            stack.callback(stop, cluster)
            return cluster

        yield make


def stop(cluster: Cluster) -> None:
    with suppress(subprocess.CalledProcessError):  # it may be killed, or not be made
        cluster.stop()


def called(folder: Path, url: str, *command: str) -> None:
    """A command on the same database."""
    own = {"DATABASE_URL": url, "SCOREKEEPER_SECRET": "k" * 60, "SCOREKEEPER_DATA": str(folder / "command")}
    done = subprocess.run(
        [sys.executable, str(ROOT / "manage.py"), *command],
        env=environment(SETTINGS) | own,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


async def play(
    port: int, count: int, seconds: float, every: float, trouble: Trouble
) -> tuple[Tally, list[Table]]:
    """Let so many tables play, and do to them whatever is to be done, until the time is over."""
    tally = Tally()
    with ThreadPoolExecutor(4) as opening:
        front = Proxy([port])
        front.port = port
        items = list(opening.map(lambda _: Table(Sender(front).open_table(), port, tally), range(count)))
    end = perf_counter() + seconds
    playing = [asyncio.create_task(table.play(end, every)) for table in items]
    await trouble(end)
    await asyncio.gather(*playing)
    return tally, items


def report(name: str, tally: Tally, rows: list[Table]) -> str:
    took = sorted(tally.took)
    rounds = sum(len(table.taken) for table in rows)
    cuts = sum(phone.cuts for table in rows for phone in table.phones)
    return (
        f"\n{name}: {len(rows)} tables, {4 * len(rows)} phones, {rounds} rounds, {cuts} streams cut off\n"
        f"  until all phones of a table had a round: p50 {median(took):.2f} s, "
        f"p95 {took[int(0.95 * len(took))]:.2f} s, at most {took[-1]:.2f} s\n"
        f"  forms {dict(tally.forms)}, pages {dict(tally.pages)}, streams {dict(tally.streams)}"
    )


def ready(machine: Machine) -> int:
    return machine.server.ask("GET", "/readyz")[0]


def errors(tally: Tally) -> set[int]:
    return {
        status for counted in (tally.forms, tally.pages, tally.streams) for status in counted if status >= 500
    }


def test_servers_that_are_killed_again_and_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One of three every ten seconds. Only what was asked of it at that moment has no answer."""
    url = os.environ["LIVE_DATABASE_URL"]
    with machines(tmp_path, SERVERS, url) as servers, Proxy([each.port for each in servers]) as proxy:

        async def kill_in_turn(end: float) -> None:
            turn = cycle(servers)
            while perf_counter() + 10 < end:
                await asyncio.sleep(10)
                killed.append(next(turn))
                await asyncio.to_thread(killed[-1].again)

        killed: list[Machine] = []
        tally, result = asyncio.run(play(proxy.port, tables(50), lasting(300), 20, kill_in_turn))
        with capsys.disabled():
            print(report("servers killed", tally, result), f", {proxy.cut} requests in flight")
        assert errors(tally) <= {502}
        assert proxy.unreached == 0, "two of them are there at any time"
        assert proxy.cut <= len(killed) * 4 * len(result) / SERVERS, (
            "a third of the phones, if all asked then"
        )
        check_books(url, result)
        assert max(tally.took) < SLOWEST
        assert not [each for each in servers if "Traceback" in each.output]


def test_a_database_that_is_stopped_and_started(
    tmp_path: Path, clusters: Callable[[], Cluster], capsys: pytest.CaptureFixture[str]
) -> None:
    """Every fifteen seconds, for three. Anyone who asks meanwhile hears when to ask again."""
    base = clusters()
    base.make()
    base.start()
    url = f"{base.url}/postgres"
    with machines(tmp_path, 1, url) as [server]:

        async def stop_and_start(end: float) -> None:
            while perf_counter() + 15 < end:
                await asyncio.sleep(12)
                await asyncio.to_thread(base.stop)
                await asyncio.sleep(3)
                await asyncio.to_thread(base.start)

        tally, result = asyncio.run(play(server.port, tables(20), lasting(60), 5, stop_and_start))
        with capsys.disabled():
            print(report("database stopped and started", tally, result))
        assert errors(tally) == {503}
        assert not tally.unknown
        check_books(url, result)
        assert max(tally.took) < SLOWEST
        assert "Traceback" not in server.output


def test_a_standby_that_takes_over(
    tmp_path: Path, clusters: Callable[[], Cluster], capsys: pytest.CaptureFixture[str]
) -> None:
    """The primary is killed in the middle; what a phone heard of is with the standby."""
    one, two = clusters(), clusters()
    one.make()
    one.start()
    two.copy(one)
    two.start()
    one.ask("ALTER SYSTEM SET synchronous_standby_names = '*'")
    one.ask("SELECT pg_reload_conf()")
    url = f"{one.url},127.0.0.1:{two.port}/postgres"
    with machines(tmp_path, SERVERS, url) as servers, Proxy([each.port for each in servers]) as proxy:

        async def take_over(_end: float) -> None:
            await asyncio.sleep(lasting(300) / 3)
            assert one.ask("SELECT sync_state FROM pg_stat_replication") == [("sync",)]
            await asyncio.to_thread(one.kill)
            await asyncio.sleep(2)
            between.extend(await asyncio.gather(*(asyncio.to_thread(ready, each) for each in servers)))
            await asyncio.to_thread(two.promote)

        between: list[int] = []
        tally, result = asyncio.run(play(proxy.port, tables(50), lasting(300), 5, take_over))
        called(tmp_path, url, "rescore", "--check")
        with capsys.disabled():
            print(report("standby promoted", tally, result))
        assert errors(tally) == {503}
        assert not tally.unknown
        check_books(f"{two.url}/postgres", result)
        assert between == [503] * SERVERS
        assert [ready(each) for each in servers] == [200] * SERVERS
        assert max(tally.took) < SLOWEST
        assert not [each for each in servers if "Traceback" in each.output]
