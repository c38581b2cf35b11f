"""What happens before the first request: database and static files are brought up to date."""

from collections.abc import Iterable

from django.conf import settings
from django.core.management import BaseCommand, call_command
from django.db import DatabaseError, connection, connections, transaction
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from .errors import EXPECTED
from .folder import LOCK_SECONDS, one_at_a_time
from .static import collect_if_changed
from .terminal import gettext as _
from .terminal import terminal_language

OF_DJANGO = {"admin", "auth", "contenttypes", "sessions"}
"""Apps of Django's with tables, which are there or not as the settings have it."""
STARTING = 0x5C03E
"""The number of PostgreSQL's lock for those that start: any, as long as all versions have the same."""


def prepare() -> None:
    """Bring the database and the static files up to date.

    Raises DatabaseError where the database cannot be used, OSError where the data folder cannot.
    """
    with one_at_a_time(settings.DATA_DIR):
        _prepare_database()
        if settings.DEMO:
            call_command("demo", once=True, language=terminal_language())
        collect_if_changed()
    connections.close_all()


def _prepare_database() -> None:
    check_writable()
    if connection.vendor == "postgresql":  # one machine at a time, until the connection is closed
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(f"SET LOCAL lock_timeout = '{LOCK_SECONDS}s'")
            cursor.execute("SELECT pg_advisory_lock(%s)", [STARTING])
    migrate()


class PreparedCommand(BaseCommand):
    """A command that finds the tables it needs, also where nothing was ever started."""

    requires_migrations_checks = True

    def check_migrations(self) -> None:
        """Make the tables where there are none; where they are of an earlier version, say what to run."""
        if MigrationRecorder(connection).applied_migrations():
            check_version()
            super().check_migrations()
            return
        with one_at_a_time(settings.DATA_DIR):
            _prepare_database()
        connections.close_all()


def check_writable() -> None:
    """Raise DatabaseError where SQLite could only read: it would not say before the first round."""
    if connection.vendor == "sqlite":
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("PRAGMA user_version = 0")
            transaction.set_rollback(True)


def check_version() -> None:
    """Raise DatabaseError where another version has made or changed the tables."""
    if later := later_migrations(MigrationRecorder(connection).applied_migrations()):
        raise DatabaseError(
            _(
                "another version of the scorekeeper has used it (%(migration)s). Start that version again, "
                "or save its groups as files there and import them here; nothing was changed."
            )
            % {"migration": ".".join(later[-1])}
        )


def migrate() -> None:
    """Bring the tables up to date; raises DatabaseError, whatever it was that did not fit."""
    check_version()
    try:
        call_command("migrate", interactive=False, verbosity=0)
    except EXPECTED:
        raise
    except Exception as problem:
        raise DatabaseError(f"{type(problem).__name__}: {problem}") from problem


def later_migrations(applied: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return which of the migrations, as app and name, this version does not know, in order.

    Those of Django's own apps do not count: one of them may just be switched off.  Migrations that were
    squashed are known where all of them were applied.
    """
    here, applied = MigrationLoader(None).disk_migrations, set(applied)
    squashed = (set(migration.replaces) for migration in here.values())
    known = set(here).union(*(migrations for migrations in squashed if migrations <= applied))
    return sorted(key for key in applied - known if key[0] not in OF_DJANGO)
