"""What happens before the first request: database and static files are brought up to date."""

import os
import sqlite3
import stat
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.db import DatabaseError, connection, connections, transaction
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from .complaints import EXPECTED
from .static import collect_if_changed
from .terminal import gettext as _
from .terminal import terminal_language

LOCK = "start.lock"
IN_USE = "running.lock"
LOCK_SECONDS = 60.0
OF_DJANGO = {"admin", "auth", "contenttypes", "sessions"}
"""Apps of Django's with tables, which are there or not as the settings have it."""
OWN = stat.S_IRUSR | stat.S_IWUSR


def prepare() -> None:
    """Bring the database and the static files up to date.

    Raises DatabaseError where the database cannot be used, OSError where the data folder cannot.
    """
    with one_at_a_time(settings.DATA_DIR):
        check_writable()
        migrate()
        keep_private()
        if settings.DEMO:
            call_command("demo", once=True, language=terminal_language())
        collect_if_changed()
    connections.close_all()


@contextmanager
def one_at_a_time(folder: Path) -> Iterator[None]:
    """Wait for other processes that start on the same folder; a process that is killed holds up nobody."""
    with _locked(folder / LOCK, "BEGIN EXCLUSIVE", LOCK_SECONDS):
        yield


@contextmanager
def in_use(folder: Path) -> Iterator[None]:
    """Be one of the servers that run on a folder; waits for a command that wants it for itself."""
    with _locked(folder / IN_USE, "BEGIN; SELECT * FROM sqlite_master", LOCK_SECONDS):
        yield


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Have a folder to oneself; raises OSError at once where a server runs on it."""
    with _locked(folder / IN_USE, "BEGIN EXCLUSIVE", 0):
        yield


@contextmanager
def _locked(path: Path, how: str, seconds: float) -> Iterator[None]:
    """Hold a lock of SQLite, which every system has and which ends with its process; raises OSError."""
    try:
        lock = sqlite3.connect(path, timeout=seconds, isolation_level=None)
        for statement in how.split("; "):
            lock.execute(statement).fetchall()
    except sqlite3.Error as problem:
        raise OSError(None, str(problem), str(path)) from problem
    with closing(lock):
        yield


def check_writable() -> None:
    """Raise DatabaseError where SQLite could only read: it would not tell before the first round."""
    if connection.vendor == "sqlite":
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("PRAGMA user_version = 0")
            transaction.set_rollback(True)


def migrate() -> None:
    """Bring the tables up to date; raises DatabaseError, whatever it was that did not fit.

    Tables that a later version has changed are left as they are.
    """
    if later := later_migrations(MigrationRecorder(connection).applied_migrations()):
        raise DatabaseError(
            _(
                "a newer version of the scorekeeper has used it (%(migration)s). Start that version again, "
                "or put a backup of this version in its place; nothing was changed."
            )
            % {"migration": ".".join(later[-1])}
        )
    try:
        call_command("migrate", interactive=False, verbosity=0)
    except EXPECTED:
        raise
    except Exception as problem:
        raise DatabaseError(f"{type(problem).__name__}: {problem}") from problem


def later_migrations(applied: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return which of the migrations, as app and name, this version does not know, in order.

    Those of Django's own apps do not count: one of them may just be switched off.
    """
    here = MigrationLoader(None).disk_migrations
    known = {*here, *(each for migration in here.values() for each in migration.replaces)}
    return sorted(key for key in set(applied) - known if key[0] not in OF_DJANGO)


def keep_private() -> None:
    """Take the files of the database from everybody but their owner, as far as that is possible."""
    if connection.vendor != "sqlite":
        return
    for ending in ("", "-wal", "-shm"):
        path = Path(f"{settings.DATABASES['default']['NAME']}{ending}")
        with suppress(OSError):
            if stat.S_IMODE(path.stat().st_mode) & ~OWN:
                os.chmod(path, OWN)
