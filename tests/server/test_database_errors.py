"""Database errors: reported on the page, while reading goes on."""

import resource
import sqlite3
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from time import perf_counter
from urllib.parse import urlencode

import pytest
from django.db import IntegrityError, InterfaceError, OperationalError, ProgrammingError
from django.db.backends.base.base import BaseDatabaseWrapper
from django.test import Client, RequestFactory

from scorekeeper.server.errors import Trouble, trouble_of, unavailable
from tests.live.clients import Sender, friend_of, join_links
from tests.server.running import DATABASE, running, wait_for

pytestmark = pytest.mark.usefixtures("all_on_a_file")

HASTY = "tests.server.loud_settings"
"""The timeout for locks is three seconds."""
WRITERS = 5
AT_ONCE = 2.5
"""Seconds within which a page is answered. A writer waits longer, the fifth twice as long."""


@contextmanager
def opened(folder: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(folder / DATABASE, isolation_level=None)) as base:
        yield base


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold the lock for writing meanwhile."""
    with opened(folder) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


def long_unseen(folder: Path) -> None:
    """Make all devices look unseen for years, so that requests want to update `last_seen`."""
    with opened(folder) as base:
        base.execute("UPDATE circles_device SET last_seen = '2020-01-01 00:00:00'")


def rounds_of(folder: Path) -> int:
    with opened(folder) as base:
        assert base.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        return int(base.execute("SELECT count(*) FROM play_round").fetchone()[0])


def pages(sender: Sender) -> list[str]:
    table = f"/t/{sender.sid}/"
    more = ("", "rounds/", "rounds/1/", "rounds/new/", "rounds/1/edit/", "settle/", "rules/", "export.json")
    return ["/", "/offline/", "/rules/", sender.circle(), *(table + path for path in more)]


def sent(sender: Sender, form: dict[str, object]) -> tuple[int, dict[str, str], str]:
    """Send a round as the outbox does."""
    headers = {"Cookie": sender.cookie, "Accept-Language": "en", "Sent-By": "outbox"}
    headers["Content-Type"] = "application/x-www-form-urlencoded"
    body = urlencode(form, doseq=True).encode()
    return sender.server.ask("POST", f"/t/{sender.sid}/rounds/new/", body, headers)


def all_read(sender: Sender, asked: list[str]) -> None:
    for path in asked:
        begin = perf_counter()
        assert sender.ask("GET", path)[0] == 200, path
        assert perf_counter() - begin < AT_ONCE, path


@pytest.fixture(name="folder", scope="module")
def _folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("locked")


@pytest.fixture(name="sender", scope="module")
def _sender(folder: Path) -> Iterator[Sender]:
    """A table with a round; at the end no traceback was logged."""
    with running(folder, settings=HASTY) as server:
        host = Sender(server).open_table()
        host.play()
        yield host
    assert "Traceback" not in server.output


def test_a_database_that_another_process_locks(sender: Sender, folder: Path) -> None:
    """Writers and new phones get an error after the timeout; reading goes on, also for long unseen phones."""
    writers = [sender, *(friend_of(sender) for _ in range(WRITERS - 1))]  # each device writes one at a time
    before, asked, forms = rounds_of(folder), pages(sender), [writer.entry() for writer in writers]
    link = join_links(sender.get(sender.circle()))[0]
    long_unseen(folder)
    with ThreadPoolExecutor(WRITERS + 1) as crew, locked(folder):
        writing = [crew.submit(sent, *pair) for pair in zip(writers, forms, strict=True)]
        joining = crew.submit(Sender(sender.server).ask, "GET", link)
        time.sleep(0.3)
        all_read(sender, asked)
        answers = [each.result(30) for each in writing]
        assert joining.result(30)[0] == 503
    for status, headers, text in answers:
        assert (status, headers["retry-after"]) == (503, "5")
        assert "The database is busy" in text
        assert "content-security-policy" in headers
    assert [sent(sender, forms[0])[0] for _ in range(2)] == [204, 204]
    assert rounds_of(folder) == before + 1
    wait_for(lambda: "503 POST round_new: database is locked\n" in sender.server.output)


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="no such limit on this system")
def test_a_disk_that_fails_temporarily(sender: Sender, folder: Path) -> None:
    """No file can grow, which SQLite reports as an I/O error."""
    asked, before = pages(sender), rounds_of(folder)
    long_unseen(folder)
    form, server = sender.entry(), sender.server.process.pid
    free = resource.prlimit(server, resource.RLIMIT_FSIZE)
    resource.prlimit(server, resource.RLIMIT_FSIZE, (1, free[1]))
    try:
        status, headers, text = sent(sender, form)
        assert (status, int(headers["retry-after"]) > 0) == (503, True)
        assert "cannot read or write its database" in text
        all_read(sender, asked)
    finally:
        resource.prlimit(server, resource.RLIMIT_FSIZE, free)
    assert sent(sender, form)[0] == 204
    assert rounds_of(folder) == before + 1


def failed(**code: object) -> OperationalError:
    """An error as Django raises it, with the driver's as its cause."""
    problem, cause = OperationalError("it failed"), Exception()
    vars(cause).update(code)
    problem.__cause__ = cause
    return problem


