"""Before the first request: migrate the database, collect the static files."""

from collections.abc import Iterable

from django.conf import settings
from django.core.management import BaseCommand, call_command
from django.db import DatabaseError, connection, connections, transaction
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from .errors import EXPECTED_ERRORS
from .folder import LOCK_SECONDS, start_lock
from .static import collect_if_changed
from .terminal import gettext as _
from .terminal import terminal_language

DJANGO_APPS = {"admin", "auth", "contenttypes", "sessions"}
"""Apps of Django with tables, which are installed only with the admin."""
START_LOCK_ID = 0x5C03E
"""The number of PostgreSQL's advisory lock for starting: arbitrary, but the same in all versions."""


def prepare() -> None:
    """Migrate the database and collect the static files.

    Raises DatabaseError if the database cannot be used, OSError if the data folder cannot.
    """
    with start_lock(settings.DATA_DIR):
        _prepare_database()
        if settings.DEMO:
            call_command("demo", once=True, language=terminal_language())
        collect_if_changed()
    connections.close_all()


def _prepare_database() -> None:
    check_writable()
    if connection.vendor == "postgresql":  # one machine at a time; closing the connection releases the lock
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(f"SET LOCAL lock_timeout = '{LOCK_SECONDS}s'")
            cursor.execute("SELECT pg_advisory_lock(%s)", [START_LOCK_ID])
    migrate()


class PreparedCommand(BaseCommand):
    """A command that creates the tables if there are none."""

    requires_migrations_checks = True

    def check_migrations(self) -> None:
        if MigrationRecorder(connection).applied_migrations():
            check_version()
            super().check_migrations()
            return
        with start_lock(settings.DATA_DIR):
            _prepare_database()
        connections.close_all()


def check_writable() -> None:
    """Raise DatabaseError if a SQLite file is read-only, which would otherwise show at the first round."""
    if connection.vendor == "sqlite":
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("PRAGMA user_version = 0")
            transaction.set_rollback(True)


def check_version() -> None:
    """Raise DatabaseError if another version has migrated the tables."""
    if later := later_migrations(MigrationRecorder(connection).applied_migrations()):
        raise DatabaseError(
            _(
                "another version of the scorekeeper has used it (%(migration)s). Start that version again, "
                "or save its groups as files there and import them here; nothing was changed."
            )
            % {"migration": ".".join(later[-1])}
        )


def migrate() -> None:
    """Run the migrations; unexpected errors are raised as DatabaseError."""
    check_version()
    try:
        call_command("migrate", interactive=False, verbosity=0)
    except EXPECTED_ERRORS:
        raise
    except Exception as problem:
        raise DatabaseError(f"{type(problem).__name__}: {problem}") from problem


def later_migrations(applied: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return the applied migrations (app, name) that this version does not know, in order.

    Those of Django's own apps do not count, since the admin may be switched off.  Squashed migrations are
    known if all of them were applied.
    """
    here, applied = MigrationLoader(None).disk_migrations, set(applied)
    squashed = (set(migration.replaces) for migration in here.values())
    known = set(here).union(*(migrations for migrations in squashed if migrations <= applied))
    return sorted(key for key in applied - known if key[0] not in DJANGO_APPS)
