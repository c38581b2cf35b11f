"""Gives back the free room of SQLite's file, and refreshes the statistics of its planner."""

from dataclasses import dataclass

from django.conf import settings
from django.db import DatabaseError, connection

from .database import without_waiting
from .folder import alone

SPARE = 0.25
"""The share of the file that is free from which on it is written again."""
SMALL = 64 * 1024 * 1024
"""Bytes that are written again while a server runs on them: rounds wait about a second for that."""


@dataclass(frozen=True, slots=True)
class DatabaseSize:
    """The size of the database, and the result of shrinking it."""

    size: int  # bytes
    free: int = 0  # bytes of them
    given_back: bool = False
    waits: bool = False  # until no server runs, or until nobody writes


def vacuum(dry_run: bool = False) -> DatabaseSize:
    """Optimize the database, or only measure it; never waits for others who write."""
    if connection.vendor != "sqlite":
        return DatabaseSize(_number("SELECT pg_database_size(current_database())"))
    page = _number("PRAGMA page_size")
    size, free = page * _number("PRAGMA page_count"), page * _number("PRAGMA freelist_count")
    if dry_run:
        return DatabaseSize(size, free)
    if free <= size * SPARE:
        _run("PRAGMA optimize")
        return DatabaseSize(size, free)
    try:
        with without_waiting() if size - free <= SMALL else alone(settings.DATA_DIR):
            _run("PRAGMA optimize", "VACUUM", "PRAGMA wal_checkpoint(TRUNCATE)")
    except (DatabaseError, OSError):  # somebody writes, a server runs, or there is no room for a second file
        return DatabaseSize(size, free, waits=True)
    return DatabaseSize(size, free, given_back=True)


def _run(*statements: str) -> None:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
            cursor.fetchall()  # what is not read is still going on


def _number(query: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute(query)
        return int(cursor.fetchone()[0])
