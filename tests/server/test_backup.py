"""Backup and restore."""

import errno
import sqlite3
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from scorekeeper.play.models import Round, RoundResult
from scorekeeper.server import backups
from scorekeeper.server.folder import KEY_NAME, lock_folder
from tests.helpers import AFTER_DOBON, DOBON, OUT, Phone

pytestmark = [
    pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL has tools of its own"),
    pytest.mark.usefixtures("shared_database"),
]

KEY = "k" * 60
OTHER_KEY = "o" * 60


@pytest.fixture(name="folder")
def _folder(tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder with a key."""
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    monkeypatch.setenv("LC_ALL", "")
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / "secret.key").write_text(KEY + "\n")
    settings.DATA_DIR, settings.SECRET_KEY = folder, KEY
    return folder


@pytest.fixture(name="saved")
def _saved(folder: Path) -> tuple[Phone, Path]:
    """A table with one round, and its backup."""
    phone, path = Phone().open_table(), folder.parent / "saved.zip"
    phone.play(DOBON)
    call_command("backup", str(path))
    return phone, path


def refused(*command: str) -> str:
    with pytest.raises(CommandError) as refusal:
        call_command(*command)
    return str(refusal.value)


def changed(path: Path, other: Mapping[str, bytes | None]) -> Path:
    """A copy of a backup with other parts; None removes one."""
    made = path.with_name("other.zip")
    with zipfile.ZipFile(path) as before, zipfile.ZipFile(made, "w") as after:
        parts: dict[str, bytes | None] = {name: before.read(name) for name in before.namelist()}
        for name, content in {**parts, **other}.items():
            if content is not None:
                after.writestr(name, content)
    return made


def test_the_contents_of_a_backup(
    saved: tuple[Phone, Path], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It stays as it is if the next copy is empty, or the data folder is the wrong one."""
    path = saved[1]
    call_command("backup", str(path))
    said = capsys.readouterr().out
    assert "Groups in it: 1. Rounds: 1." in said
    assert "every round was scored again without differences" in said
    with zipfile.ZipFile(path) as packed:
        assert sorted(packed.namelist()) == ["database", "secret.key"]
        assert packed.read("secret.key").decode().strip() == KEY
    assert path.stat().st_mode & 0o077 == 0
    before = path.read_bytes()
    with monkeypatch.context() as patched:
        patched.setattr("scorekeeper.server.backups.copy_database", lambda dump: dump.write_bytes(b""))
        assert "was not written by the scorekeeper" in refused("backup", str(path))
    recorder = "django.db.migrations.recorder.MigrationRecorder.applied_migrations"
    monkeypatch.setattr(recorder, lambda _self: {})
    assert "There is nothing to save yet in" in refused("backup", str(path))
    assert path.read_bytes() == before
    assert not [*path.parent.glob("backup-*"), *path.parent.glob(".saved*")]


def test_different_results_are_only_a_warning(
    saved: tuple[Phone, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    """The commands succeed, so that scripts go on."""
    RoundResult.objects.update(problems=7)
    for command in ("backup", "restore"):
        call_command(command, str(saved[1]))
        said = capsys.readouterr().err
        assert said.count("problems 7 -> 0") == 1, command
        assert said.count("some of its rounds would be scored differently") == 1, command
    assert RoundResult.objects.get().problems == 7


def test_restoring_keeps_copies_of_the_earlier_data(saved: tuple[Phone, Path], folder: Path) -> None:
    """A second round and another key, then the backup: one round and its key.  Then again, and at last what
    there was before the first time."""
    phone, path = saved
    phone.play(OUT)
    points = phone.points()
    (folder / "secret.key").write_text(OTHER_KEY + "\n")
    call_command("restore", str(path))
    assert Round.objects.count() == 1
    assert phone.points() == AFTER_DOBON
    assert (folder / "secret.key").read_text().strip() == KEY
    assert (folder / "secret.key.before-restore").read_text().strip() == OTHER_KEY
    [before] = [one for one in folder.parent.rglob("*.before-restore") if "key" not in one.name]
    phone.play(OUT)
    call_command("restore", str(path))
    assert Round.objects.count() == 1
    assert (folder / "secret.key.before-restore-2").read_text().strip() == KEY

    call_command("restore", str(changed(path, {"database": before.read_bytes()})))
    assert phone.points() == points


def of_another_program(path: Path, *statements: str) -> bytes:
    with sqlite3.connect(path) as made:
        for statement in statements:
            made.execute(statement)
    made.close()
    return path.read_bytes()


def test_foreign_and_newer_databases_are_refused(saved: tuple[Phone, Path], folder: Path) -> None:
    """An empty one, another program's, and ours with triggers or views, or of a newer version."""
    phone, path = saved
    with zipfile.ZipFile(path) as packed:
        ours = folder.parent / "ours"
        ours.write_bytes(packed.read("database"))
    items = [
        b"",
        of_another_program(folder.parent / "theirs", "CREATE TABLE django_session (a)"),
        of_another_program(
            folder.parent / "alike", "CREATE TABLE django_migrations (id, app, name, applied)"
        ),
        of_another_program(
            ours, "CREATE TRIGGER t AFTER INSERT ON circles_circle BEGIN DELETE FROM play_round; END"
        ),
        of_another_program(ours, "DROP TRIGGER t", "CREATE VIEW v AS SELECT 1"),
    ]
    for number, database in enumerate(items):
        said = refused("restore", str(changed(path, {"database": database})))
        wanted = "The database in this backup was not written by the scorekeeper. Nothing was changed."
        assert said == wanted, number
    later = "INSERT INTO django_migrations (app, name, applied) VALUES ('play', '9999_later', '2026-01-01')"
    ours.write_bytes(of_another_program(ours, "DROP VIEW v", later))
    said = refused("restore", str(changed(path, {"database": ours.read_bytes()})))
    assert "This backup was made by a newer version. Update the scorekeeper first." in said
    undo = "DELETE FROM django_migrations WHERE name = '9999_later'"
    ours.write_bytes(of_another_program(ours, undo, "UPDATE play_gamesession SET standing = 5"))
    said = refused("restore", str(changed(path, {"database": ours.read_bytes()})))
    assert said.startswith("The database is damaged: ")
    assert said.isprintable()
    assert phone.points() == AFTER_DOBON


def no_room_for_the_key(path: Path, *_given: object) -> Path:
    if KEY_NAME in path.name:
        raise OSError(errno.ENOSPC, "No space left on device")
    return path.with_name("copy")


def test_a_refused_restore_changes_nothing(
    saved: tuple[Phone, Path], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also if the disk is full when the key is written, after the database."""
    phone, path = saved
    phone.play(OUT)
    points = phone.points()
    letter = folder.parent / "letter.txt"
    letter.write_text("Dear friends")
    wanted: dict[str, tuple[str, bytes | None]] = {
        "other.zip is no backup, or is damaged.": ("database", None),
        "There is no secret key in this backup.": ("secret.key", b""),
        "file is not a database": ("database", b"x" * 10_000),
    }
    for words, (part, content) in wanted.items():
        said = refused("restore", str(changed(path, {part: content})))
        assert words in said
        assert said.endswith("Nothing was changed.")
    assert refused("restore", str(letter)).startswith(f"{letter} is no backup, or is damaged.")
    there = lock_folder(folder, "http://127.0.0.1:8000/")
    with there, pytest.raises(OSError, match="it is in use already") as taken:
        call_command("restore", str(path))
    assert taken.value.filename == str(folder)
    for place, name in ((backups, "_keep_copy"), (Path, "write_text")):
        monkeypatch.setattr(place, name, no_room_for_the_key)
        with pytest.raises(OSError, match="No space left"):
            call_command("restore", str(path))
        assert phone.points() == points
    assert not list(folder.parent.rglob("*.before-restore"))
    assert not list(folder.parent.rglob("backup-*"))


def test_a_key_from_the_environment_must_match(
    saved: tuple[Phone, Path], folder: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There is no key in the folder before."""
    phone, path = saved
    (folder / "secret.key").unlink()
    monkeypatch.setenv("SCOREKEEPER_SECRET", OTHER_KEY)
    settings.SECRET_KEY = OTHER_KEY
    assert refused("restore", str(path)) == (
        "SCOREKEEPER_SECRET is not the key in this backup. Set it to that, or leave it out. "
        "Nothing was changed."
    )
    monkeypatch.setenv("SCOREKEEPER_SECRET", KEY)
    settings.SECRET_KEY = KEY
    call_command("restore", str(path))
    assert phone.points() == AFTER_DOBON
