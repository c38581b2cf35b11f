"""What a database file gives back, and when it does not."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from django.db import connections
from pytest_django import DjangoDbBlocker
from pytest_django.fixtures import Settings

from scorekeeper.server import vacuum as vacuum_module
from scorekeeper.server.database import database
from scorekeeper.server.folder import in_use
from scorekeeper.server.vacuum import vacuum

MEGABYTE = 1_000_000


@pytest.fixture
def file(
    tmp_path: Path, django_db_blocker: DjangoDbBlocker, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Path]:
    """A database of three megabytes, two of which are free."""
    settings.DATA_DIR = tmp_path
    path = tmp_path / "scorekeeper.sqlite3"
    with closing(sqlite3.connect(path)) as base:
        base.execute("PRAGMA journal_mode = WAL")
        base.execute("CREATE TABLE rows (text)")
        base.executemany("INSERT INTO rows VALUES (?)", [("x" * 1000,)] * 3000)
        base.execute("DELETE FROM rows WHERE rowid > 1000")
        base.commit()
    usual = connections.databases["default"]
    monkeypatch.setitem(connections.databases, "default", usual | database("", tmp_path))
    made = connections.create_connection("default")
    monkeypatch.setattr(vacuum_module, "connection", made)
    monkeypatch.setattr("scorekeeper.server.database.connection", made)
    with django_db_blocker.unblock():
        yield path
        made.close()


def size(path: Path) -> int:
    return path.stat().st_size


def test_what_is_free_is_given_back(file: Path) -> None:
    before = size(file)
    done = vacuum()
    assert (done.given_back, done.waits) == (True, False)
    assert done.size == before
    assert 2 * MEGABYTE < done.free < done.size
    assert size(file) < before - 1.5 * MEGABYTE
    again = vacuum()
    assert (again.given_back, again.waits) == (False, False)


def test_a_look_changes_nothing(file: Path) -> None:
    before = size(file)
    done = vacuum(dry_run=True)
    assert done.free > 2 * MEGABYTE
    assert not done.given_back
    assert size(file) == before


def test_nobody_who_writes_is_waited_for(file: Path) -> None:
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        done = vacuum()
        assert (done.given_back, done.waits) == (False, True)
        other.execute("ROLLBACK")
    assert vacuum().given_back


def test_a_large_file_waits_until_no_server_runs(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vacuum_module, "SMALL", MEGABYTE // 2)
    with in_use(file.parent, "http://127.0.0.1:8000/", shared=False):
        assert vacuum().waits
    assert vacuum().given_back
