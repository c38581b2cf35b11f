"""Attackers that send requests of all kinds, from one or several addresses of this machine.

python -m tests.server.flood PORT SECONDS ADDRESS… prints a line when half of the connections are open, and
after so many seconds how often each kind of request was answered how.
"""

import asyncio
import json
import os
import re
import resource
import sys
import time
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack, suppress
from http.client import HTTPConnection, HTTPException
from itertools import count
from socket import create_connection
from threading import Thread

PORT, ADDRESSES = int(sys.argv[1]), sys.argv[3:]
CONNECTIONS = 2600
"""Open connections without a complete request."""
NAMES = "game=gamble&name=A&name=B"
HALF = b"GET / HTTP/1.1\r\nHost: localhost\r\nX"
LATE = b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n"
KINDS = [*[b"", HALF] * 9, LATE]

seen: Counter[str] = Counter()


class Client:
    """A keep-alive connection from an address, with its cookies."""

    def __init__(self, number: int) -> None:
        self.address, self.cookies = (ADDRESSES[number % len(ADDRESSES)], 0), dict[str, str]()
        self.connection = HTTPConnection("127.0.0.1", PORT, timeout=30, source_address=self.address)

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    def ask(self, method: str, path: str, form: str = "") -> tuple[int, str]:
        """Status and text."""
        kind = {"Content-Type": "application/x-www-form-urlencoded"} if method == "POST" else {}
        headers = {"Host": "localhost", "Cookie": self.cookie, **kind}
        self.connection.request(method, path, form if kind else None, headers)
        answer = self.connection.getresponse()
        for line in answer.headers.get_all("set-cookie", []):
            name, _, value = line.partition(";")[0].partition("=")
            self.cookies[name] = value
        return answer.status, answer.read().decode("utf-8", "replace")

    def token(self, path: str) -> str:
        """The CSRF token of a page."""
        match = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', self.ask("GET", path)[1])
        return match[1] if match else ""

    def open_table(self) -> str:
        """Open a table with a new device; returns its id, or nothing if it was refused."""
        self.cookies.clear()
        status, _ = self.ask("POST", "/new/", f"csrfmiddlewaretoken={self.token('/new/')}&{NAMES}")
        seen[f"open {status}"] += 1
        match = re.search(r"/t/([\w-]+)/", self.ask("GET", "/")[1]) if status == 302 else None
        return match[1] if match else ""


def try_codes(me: Client) -> None:
    token = me.token("/recover/")
    for number in count():
        status, _ = me.ask("POST", "/recover/", f"csrfmiddlewaretoken={token}&code=ABCD{number}")
        seen[f"code {status}"] += 1


def post_nothing(me: Client) -> None:
    while True:
        seen[f"post {me.ask('POST', '/import/')[0]}"] += 1


def read_nothing(me: Client) -> None:
    """Request updates of rounds that do not exist, of a table of one's own if possible."""
    sid = me.open_table() or "nothing"
    for place in count(1):
        seen[f"read {me.ask('GET', f'/t/{sid}/rounds/{place}/?live=1')[0]}"] += 1


def open_links(me: Client) -> None:
    """Open made-up invitation links."""
    for place in count():
        seen[f"join {me.ask('GET', f'/join/guess{id(me)}.{place:027d}/')[0]}"] += 1


def open_tables(me: Client) -> None:
    while True:
        me.open_table()


def open_lines(me: Client) -> None:
    """Open as many event streams as a new device may."""
    path = f"/live/t/{me.open_table() or 'nothing'}/"
    with ExitStack() as kept:
        for _ in range(6):
            line = kept.enter_context(create_connection(("127.0.0.1", PORT), 30, me.address))
            line.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nCookie: {me.cookie}\r\n\r\n".encode())
            seen[f"line {line.recv(12).decode().split(' ')[1]}"] += 1
        time.sleep(60)


def again(kind: Callable[[Client], None], number: int) -> None:
    """Repeat whenever the server closes the connection."""
    while True:
        with suppress(OSError, HTTPException, IndexError):
            kind(Client(number))
        time.sleep(1)


async def stay_silent(number: int) -> None:
    """Open a connection and wait until the server closes it, repeatedly."""
    address = (ADDRESSES[number % len(ADDRESSES)], 0)
    while True:
        with suppress(OSError):
            reader, writer = await asyncio.open_connection("127.0.0.1", PORT, local_addr=address)
            seen["silent opened"] += 1
            writer.write(KINDS[number % len(KINDS)])
            await reader.read(1)
            seen["silent closed"] += 1
            writer.close()
        await asyncio.sleep(1)


async def flood(seconds: float) -> None:
    some = [(kind, 10) for kind in (try_codes, post_nothing, read_nothing, open_links, open_tables)]
    for kind, many in (*some, (open_lines, 40)):
        for number in range(many):
            Thread(target=again, args=(kind, number), daemon=True).start()
    silent = [asyncio.create_task(stay_silent(one)) for one in range(CONNECTIONS)]
    while seen["silent opened"] < CONNECTIONS / 2:
        await asyncio.sleep(0.05)
    print("begun", flush=True)
    await asyncio.wait(silent, timeout=seconds)
    print(json.dumps(seen), flush=True)
    os._exit(0)  # anyone who floods does not say goodbye


if __name__ == "__main__":
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 8192) if hard > 0 else 8192, hard))
    asyncio.run(flood(float(sys.argv[2])))
