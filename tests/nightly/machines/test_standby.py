"""Failover of PostgreSQL during a session: acknowledged rounds are kept."""

import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from time import monotonic, sleep

import pytest

from tests.live.clients import Sender
from tests.postgres import Cluster, programs
from tests.server.running import REAL, manage, running, wait_for

pytestmark = pytest.mark.skipif(not programs(), reason="needs PostgreSQL: tests/run.sh has a step for it")

KEY = {"SCOREKEEPER_SECRET": "k" * 60}
PATIENCE = 30.0


@pytest.fixture(name="clusters")
def _clusters() -> Iterator[Callable[[], Cluster]]:
    """Makes clusters in folders that PostgreSQL's user can read."""
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


def standby_of(one: Cluster, two: Cluster) -> None:
    """Start a primary and its synchronous standby."""
    one.make()
    one.start()
    two.copy(one)
    two.start()
    one.ask("ALTER SYSTEM SET synchronous_standby_names = '*'")
    one.ask("SELECT pg_reload_conf()")
    wait_for(lambda: one.ask("SELECT sync_state FROM pg_stat_replication") == [("sync",)], PATIENCE)


def test_a_standby_takes_over(tmp_path: Path, clusters: Callable[[], Cluster]) -> None:
    """Three rounds, the end of the primary, a round that has to wait, and one more of an earlier form."""
    one, two = clusters(), clusters()
    standby_of(one, two)
    url = {"DATABASE_URL": f"{one.url},127.0.0.1:{two.port}/postgres"}
    with running(tmp_path, settings=REAL, own=url | KEY) as server:
        host = Sender(server).open_table()
        for _ in range(3):
            host.play()
        form = host.entry()
        one.kill()
        assert (server.ask("GET", "/readyz")[0], host.send(form)) == (503, 503)
        two.promote()
        end = monotonic() + PATIENCE
        while (status := host.send(form)) == 503:
            assert monotonic() < end
            sleep(0.2)
        assert (status, host.send(form)) == (302, 302), "a form counts once"
        wait_for(lambda: server.ask("GET", "/readyz")[0] == 200)  # its last answer holds for a second
    assert two.ask("SELECT count(*) FROM play_round") == [(4,)]
    assert "Traceback" not in server.output
    assert manage(tmp_path, "rescore", "--check", **url, **KEY).returncode == 0
