"""The threads that answer pages."""

import asyncio
from typing import cast

from a2wsgi import WSGIMiddleware
from a2wsgi.wsgi_typing import WSGIApp

from scorekeeper.server.chain import READING
from scorekeeper.server.shell import App, Receive, Scope, Send


class Pools:
    """Pages in threads: who only reads never waits for a thread whose request waits to write.

    A database takes one writer at a time, and a disk may be slow: whoever writes may have to wait for
    seconds, and would keep everybody else waiting in the same few threads. `writing` are the starts of the
    paths that write whatever the method.
    """

    def __init__(self, pages: WSGIApp, threads: int, writing: tuple[str, ...] = ()) -> None:
        self._paths = writing
        self._reading = WSGIMiddleware(pages, workers=threads)
        self._writing = WSGIMiddleware(pages, workers=threads)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        reads = scope["method"] in READING and not scope["path"].startswith(self._paths)
        pool = self._reading if reads else self._writing
        await cast(App, pool)(scope, receive, send)

    async def close(self) -> None:
        """Wait until every thread has ended; nothing is asked for any more."""
        for pool in (self._reading, self._writing):
            await asyncio.to_thread(pool.executor.shutdown)
