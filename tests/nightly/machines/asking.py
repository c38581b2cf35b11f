"""What tests of several machines ask servers, and the database."""

import asyncio
import re
from dataclasses import dataclass
from urllib.parse import urlencode

import psycopg

PATIENCE = 30.0
BROKEN = (OSError, EOFError, TimeoutError)


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
