"""Tables with phones that stay: each listens, fetches what is new, and sends its rounds until they are taken.

All are asyncio clients of one process. A form that was not answered is sent again as it is, with its key,
as the outbox of a phone does.
"""

import asyncio
import re
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from time import perf_counter
from urllib.parse import urlencode

import psycopg

from tests.helpers import FormReader
from tests.live.lines import Line, Sender, friend_of

PATIENCE = 30.0
BROKEN = (OSError, EOFError, TimeoutError)
KEYS = count(1)


@dataclass
class Tally:
    """What all phones together were answered, and how long news took, in seconds."""

    pages: Counter[int] = field(default_factory=Counter)
    forms: Counter[int] = field(default_factory=Counter)
    streams: Counter[int] = field(default_factory=Counter)
    took: list[float] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)
    """Answers of 5xx that do not say when to ask again."""

    def note(self, counted: Counter[int], status: int, head: str) -> None:
        counted[status] += 1
        if status >= 500 and status != 502 and "retry-after:" not in head.lower():
            self.unknown.append(head)


@dataclass(frozen=True)
class Answer:
    """An answer to a phone; status 0 where the line broke."""

    status: int
    head: str = ""
    text: str = ""


Form = dict[str, object]


async def ask(port: int, method: str, path: str, cookie: str, form: Form | None = None) -> Answer:
    """One request on a connection of its own."""
    body = urlencode(form, doseq=True).encode() if form is not None else b""
    lines = [
        f"{method} {path} HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        f"Cookie: {cookie}",
        "Accept-Language: en",
    ]
    if form is not None:
        lines += ["Content-Type: application/x-www-form-urlencoded", f"Content-Length: {len(body)}"]
        lines += ["Sent-By: outbox"]
    try:
        async with asyncio.timeout(PATIENCE):
            return await _answer(port, ("\r\n".join(lines) + "\r\n\r\n").encode() + body)
    except BROKEN:
        return Answer(0)


async def _answer(port: int, request: bytes) -> Answer:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(request)
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        length = re.search(r"\r\ncontent-length: *(\d+)", head, re.IGNORECASE)
        text = await reader.readexactly(int(length[1])) if length else b""
        return Answer(int(head.split(" ", 2)[1]), head, text.decode())
    finally:
        writer.close()


class Listener:
    """A phone that keeps a stream open, and comes back whenever it ends."""

    def __init__(self, port: int, sid: str, cookie: str, tally: Tally, again: float) -> None:
        self.port, self.sid, self.cookie, self.tally, self.again = port, sid, cookie, tally, again
        self.seen = -1
        self.cuts = -1
        self._news = asyncio.Event()

    async def listen(self) -> None:
        """Until cancelled."""
        while True:
            self.cuts += 1
            with suppress(*BROKEN):
                line = await Line.open(self.port, self.sid, self.cookie)
                self.tally.note(self.tally.streams, line.status, line.head)
                try:
                    if line.status == 200:
                        await self._follow(line)
                finally:
                    line.close()
            await asyncio.sleep(self.again)

    async def _follow(self, line: Line) -> None:
        while True:
            async with asyncio.timeout(PATIENCE):  # a sign of life comes every ten seconds
                event = await line._next()
            if event.data["revision"] > self.seen:
                while not await self._fetched():
                    await asyncio.sleep(self.again)
                self.seen = event.data["revision"]
                self._news.set()

    async def _fetched(self) -> bool:
        answer = await ask(self.port, "GET", f"/t/{self.sid}/?live=1", self.cookie)
        self.tally.note(self.tally.pages, answer.status, answer.head)
        return answer.status == 200

    async def until(self, revision: int) -> None:
        """Wait until the phone has heard of a revision, and has its page."""
        async with asyncio.timeout(PATIENCE):
            while self.seen < revision:
                self._news.clear()
                await self._news.wait()


class Table:
    """A table of four phones, one of which enters the rounds."""

    def __init__(self, sender: Sender, port: int, tally: Tally, again: float = 1.0) -> None:
        self.port, self.sid, self.cookie, self.tally, self.again = (
            port,
            sender.sid,
            sender.cookie,
            tally,
            again,
        )
        cookies = [sender.cookie, friend_of(sender).cookie] * 2
        self.phones = [Listener(port, self.sid, cookie, tally, again) for cookie in cookies]
        self.taken: list[str] = []
        """The keys of the rounds of which a phone heard that they are recorded."""

    async def play(self, end: float, every: float) -> None:
        """Enter rounds until ``end`` (perf_counter), each once all phones have heard of the one before."""
        listening = [asyncio.create_task(phone.listen()) for phone in self.phones]
        try:
            for phone in self.phones:
                await phone.until(0)
            await asyncio.sleep(every * (hash(self.sid) % 100) / 100)
            while perf_counter() < end:
                begin = await self._record()
                for phone in self.phones:
                    await phone.until(len(self.taken))
                self.tally.took.append(perf_counter() - begin)
                await asyncio.sleep(max(0.0, every - (perf_counter() - begin)))
        finally:
            for each in listening:
                each.cancel()

    async def _record(self) -> float:
        """Send one round until it is taken; when it was."""
        path, key = f"/t/{self.sid}/rounds/new/", f"machine-{next(KEYS)}"
        page = await self._insist("GET", path, 200)
        reader = FormReader()
        reader.feed(page.text)
        hands = {"kind": "out", "winner": "0", "hand-1": "10 10", "hand-2": "5", "hand-3": "K"}
        form = {**reader.forms["entry"], **hands, "key": key, "action": "confirm"}
        answer = await self._insist("POST", path, 204, form)
        assert f"recorded: {key}" in answer.head.lower(), answer.head
        self.taken.append(key)
        return perf_counter()

    async def _insist(self, method: str, path: str, wanted: int, form: Form | None = None) -> Answer:
        """Ask until there is an answer that is no fault of the machines; that has to be the wanted one."""
        async with asyncio.timeout(3 * PATIENCE):
            while True:
                answer = await ask(self.port, method, path, self.cookie, form)
                self.tally.note(self.tally.forms, answer.status, answer.head)
                if answer.status and answer.status < 500:
                    assert answer.status == wanted, (answer.status, answer.text)
                    return answer
                await asyncio.sleep(self.again / 2)


def kept_keys(url: str, sid: str) -> tuple[list[str], int, int]:
    """What a database holds of a table: the keys of its forms, how many rounds, and its revision."""
    with psycopg.connect(url) as base:
        [number, revision] = base.execute(
            "SELECT id, revision FROM play_gamesession WHERE public_id = %s", [sid]
        ).fetchone() or (0, 0)
        keys = base.execute(
            "SELECT key FROM play_roundedit WHERE session_id = %s ORDER BY revision", [number]
        ).fetchall()
        [rounds] = base.execute(
            "SELECT count(*) FROM play_round WHERE session_id = %s", [number]
        ).fetchone() or (0,)
    return [key for (key,) in keys], rounds, revision


def check_books(url: str, tables: list[Table]) -> None:
    """Every round that a phone heard of is there, once; and every phone has heard of it."""
    for table in tables:
        keys, rounds, revision = kept_keys(url, table.sid)
        assert keys == table.taken
        assert (rounds, revision) == (len(keys), len(keys))
        assert [phone.seen for phone in table.phones] == [revision] * len(table.phones)
