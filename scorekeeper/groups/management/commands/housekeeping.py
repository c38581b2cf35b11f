"""Take away what nobody ever used, and what was deleted a month ago."""

import json
from dataclasses import asdict

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandParser
from django.db import connection
from django.utils import timezone

from scorekeeper.server.limits import DELETED_DAYS, UNSEEN_DAYS, UNUSED_DAYS
from scorekeeper.server.prepare import PreparedCommand

from ...housekeeping import Unused, count_unused, take_away_unused


class Command(PreparedCommand):
    """``manage.py housekeeping [--dry-run] [--json]``."""

    help = (
        f"Takes away circles without a round that only their opener was in, and devices in no circle, "
        f"{UNUSED_DAYS} days after they were seen last, and circles deleted {DELETED_DAYS} days ago; "
        f"puts out devices unseen for {UNSEEN_DAYS} days, but for a circle's last host; "
        "and tidies up the database."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="change nothing; only say what would go")
        parser.add_argument("--json", action="store_true", help="say what was done as one JSON object")

    def handle(self, *args: object, dry_run: bool, json: bool, verbosity: int, **options: object) -> None:
        now = timezone.now()
        result = count_unused(now) if dry_run else take_away_unused(now)
        if not dry_run:
            _tidy_database()
        if json:
            self.stdout.write(as_json(result, dry_run))
        elif verbosity:
            self.stdout.write("\n".join(in_words(result, dry_run)))


def _tidy_database() -> None:
    """Refresh the statistics of SQLite's planner; what was deleted is room that SQLite uses again."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA optimize")
    if settings.ADMIN:
        call_command("clearsessions")


def as_json(unused: Unused, dry_run: bool) -> str:
    """What was done, for programs."""
    return json.dumps({"dry_run": dry_run, **asdict(unused)})


def in_words(unused: Unused, dry_run: bool) -> list[str]:
    """What was done, in lines."""
    done = "would be taken away" if dry_run else "taken away"
    lines = [f"{unused.circles} unused circle(s) and {unused.devices} device(s) {done}"]
    if unused.deleted:
        lines.append(f"{unused.deleted} circle(s) that a host had deleted {done}")
    if unused.unseen:
        out = "would be put out" if dry_run else "put out"
        lines.append(f"{unused.unseen} device(s) that nobody has seen for {UNSEEN_DAYS} days {out}")
    return lines
