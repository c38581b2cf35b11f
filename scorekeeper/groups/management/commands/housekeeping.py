"""Delete unused data, and groups that were deleted a month ago."""

from dataclasses import asdict
from json import dumps

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandParser
from django.db import connection
from django.utils import timezone

from scorekeeper.server.limits import DELETED_DAYS, UNSEEN_DAYS, UNUSED_DAYS
from scorekeeper.server.prepare import PreparedCommand

from ...housekeeping import Unused, count_unused, delete_unused


class Command(PreparedCommand):
    """``manage.py housekeeping [--dry-run] [--json]``."""

    help = (
        "Delete groups that never recorded a round and phones without a group, "
        f"unseen for {UNUSED_DAYS} days; delete groups that a host deleted {DELETED_DAYS} days ago; "
        f"remove phones unseen for {UNSEEN_DAYS} days from their groups, except for the last host; "
        "and refresh the statistics of SQLite."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="change nothing; only report")
        parser.add_argument("--json", action="store_true", help="print the report as one JSON object")

    def handle(self, *args: object, dry_run: bool, json: bool, verbosity: int, **options: object) -> None:
        now = timezone.now()
        result = count_unused(now) if dry_run else delete_unused(now)
        if not dry_run:
            _tidy_database()
        if json:
            self.stdout.write(dumps({"dry_run": dry_run, **asdict(result)}))
        elif verbosity:
            self.stdout.write("\n".join(in_words(result, dry_run)))


def _tidy_database() -> None:
    """Refresh the statistics of SQLite's planner; what was deleted is room that SQLite uses again."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA optimize")
    if settings.ADMIN:
        call_command("clearsessions")


def in_words(unused: Unused, dry_run: bool) -> list[str]:
    done = "would be deleted" if dry_run else "deleted"
    lines = [f"{unused.circles} unused group(s) and {unused.devices} unused phone(s) {done}"]
    if unused.deleted:
        lines.append(f"{unused.deleted} group(s) that a host had deleted {done}")
    if unused.unseen:
        removed = "would be removed" if dry_run else "removed"
        lines.append(f"{unused.unseen} phone(s) unseen for {UNSEEN_DAYS} days {removed} from their groups")
    return lines
