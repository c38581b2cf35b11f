"""What whoever runs the server asks it, and what it says where the database cannot take a round."""

import pytest
from django.db import OperationalError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client

from scorekeeper.server import health


@pytest.fixture(autouse=True)
def _nothing_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "_last", (-health.FRESH, ""))
    monkeypatch.setattr(health.time, "monotonic", lambda: 100.0)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Counts the questions to the database."""
    found: list[str] = []
    matter = health._matter
    monkeypatch.setattr(health, "_matter", lambda: found.append("") or matter())
    return found


@pytest.mark.postgresql
def test_all_is_well(transactional_db: None, client: Client) -> None:
    for path in ("/healthz", "/readyz"):
        answer = client.get(path)
        assert (answer.status_code, answer.content) == (200, b"ok\n")
        assert answer["Content-Type"] == "text/plain; charset=utf-8"
        assert "no-store" in answer["Cache-Control"]
        assert "sessionid" not in answer.cookies
        assert not answer.cookies


def test_it_is_only_looked_at(client: Client) -> None:
    assert client.post("/healthz").status_code == 405


def test_alive_asks_no_database(client: Client) -> None:
    """The test has no access to one."""
    assert client.get("/healthz").status_code == 200


@pytest.mark.postgresql
def test_tables_of_an_earlier_version_take_nothing(transactional_db: None, client: Client) -> None:
    recorder = MigrationRecorder(connection)
    [last] = MigrationLoader(None).graph.leaf_nodes("play")
    recorder.record_unapplied(*last)
    try:
        answer = client.get("/readyz")
    finally:
        recorder.record_applied(*last)
    assert (answer.status_code, answer.content) == (503, b"database: of an earlier version\n")
    assert answer["Retry-After"] == "5"


@pytest.mark.parametrize(
    ("code", "word"), [(13, b"full"), (8, b"read only"), (5, b"busy"), (11, b"damaged")], ids=str
)
def test_what_is_the_matter_is_said_in_a_word(
    db: None, client: Client, monkeypatch: pytest.MonkeyPatch, code: int, word: bytes
) -> None:
    def refuse() -> None:
        problem = OperationalError("no")
        problem.sqlite_errorcode = code  # type: ignore[attr-defined]
        raise problem

    monkeypatch.setattr(health, "check_writable", refuse)
    answer = client.get("/readyz")
    assert (answer.status_code, answer.content) == (503, b"database: " + word + b"\n")


def test_a_crowd_that_asks_costs_one_look(
    transactional_db: None, client: Client, asked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for _each in range(5):
        assert client.get("/readyz").status_code == 200
    assert len(asked) == 1
    monkeypatch.setattr(health.time, "monotonic", lambda: 100.0 + health.FRESH + 0.1)
    client.get("/readyz")
    assert len(asked) == 2