@pytest.mark.parametrize(
    ("problem", "trouble"),
    [
        (failed(sqlite_errorcode=sqlite3.SQLITE_BUSY), Trouble.BUSY),
        (failed(sqlite_errorcode=sqlite3.SQLITE_BUSY_SNAPSHOT), Trouble.BUSY),
        (failed(sqlite_errorcode=sqlite3.SQLITE_FULL), Trouble.FULL),
        (failed(sqlite_errorcode=sqlite3.SQLITE_IOERR_SHMSIZE), Trouble.FULL),
        (failed(sqlite_errorcode=sqlite3.SQLITE_READONLY_DBMOVED), Trouble.READ_ONLY),
        (failed(sqlite_errorcode=sqlite3.SQLITE_IOERR_WRITE), Trouble.DAMAGED),
        (failed(sqlite_errorcode=sqlite3.SQLITE_NOTADB), Trouble.DAMAGED),
        (failed(sqlite_errorcode=sqlite3.SQLITE_CANTOPEN_ISDIR), Trouble.DAMAGED),
        (failed(sqlite_errorcode=sqlite3.SQLITE_ERROR), None),  # a mistake of the program
        (failed(sqlstate="53100"), Trouble.FULL),
        (failed(sqlstate="53300"), Trouble.BUSY),
        (failed(sqlstate="55P03"), Trouble.BUSY),
        (failed(sqlstate="40P01"), Trouble.BUSY),
        (failed(sqlstate="25006"), Trouble.READ_ONLY),
        (failed(sqlstate="57P01"), Trouble.AWAY),
        (failed(sqlstate="08006"), Trouble.AWAY),
        (failed(sqlstate="58030"), Trouble.DAMAGED),
        (failed(sqlstate="XX001"), Trouble.DAMAGED),
        (failed(sqlstate="42P01"), None),
        (failed(sqlstate=None), Trouble.AWAY),
        (InterfaceError("the connection is closed"), Trouble.AWAY),
        (IntegrityError("twice"), None),
        (ProgrammingError("no such column"), None),
        (OSError("no space"), None),
        (None, None),
    ],
)
def test_what_is_the_matter(problem: Exception | None, trouble: Trouble | None) -> None:
    """By codes of SQLite, also extended ones, and of PostgreSQL."""
    assert trouble_of(problem) is trouble


@pytest.mark.parametrize(
    ("trouble", "words"), [(Trouble.FULL, "The disk is full"), (Trouble.READ_ONLY, "but not write to it")]
)
def test_the_pages_of_other_troubles(trouble: Trouble, words: str) -> None:
    answer = unavailable(RequestFactory().get("/", headers={"accept-language": "en"}), trouble)
    assert (answer.status_code, answer["Retry-After"]) == (503, "30")
    assert words in answer.content.decode()


def test_a_database_that_cannot_be_reached(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages without a table are shown, also to a phone with a cookie."""

    def refuse(_connection: BaseDatabaseWrapper) -> None:
        raise OperationalError("connection refused")

    monkeypatch.setattr(BaseDatabaseWrapper, "ensure_connection", refuse)
    client.raise_request_exception = False
    client.cookies["device"] = "any"
    for path in ("offline/", "rules/", "rules/gamble/", "referee/", "manifest.webmanifest", "sw.js"):
        assert client.get(f"/{path}").status_code == 200, path
    answers = [
        client.get(path, headers={"accept-language": "en"})
        for path in ("/", "/t/abcdefgh/", "/circles/abcdefgh/")
    ]
    assert all("cannot reach its database" in answer.content.decode() for answer in answers)
    fragment = client.post("/t/abcdefgh/rounds/new/", {"kind": "out"}, headers={"hx-request": "true"})
    for answer in (*answers, fragment):
        assert (answer.status_code, answer["Retry-After"]) == (503, "10")
