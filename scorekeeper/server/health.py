"""Health checks: whether the process is alive, and whether it can record a round.

It is answered before the pages are asked: under whatever name and scheme a probe comes, however often, and
while every thread of the pages is busy.  It says nothing that a stranger may not know.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from errno import EACCES, EDQUOT, ENOSPC, EROFS
from pathlib import Path
from tempfile import NamedTemporaryFile

from django.db import DatabaseError, InterfaceError, connection
from django.db.migrations.executor import MigrationExecutor

from .database import between_requests
from .errors import Trouble, trouble_of
from .prepare import check_writable
from .shell import LATER, App, Receive, Scope, Send, send_text

ALIVE, READY = "/healthz", "/readyz"
FRESH = 1.0
"""Seconds for which an answer about the database is given again: nobody holds up writers by asking."""
_DISK = {ENOSPC: Trouble.FULL, EDQUOT: Trouble.FULL, EROFS: Trouble.READ_ONLY, EACCES: Trouble.READ_ONLY}


class Health:
    """Answers the two questions in the place of an application; everything else is its own.

    ``look`` says what is the matter with the database; it is called in a thread.
    """

    def __init__(self, app: App, look: Callable[[], str] | None = None) -> None:
        self._app = app
        self._look = look or matter_of_database
        self._lock = asyncio.Lock()
        self._asked_at, self._matter = -FRESH, ""
        self._stopping = False

    def stop(self) -> None:
        """Be ready for nothing any more: the server stops."""
        self._stopping = True

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        if scope["type"] != "http" or scope["path"] not in (ALIVE, READY):
            return self._app(scope, receive, send)
        return self._answer(scope, send)

    async def _answer(self, scope: Scope, send: Send) -> None:
        if scope["method"] not in ("GET", "HEAD"):
            await send_text(send, 405, "only GET", {"Allow": "GET, HEAD"})
        elif matter := await self._ready() if scope["path"] == READY else "":
            await send_text(send, 503, matter, LATER)
        else:
            await send_text(send, 200, "ok")

    async def _ready(self) -> str:
        """What keeps this process from taking a round; empty where nothing does."""
        async with self._lock:
            if not self._stopping and time.monotonic() - self._asked_at >= FRESH:
                self._matter = await asyncio.to_thread(self._look)
                self._asked_at = time.monotonic()
        return "stopping" if self._stopping else self._matter


@between_requests()
def matter_of_database() -> str:
    try:
        check_writable()
        file = Path(connection.settings_dict["NAME"])
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:  # a standby, or configured so, as where there is no room
                cursor.execute("SELECT current_setting('transaction_read_only')::boolean")
                if cursor.fetchone()[0]:
                    return f"database: {Trouble.READ_ONLY.value}"
        elif file.is_absolute():  # SQLite would not say before a round that the disk takes no more
            with NamedTemporaryFile(dir=file.parent, prefix=".ready-") as probe:
                probe.write(bytes(64 * 1024))  # room for a few rounds
        executor = MigrationExecutor(connection)
        behind = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except (DatabaseError, InterfaceError) as problem:
        return f"database: {(trouble_of(problem) or Trouble.DAMAGED).value}"
    except OSError as problem:
        return f"database: {_DISK.get(problem.errno or 0, Trouble.DAMAGED).value}"
    return "database: of an earlier version" if behind else ""
