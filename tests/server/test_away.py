"""PostgreSQL is stopped under a running server, and comes back."""

import asyncio
import importlib.util
import os
import shlex
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep

import pytest

from tests.live.lines import Line, Sender
from tests.postgres import cluster, programs, run
from tests.server.running import Running, running

pytestmark = [pytest.mark.postgresql, pytest.mark.long]

NEEDED = os.environ.get("LIVE_DATABASE_URL") and programs() and importlib.util.find_spec("psycopg")


@pytest.fixture(name="folder")
def _folder() -> Iterator[Path]:
    """The owner of PostgreSQL must be able to come here."""
    with tempfile.TemporaryDirectory(prefix="scorekeeper-pg-") as found:
        yield Path(found)


@contextmanager
def stopped(data: Path) -> Iterator[None]:
    place = programs()
    assert place
    _program, _option, _data, *others = shlex.split((data / "postmaster.opts").read_text())
    options = shlex.join(others)
    run(place / "pg_ctl", "-D", data, "-m", "immediate", "-w", "stop")
    try:
        yield
    finally:
        run(place / "pg_ctl", "-D", data, "-w", "-l", data.parent / "log", "-o", options, "start")


@pytest.mark.skipif(not NEEDED, reason="needs PostgreSQL: tests/run.sh has a step for it")
def test_it_is_told_in_words_and_over_as_soon_as_it_is_back(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with cluster(folder) as address:
        monkeypatch.setenv("DATABASE_URL", f"{address}/live")
        with running(tmp_path, settings="scorekeeper.settings") as server:
            asyncio.run(outage(server, folder / "data"))
    assert "Traceback" not in server.output


async def outage(server: Running, data: Path) -> None:
    host = await asyncio.to_thread(Sender(server).open_table)
    await asyncio.to_thread(host.play)
    table, form = f"/t/{host.sid}/", await asyncio.to_thread(host.entry)
    line = await Line.open(server.port, host.sid, host.cookie)
    assert (await line.event()).id == "1"
    with stopped(data):
        for path in ("/offline/", "/rules/", "/rules/gamble/"):
            assert host.ask("GET", path)[0] == 200
        status, _where, text = host.ask("GET", table)
        assert (status, "cannot reach its database" in text) == (503, True)
        assert host.send(form) == 503
        refused = await Line.open(server.port, host.sid, host.cookie)
        assert (refused.status, int(refused.header("retry-after")) > 0) == (503, True)
    end = monotonic() + 20
    while host.ask("GET", table)[0] != 200:
        assert monotonic() < end
        sleep(0.1)
    assert host.send(form) == 302
    assert (await line.revision(2)).data["revision"] == 2
    line.close()
