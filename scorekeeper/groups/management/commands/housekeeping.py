"""Delete unused data, and groups that were deleted a month ago."""

import json
from dataclasses import asdict

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandParser
from django.utils import timezone

from scorekeeper.server.limits import DELETED_DAYS, UNSEEN_DAYS, UNUSED_DAYS
from scorekeeper.server.prepare import PreparedCommand
from scorekeeper.server.vacuum import DatabaseSize, vacuum

from ...housekeeping import Unused, count_unused, delete_unused


class Command(PreparedCommand):
    """``manage.py housekeeping [--dry-run] [--json]``."""

    help = (
        "Delete groups that never recorded a round and phones without a group, "
        f"unseen for {UNUSED_DAYS} days; delete groups that a host deleted {DELETED_DAYS} days ago; "
        f"remove phones unseen for {UNSEEN_DAYS} days from their groups, except for the last host; "
        "and compact the database file."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="change nothing; only report")
        parser.add_argument("--json", action="store_true", help="print the report as one JSON object")

    def handle(self, *args: object, dry_run: bool, json: bool, verbosity: int, **options: object) -> None:
        now = timezone.now()
        result = count_unused(now) if dry_run else delete_unused(now)
        database = vacuum(dry_run)
        if settings.ADMIN and not dry_run:
            call_command("clearsessions")
        if json:
            self.stdout.write(as_json(result, database, dry_run))
        elif verbosity:
            self.stdout.write("\n".join(in_words(result, database, dry_run)))


def as_json(unused: Unused, database: DatabaseSize, dry_run: bool) -> str:
    """The report for programs."""
    return json.dumps({"dry_run": dry_run, **asdict(unused), "database": asdict(database)})


def in_words(unused: Unused, database: DatabaseSize, dry_run: bool) -> list[str]:
    """The report in lines."""
    done = "would be deleted" if dry_run else "deleted"
    lines = [f"{unused.circles} unused group(s) and {unused.devices} unused phone(s) {done}"]
    if unused.deleted:
        lines.append(f"{unused.deleted} group(s) that a host had deleted {done}")
    if unused.unseen:
        removed = "would be removed" if dry_run else "removed"
        lines.append(f"{unused.unseen} phone(s) unseen for {UNSEEN_DAYS} days {removed} from their groups")
    megabytes = f"{database.free / 1e6:.1f} of {database.size / 1e6:.1f} MB of the database file are free"
    if database.given_back:
        lines.append(f"{megabytes.replace(' are ', ' were ')}, and the file was compacted")
    if database.waits:
        lines.append(f"{megabytes}; stop the server and run this again to compact it")
    return lines
