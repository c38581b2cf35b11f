"""The time until a round has reached the phones: the event, and the page that each fetches then.

The phones are asyncio clients that hold real connections to a real server on this machine; they share its
processors with the server, so the figures are upper bounds.
"""

import asyncio
import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from time import perf_counter
from urllib.parse import urlencode

import pytest

from tests.bench.conftest import Say, at
from tests.live.clients import EventStream, Sender, friend_of, origin
from tests.server.running import Running

pytestmark = pytest.mark.bench

ROUNDS = 12
STREAMS_OF_DEVICE = 5
MOST_MS = {4: 60.0, 10: 60.0, 40: 200.0}
"""The 95th percentile until every phone has the new page."""


class Browser:
    """A phone with an event stream and a keep-alive connection for pages."""

    def __init__(self, line: EventStream, port: int, sid: str, cookie: str, address: str = "") -> None:
        self.line, self.port, self.sid, self.cookie, self.address = line, port, sid, cookie, address
        self.pages: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    @classmethod
    async def open(cls, port: int, sid: str, cookie: str, address: str = "") -> "Browser":
        line = await EventStream.open(port, sid, cookie, address=address)
        assert line.status == 200, line.head
        await line.event()
        return cls(line, port, sid, cookie, address)

    async def ask(self, method: str, path: str, body: bytes = b"") -> int:
        """The status of a response; like a browser it repeats a request if the connection was closed."""
        kept = self.pages
        if kept is None:
            self.pages = kept = await asyncio.open_connection(
                "127.0.0.1", self.port, local_addr=origin(self.address)
            )
            return await self._ask(*kept, method, path, body)
        try:
            return await self._ask(*kept, method, path, body)
        except (asyncio.IncompleteReadError, ConnectionError):
            self.pages = None
            return await self.ask(method, path, body)

    async def _ask(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, method: str, path: str, body: bytes
    ) -> int:
        lines = [
            f"{method} {path} HTTP/1.1",
            "Host: 127.0.0.1",
            f"Cookie: {self.cookie}",
            "Accept-Language: en",
            "Accept-Encoding: gzip",
        ]
        if body:
            lines += ["Content-Type: application/x-www-form-urlencoded", f"Content-Length: {len(body)}"]
        writer.write(("\r\n".join(lines) + "\r\n\r\n").encode() + body)
        head = (await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 30)).decode("latin-1").lower()
        await self._body(reader, head)
        return int(head.split(" ", 2)[1])

    async def _body(self, reader: asyncio.StreamReader, head: str) -> None:
        if "content-length: " in head:
            await reader.readexactly(int(head.split("content-length: ", 1)[1].split("\r\n", 1)[0]))
        elif "transfer-encoding: chunked" in head:
            while size := int(await reader.readline(), 16):
                await reader.readexactly(size + 2)
            await reader.readline()

    async def follow(self, revision: int) -> tuple[float, float]:
        """The times at which the event of a revision and the page arrived."""
        event = await self.line.revision(revision, 30)
        assert await self.ask("GET", f"/t/{self.sid}/?live=1") == 200
        return event.at, perf_counter()

    def close(self) -> None:
        self.line.close()
        if self.pages:
            self.pages[1].close()


@dataclass
class Times:
    """Milliseconds from sending a round until the events and until the pages arrived."""

    events: list[float] = field(default_factory=list)
    pages: list[float] = field(default_factory=list)

    def add(self, begin: float, arrived: Sequence[tuple[float, float]]) -> None:
        self.events += [(event - begin) * 1000 for event, _ in arrived]
        self.pages += [(page - begin) * 1000 for _, page in arrived]


def summary(name: str, values: list[float], floor: float) -> str:
    half, most, last = median(values), at(values, 0.95), max(values)
    shown = "  ".join(
        f"{label} {value:7.1f} ms" for label, value in (("p50", half), ("p95", most), ("max", last))
    )
    return f"{name:6} {shown}  ×{half / floor:.1f} an empty answer"


def memory(pid: int) -> float:
    """Resident memory in MiB."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


def processor(pid: int) -> float:
    """CPU time of a process in milliseconds."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) * 1000 / os.sysconf("SC_CLK_TCK")


async def empty_answer(phone: Browser) -> float:
    """The median of an answer that Django gives without looking anything up, in milliseconds."""
    taken = []
    for _ in range(50):
        begin = perf_counter()
        assert await phone.ask("GET", "/language/") == 302
        taken.append((perf_counter() - begin) * 1000)
    return median(taken)


async def gather(server: Running, sender: Sender, phones: int) -> list[Browser]:
    """So many phones at one table, which have its page; a device opens no more lines than it may."""
    devices = [sender]
    while len(devices) * STREAMS_OF_DEVICE < phones:
        devices.append(await asyncio.to_thread(friend_of, sender))
    for device in devices:
        await asyncio.to_thread(device.get, f"/t/{sender.sid}/")
    cookies = [devices[index % len(devices)].cookie for index in range(phones)]
    return [await Browser.open(server.port, sender.sid, cookie) for cookie in cookies]


async def record(sender: Sender, pen: Browser, form: dict[str, object]) -> float:
    """Send a round; returns when."""
    begin = perf_counter()
    body = urlencode(form, doseq=True).encode()
    assert await pen.ask("POST", f"/t/{sender.sid}/rounds/new/", body) == 302
    return begin


@pytest.mark.parametrize("phones", [4, 10, 40])
def test_one_round_to_every_phone(server: Running, phones: int, say: Say) -> None:
    times = Times()

    async def run() -> float:
        sender = await asyncio.to_thread(Sender(server).open_table)
        browsers = await gather(server, sender, phones)
        pen = Browser(browsers[0].line, server.port, sender.sid, sender.cookie)
        floor = await empty_answer(pen)
        for number in range(1, ROUNDS + 1):
            form = await asyncio.to_thread(sender.entry)
            waiting = [asyncio.create_task(browser.follow(number)) for browser in browsers]
            begin = await record(sender, pen, form)
            times.add(begin, await asyncio.gather(*waiting))
        for browser in browsers:
            browser.close()
        return floor

    floor = asyncio.run(run())
    say(f"{phones} phones; an empty answer takes {floor:.2f} ms")
    say(summary("event", times.events, floor))
    say(summary("page", times.pages, floor))
    assert len(times.pages) == phones * ROUNDS
    assert at(times.pages, 0.95) < MOST_MS[phones]
