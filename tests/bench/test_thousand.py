"""A thousand phones at two hundred tables of one process: latency and memory.

``BENCH_SECONDS=20`` makes it short; by itself it lasts five minutes.  Each table is a house with an address
of its own, so that every limit counts as it would.
"""

import asyncio
import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace

import pytest

from scorekeeper.server.lifespan import raise_file_limit
from tests.bench.conftest import Say, at
from tests.bench.test_live import Browser, Times, memory, processor, record, summary
from tests.live.clients import Sender, friend_of
from tests.server.running import Running

pytestmark = pytest.mark.bench

TABLES, PHONES, EVERY_S = 200, 5, 30.0
LASTING_S = float(os.environ.get("BENCH_SECONDS", "300"))
MOST_MS = 150.0
"""The 95th percentile from sending a round until the new page was on a phone."""
MOST_KIB = 24.0
"""Memory of the server for each phone, with its line and its connection for pages, and all that it played.

Two connections of uvicorn take 16 KiB, whatever they serve."""
ARRIVING = 12
"""Tables that are opened at once: enough to make the server start all its threads."""
BEFORE = 2
"""Rounds of a table before the measurement: one at its start, and one with a phone that leaves again."""


@dataclass
class Table:
    """A table whose phones connect later; `pen` sends the rounds of the first."""

    server: Running
    devices: list[Sender]
    rounds: int = 1
    phones: list[Browser] = field(default_factory=list)
    pen: Browser | None = None

    @classmethod
    def open(cls, server: Running, number: int) -> "Table":
        house = replace(server, address=f"127.1.{number // 200}.{number % 200 + 1}")
        host = Sender(house).open_table()
        host.play()
        devices = [host, *(friend_of(host) for _ in range(PHONES - 1))]
        return cls(house, devices)

    def look(self) -> None:
        """Let every phone fetch the table."""
        for device in self.devices:
            device.get(f"/t/{device.sid}/")

    async def connect(self, most: int = PHONES) -> None:
        """Let so many phones open their event streams and fetch the table."""
        at, port = self.server.address, self.server.port
        for device in self.devices[:most]:
            self.phones.append(await Browser.open(port, device.sid, device.cookie, at))
            assert await self.phones[-1].ask("GET", f"/t/{device.sid}/?live=1") == 200
        host = self.devices[0]
        self.pen = Browser(self.phones[0].line, port, host.sid, host.cookie, at)

    async def play(self, times: Times) -> None:
        """One round, until it is on every phone."""
        assert self.pen
        form = await asyncio.to_thread(self.devices[0].entry)
        waiting = [asyncio.create_task(phone.follow(self.rounds + 1)) for phone in self.phones]
        times.add(await record(self.devices[0], self.pen, form), await asyncio.gather(*waiting))
        self.rounds += 1

    async def rehearse(self, turn: asyncio.Semaphore) -> None:
        """A round for one phone, which leaves again: what a table takes of memory is no phone's."""
        async with turn:
            await self.connect(1)
            await self.play(Times())
            self.close()

    async def evening(self, begin: float, end: float, times: Times) -> None:
        """A round every half minute, from ``begin`` until ``end``, in seconds of the loop."""
        clock = asyncio.get_running_loop().time
        while begin < end:
            await asyncio.sleep(max(0.0, begin - clock()))
            await self.play(times)
            begin += EVERY_S

    def close(self) -> None:
        for phone in (*self.phones, self.pen):
            if phone:
                phone.close()
        self.phones, self.pen = [], None


async def arrive(server: Running) -> list[Table]:
    """Tables that have been played at and looked at, by phones that are gone."""
    loop, turn = asyncio.get_running_loop(), asyncio.Semaphore(ARRIVING)
    with ThreadPoolExecutor(ARRIVING) as threads:
        opened = (loop.run_in_executor(threads, Table.open, server, number) for number in range(TABLES))
        tables = await asyncio.gather(*opened)
        await asyncio.gather(*(table.rehearse(turn) for table in tables))
        await asyncio.gather(*(loop.run_in_executor(threads, table.look) for table in tables))
    return tables


@dataclass
class Evening:
    """How long rounds took, how many there were, and what they cost the server."""

    times: Times
    rounds: int
    before: float
    """Memory with all tables played at and no phone connected, in MiB."""
    held: float
    """Memory with every phone's line and connection for pages open."""
    after: float
    """Memory when all have played."""
    each: float
    """Milliseconds that it computed for a round, with all that phones asked for and heard."""


async def whole_evening(server: Running) -> Evening:
    pid = server.process.pid
    tables, times = await arrive(server), Times()
    before = memory(pid)
    for table in tables:
        await table.connect()
    held = memory(pid)
    now = asyncio.get_running_loop().time()
    begins = [now + EVERY_S * number / TABLES for number in range(TABLES)]
    evenings = zip(tables, begins, strict=True)
    computed = processor(pid)
    await asyncio.gather(*(table.evening(begin, now + LASTING_S, times) for table, begin in evenings))
    computed, after = processor(pid) - computed, memory(pid)
    for table in tables:
        table.close()
    rounds = sum(table.rounds - BEFORE for table in tables)
    return Evening(times, rounds, before, held, after, computed / rounds)


def test_a_thousand_phones(server: Running, say: Say) -> None:
    raise_file_limit()
    result = asyncio.run(whole_evening(server))
    times, rounds = result.times, result.rounds
    each, played = ((m - result.before) * 1024 / (TABLES * PHONES) for m in (result.held, result.after))
    say(f"{TABLES} tables, {TABLES * PHONES} phones, {rounds} rounds in {LASTING_S:.0f} s")
    say(summary("event", times.events, 1.0).partition("  ×")[0])
    say(summary("page", times.pages, 1.0).partition("  ×")[0])
    say(f"memory of the server {result.before:.1f} → {result.held:.1f} → {result.after:.1f} MiB:")
    say(f"{each:.1f} KiB a phone that is connected, {played:.1f} with all that playing left behind")
    say(f"processor {result.each:.0f} ms a round")
    assert rounds >= TABLES * min(1.0, LASTING_S / EVERY_S) - 1
    assert len(times.events) == len(times.pages) == PHONES * rounds
    assert at(times.pages, 0.95) < MOST_MS
    assert max(each, played) <= MOST_KIB
