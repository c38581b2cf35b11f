"""A proxy in front of several servers."""

import asyncio
import re
import threading
from collections.abc import Coroutine
from contextlib import suppress
from itertools import count
from typing import Any, Self

from tests.live.lines import origin
from tests.server.running import Running

LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
NO_ANSWER = b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
BROKEN = (OSError, EOFError)
Pair = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Proxy:
    """Takes connections on a port of its own, in a thread of its own.

    It hands each request to the next of several servers that can be reached, anyone who sent it; ``cut``
    counts those whose server was gone before it answered.  One with an ``own`` address asks from there, and
    appends to X-Forwarded-For whom it speaks for.
    """

    ask = Running.ask
    address = ""

    def __init__(self, ports: list[int], own: str = "") -> None:
        self.port = 0
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._server: asyncio.Server | None = None
        self._open: set[asyncio.StreamWriter] = set()
        self.ports = ports
        self.own = own
        self.cut = 0
        self._turn = count()

    def __enter__(self) -> Self:
        self._thread.start()
        self.run(self._listen())
        return self

    def __exit__(self, *_error: object) -> None:
        self.run(self._hang_up())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)

    def run(self, work: Coroutine[Any, Any, None]) -> None:
        asyncio.run_coroutine_threadsafe(work, self._loop).result(20)

    async def _listen(self) -> None:
        self._server = await asyncio.start_server(self._taken, "127.0.0.1", self.port, backlog=512)
        self.port = self._server.sockets[0].getsockname()[1]

    async def _hang_up(self) -> None:
        if self._server:
            self._server.close()
        for writer in list(self._open):
            writer.transport.abort()

    async def _taken(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._open.add(writer)
        try:
            with suppress(*BROKEN):
                await self.serve(reader, writer)
        finally:
            self._open.discard(writer)
            writer.close()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        length = LENGTH.search(head)
        body = await reader.readexactly(int(length[1]) if length else 0)
        behind = await self._reach()
        answered = 0
        if behind:
            behind[1].write(head[:-2] + self._added(writer) + body)
            answered = await between(behind[0], writer, reader)
            behind[1].close()
        if not answered:
            self.cut += behind is not None
            writer.write(NO_ANSWER)
            await writer.drain()

    def _added(self, phone: asyncio.StreamWriter) -> bytes:
        """The last headers of a request, and its empty line."""
        spoken_for = f"X-Forwarded-For: {phone.get_extra_info('peername')[0]}\r\n" if self.own else ""
        return f"Connection: close\r\n{spoken_for}\r\n".encode()

    async def _reach(self) -> Pair | None:
        first = next(self._turn)
        for step in range(len(self.ports)):
            port = self.ports[(first + step) % len(self.ports)]
            with suppress(OSError):
                return await asyncio.open_connection("127.0.0.1", port, local_addr=origin(self.own))
        return None


async def hung_up(client: asyncio.StreamReader) -> None:
    """Wait until a client that has asked says more, or is gone in whatever way."""
    with suppress(*BROKEN):
        await client.read(1)


async def between(
    answer: asyncio.StreamReader, client: asyncio.StreamWriter, hears: asyncio.StreamReader
) -> int:
    """Pass an answer on to a client, until it is over or the client is gone; the number of bytes."""
    passed = 0
    gone = asyncio.ensure_future(hung_up(hears))
    while True:
        piece = asyncio.ensure_future(answer.read(65536))
        await asyncio.wait({piece, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not piece.done():
            piece.cancel()
            return passed or 1
        result = b"" if piece.exception() else piece.result()
        if not result:
            gone.cancel()
            return passed
        passed += len(result)
        client.write(result)
        await client.drain()
