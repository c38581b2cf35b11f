"""Commands fail with a message of one line, and work in a fresh folder."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.management import call_command, get_commands
from django.core.management.base import CommandError
from django.db import DatabaseError, connection
from django.db.migrations.recorder import MigrationRecorder

from scorekeeper.server import prepare
from scorekeeper.server.errors import terminal_message
from tests.postgres import empty_database
from tests.server.running import DATABASE, manage, refused


@pytest.mark.parametrize(
    "own",
    [
        {"SCOREKEEPER_PUBLIC_URL": "https://cards.example.org"},
        *(pytest.param(own, marks=pytest.mark.long) for own in ({}, {"SCOREKEEPER_ADMIN": "1"})),
    ],
    ids=str,
)
def test_the_deployment_checks_of_django_pass(tmp_path: Path, own: dict[str, str]) -> None:
    answer = manage(tmp_path, "check", "--deploy", "--fail-level", "DEBUG", **own)
    assert (answer.returncode, answer.stderr) == (0, ""), answer.stderr
    assert "System check identified no issues" in answer.stdout


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("SCOREKEEPER_PUBLIC_URL", "cards.example.org"),
        ("TZ", "JST-9"),
        pytest.param("SCOREKEEPER_TRUSTED_PROXIES", "10.0.0.5 caddy", marks=pytest.mark.long),
        pytest.param("DATABASE_URL", "pigeon://db", marks=pytest.mark.long),
        pytest.param("SCOREKEEPER_LOG", "xml", marks=pytest.mark.long),
        pytest.param("TZ", "/etc/localtime", marks=pytest.mark.long),
    ],
)
def test_an_invalid_setting_is_named(tmp_path: Path, name: str, value: str) -> None:
    answer = manage(tmp_path, "check", **{name: value})
    assert answer.returncode == 1
    assert name in answer.stderr
    assert len(answer.stderr.splitlines()) == 1


@pytest.mark.usefixtures("on_a_file")
@pytest.mark.parametrize(
    ("command", "language", "words"),
    [
        (("serve", "--port", "0"), "ja_JP.UTF-8", "データベースとして使えません"),
        (("rescore", "--check"), "en_GB.UTF-8", "cannot be used as the database ("),
    ],
)
def test_a_damaged_database_file(tmp_path: Path, command: tuple[str, ...], language: str, words: str) -> None:
    """Each command prints one line, in the language of the terminal."""
    (tmp_path / DATABASE).write_bytes(b"no database" * 1000)
    answer = manage(tmp_path, *command, LANG=language)
    assert (answer.returncode, answer.stdout) == (1, "")
    assert len(answer.stderr.splitlines()) == 1, answer.stderr
    assert f"{tmp_path / DATABASE}" in answer.stderr
    assert words in answer.stderr


@pytest.mark.long
@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("sqlite:////nowhere/at/all", "/nowhere/at/all cannot be used"),
        ("postgres://me:hush@127.0.0.1:1/cards", "cards (127.0.0.1:1) cannot be reached"),
    ],
)
def test_unreachable_databases(tmp_path: Path, url: str, words: str) -> None:
    assert words in refused(tmp_path, DATABASE_URL=url)


@pytest.mark.django_db
@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL says it by itself")
def test_a_read_only_database(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "en")
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA query_only = ON")
        try:
            with pytest.raises(DatabaseError) as caught:
                prepare.check_writable()
        finally:
            cursor.execute("PRAGMA query_only = OFF")
    assert "cannot be written to" in terminal_message(caught.value)


@pytest.mark.django_db
@pytest.mark.parametrize("problem", [CommandError("conflicting leaves"), KeyError("points")])
def test_failed_migrations(monkeypatch: pytest.MonkeyPatch, problem: Exception) -> None:
    def fail(*_args: object, **_options: object) -> None:
        raise problem

    monkeypatch.setattr(prepare, "call_command", fail)
    monkeypatch.setenv("LC_ALL", "en")
    with pytest.raises(DatabaseError) as caught:
        prepare.migrate()
    assert "is not ready" in terminal_message(caught.value)
    assert str(problem) in terminal_message(caught.value)
    assert len(terminal_message(caught.value).splitlines()) == 1


# --- Tables of a later version

LATER = ("play", "9999_later")


@pytest.mark.postgresql
@pytest.mark.django_db
@pytest.mark.parametrize(
    "start", [prepare.migrate, lambda: call_command("rescore")], ids=["start", "rescore"]
)
def test_tables_of_a_later_version_are_not_touched(
    monkeypatch: pytest.MonkeyPatch, start: Callable[[], object]
) -> None:
    monkeypatch.setenv("LC_ALL", "en")
    prepare.migrate()
    MigrationRecorder(connection).record_applied(*LATER)
    with pytest.raises(DatabaseError) as refusal:
        start()
    said = terminal_message(refusal.value)
    assert "another version of the scorekeeper has used it (play.9999_later)" in said
    assert len(said.splitlines()) == 1


def test_later_migrations() -> None:
    """Squashed migrations are known if all of them were applied."""
    ours = [("play", "0001_squashed"), ("rules", "0001_initial")]
    django = [("auth", "0001_initial"), ("admin", "0003_logentry")]
    leagues = ("leagues", "0001_initial")
    assert prepare.later_migrations([*ours, *django]) == []
    assert prepare.later_migrations([*ours, LATER, leagues]) == [leagues, LATER]
    first = [("archive", "0001_initial"), ("rules", "0001_initial")]
    assert prepare.later_migrations([*first, ("archive", "0002_one_import")]) == []
    assert prepare.later_migrations(first) == [("archive", "0001_initial")]


# --- A folder in which nothing was ever started

OURS = sorted(name for name, app in get_commands().items() if str(app).startswith("scorekeeper."))
ARGUMENTS = {
    "arrive": ["5"],
    "backup": ["saved.zip"],
    "export_session": ["nosuch"],
    "import_session": ["-"],
    "restore": ["nosuch.zip"],
    "serve": ["--host", "192.0.2.1"],
}
"""Arguments of commands; ``serve`` has tests of its own, and gets an address that does not exist."""
DOCUMENT = '{"format": 1, "game": "gamble", "players": ["Ann", "Ben"], "rounds": []}'
POSTGRESQL = os.environ.get("DATABASE_URL", "").startswith("postgres")
SAID = {
    "arrive": "no upload with the key 5",
    "backup": "With PostgreSQL use pg_dump" if POSTGRESQL else "There is nothing to save yet in",
    "export_session": "no session nosuch",
    "restore": "With PostgreSQL use pg_dump" if POSTGRESQL else "nosuch.zip cannot be used",
    "serve": "Cannot listen on 192.0.2.1",
}
"""The messages of commands that fail in an empty folder."""


@pytest.mark.parametrize(
    "name", [name if name == "rescore" else pytest.param(name, marks=pytest.mark.long) for name in OURS]
)
def test_every_command_in_a_fresh_folder(name: str, tmp_path: Path) -> None:
    with empty_database():
        words = (name, *ARGUMENTS.get(name, []))
        done = manage(tmp_path / "data", *words, given=DOCUMENT, cwd=tmp_path)
    assert "Traceback" not in done.stderr
    assert done.returncode == (1 if name in SAID else 0), done.stderr
    assert SAID.get(name, "") in done.stderr
    assert len(done.stderr.splitlines()) <= 1
