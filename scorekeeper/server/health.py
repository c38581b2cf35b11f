"""Health checks: whether the process is alive, and whether it can record a round.

They are answered before the shell, so that host checks, HTTPS redirects, rate limits and busy threads do not
matter. Anybody may read the answers.
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
from .shell import RETRY_LATER, App, Receive, Scope, Send, send_text

ALIVE, READY = "/healthz", "/readyz"
CACHE_SECONDS = 1.0
"""How long the result of a database check is reused: frequent probes must not slow down writers."""
_DISK = {ENOSPC: Trouble.FULL, EDQUOT: Trouble.FULL, EROFS: Trouble.READ_ONLY, EACCES: Trouble.READ_ONLY}


class Health:
    """Answers the two addresses, and passes everything else to the application.

    ``check`` returns what is wrong with the database, or nothing; it is called in a thread.
    """

    def __init__(self, app: App, check: Callable[[], str] | None = None) -> None:
        self._app = app
        self._check = check or database_problem
        self._lock = asyncio.Lock()
        self._checked_at, self._problem = -CACHE_SECONDS, ""
        self._stopping = False

    def stop(self) -> None:
        """Report from now on that the server is not ready, because it is stopping."""
        self._stopping = True

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        if scope["type"] != "http" or scope["path"] not in (ALIVE, READY):
            return self._app(scope, receive, send)
        return self._answer(scope, send)

    async def _answer(self, scope: Scope, send: Send) -> None:
        if scope["method"] not in ("GET", "HEAD"):
            await send_text(send, 405, "only GET", {"Allow": "GET, HEAD"})
        elif problem := await self._current_problem() if scope["path"] == READY else "":
            await send_text(send, 503, problem, RETRY_LATER)
        else:
            await send_text(send, 200, "ok")

    async def _current_problem(self) -> str:
        """Return why this process cannot record a round, or nothing."""
        async with self._lock:
            if not self._stopping and time.monotonic() - self._checked_at >= CACHE_SECONDS:
                self._problem = await asyncio.to_thread(self._check)
                self._checked_at = time.monotonic()
        return "stopping" if self._stopping else self._problem


@between_requests()
def database_problem() -> str:
    try:
        check_writable()
        file = Path(connection.settings_dict["NAME"])
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:  # a standby, or read-only because its disk is full
                cursor.execute("SELECT current_setting('transaction_read_only')::boolean")
                if cursor.fetchone()[0]:
                    return f"database: {Trouble.READ_ONLY.value}"
        elif file.is_absolute():  # SQLite notices a full disk only when it writes
            with NamedTemporaryFile(dir=file.parent, prefix=".ready-") as probe:
                probe.write(bytes(64 * 1024))  # room for a few rounds
        executor = MigrationExecutor(connection)
        behind = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except (DatabaseError, InterfaceError) as problem:
        return f"database: {(trouble_of(problem) or Trouble.DAMAGED).value}"
    except OSError as problem:
        return f"database: {_DISK.get(problem.errno or 0, Trouble.DAMAGED).value}"
    return "database: of an earlier version" if behind else ""
