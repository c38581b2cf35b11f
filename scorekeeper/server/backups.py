"""Backups of a SQLite database: a ZIP file with the database and the secret key.

PostgreSQL is backed up by its own tools (README.md, "Backup").
"""

import os
import sqlite3
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from io import StringIO
from itertools import chain, count
from pathlib import Path
from shutil import copy2, copyfile

from django.apps import apps
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection, connections
from django.db.migrations.recorder import MigrationRecorder

from .environment import SECRET
from .errors import Trouble, first_line, trouble_of
from .folder import KEY_NAME, SHORTEST_KEY, lock_folder, replace_file
from .prepare import later_migrations, migrate
from .terminal import gettext as _

DATABASE = "database"
"""The name of the database within the ZIP file; the key is in it as `KEY_NAME`."""
ACTIVE_OBJECTS = (
    "SELECT count(*) FROM sqlite_master WHERE type IN ('trigger', 'view') OR sql LIKE 'CREATE VIRTUAL%'"
)
"""Counts what SQLite would run by itself. Our databases have no triggers, views or virtual tables."""


class BackupError(ValueError):
    """A backup that cannot be made or restored, with the reason for the terminal."""


@dataclass(frozen=True, slots=True)
class Backup:
    """A backup whose database was opened, migrated and rescored."""

    made_at: datetime
    key: str
    database: Path
    circles: int
    rounds: int
    differences: str  # output of `rescore --check`, empty if every result is the same


def create_backup(path: Path) -> Backup:
    """Write a backup and check it; the app may be running.

    If it raises BackupError or OSError, an earlier file at ``path`` is unchanged.
    """
    _require_sqlite()
    if not MigrationRecorder(connection).applied_migrations():
        words = _("There is nothing to save yet in %(folder)s. Is that the right folder?")
        raise BackupError(words % {"folder": settings.DATA_DIR})
    with replace_file(path) as draft:
        with tempfile.TemporaryDirectory(prefix="backup-", dir=path.parent) as folder:
            copy_database(Path(folder) / DATABASE)
            with zipfile.ZipFile(draft, "w", zipfile.ZIP_DEFLATED) as packed:
                packed.writestr(KEY_NAME, settings.SECRET_KEY + "\n")
                packed.write(Path(folder) / DATABASE, DATABASE)
        with _checked(draft, path.parent) as backup:
            return backup


def restore_backup(path: Path) -> tuple[Backup, list[Path]]:
    """Replace the database and the key; return the backup and the copies of the earlier files.

    If it raises BackupError or OSError, nothing is changed.
    """
    _require_sqlite()
    folder = settings.DATA_DIR
    with lock_folder(folder, "restore"), _checked(path, folder) as backup:
        if len(backup.key) < SHORTEST_KEY:
            raise BackupError(_("There is no secret key in this backup."))
        if os.environ.get(SECRET) and backup.key != settings.SECRET_KEY:
            words = _("%(variable)s is not the key in this backup. Set it to that, or leave it out.")
            raise BackupError(words % {"variable": SECRET})
        with replace_file(folder / KEY_NAME) as key:
            key.write_text(backup.key + "\n", "ascii")
            earlier = [_keep_copy(folder / KEY_NAME)] if (folder / KEY_NAME).exists() else []
            copies = _replace_database(backup.database) + earlier
        migrate()
    return backup, copies


def _require_sqlite() -> None:
    if connection.vendor != "sqlite":
        raise BackupError(
            _("With PostgreSQL use pg_dump and pg_restore; scorekeeper/server/README.md says how.")
        )


def copy_database(path: Path) -> None:
    """Copy a snapshot of the database, including its write-ahead log."""
    connection.ensure_connection()
    with closing(sqlite3.connect(path)) as target, connection.wrap_database_errors:
        connection.connection.backup(target)
        target.execute("PRAGMA journal_mode = DELETE")


@contextmanager
def _checked(path: Path, beside: Path) -> Iterator[Backup]:
    with tempfile.TemporaryDirectory(prefix="backup-", dir=beside, ignore_cleanup_errors=True) as folder:
        try:
            with zipfile.ZipFile(path) as packed:
                made_at = datetime(*packed.getinfo(DATABASE).date_time)
                key = packed.read(KEY_NAME).decode("ascii").strip()
                database = Path(packed.extract(DATABASE, folder))
        except OSError:
            raise
        except Exception as problem:  # anything may be raised by a file that is no backup
            raise BackupError(_("%(file)s is no backup, or is damaged.") % {"file": path}) from problem
        yield Backup(made_at, key, database, *_check(database))


def _check(database: Path) -> tuple[int, int, str]:
    """Return the numbers of circles and rounds, and how results differ; raises BackupError."""
    try:
        with closing(sqlite3.connect(database)) as opened:
            result = opened.execute("PRAGMA integrity_check(1)").fetchone()[0]
        if result != "ok":
            raise sqlite3.DatabaseError(result)
        with _using_database(database):
            return _check_database()
    except (BackupError, OSError):
        raise
    except Exception as problem:  # anything may be raised by rows that the app did not write
        if trouble_of(problem) is Trouble.FULL:
            raise
        reason = f"{type(problem).__name__}: {first_line(problem)}"
        raise BackupError(_("The database is damaged: %(reason)s") % {"reason": reason}) from problem


@contextmanager
def _using_database(path: Path) -> Iterator[None]:
    """Make the file the default database of this thread meanwhile."""
    usual, chosen = connections["default"], connections.databases["default"]
    connections.databases["default"] = {**chosen, "NAME": str(path)}
    del connections["default"]
    try:
        yield
    finally:
        connections["default"].close()
        connections.databases["default"] = chosen
        connections["default"] = usual


def _check_database() -> tuple[int, int, str]:
    applied = MigrationRecorder(connection).applied_migrations()
    with connection.cursor() as cursor:
        cursor.execute(ACTIVE_OBJECTS)
        [programs] = cursor.fetchone()
    if programs or not any(app == "play" for app, _name in applied):
        raise BackupError(_("The database in this backup was not written by the scorekeeper."))
    if later_migrations(applied):
        raise BackupError(_("This backup was made by a newer version. Update the scorekeeper first."))
    migrate()
    circles, rounds = (apps.get_model(label).objects.count() for label in ("circles.Circle", "play.Round"))
    out = StringIO()
    try:
        call_command("rescore", check=True, stdout=out)
    except CommandError as problem:
        return circles, rounds, f"{out.getvalue()}{problem}"
    return circles, rounds, ""


def _replace_database(database: Path) -> list[Path]:
    """Replace the database file, which may be on another disk; return the copies of the earlier file."""
    path = Path(str(connection.settings_dict["NAME"]))
    connections.close_all()
    copies = []
    if path.exists():
        with suppress(sqlite3.Error), closing(sqlite3.connect(path)) as present:
            present.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        copies = [_keep_copy(path)]
        for log in ("-wal", "-shm"):
            with suppress(FileNotFoundError):
                path.with_name(path.name + log).replace(f"{copies[0]}{log}")
    with replace_file(path) as draft:
        copyfile(database, draft)
    return copies


def _keep_copy(path: Path) -> Path:
    first = path.with_name(f"{path.name}.before-restore")
    more = (path.with_name(f"{first.name}-{number}") for number in count(2))
    copy = next(name for name in chain([first], more) if not name.exists())
    copy2(path, copy)
    return copy
