"""A start that cannot succeed ends in one line."""

from pathlib import Path

import pytest
from django.core.management.base import CommandError
from django.db import DatabaseError, connection

from scorekeeper.server import prepare
from scorekeeper.server.errors import complaint
from tests.server.running import DATABASE, manage, refused

pytestmark = pytest.mark.usefixtures("all_on_a_file")


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    """Other commands say it in a line, too, each in the language of the terminal."""
    (tmp_path / DATABASE).write_bytes(b"no database" * 1000)
    assert f"{tmp_path / DATABASE} cannot be used as the database (" in refused(tmp_path)
    answer = manage(tmp_path, "rescore", "--check", LANG="ja_JP.UTF-8")
    assert answer.returncode == 1
    assert len(answer.stderr.splitlines()) == 1, answer.stderr
    assert "データベースとして使えません" in answer.stderr


@pytest.mark.django_db
@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL says it by itself")
def test_a_database_that_can_only_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "en")
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA query_only = ON")
        try:
            with pytest.raises(DatabaseError) as caught:
                prepare.check_writable()
        finally:
            cursor.execute("PRAGMA query_only = OFF")
    assert "cannot be written to" in complaint(caught.value)


@pytest.mark.long
@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("sqlite:////nowhere/at/all", "/nowhere/at/all cannot be used"),
        ("postgres://me:hush@127.0.0.1:1/cards", "cards (127.0.0.1:1) cannot be reached"),
    ],
)
def test_another_database_that_cannot_be_used(tmp_path: Path, url: str, words: str) -> None:
    assert words in refused(tmp_path, DATABASE_URL=url)


@pytest.mark.django_db
@pytest.mark.parametrize("problem", [CommandError("conflicting leaves"), KeyError("points")])
def test_tables_that_cannot_be_brought_up_to_date(
    monkeypatch: pytest.MonkeyPatch, problem: Exception
) -> None:
    def fail(*_args: object, **_options: object) -> None:
        raise problem

    monkeypatch.setattr(prepare, "call_command", fail)
    monkeypatch.setenv("LC_ALL", "en")
    with pytest.raises(DatabaseError) as caught:
        prepare.migrate()
    assert "is not ready" in complaint(caught.value)
    assert str(problem) in complaint(caught.value)
    assert len(complaint(caught.value).splitlines()) == 1
