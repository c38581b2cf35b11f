"""Backups of a SQLite database: a ZIP file with the database, the secret key and a manifest.

PostgreSQL is backed up by its own tools (README.md, "Backup").
"""

import json
import lzma
import os
import sqlite3
import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import asdict, dataclass
from datetime import datetime
from io import StringIO
from itertools import chain, count
from pathlib import Path
from shutil import copy2, copyfile, copyfileobj

from django.apps import apps
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection, connections
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from .environment import SECRET
from .folder import alone
from .prepare import later_migrations, migrate
from .secret import KEY_NAME, SHORTEST_KEY
from .terminal import gettext as _
from .trouble import Trouble, first_line, trouble_of

FORMAT = 1
KIND = "sqlite"
MANIFEST, DATABASE = "manifest.json", "database"
LONGEST_MANIFEST, LONGEST_KEY = 1024 * 1024, 1024  # bytes
# RuntimeError: a password, an unknown compression, JSON that is too deep.
UNREADABLE = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    LookupError,
    ValueError,
    TypeError,
    EOFError,
    RuntimeError,
)
PROGRAMS = (
    "SELECT count(*) FROM sqlite_master WHERE type IN ('trigger', 'view') OR sql LIKE 'CREATE VIRTUAL%'"
)
"""What would run by itself in a database; none of ours has any."""


class BackupError(ValueError):
    """A backup that cannot be made, or restored here, with the reason in words."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """Where a backup comes from."""

    version: str
    made_at: str  # ISO 8601
    database: str
    migrations: list[str]  # app.name
    format: int = FORMAT

    def __post_init__(self) -> None:
        texts = (self.version, self.made_at, self.database, *self.migrations)
        typed = all(isinstance(text, str) for text in texts) and isinstance(self.format, int)
        if not typed or not self.migrations or not isinstance(self.migrations, list):
            raise ValueError(MANIFEST)
        datetime.fromisoformat(self.made_at)
        if not "".join(texts).isprintable():
            raise ValueError(MANIFEST)


@dataclass(frozen=True, slots=True)
class Backup:
    manifest: Manifest
    key: str
    database: Path


@dataclass(frozen=True, slots=True)
class BackupCheck:
    """What opening the database of a backup has shown."""

    circles: int
    rounds: int
    differences: str = ""  # lines about sessions that would be scored differently today


@dataclass(frozen=True, slots=True)
class Restored:
    """A backup that has replaced the database and the key."""

    made_at: str
    copies: tuple[Path, ...]  # of what was replaced
    check: BackupCheck


def create_backup(path: Path) -> BackupCheck:
    """Write a backup while the app runs, and check it.

    Raises BackupError and OSError, with an earlier file at ``path`` unchanged.
    """
    _require_sqlite()
    manifest = _current_manifest()
    with replacing(path) as draft:
        with tempfile.TemporaryDirectory(prefix="backup-", dir=path.parent) as folder:
            copy_database(Path(folder) / DATABASE)
            write_backup(draft, manifest, settings.SECRET_KEY, Path(folder) / DATABASE)
        with _unpacked(draft, path.parent) as backup:
            return _check(backup)


def restore_backup(path: Path) -> Restored:
    """Replace the database and the key; raises BackupError and OSError, with nothing changed."""
    _require_sqlite()
    folder = settings.DATA_DIR
    with _unpacked(path, folder) as backup, _without_server(folder):
        _require_fit(backup)
        check = _check(backup)
        copies = _replace_database(backup.database)
        if (folder / KEY_NAME).exists():
            copies.append(_keep_copy(folder / KEY_NAME))
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
    names = [".".join(migration) for migration in applied]
    return Manifest(settings.VERSION, timezone.now().isoformat(), KIND, names)


def copy_database(path: Path) -> None:
    """Copy the database as it is at one moment, including SQLite's log."""
    connection.ensure_connection()
    with closing(sqlite3.connect(path)) as target, connection.wrap_database_errors:
        connection.connection.backup(target)
        target.execute("PRAGMA journal_mode = DELETE")


