"""Bring the tables up to date: Django's command, each migration in one transaction with the note about it."""

from django.core.management.commands import migrate
from django.db import transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.migration import Migration
from django.db.migrations.state import ProjectState


class WholeMigrations(MigrationExecutor):
    """Notes that a migration was made in the transaction that makes it.

    Django notes it in one of its own where there are indexes to be made last; whoever is killed between the
    two finds tables at the next start that are to be made once more.
    """

    def apply_migration(
        self, state: ProjectState, migration: Migration, fake: bool = False, fake_initial: bool = False
    ) -> ProjectState:
        """Make a migration and note it, or neither; one that is not atomic can be made again by itself."""
        if not migration.atomic:
            return super().apply_migration(state, migration, fake, fake_initial)
        # SQLite changes tables without its checks, which cannot be turned off within a transaction.
        with self.connection.constraint_checks_disabled(), transaction.atomic(self.connection.alias):
            return super().apply_migration(state, migration, fake, fake_initial)


class Command(migrate.Command):
    """Django's ``migrate``, which knows its executor by name alone."""


migrate.MigrationExecutor = WholeMigrations  # type: ignore[attr-defined]
