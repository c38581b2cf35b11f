"""Threads that write to SQLite at the same time wait for each other, and none of them is refused."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from django.db import connections, transaction
from django.db.backends.sqlite3.base import DatabaseWrapper
from pytest_django import DjangoDbBlocker

from scorekeeper.server.database import database
from tests.server.test_database import ALWAYS

WRITERS = 5
EACH = 20


@pytest.fixture(autouse=True)
def _unblocked(django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    with django_db_blocker.unblock():
        yield


def opened(folder: Path) -> DatabaseWrapper:
    """A connection, as a thread of the server has it."""
    return DatabaseWrapper(ALWAYS | database("", folder))


def test_all_that_write_much_are_served(tmp_path: Path) -> None:
    """Five threads, as many as a process has for writing, read and write twenty times each."""
    with closing(opened(tmp_path)) as base, base.cursor() as cursor:
        cursor.execute("CREATE TABLE counter (number INTEGER)")
        cursor.execute("INSERT INTO counter VALUES (0)")

    def write(number: int) -> None:
        alias = f"writer-{number}"
        connections.databases[alias] = connections.databases["default"]
        connections[alias] = base = opened(tmp_path)
        base.alias = alias
        try:
            for _ in range(EACH):
                with transaction.atomic(alias), base.cursor() as cursor:
                    [result] = cursor.execute("SELECT number FROM counter").fetchone()
                    cursor.execute("UPDATE counter SET number = %s", [result + 1])
        finally:
            base.close()
            del connections.databases[alias]

    with ThreadPoolExecutor(WRITERS) as threads:
        list(threads.map(write, range(WRITERS)))
    with closing(opened(tmp_path)) as base, base.cursor() as cursor:
        assert cursor.execute("SELECT number FROM counter").fetchone() == (WRITERS * EACH,)
