"""Shared by all tests: Hypothesis profiles, resets between tests, phones, a database for several threads."""

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

from tests.circle_pages import join_by_link
from tests.helpers import Phone
from tests.read_only import only_reading

gc.disable()  # while tests are collected: all of it stays
sys.modules["rfc3987_syntax"] = None  # a second of grammar that no schema here needs


def pytest_collection_finish() -> None:
    """The garbage collector ignores all modules, which it would scan for a third of the collecting time."""
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
    """Undo Django's instrumentation of templates, which takes an eighth of a page's time."""
    Template._render = AS_FOR_PEOPLE


@pytest.fixture(autouse=True)
def _language_of_its_own() -> None:
    """Deactivate the language of the test before."""
    translation.deactivate()


@pytest.fixture(autouse=True)
def _fresh_limits() -> None:
    from django.core.cache import cache

    from scorekeeper.server.ratelimit import reset_limits

    reset_limits()
    cache.clear()


@pytest.fixture(scope="session", autouse=True)
def _as_alone(django_test_environment: None) -> Iterator[None]:
    """Replace what depends on the load of the machine, and check that pages do not write.

    Statistics are updated completely, not only as many as a page has time for; an import does not pause for
    other writers.  A page that writes within its snapshot fails, although most tests are one transaction.
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
    """A phone that has opened a table of four."""
    return Phone().open_table()


@pytest.fixture
def second(phone: Phone) -> Phone:
    """A second phone, which joined the circle by its link."""
    return Phone(HTTP_USER_AGENT="iPhone").sit_at(phone)


@pytest.fixture
def player(phone: Phone) -> Phone:
    """A phone that joined by the link for players."""
    return join_by_link(phone, "player", agent="Android")


@pytest.fixture
def viewer(phone: Phone) -> Phone:
    """A phone that joined by the link for viewers."""
    return join_by_link(phone, "viewer", agent="Windows")


@pytest.fixture
def stranger(db: None) -> Phone:
    """A phone of another circle, with a table of its own."""
    return Phone().open_table(("X", "Y"))


@pytest.fixture
def shared_database(
    transactional_db: None, tmp_path: Path, django_db_blocker: DjangoDbBlocker
) -> Iterator[None]:
    """A database that threads really share: for SQLite a file, with a copy of the database in memory."""
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
    """Stop the clock of the rate limits."""
    from scorekeeper.server import ratelimit

    monkeypatch.setattr(ratelimit, "_limiters", {})
    monkeypatch.setattr(ratelimit.Limiter.__init__, "__defaults__", (lambda: 0.0,))
