"""Take away what nobody ever used, and what was deleted a month ago."""

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from scorekeeper.server.clock import housekeeping_time, keep_time
from scorekeeper.server.limits import DELETED_DAYS, UNUSED_DAYS

from ...housekeeping import count_unused, take_away_unused


class Command(BaseCommand):
    """``manage.py housekeeping [--dry-run]``."""

    help = (
        f"Takes away circles without a round that only their opener was in, and devices in no circle, "
        f"{UNUSED_DAYS} days after they were seen last, and circles deleted {DELETED_DAYS} days ago."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="change nothing; only say what would go")

    def handle(self, *args: object, dry_run: bool, verbosity: int, **options: object) -> None:
        now = housekeeping_time(timezone.now())
        found = count_unused(now) if dry_run else take_away_unused(now)
        if not dry_run:
            keep_time(now)
        done = "would be taken away" if dry_run else "taken away"
        if verbosity:
            self.stdout.write(f"{found.circles} unused circle(s) and {found.devices} device(s) {done}")
            if found.deleted:
                self.stdout.write(f"{found.deleted} circle(s) that a host had deleted {done}")
