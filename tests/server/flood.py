"""Strangers that want everything, from one address of this machine or several.

python -m tests.server.flood PORT SECONDS ADDRESS… prints how often each kind of request was answered how.
"""

import asyncio
import json
import os
import re
import resource
import sys
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress

ADDRESSES = sys.argv[3:]
CONNECTIONS = 2600
"""Connections that are kept open without a whole request."""
NAMES = "game=gamble&name=A&name=B"
HALF = b"GET / HTTP/1.1\r\nHost: localhost\r\nX"
LATE = b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n"
KINDS = [*[b"", HALF] * 9, LATE]
FORM = {"Content-Type": "application/x-www-form-urlencoded"}

Seen = Counter[str]


class Client:
    """One kept connection from an address, with its cookies."""

    def __init__(self, port: int, address: str) -> None:
        self.port, self.address, self.cookies = port, address, dict[str, str]()
        self.pipe: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, form: str = "") -> tuple[int, str]:
        """Status and text."""
        if self.pipe is None:
            self.pipe = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(self.address, 0))
        reader, writer = self.pipe
        try:
            writer.write(self._request(method, path, form))
            head = (await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 30)).decode("latin-1")
            for name, value in re.findall(r"^set-cookie: (\w+)=([^;]*)", head, re.MULTILINE):
                self.cookies[name] = value
            length = re.search(r"^content-length: (\d+)", head, re.MULTILINE)
            body = await reader.readexactly(int(length[1])) if length else b""
        except (OSError, EOFError, TimeoutError):
            self.close()
            raise
        if not length:  # its end is the connection's
            self.close()
        return int(head.split(" ", 2)[1]), body.decode("utf-8", "replace")

    def _request(self, method: str, path: str, form: str) -> bytes:
        headers = {"Host": "localhost", "Cookie": "; ".join(f"{k}={v}" for k, v in self.cookies.items())}
        headers |= {**FORM, "Content-Length": str(len(form))} if method == "POST" else {}
        lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items())]
        return ("\r\n".join(lines) + "\r\n\r\n" + form).encode()

    async def token(self, path: str) -> str:
        """The token of the forms of a page."""
        _status, text = await self.ask("GET", path)
        match = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', text)
        return match[1] if match else ""

    def close(self) -> None:
        if self.pipe:
            self.pipe[1].close()
            self.pipe = None


@asynccontextmanager
async def client(port: int, address: str) -> AsyncIterator[Client]:
    made = Client(port, address)
    try:
        yield made
    finally:
        made.close()


async def stay_silent(port: int, seen: Seen, number: int) -> None:
    """Open a connection and wait until it is closed, again and again."""
    address = ADDRESSES[number % len(ADDRESSES)]
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
    seen["silent opened"] += 1
    try:
        writer.write(KINDS[number % len(KINDS)])
        await reader.read(1)
        seen["silent closed"] += 1
    finally:
        writer.close()


async def try_codes(port: int, seen: Seen, number: int) -> None:
    async with client(port, ADDRESSES[number % len(ADDRESSES)]) as me:
        token = await me.token("/recover/")
        while True:
            status, _ = await me.ask("POST", "/recover/", f"csrfmiddlewaretoken={token}&code=ABCD{number}")
            seen[f"code {status}"] += 1


async def post_nothing(port: int, seen: Seen, number: int) -> None:
    async with client(port, ADDRESSES[number % len(ADDRESSES)]) as me:
        while True:
            status, _ = await me.ask("POST", "/import/")
            seen[f"post {status}"] += 1


async def read_nothing(port: int, seen: Seen, number: int) -> None:
    """Updates of pages that are not there, of a table of one's own where one could be opened."""
    async with client(port, ADDRESSES[number % len(ADDRESSES)]) as me:
        sid = await open_table(me, seen) or "nothing"
        for place in range(1, 10**6):
            status, _ = await me.ask("GET", f"/t/{sid}/rounds/{place}/?live=1")
            seen[f"read {status}"] += 1


async def open_table(me: Client, seen: Seen) -> str:
    me.cookies.clear()
    token = await me.token("/new/")
    status, _ = await me.ask("POST", "/new/", f"csrfmiddlewaretoken={token}&{NAMES}")
    seen[f"open {status}"] += 1
    if status != 302:
        return ""
    _status, text = await me.ask("GET", "/")
    match = re.search(r"/t/([\w-]+)/", text)
    return match[1] if match else ""


async def open_links(port: int, seen: Seen, number: int) -> None:
    """Ways into a circle, made up."""
    async with client(port, ADDRESSES[number % len(ADDRESSES)]) as me:
        for place in range(10**6):
            status, _ = await me.ask("GET", f"/join/guess{number}.{place:027d}/")
            seen[f"join {status}"] += 1


async def open_tables(port: int, seen: Seen, number: int) -> None:
    async with client(port, ADDRESSES[number % len(ADDRESSES)]) as me:
        while True:
            await open_table(me, seen)


async def open_lines(port: int, seen: Seen, number: int) -> None:
    """New devices, each with as many lines as it may."""
    address = ADDRESSES[number % len(ADDRESSES)]
    async with client(port, address) as me:
        sid, kept = await open_table(me, seen), []
        try:
            for _ in range(6):
                reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
                kept.append(writer)
                writer.write(me._request("GET", f"/live/t/{sid or 'nothing'}/", ""))
                seen[f"line {(await reader.readline()).decode().split(' ')[1]}"] += 1
            await asyncio.sleep(60)
        finally:
            for writer in kept:
                writer.close()


async def again(
    kind: Callable[[int, Seen, int], Awaitable[None]], port: int, seen: Seen, number: int
) -> None:
    """Begin again whenever the server has ended it."""
    while True:
        with suppress(OSError, EOFError, TimeoutError, IndexError):
            await kind(port, seen, number)
        await asyncio.sleep(1)


async def flood(port: int, seconds: float) -> None:
    seen: Seen = Counter()
    many = [(stay_silent, CONNECTIONS), (open_lines, 40)]
    some = [(kind, 10) for kind in (try_codes, post_nothing, read_nothing, open_links, open_tables)]
    tasks = [
        asyncio.create_task(again(kind, port, seen, number))
        for kind, count in (*some, *many)
        for number in range(count)
    ]
    await asyncio.wait(tasks, timeout=seconds)
    print(json.dumps(seen), flush=True)
    os._exit(0)  # anyone who floods does not say goodbye


if __name__ == "__main__":
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 8192) if hard > 0 else 8192, hard))
    asyncio.run(flood(int(sys.argv[1]), float(sys.argv[2])))
