"""Settings of the database, and snapshots."""

from contextlib import closing, suppress
from pathlib import Path
from threading import Thread

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import DatabaseError, connection, transaction
from django.db.utils import ConnectionHandler
from pytest_django import DjangoDbBlocker

from scorekeeper.circles.models import Circle
from scorekeeper.server.database import database_settings, in_transaction, snapshot


@pytest.mark.parametrize("url", ["", "sqlite:///{}/other.sqlite3"])
def test_the_settings_of_a_sqlite_file(tmp_path: Path, django_db_blocker: DjangoDbBlocker, url: str) -> None:
    """Durable commits, and IMMEDIATE transactions."""
    chosen = database_settings(url.format(tmp_path), tmp_path)
    assert chosen["NAME"] == str(tmp_path / ("other.sqlite3" if url else "scorekeeper.sqlite3"))
    assert (chosen["OPTIONS"]["transaction_mode"], chosen["CONN_MAX_AGE"]) == ("IMMEDIATE", None)
    wrapper = ConnectionHandler({"default": chosen})["default"]
    wanted = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 5000}
    with django_db_blocker.unblock(), closing(wrapper):
        wrapper.ensure_connection()
        for pragma, value in wanted.items():
            assert wrapper.connection.execute(f"PRAGMA {pragma}").fetchone() == (value,), pragma


@pytest.mark.parametrize(
    ("hosts", "names", "ports", "seconds"),
    [
        ("db.example", "db.example", "", 5),
        ("one.example:5433,two.example", "one.example,two.example", "5433,5432", 2),
        ("[2001:db8::1]:6000,192.0.2.1", "2001:db8::1,192.0.2.1", "6000,5432", 2),
    ],
)
def test_the_settings_of_postgresql(tmp_path: Path, hosts: str, names: str, ports: str, seconds: int) -> None:
    """Of several hosts the primary; options in the URL take precedence."""
    url = f"postgres://me:p%2Css@{hosts}/cards?sslmode=require"
    result = database_settings(url, tmp_path)
    assert result["ENGINE"] == "django.db.backends.postgresql"
    assert (result["HOST"], str(result["PORT"])) == (names, ports)
    assert (result["NAME"], result["USER"], result["PASSWORD"]) == ("cards", "me", "p,ss")
    assert (result["CONN_MAX_AGE"], result["CONN_HEALTH_CHECKS"]) == (None, True)
    options = result["OPTIONS"]
    assert (options["sslmode"], options["connect_timeout"]) == ("require", seconds)
    assert options.get("target_session_attrs") == ("read-write" if "," in hosts else None)
    assert options["options"].startswith("-c lock_timeout=5s ")
    asked = "&target_session_attrs=any&connect_timeout=60&options=-c%20lock_timeout%3D9s"
    other = database_settings(url + asked, tmp_path)["OPTIONS"]
    assert (other["target_session_attrs"], int(other["connect_timeout"])) == ("any", 60)
    assert other["options"].endswith(" -c lock_timeout=9s")


@pytest.mark.parametrize(
    "url",
    [
        "postgres://me:hush@db.example,other.example:many/cards",
        "pigeon://me:hush@db.example/cards",
        "mysql://me:hush@db.example/cards",
        "postgres://me:hush@db.example:many/cards",
        "sqlite://",
        "sqlite://:memory:",
    ],
)
def test_an_invalid_url_is_refused_without_showing_it(tmp_path: Path, url: str) -> None:
    """SQLite in memory is invalid too: each thread would have a database of its own."""
    with pytest.raises(ImproperlyConfigured) as caught:
        database_settings(url, tmp_path)
    assert "hush" not in str(caught.value)
    assert "sqlite:///FILE" in str(caught.value)


def test_postgresql_without_its_driver(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scorekeeper.server.database.find_spec", lambda _name: None)
    with pytest.raises(ImproperlyConfigured, match="pip install"):
        database_settings("postgres://me@db.example/cards", tmp_path)


# --- Snapshots


def names() -> list[str]:
    return list(Circle.objects.order_by("pk").values_list("name", flat=True))


def open_elsewhere(name: str) -> None:
    """Another thread commits a circle."""

    def write() -> None:
        Circle.objects.create(name=name)
        connection.close()

    thread = Thread(target=write)
    thread.start()
    thread.join()


@pytest.mark.postgresql
def test_commits_of_others_are_seen_only_after_the_snapshot(shared_database: None) -> None:
    """Another one within it does nothing."""
    open_elsewhere("A")
    with snapshot():
        assert names() == ["A"]
        with snapshot():
            open_elsewhere("B")
            assert names() == ["A"]
        assert names() == ["A"]
    assert names() == ["A", "B"]


@pytest.mark.postgresql
def test_a_snapshot_within_a_transaction_does_nothing_and_none_begins_in_it(
    shared_database: None,
) -> None:
    with transaction.atomic():
        with snapshot():
            Circle.objects.create(name="A")
        assert names() == ["A"]
    with snapshot():
        assert names() == ["A"]
        with pytest.raises(DatabaseError):
            transaction.atomic().__enter__()
    assert not in_transaction()


@pytest.mark.postgresql
@pytest.mark.parametrize("statement", ["SELECT nothing FROM nowhere", "ROLLBACK"])
def test_a_snapshot_ends_after_errors_and_lost_connections(shared_database: None, statement: str) -> None:
    with snapshot(), connection.cursor() as cursor, suppress(DatabaseError):
        assert in_transaction()
        cursor.execute(statement)
    assert not in_transaction()
    open_elsewhere("A")
    assert names() == ["A"]
    with snapshot():
        connection.close()
    assert not in_transaction()
    assert names() == ["A"]
