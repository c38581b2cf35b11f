from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db.utils import ConnectionHandler
from pytest_django import DjangoDbBlocker

from scorekeeper.server.database import database


@pytest.mark.parametrize(
    ("pragma", "value"),
    [("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1), ("busy_timeout", 5000)],
)
def test_how_the_file_is_opened(
    tmp_path: Path, django_db_blocker: DjangoDbBlocker, pragma: str, value: object
) -> None:
    wrapper = ConnectionHandler({"default": database("", tmp_path)})["default"]
    with django_db_blocker.unblock():
        wrapper.ensure_connection()
        assert wrapper.connection.execute(f"PRAGMA {pragma}").fetchone() == (value,)
        wrapper.close()


def test_writes_take_turns_from_their_start(tmp_path: Path) -> None:
    result = database("", tmp_path)
    assert result["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert result["CONN_MAX_AGE"] is None
    assert result["NAME"] == str(tmp_path / "scorekeeper.sqlite3")


def test_another_file_is_opened_in_the_same_way(tmp_path: Path) -> None:
    result = database(f"sqlite:///{tmp_path}/other.sqlite3", tmp_path)
    assert result["NAME"] == str(tmp_path / "other.sqlite3")
    assert result["OPTIONS"]["transaction_mode"] == "IMMEDIATE"


def test_what_is_asked_of_postgresql_comes_after_our_own(tmp_path: Path) -> None:
    result = database("postgres://me@db.example/cards?options=-c%20lock_timeout%3D9s", tmp_path)
    assert result["OPTIONS"]["options"].startswith("-c lock_timeout=5s ")
    assert result["OPTIONS"]["options"].endswith(" -c lock_timeout=9s")


def test_postgresql(tmp_path: Path) -> None:
    result = database("postgres://me:p%40ss@db.example/cards?sslmode=require", tmp_path)
    assert result["ENGINE"] == "django.db.backends.postgresql"
    assert (result["NAME"], result["USER"], result["PASSWORD"]) == ("cards", "me", "p@ss")
    assert (result["CONN_MAX_AGE"], result["CONN_HEALTH_CHECKS"]) == (None, True)
    assert result["OPTIONS"]["sslmode"] == "require"
    assert int(result["OPTIONS"]["connect_timeout"]) == 5
    patient = database("postgres://me@db.example/cards?connect_timeout=60", tmp_path)
    assert int(patient["OPTIONS"]["connect_timeout"]) == 60


@pytest.mark.parametrize(
    ("hosts", "names", "ports"),
    [
        ("one.example:5433,two.example", "one.example,two.example", "5433,5432"),
        ("[2001:db8::1]:6000,192.0.2.1", "2001:db8::1,192.0.2.1", "6000,5432"),
    ],
)
def test_several_hosts_of_postgresql(tmp_path: Path, hosts: str, names: str, ports: str) -> None:
    """Whichever of them takes rounds, unless the URL asks for another."""
    result = database(f"postgres://me:p%2Css@{hosts}/cards?sslmode=require", tmp_path)
    assert (result["HOST"], result["PORT"]) == (names, ports)
    assert (result["NAME"], result["USER"], result["PASSWORD"]) == ("cards", "me", "p,ss")
    assert result["OPTIONS"]["target_session_attrs"] == "read-write"
    assert result["OPTIONS"]["connect_timeout"] == 2
    assert result["OPTIONS"]["sslmode"] == "require"
    other = database(f"postgres://me@{hosts}/cards?target_session_attrs=any", tmp_path)
    assert other["OPTIONS"]["target_session_attrs"] == "any"


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
def test_a_url_that_cannot_be_used_is_not_shown(tmp_path: Path, url: str) -> None:
    """Among them SQLite without a file: each thread would have a database of its own, and nothing be kept."""
    with pytest.raises(ImproperlyConfigured) as caught:
        database(url, tmp_path)
    assert "hush" not in str(caught.value)
    assert "sqlite:///FILE" in str(caught.value)


def test_postgresql_without_its_driver(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scorekeeper.server.database.find_spec", lambda _name: None)
    with pytest.raises(ImproperlyConfigured, match="pip install"):
        database("postgres://me@db.example/cards", tmp_path)
