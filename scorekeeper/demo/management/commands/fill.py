"""Fill an empty database with many made-up circles."""

from time import monotonic

from django.conf import settings
from django.core.management.base import CommandError, CommandParser
from django.db import connection
from django.urls import reverse

from scorekeeper.circles.access import link_token, open_link
from scorekeeper.circles.models import Circle, Device, Role
from scorekeeper.play.models import GameSession, Round
from scorekeeper.server.prepare import PreparedCommand
from scorekeeper.server.terminal import gettext as _

from ...arguments import add_numbers
from ...store import Amount, fill

USUAL = Amount()


class Command(PreparedCommand):
    """``manage.py fill``."""

    help = (
        "Fill an empty database with made-up circles, one of them busy for years, to see what many do to the"
        " pages; print the busy one's host's link."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        numbers = (
            ("circles", 0, 10**6, "besides the busy one"),
            ("evenings", 1, 50, "of each circle; on some there are two tables"),
            ("rounds", 1, 100, "of each table"),
            ("seed", 0, 10**9, "the same seed makes the same evenings"),
            ("busy", 1, 5000, "evenings of the busy circle, which has 40 people"),
        )
        add_numbers(parser, USUAL, numbers)

    def handle(
        self,
        *args: object,
        verbosity: int,
        circles: int,
        evenings: int,
        rounds: int,
        seed: int,
        busy: int,
        **_: object,
    ) -> None:
        self._look_around()
        began = monotonic()
        circle = fill(Amount(circles, evenings, rounds, seed, busy))
        if connection.vendor == "postgresql":  # what it does by itself some minutes later
            with connection.cursor() as cursor:
                cursor.execute("VACUUM ANALYZE")
        rows = tuple(model._default_manager.count() for model in (Circle, GameSession, Round))
        link = open_link(circle, Role.HOST)
        if verbosity:
            seconds = monotonic() - began
            counts = "{} circles, {} sessions, {} rounds".format(*rows)
            self.stdout.write(f"{counts} in {seconds:.0f} s, {_megabytes():.0f} MB")
        if link:
            self.stdout.write(f"{circle.public_id} {reverse('join', args=(link_token(link),))}")

    def _look_around(self) -> None:
        """Raise CommandError where there may be anything real."""
        if connection.vendor == "sqlite" and settings.DATA_DIR == settings.BASE_DIR / "data":
            raise CommandError(
                _("Made-up groups by the thousand need a folder of their own: SCOREKEEPER_DATA=FOLDER")
            )
        if Circle.objects.exists() or Device.objects.exists():
            raise CommandError(_("This database is not empty; it stays as it is."))


def _megabytes() -> float:
    """How big the database is."""
    size = "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"
    if connection.vendor == "postgresql":
        size = "SELECT pg_database_size(current_database())"
    with connection.cursor() as cursor:
        cursor.execute(size)
        [found] = cursor.fetchone()
    return float(found) / 1e6
