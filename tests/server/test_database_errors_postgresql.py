"""Locked tables and a read-only database of PostgreSQL."""

import importlib.util
import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

import pytest

from tests.live.clients import Sender
from tests.server.running import REAL, Running, running, wait_for
from tests.server.test_database_errors import sent

if TYPE_CHECKING:
    import psycopg

pytestmark = [pytest.mark.postgresql, pytest.mark.long]

URL = os.environ.get("LIVE_DATABASE_URL", "")
WRITERS = 8
"""More than there are threads for members."""
OTHERS_END = """SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid()"""
PATIENCE = 10.0
"""Seconds: five for a lock, and as many for a writer that waited for a thread."""


@pytest.fixture(name="server")
def _server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    if not URL or importlib.util.find_spec("psycopg") is None:
        pytest.skip("needs PostgreSQL: tests/run.sh has a step for it")
    monkeypatch.setenv("DATABASE_URL", URL)
    with running(tmp_path, settings=REAL) as result:
        yield result


@contextmanager
def held() -> "Iterator[psycopg.Connection[tuple[int]]]":
    """Lock a table against writers."""
    import psycopg

    with psycopg.connect(URL) as other:
        other.execute("LOCK TABLE play_gamesession IN EXCLUSIVE MODE")
        yield other
        other.rollback()


def test_tables_that_another_program_locks(server: Running) -> None:
    """Writers get an error after five seconds, reading goes on, and then the same forms succeed."""
    tables = [Sender(server).open_table() for _ in range(WRITERS)]
    forms = [table.entry() for table in tables]
    with ThreadPoolExecutor(WRITERS) as crew, held():
        begin = perf_counter()
        waiting = [crew.submit(sent, *pair) for pair in zip(tables, forms, strict=True)]
        assert tables[0].ask("GET", "/rules/")[0] == 200
        assert perf_counter() - begin < 2.5
        for each in waiting:
            status, headers, text = each.result()
            assert (status, headers["retry-after"]) == (503, "5")
            assert "The database is busy" in text
        assert perf_counter() - begin < PATIENCE + 2
    for table, form in zip(tables, forms, strict=True):
        assert sent(table, form)[0] == 204


def test_a_read_only_database_is_not_ready(server: Running) -> None:
    """As hosting providers set it when the disk is full."""
    import psycopg

    assert server.ask("GET", "/readyz")[0] == 200
    with psycopg.connect(URL, autocommit=True) as other:
        name = other.execute("SELECT current_database()").fetchone()[0]  # type: ignore[index]
        other.execute(f'ALTER DATABASE "{name}" SET default_transaction_read_only = on')
        other.execute(OTHERS_END)
        try:
            wait_for(lambda: server.ask("GET", "/readyz")[::2] == (503, "database: read only\n"))
        finally:
            other.execute("SET default_transaction_read_only = off")
            other.execute(f'ALTER DATABASE "{name}" RESET default_transaction_read_only')
            other.execute(OTHERS_END)
    wait_for(lambda: server.ask("GET", "/readyz")[0] == 200)
