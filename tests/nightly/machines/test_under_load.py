"""A database dies while tables play on: nothing of which a phone was told is lost.

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
from pathlib import Path
from statistics import median
from time import perf_counter

import pytest

from tests.live.lines import Sender
from tests.nightly.machines.proxy import Proxy
from tests.nightly.machines.tables import Table, Told, check_books
from tests.postgres import Cluster, programs
from tests.server.running import ROOT, environment, running

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
    """A server with its own folder."""

    def __init__(self, stack: ExitStack, folder: Path, own: dict[str, str]) -> None:
        self.server = stack.enter_context(running(folder, settings=SETTINGS, own=own))
        self.port = self.server.port

    @property
    def output(self) -> str:
        return self.server.output


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
            found = Cluster(Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="scorekeeper-pg-"))))
            stack.callback(stop, found)
            return found

        yield make


def stop(found: Cluster) -> None:
    with suppress(subprocess.CalledProcessError):  # it may be killed, or not be made
        found.stop()


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
) -> tuple[Told, list[Table]]:
    """Let so many tables play, and do to them whatever is to be done, until the time is over."""
    told = Told()
    with ThreadPoolExecutor(4) as opening:
        front = Proxy([port])
        front.port = port
        found = list(opening.map(lambda _: Table(Sender(front).open_table(), port, told), range(count)))
    end = perf_counter() + seconds
    playing = [asyncio.create_task(table.play(end, every)) for table in found]
    await trouble(end)
    await asyncio.gather(*playing)
    return told, found


def report(name: str, told: Told, found: list[Table]) -> str:
    took = sorted(told.took)
    rounds = sum(len(table.taken) for table in found)
    cuts = sum(phone.cuts for table in found for phone in table.phones)
    return (
        f"\n{name}: {len(found)} tables, {4 * len(found)} phones, {rounds} rounds, {cuts} streams cut off\n"
        f"  until all phones of a table had a round: p50 {median(took):.2f} s, "
        f"p95 {took[int(0.95 * len(took))]:.2f} s, at most {took[-1]:.2f} s\n"
        f"  forms {dict(told.forms)}, pages {dict(told.pages)}, streams {dict(told.streams)}"
    )


def ready(machine: Machine) -> int:
    return machine.server.ask("GET", "/readyz")[0]


def errors(told: Told) -> set[int]:
    return {
        status for counted in (told.forms, told.pages, told.streams) for status in counted if status >= 500
    }


def test_a_standby_that_takes_over(
    tmp_path: Path, clusters: Callable[[], Cluster], capsys: pytest.CaptureFixture[str]
) -> None:
    """The primary is killed in the middle; what a phone was told of is with the standby."""
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
        told, found = asyncio.run(play(proxy.port, tables(50), lasting(300), 5, take_over))
        called(tmp_path, url, "rescore", "--check")
        with capsys.disabled():
            print(report("standby promoted", told, found))
        assert errors(told) == {503}
        assert not told.unknown
        check_books(f"{two.url}/postgres", found)
        assert between == [503] * SERVERS
        assert [ready(each) for each in servers] == [200] * SERVERS
        assert max(told.took) < SLOWEST
        assert not [each for each in servers if "Traceback" in each.output]
