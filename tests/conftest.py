"""Shared by all tests: examples of properties, limits that start afresh, phones at a table of four, a
database for what several threads do at once."""

import gc
import os
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from django.db import connections
from django.template.base import Template
from django.utils import translation
from hypothesis import HealthCheck, settings
from pytest_django import DjangoDbBlocker

from tests.doors import come_in
from tests.helpers import Phone
from tests.reading import only_reading

gc.disable()  # while tests are collected: all of it stays
sys.modules["rfc3987_syntax"] = None  # a second of grammar that no schema here needs


def pytest_collection_finish() -> None:
    """What tests are made of is never looked through for what can go, which takes a third of collecting."""
    gc.freeze()
    gc.enable()


settings.register_profile("ci", max_examples=60, deadline=None, derandomize=True)
settings.register_profile(
    "full", max_examples=1000, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


AS_FOR_PEOPLE = Template._render


@pytest.fixture(scope="session", autouse=True)
def _plain_templates(django_test_environment: None) -> None:
    """Templates are drawn as for people: keeping what each was given takes an eighth of a page's time."""
    Template._render = AS_FOR_PEOPLE


@pytest.fixture(autouse=True)
def _language_of_its_own() -> None:
    """No test begins in the language in which another one was answered last."""
    translation.deactivate()


@pytest.fixture(autouse=True)
def _fresh_limits() -> None:
    from django.core.cache import cache

    from scorekeeper.server.ratelimit import reset_limits

    reset_limits()
    cache.clear()


@pytest.fixture(scope="session", autouse=True)
def _as_alone(django_test_environment: None) -> Iterator[None]:
    """What is summed up again gets done, however busy the machine is; a page would leave some to the next.

    What writes for long does not rest in between for the sake of others, of whom a test has few.  And no page
    of any test writes within its snapshot; most tests are a transaction, which would let it.
    """
    from scorekeeper.archive import importing
    from scorekeeper.circles import routes
    from scorekeeper.stats import tallies

    with pytest.MonkeyPatch.context() as always:
        always.setattr(tallies, "monotonic", lambda: 0.0)
        always.setattr(importing, "sleep", lambda _seconds: None)
        always.setattr(routes, "snapshot", only_reading)
        yield


@pytest.fixture
def phone(db: None) -> Phone:
    """A phone that has opened a table."""
    return Phone().open_table()


@pytest.fixture
def second(phone: Phone) -> Phone:
    """A second phone, in the circle by its link."""
    return Phone(HTTP_USER_AGENT="iPhone").sit_at(phone)


@pytest.fixture
def player(phone: Phone) -> Phone:
    """A phone that came by the link for players."""
    return come_in(phone, "player", agent="Android")


@pytest.fixture
def viewer(phone: Phone) -> Phone:
    """A phone that came by the link for viewers."""
    return come_in(phone, "viewer", agent="Windows")


@pytest.fixture
def stranger(db: None) -> Phone:
    """A phone of somebody else, with a table of its own."""
    return Phone().open_table(("X", "Y"))


@pytest.fixture
def shared_database(
    transactional_db: None, tmp_path: Path, django_db_blocker: DjangoDbBlocker
) -> Iterator[None]:
    """A database that threads really meet: for SQLite a file, like the shared memory in whose place it is."""
    if connections["default"].vendor != "sqlite":
        yield
        return
    chosen = connections.databases["default"]
    before, chosen["NAME"] = chosen["NAME"], str(tmp_path / "threads.sqlite3")
    with django_db_blocker.unblock():
        kept = connections["default"]
        kept.ensure_connection()
        with closing(sqlite3.connect(chosen["NAME"])) as file:
            kept.connection.backup(file)
            file.execute("PRAGMA journal_mode = WAL")
        del connections["default"]
        yield
        connections["default"].close()
        connections["default"] = kept
    chosen["NAME"] = before


@pytest.fixture
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    """No time passes for what counts tries, however long the machine takes over them."""
    from scorekeeper.server import ratelimit

    monkeypatch.setattr(ratelimit, "_limiters", {})
    monkeypatch.setattr(ratelimit.Limiter.__init__, "__defaults__", (lambda: 0.0,))