def write_backup(path: Path, manifest: Manifest, key: str, database: Path) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr(MANIFEST, json.dumps(asdict(manifest), indent=1))
        packed.writestr(KEY_NAME, key + "\n")
        packed.write(database, DATABASE)


@contextmanager
def _unpacked(path: Path, beside: Path) -> Iterator[Backup]:
    """A backup in a temporary folder within ``beside``."""
    with tempfile.TemporaryDirectory(prefix="backup-", dir=beside, ignore_cleanup_errors=True) as folder:
        database = Path(folder) / DATABASE
        try:
            with zipfile.ZipFile(path) as packed:
                values = json.loads(_member(packed, MANIFEST, LONGEST_MANIFEST))
                manifest = Manifest(*(values[name] for name in Manifest.__dataclass_fields__))
                key = _member(packed, KEY_NAME, LONGEST_KEY).decode("ascii").strip()
                with packed.open(DATABASE) as source, database.open("wb") as target:
                    copyfileobj(source, target)
        except UNREADABLE as problem:
            raise BackupError(_("%(file)s is no backup, or is damaged.") % {"file": path}) from problem
        yield Backup(manifest, key, database)


def _member(packed: zipfile.ZipFile, name: str, longest: int) -> bytes:
    with packed.open(name) as file:
        content = file.read(longest + 1)
    if len(content) > longest:
        raise ValueError(name)
    return content


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
    try:
        with closing(sqlite3.connect(backup.database)) as opened:
            result = opened.execute("PRAGMA integrity_check(1)").fetchone()[0]
        if result != "ok":
            raise sqlite3.DatabaseError(result)
        with _using_database(backup.database):
            return _check_database(backup.manifest)
    except (BackupError, OSError):
        raise
    except Exception as problem:  # rows of any kind, which no scorekeeper has written
        if trouble_of(problem) is Trouble.FULL:
            raise
        reason = f"{type(problem).__name__}: {first_line(problem)}"
        raise BackupError(_("The database is damaged: %(reason)s") % {"reason": reason}) from problem


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
        cursor.execute(PROGRAMS)
        [programs] = cursor.fetchone()
    if programs or {".".join(migration) for migration in applied} != set(manifest.migrations):
        raise BackupError(_("The database in this backup was not written by the scorekeeper."))
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
    with ExitStack() as stack:
        try:
            stack.enter_context(alone(folder))
        except OSError as problem:
            words = _("A server is running on %(folder)s. Stop it first.") % {"folder": folder}
            raise BackupError(words) from problem
        yield


def _replace_database(database: Path) -> list[Path]:
    """Replace the database file, which may lie on another disk; gives the copies of what there was."""
    path = Path(str(connection.settings_dict["NAME"]))
    connections.close_all()
    copies = []
    if path.exists():
        with suppress(sqlite3.Error), closing(sqlite3.connect(path)) as present:
            present.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # and without its log it is whole
        copies = [_keep_copy(path)]
        for log in ("-wal", "-shm"):
            with suppress(FileNotFoundError):
                path.with_name(path.name + log).replace(f"{copies[0]}{log}")
    with replacing(path) as draft:
        copyfile(database, draft)
    return copies


def _keep_copy(path: Path) -> Path:
    first = path.with_name(f"{path.name}.before-restore")
    more = (path.with_name(f"{first.name}-{number}") for number in count(2))
    copy = next(name for name in chain([first], more) if not name.exists())
    try:
        os.link(path, copy)
    except OSError:
        copy2(path, copy)  # a file system without hard links, such as a memory card
    return copy


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """A draft that replaces ``path`` in one step, or not at all, even after a power cut."""
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    os.close(handle)
    draft = Path(name)
    try:
        yield draft
        with draft.open("rb+") as file:
            os.fsync(file.fileno())
        draft.replace(path)
        _sync_folder(path.parent)
    finally:
        draft.unlink(missing_ok=True)


def _sync_folder(path: Path) -> None:
    with suppress(OSError):  # not every system can do it with a folder
        folder = os.open(path, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
