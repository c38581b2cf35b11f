"""Clients of a real server: an event stream, and a browser without JavaScript."""

import asyncio
import json
import re
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from functools import wraps
from html import unescape
from http.cookies import SimpleCookie
from time import perf_counter
from typing import Any, ParamSpec
from urllib.parse import urlencode

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test.client import BOUNDARY, MULTIPART_CONTENT, encode_multipart

from tests.helpers import FormReader
from tests.server.running import Running

PATIENCE = 10.0

P = ParamSpec("P")


def in_a_loop(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """Run an asynchronous test in a loop of its own."""

    @wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        asyncio.run(test(*args, **kwargs))

    return run


@dataclass
class Event:
    """An event, and when it came (perf_counter)."""

    name: str
    id: str
    data: dict[str, int]
    at: float


def origin(address: str) -> tuple[str, int] | None:
    """The local address for a connection; None for the default."""
    return (address, 0) if address else None


class EventStream:
    """An event stream, read event by event."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, head: str) -> None:
        self.reader, self.writer, self.head = reader, writer, head
        self.status = int(head.split(" ", 2)[1])
        self.rest = b""

    @classmethod
    async def open(
        cls, port: int, sid: str, cookie: str, host: str = "127.0.0.1", address: str = "", **tls: Any
    ) -> "EventStream":
        reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=origin(address), **tls)
        lines = [f"GET /live/t/{sid}/ HTTP/1.1", f"Host: {host}:{port}", "Accept: text/event-stream"]
        lines += [f"Cookie: {cookie}"] if cookie else []
        writer.write(("\r\n".join(lines) + "\r\n\r\n").encode())
        head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)
        return cls(reader, writer, head.decode("latin-1"))

    def header(self, name: str) -> str:
        match = re.search(rf"^{name}: (.*?)\r$", self.head, re.IGNORECASE | re.MULTILINE)
        return match[1] if match else ""

    async def event(self, name: str = "revision", patience: float = PATIENCE) -> Event:
        """The next event of that name; raises TimeoutError, EOFError."""
        return await self._first(lambda event: event.name == name, patience)

    async def revision(self, wanted: int, patience: float = PATIENCE) -> Event:
        """The first event with at least that revision."""
        return await self._first(lambda event: event.data["revision"] >= wanted, patience)

    async def _first(self, is_wanted: Callable[[Event], bool], patience: float) -> Event:
        async with asyncio.timeout(patience):
            while not is_wanted(event := await self._next()):
                pass
            return event

    async def _next(self) -> Event:
        fields: dict[str, str] = {}
        while True:
            line = (await self._line()).decode().rstrip("\n")
            if line and not line.startswith(":"):
                key, _, value = line.partition(": ")
                fields[key] = value
            elif not line and "data" in fields:
                return Event(fields["event"], fields["id"], json.loads(fields["data"]), perf_counter())

    async def _line(self) -> bytes:
        """A line of the text, from chunks."""
        while b"\n" not in self.rest:
            size = int((await self.reader.readline()).strip() or b"0", 16)
            if not size:
                raise EOFError
            self.rest += await self.reader.readexactly(size)
            await self.reader.readline()
        line, _, self.rest = self.rest.partition(b"\n")
        return line

    def close(self) -> None:
        self.writer.close()


@dataclass
class Sender:
    """A browser without JavaScript that talks to a real server."""

    server: Running
    cookies: dict[str, str] = field(default_factory=dict)
    sid: str = ""

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    def ask(self, method: str, path: str, form: dict[str, object] | None = None) -> tuple[int, str, str]:
        """Status, address of a redirect, text."""
        headers = {"Cookie": self.cookie, "Accept-Language": "en"}
        body = None
        if form is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
            body = urlencode(form, doseq=True).encode()
        status, names, text = self.server.ask(method, path, body, headers)
        for morsel in SimpleCookie(re.sub(r"expires=[^;]+;", "", names.get("set-cookie", ""))).values():
            self.cookies[morsel.key] = morsel.value
        return status, names.get("location", ""), text

    def get(self, path: str) -> str:
        status, _, text = self.ask("GET", path)
        assert status == 200, (path, status)
        return text

    def form(self, path: str, name: str) -> dict[str, object]:
        reader = FormReader()
        reader.feed(self.get(path))
        return dict(reader.forms[name])

    def file_form(self, path: str, name: str, text: str) -> tuple[bytes, dict[str, str]]:
        """Body and headers of a page's form with an uploaded file."""
        fields = {**self.form(path, name), "file": SimpleUploadedFile("x.json", text.encode())}
        headers = {"Content-Type": MULTIPART_CONTENT, "Cookie": self.cookie, "Accept-Language": "en"}
        return encode_multipart(BOUNDARY, fields), headers

    def open_table(self, names: tuple[str, ...] = ("Ann", "Ben", "Chie", "Dai")) -> "Sender":
        kept = self.form("/new/?game=gamble", "new")
        fields = {key: value for key, value in kept.items() if key.startswith(("opt-", "csrf", "game"))}
        status, where, text = self.ask("POST", "/new/", {**fields, "game": "gamble", "name": list(names)})
        assert status == 302, text
        self.sid = where.strip("/").split("/")[1]
        return self

    def entry(self, **facts: object) -> dict[str, object]:
        """A filled-in form: Ann goes out, Ben holds 10 10, the others a card each."""
        form = self.form(f"/t/{self.sid}/rounds/new/", "entry")
        filled = {"kind": "out", "winner": "0", "hand-1": "10 10", "hand-2": "5", "hand-3": "K"}
        return {**form, **filled, **facts, "action": "confirm"}

    def send(self, form: dict[str, object]) -> int:
        return self.ask("POST", f"/t/{self.sid}/rounds/new/", form)[0]

    def play(self) -> None:
        status = self.send(self.entry())
        assert status == 302, status

    def circle(self) -> str:
        """The path of the circle's page."""
        match = re.search(r"/circles/[\w-]+/", self.get("/"))
        assert match
        return match[0]

    def remove_other_devices(self) -> float:
        """Remove every other device from the circle; returns when the first was removed (perf_counter)."""
        circle, removed_at = self.circle(), []
        for device in set(re.findall(rf"{circle}devices/\d+/", self.get(f"{circle}settings/"))):
            path = f"{device}remove/"
            form, sent_at = self.form(path, "remove"), perf_counter()
            status, _, _ = self.ask("POST", path, form)
            assert status in (302, 409, 422), status  # the last host stays
            removed_at += [sent_at] if status == 302 else []
        return removed_at[0]


def friend_of(sender: Sender) -> Sender:
    """A second device, by the circle's link."""
    friend = Sender(sender.server, sid=sender.sid)
    assert friend.ask("GET", join_links(sender.get(sender.circle()))[0])[0] == 302
    return friend


def join_links(text: str) -> list[str]:
    """The invitation links on a page."""
    return [unescape(item) for item in re.findall(r"/join/[^\"<\s]+", text)]
