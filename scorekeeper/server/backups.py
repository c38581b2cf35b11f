"""Making and restoring backups of a SQLite database.

PostgreSQL is backed up by its own tools (README.md, "Backup").
"""

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from shutil import copyfile

from django.apps import apps
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection, connections
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from .backup_file import (
    DATABASE,
    FORMAT,
    Backup,
    BackupError,
    Manifest,
    keep_copy,
    opened_backup,
    replacing,
    write_backup,
)
from .complaints import first_line
from .environment import SECRET
from .folder import alone
from .prepare import later_migrations, migrate
from .secret import KEY_NAME, SHORTEST_KEY
from .terminal import gettext as _
from .trouble import Trouble, trouble_of

KIND = "sqlite"
RUNS_BY_ITSELF = (
    "SELECT count(*) FROM sqlite_master WHERE type IN ('trigger', 'view') OR sql LIKE 'CREATE VIRTUAL%'"
)


@dataclass(frozen=True, slots=True)
class BackupCheck:
    """What opening the database of a backup has shown."""

    circles: int
    rounds: int
    differences: str = ""  # lines about sessions that would be scored differently today


@dataclass(frozen=True, slots=True)
class Restored:
    """A backup that has replaced what there was."""

    made_at: str
    copies: tuple[Path, ...]  # of what was replaced
    check: BackupCheck


def create_backup(path: Path) -> BackupCheck:
    """Write a backup while the app runs, and check it.

    Raises BackupError and OSError, with an earlier file at ``path`` unchanged.
    """
    _require_sqlite()
    with replacing(path) as draft:
        with tempfile.TemporaryDirectory(prefix="backup-", dir=path.parent) as folder:
            database = Path(folder) / DATABASE
            manifest = _current_manifest()
            copy_database(database)
            write_backup(draft, manifest, settings.SECRET_KEY, database)
        with opened_backup(draft, path.parent) as backup:
            return _check(backup)


def restore_backup(path: Path) -> Restored:
    """Replace the database and the key; raises BackupError and OSError, with nothing changed."""
    _require_sqlite()
    folder = settings.DATA_DIR
    with opened_backup(path, folder) as backup, _without_server(folder):
        _require_fit(backup)
        check = _check(backup)
        copies = _replace_database(backup.database)
        if (folder / KEY_NAME).exists():
            copies.append(keep_copy(folder / KEY_NAME))
        with replacing(folder / KEY_NAME) as key:
            key.write_text(backup.key + "\n", "ascii")
        migrate()
    return Restored(backup.manifest.made_at, tuple(copies), check)


def _require_sqlite() -> None:
    if connection.vendor != KIND:
        raise BackupError(
            _("With PostgreSQL use pg_dump and pg_restore; scorekeeper/server/README.md says how.")
        )


def _current_manifest() -> Manifest:
    applied = sorted(MigrationRecorder(connection).applied_migrations())
    if not applied:
        folder = {"folder": settings.DATA_DIR}
        raise BackupError(_("There is nothing to save yet in %(folder)s. Is that the right folder?") % folder)
    names = tuple(".".join(migration) for migration in applied)
    return Manifest(settings.VERSION, timezone.now().isoformat(), KIND, names)


def copy_database(path: Path) -> None:
    """Copy the database as it is at one moment, including SQLite's log."""
    connection.ensure_connection()
    with closing(sqlite3.connect(path)) as target, connection.wrap_database_errors:
        connection.connection.backup(target)
        target.execute("PRAGMA journal_mode = DELETE")


