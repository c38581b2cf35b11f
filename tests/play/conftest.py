"""Phones at a table of four, and a database for what several threads do at once."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connections
from pytest_django import DjangoDbBlocker

from tests.play.helpers import Phone


@pytest.fixture
def phone(db: None) -> Phone:
    """A phone that has opened a table."""
    return Phone().open_table()


@pytest.fixture
def second(phone: Phone) -> Phone:
    """A second phone, in the circle by its link."""
    return Phone(HTTP_USER_AGENT="iPhone").sit_at(phone)


@pytest.fixture
def stranger(db: None) -> Phone:
    """A phone of somebody else, with a table of its own."""
    return Phone().open_table(("X", "Y"))


@pytest.fixture
def shared_database(
    transactional_db: None, tmp_path: Path, django_db_blocker: DjangoDbBlocker
) -> Iterator[None]:
    """A database that threads really meet: for SQLite a file of its own instead of the shared memory."""
    if connections["default"].vendor != "sqlite":
        yield
        return
    chosen = connections.databases["default"]
    before, chosen["NAME"] = chosen["NAME"], str(tmp_path / "threads.sqlite3")
    with django_db_blocker.unblock():
        kept = connections["default"]
        del connections["default"]
        call_command("migrate", verbosity=0)
        yield
        connections["default"].close()
        connections["default"] = kept
    chosen["NAME"] = before
