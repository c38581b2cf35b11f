"""Threads write to SQLite in the order in which they came, and nobody who fails holds up the others."""

import sqlite3
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from django.db import OperationalError
from pytest_django import DjangoDbBlocker

from scorekeeper.server.database import database
from scorekeeper.server.sqlite.base import DatabaseWrapper, Queue, queues
from scorekeeper.server.trouble import Trouble, trouble_of
from tests.server.test_database import ALWAYS

PATIENCE_S = 20
WRITERS = 5
HASTY_MS = 50


@pytest.fixture(autouse=True)
def _unblocked(django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    with django_db_blocker.unblock():
        yield


@contextmanager
def opened(folder: Path) -> Iterator[DatabaseWrapper]:
    """A connection, as a thread of the server has it."""
    found = DatabaseWrapper(ALWAYS | database("", folder))
    with closing(found):
        yield found


@contextmanager
def writing(base: DatabaseWrapper) -> Iterator[None]:
    """A transaction of a connection that goes by no name."""
    base.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)
    try:
        yield
    except BaseException:
        base.rollback()
        raise
    else:
        base.commit()
    finally:
        base.set_autocommit(True)


def note(base: DatabaseWrapper, name: int) -> None:
    with base.cursor() as cursor:
        cursor.execute("INSERT INTO told VALUES (%s)", [name])


def told(base: DatabaseWrapper) -> list[int]:
    with base.cursor() as cursor:
        return [name for (name,) in cursor.execute("SELECT name FROM told ORDER BY rowid")]


def until(seen: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE_S
    while not seen():
        assert time.monotonic() < end
        time.sleep(0.001)


@pytest.fixture(name="base")
def _base(tmp_path: Path) -> Iterator[DatabaseWrapper]:
    with opened(tmp_path) as found:
        with found.cursor() as cursor:
            cursor.execute("CREATE TABLE told (name INTEGER)")
        yield found


@pytest.fixture(name="queue")
def _queue(tmp_path: Path) -> Queue:
    return queues[str(tmp_path / "scorekeeper.sqlite3")]


@pytest.fixture(name="crew")
def _crew() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(WRITERS) as found:
        yield found


def test_they_write_in_the_order_in_which_they_came(
    tmp_path: Path, base: DatabaseWrapper, queue: Queue, crew: ThreadPoolExecutor
) -> None:
    def write(name: int) -> None:
        with opened(tmp_path) as own, writing(own):
            note(own, name)

    with writing(base):
        coming = []
        for name in range(WRITERS):
            coming.append(crew.submit(write, name))
            until(lambda: len(queue) == len(coming))
        note(base, -1)
    for each in coming:
        each.result(PATIENCE_S)
    assert told(base) == [-1, *range(WRITERS)]


def test_who_waits_for_too_long_is_told_so_and_holds_up_nobody(
    tmp_path: Path, base: DatabaseWrapper, queue: Queue, crew: ThreadPoolExecutor
) -> None:
    def hasty() -> Trouble | None:
        with opened(tmp_path) as own:
            with own.cursor() as cursor:
                cursor.execute(f"PRAGMA busy_timeout = {HASTY_MS}")
            with pytest.raises(OperationalError, match="database is locked") as error, writing(own):
                note(own, 1)
            return trouble_of(error.value)

    with writing(base):
        assert crew.submit(hasty).result(PATIENCE_S) is Trouble.BUSY
        assert len(queue) == 0
    with writing(base):
        note(base, 2)
    assert told(base) == [2]


def test_whose_turn_comes_waits_for_other_programs_for_the_rest_of_its_patience(
    tmp_path: Path, base: DatabaseWrapper, queue: Queue, crew: ThreadPoolExecutor
) -> None:
    asked: list[str] = []

    def keep(execute: Callable[..., object], sql: str, *more: object) -> object:
        asked.append(sql)
        return execute(sql, *more)

    def write() -> int:
        with opened(tmp_path) as own:
            with own.cursor() as cursor:
                cursor.execute(f"PRAGMA busy_timeout = {PATIENCE_S * 1000}")
            with own.execute_wrapper(keep), writing(own):
                note(own, 1)
            return own._patience()

    with writing(base):
        coming = crew.submit(write)
        until(lambda: len(queue) == 1)
        time.sleep(0.1)
    assert coming.result(PATIENCE_S) == PATIENCE_S * 1000
    _asked, rest, begin, *_others = asked
    assert begin == "BEGIN IMMEDIATE"
    assert 0 < int(rest.removeprefix("PRAGMA busy_timeout = ")) <= PATIENCE_S * 1000 - 100


def fails_to_begin(base: DatabaseWrapper, folder: Path) -> None:
    with base.cursor() as cursor:
        cursor.execute(f"PRAGMA busy_timeout = {HASTY_MS}")
    with closing(sqlite3.connect(folder / "scorekeeper.sqlite3", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(OperationalError, match="database is locked"), writing(base):
            note(base, 1)


def is_rolled_back(base: DatabaseWrapper, _folder: Path) -> None:
    with pytest.raises(ZeroDivisionError), writing(base):
        note(base, 1 // 0)


def is_closed(base: DatabaseWrapper, _folder: Path) -> None:
    base.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)
    note(base, 1)
    base.close()


@pytest.mark.parametrize("fate", [fails_to_begin, is_rolled_back, is_closed])
def test_the_next_one_comes_whatever_becomes_of_a_transaction(
    tmp_path: Path, base: DatabaseWrapper, fate: Callable[[DatabaseWrapper, Path], None]
) -> None:
    with opened(tmp_path) as own:
        fate(own, tmp_path)
    begin = time.monotonic()
    with writing(base):
        note(base, 2)
    assert time.monotonic() - begin < PATIENCE_S / 10
    assert told(base) == [2]
