"""News between processes with a real PostgreSQL; `python -m tests.postgres pytest …` starts one."""

import asyncio
import os
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

import pytest
from django.db import connection

from tests.live.lines import Line, Sender, friend_of, in_a_loop
from tests.server.running import Running, running

pytestmark = pytest.mark.postgresql


@pytest.fixture(name="server")
def _server(transactional_db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    """With the database of the tests, whose tables are there already."""
    if connection.vendor != "postgresql":
        pytest.skip("needs PostgreSQL: tests/run.sh has a step for it")
    machine = os.environ["DATABASE_URL"].rpartition("/")[0]
    monkeypatch.setenv("DATABASE_URL", f"{machine}/{connection.settings_dict['NAME']}")
    with running(tmp_path, "--processes", "2", settings="scorekeeper.settings") as result:
        yield result


@in_a_loop
async def test_two_processes_tell_each_other(server: Running) -> None:
    sender = await asyncio.to_thread(Sender(server).open_table)
    friend = await asyncio.to_thread(friend_of, sender)
    lines = [
        await Line.open(server.port, sender.sid, cookie) for cookie in [sender.cookie, friend.cookie] * 6
    ]
    for line in lines:
        await line.event()
    form = await asyncio.to_thread(sender.entry)
    begin = perf_counter()
    assert await asyncio.to_thread(sender.send, form) == 302
    assert max([(await line.revision(1)).at - begin for line in lines]) < 1.0
    await asyncio.to_thread(sender.remove_other_devices)
    begin = perf_counter()
    assert max([(await line.event("out")).at - begin for line in lines[1::2]]) < 1.0
