"""What a database file needs now and then: fresh statistics, and the room of deleted rows given back.

PostgreSQL sees to both by itself.
"""

from dataclasses import dataclass

from django.conf import settings
from django.db import DatabaseError, connection

from .database import without_waiting
from .folder import alone

SPARE = 0.25
"""From which part of the file on that is free it is written anew."""
SMALL = 64 * 1024 * 1024
"""Bytes that are written anew while a server runs on them: rounds wait about a second for that."""


@dataclass(frozen=True, slots=True)
class Tidied:
    """How many bytes the database has, how many of them were free, and whether they were given back.

    ``waits`` tells that this has to wait until no server runs, or until nobody writes.
    """

    size: int
    free: int = 0
    given_back: bool = False
    waits: bool = False


def tidy(dry_run: bool = False) -> Tidied:
    """Tidy the database up, or only look; it is never waited for who writes just now."""
    if connection.vendor != "sqlite":
        return Tidied(_number("SELECT pg_database_size(current_database())"))
    page = _number("PRAGMA page_size")
    size, free = page * _number("PRAGMA page_count"), page * _number("PRAGMA freelist_count")
    if dry_run:
        return Tidied(size, free)
    if free <= size * SPARE:
        _do("PRAGMA optimize")
        return Tidied(size, free)
    done = _write_anew(size - free <= SMALL)
    return Tidied(size, free, done, not done)


def _write_anew(small: bool) -> bool:
    """Give back what is free, at once or never."""
    try:
        if small:
            with without_waiting():
                _do("PRAGMA optimize", "VACUUM", "PRAGMA wal_checkpoint(TRUNCATE)")
        else:
            with alone(settings.DATA_DIR):
                _do("PRAGMA optimize", "VACUUM", "PRAGMA wal_checkpoint(TRUNCATE)")
    except (DatabaseError, OSError):  # somebody writes, a server runs, or there is no room for a second file
        return False
    return True


def _do(*statements: str) -> None:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
            cursor.fetchall()  # what is not read is still going on


def _number(question: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute(question)
        return int(cursor.fetchone()[0])