def _require_fit(backup: Backup) -> None:
    """Refuse what a newer version has written, another kind of database, and what lacks the right key."""
    manifest = backup.manifest
    applied = [(app, name) for app, _dot, name in (each.partition(".") for each in manifest.migrations)]
    if manifest.format > FORMAT or later_migrations(applied):
        raise BackupError(
            _("This backup was made by a newer version (%(version)s). Update the scorekeeper first.")
            % {"version": manifest.version}
        )
    if manifest.database != KIND:
        raise BackupError(
            _("This backup is for %(there)s, and the scorekeeper here uses %(here)s.")
            % {"there": manifest.database, "here": KIND}
        )
    if len(backup.key) < SHORTEST_KEY:
        raise BackupError(_("There is no secret key in this backup."))
    if os.environ.get(SECRET) and backup.key != settings.SECRET_KEY:
        raise BackupError(
            _("%(variable)s is not the key in this backup. Set it to that, or leave it out.")
            % {"variable": SECRET}
        )


def _check(backup: Backup) -> BackupCheck:
    """Open the database of a backup beside the one in use, bring it up to date and score it."""
    _require_whole(backup.database)
    try:
        with _using_database(backup.database):
            return _check_database(backup.manifest)
    except (BackupError, OSError):
        raise
    except Exception as problem:  # rows of any kind, which no scorekeeper has written
        if trouble_of(problem) is Trouble.FULL:
            raise
        raise _damaged(f"{type(problem).__name__}: {first_line(problem)}") from problem


def _damaged(reason: str) -> BackupError:
    return BackupError(_("The database is damaged: %(reason)s") % {"reason": reason})


def _require_whole(database: Path) -> None:
    try:
        with closing(sqlite3.connect(database)) as opened:
            result = opened.execute("PRAGMA integrity_check(1)").fetchone()[0]
    except sqlite3.Error as problem:
        raise _damaged(str(problem)) from problem
    if result != "ok":
        raise _damaged(result)


@contextmanager
def _using_database(path: Path) -> Iterator[None]:
    """Make the file the default database of this thread."""
    usual, chosen = connections["default"], connections.databases["default"]
    connections.databases["default"] = {**chosen, "NAME": str(path)}
    del connections["default"]
    try:
        yield
    finally:
        connections["default"].close()
        connections.databases["default"] = chosen
        connections["default"] = usual


def _check_database(manifest: Manifest) -> BackupCheck:
    applied = MigrationRecorder(connection).applied_migrations()
    with connection.cursor() as cursor:
        cursor.execute(RUNS_BY_ITSELF)
        [programs] = cursor.fetchone()
    if programs or {".".join(migration) for migration in applied} != set(manifest.migrations):
        raise BackupError(_("The database in this backup is not one that a scorekeeper has written."))
    migrate()
    circles, rounds = (apps.get_model(label).objects.count() for label in ("circles.Circle", "play.Round"))
    out = StringIO()
    try:
        call_command("rescore", check=True, stdout=out)
    except CommandError as problem:
        return BackupCheck(circles, rounds, f"{out.getvalue()}{problem}")
    return BackupCheck(circles, rounds)


@contextmanager
def _without_server(folder: Path) -> Iterator[None]:
    """Hold a folder's lock; raises BackupError where a server runs on it."""
    with ExitStack() as lock:
        try:
            lock.enter_context(alone(folder))
        except OSError as problem:
            words = _("A server is running on %(folder)s. Stop it first.") % {"folder": folder}
            raise BackupError(words) from problem
        yield


def _replace_database(database: Path) -> list[Path]:
    """Replace the database file, which may lie on another disk; gives the copies of what there was."""
    path = Path(str(connection.settings_dict["NAME"]))
    connections.close_all()
    copies = _keep_database(path) if path.exists() else []
    with replacing(path) as draft:
        copyfile(database, draft)
    return copies


def _keep_database(path: Path) -> list[Path]:
    with suppress(sqlite3.Error), closing(sqlite3.connect(path)) as present:
        present.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # and without its log it is whole
    copy = keep_copy(path)
    for log in ("-wal", "-shm"):
        with suppress(FileNotFoundError):
            path.with_name(path.name + log).replace(f"{copy}{log}")
    return [copy]
