"""Health checks."""

import asyncio
from errno import EIO, ENOSPC, EROFS

import pytest
from django.db import InterfaceError, OperationalError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from scorekeeper.server import health
from scorekeeper.server.health import Health, database_problem
from scorekeeper.server.shell import Receive, Scope, Send
from tests.server.in_process import AsgiClient


async def pages(scope: Scope, receive: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": 299, "headers": []})
    await send({"type": "http.response.body", "body": b"page"})


Answer = tuple[int, dict[bytes, bytes], bytes]


async def ask(app: Health, path: str, method: str = "GET") -> Answer:
    start, body = await AsgiClient(app, path=path, method=method).all()
    return start["status"], dict(start["headers"]), body["body"]


def answers(app: Health, *paths: str) -> list[Answer]:
    """The answers to concurrent requests."""

    async def all_of_them() -> list[Answer]:
        return await asyncio.gather(*(ask(app, path) for path in paths))

    return asyncio.run(all_of_them())


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [100.0]
    monkeypatch.setattr(health.time, "monotonic", lambda: now[0])
    return now


def test_healthy_and_ready_or_not() -> None:
    """All other paths go to the application.  With a problem the process is alive nevertheless."""
    well, ready, *others = answers(Health(pages, lambda: ""), "/healthz", "/readyz", "/", "/healthz/")
    headers = {b"content-type": b"text/plain; charset=utf-8", b"cache-control": b"no-store"}
    assert well == ready == (200, headers, b"ok\n")
    assert [status for status, *_ in others] == [299] * 2
    app = Health(pages, lambda: "database: full")
    alive, (status, headers, text) = answers(app, "/healthz", "/readyz")
    assert alive[0] == 200
    assert (status, text, headers[b"retry-after"]) == (503, b"database: full\n", b"5")
    status, headers, _text = asyncio.run(ask(app, "/readyz", "POST"))
    assert (status, headers[b"allow"]) == (405, b"GET, HEAD")


def test_the_result_of_a_check_is_cached(clock: list[float]) -> None:
    looks: list[str] = []
    app = Health(pages, lambda: looks.append("") or "")
    assert {status for status, *_ in answers(app, *["/readyz"] * 5)} == {200}
    assert len(looks) == 1
    clock[0] += health.CACHE_SECONDS - 0.1
    answers(app, "/readyz")
    assert len(looks) == 1
    clock[0] += 0.2
    answers(app, "/readyz")
    assert len(looks) == 2


def test_a_stopping_server_is_not_ready() -> None:
    """Also for a request whose check is still running when the stop begins."""
    app = Health(pages, lambda: app.stop() or "")
    for _ in range(2):
        asked = answers(app, "/healthz", "/readyz")
        assert [(status, text) for status, _headers, text in asked] == [(200, b"ok\n"), (503, b"stopping\n")]


@pytest.mark.postgresql
def test_only_unapplied_migrations_are_a_problem(transactional_db: None) -> None:
    assert database_problem() == ""
    recorder = MigrationRecorder(connection)
    [last] = MigrationLoader(None).graph.leaf_nodes("story")
    recorder.record_unapplied(*last)
    try:
        assert database_problem() == "database: of an earlier version"
    finally:
        recorder.record_applied(*last)


@pytest.mark.parametrize(
    ("problem", "word"),
    [
        (InterfaceError("the connection is closed"), "away"),
        (OperationalError("no answer"), "away"),
        (OSError(ENOSPC, "no space"), "full"),
        (OSError(EROFS, "read only"), "read only"),
        (OSError(EIO, "it failed"), "damaged"),
    ],
    ids=str,
)
def test_errors_become_one_word(
    db: None, monkeypatch: pytest.MonkeyPatch, problem: Exception, word: str
) -> None:
    def refuse() -> None:
        raise problem

    monkeypatch.setattr(health, "check_writable", refuse)
    assert database_problem() == f"database: {word}"
