"""An older version does not touch what a later one has changed, and says so in a line."""

import hashlib
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection
from django.db.migrations.recorder import MigrationRecorder

from scorekeeper.server.prepare import later_migrations, migrate
from scorekeeper.server.trouble import complaint
from tests.live.lines import Sender
from tests.server.running import DATABASE, REAL, refused, running

LATER = ("play", "9999_later")
WORDS = "another version of the scorekeeper has used it (play.9999_later)"


def note(file: Path, sql: str) -> None:
    with closing(sqlite3.connect(file)) as base, base:
        base.execute(sql, LATER)


def contents(file: Path) -> dict[str, str]:
    """A digest of the database and of whatever lies beside it."""
    return {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in file.parent.glob(f"{file.name}*")
    }


@pytest.mark.long
@pytest.mark.usefixtures("on_a_file")
@pytest.mark.parametrize(
    ("language", "words"), [("en_GB.UTF-8", WORDS), ("ja_JP.UTF-8", "別のバージョンで使われた")]
)
def test_it_is_refused_in_a_line_and_the_later_version_goes_on(
    tmp_path: Path, language: str, words: str
) -> None:
    file = tmp_path / DATABASE
    with running(tmp_path, settings=REAL) as server:
        host = Sender(server).open_table()
        host.play()
    note(file, "INSERT INTO django_migrations (app, name, applied) VALUES (?, ?, '2030-01-01')")
    before = contents(file)
    said = refused(tmp_path, LANG=language)
    assert words in said
    assert str(file) in said
    assert contents(file) == before
    note(file, "DELETE FROM django_migrations WHERE app = ? AND name = ?")
    with running(tmp_path, settings=REAL) as server:
        host.server = server
        assert "Ben" in host.get(f"/t/{host.sid}/rounds/1/")


@pytest.mark.postgresql
@pytest.mark.django_db
def test_on_both_databases(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "en")
    migrate()
    MigrationRecorder(connection).record_applied(*LATER)
    for command in ("start", "rescore"):
        with pytest.raises(DatabaseError) as refusal:
            migrate() if command == "start" else call_command(command)
        assert WORDS in complaint(refusal.value)
        assert len(complaint(refusal.value).splitlines()) == 1


def test_what_counts_as_later() -> None:
    ours = [("play", "0001_squashed"), ("rounds", "0001_initial")]
    assert later_migrations([*ours, ("auth", "0001_initial"), ("admin", "0003_logentry")]) == []
    assert later_migrations([*ours, LATER, ("leagues", "0001_initial")]) == [
        ("leagues", "0001_initial"),
        LATER,
    ]


def test_what_was_squashed_is_known_where_all_of_it_was_applied() -> None:
    first = [("archive", "0001_initial"), ("rounds", "0001_initial")]
    assert later_migrations([*first, ("archive", "0002_one_import")]) == []
    assert later_migrations(first) == [("archive", "0001_initial")]
