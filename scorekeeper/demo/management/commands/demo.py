"""Make a circle with a made-up year."""

from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.urls import reverse

from scorekeeper.circles.access import link_token, open_link
from scorekeeper.circles.models import Circle, Role
from scorekeeper.demo.arguments import add_numbers
from scorekeeper.demo.cast import GUESTS, REGULARS, WORDS
from scorekeeper.demo.writing import ThereAlready, circle_id, keep_year, ready
from scorekeeper.demo.year import Wish, year
from scorekeeper.scoring.limits import MOST_ROUNDS
from scorekeeper.server.prepare import PreparedCommand
from scorekeeper.server.terminal import gettext as _

FEWEST_PEOPLE = GUESTS + REGULARS
EVERY = 20
"""After how many tables it is said how far it is."""


class Command(PreparedCommand):
    """``manage.py demo``."""

    help = "Make a circle with a made-up year in all five games, and print its host's link."

    def add_arguments(self, parser: CommandParser) -> None:
        usual = Wish()
        parser.add_argument("--language", choices=list(WORDS), default=usual.language, help="of names (ja)")
        numbers = (
            ("seed", 0, 10**9, "the same seed makes the same year; another one another circle"),
            ("year", 1970, 9000, "when it is played"),
            ("evenings", 1, 5000, "on which the circle meets; on some there are two tables"),
            ("rounds", 0, MOST_ROUNDS // 2, "of each table, 0 for 10 to 20"),
            ("people", FEWEST_PEOPLE, 40, "of the circle, with three guests"),
        )
        add_numbers(parser, usual, numbers)
        parser.add_argument(
            "--once", action="store_true", help="only where there is no circle yet; no link is printed"
        )

    def handle(self, *args: object, once: bool, verbosity: int, **options: Any) -> None:
        if once and Circle.objects.exists():
            return
        wish = Wish(**{key: options[key] for key in Wish.__slots__})
        try:
            circle = self._make(wish, quiet=not verbosity)
        except ThereAlready:
            text = _("This made-up group is there already and stays as it is. Another --seed makes another.")
            raise CommandError(text) from None
        link = open_link(circle, Role.HOST)
        if link and verbosity and not once:
            self.stdout.write(f"{circle.public_id} {reverse('join', args=(link_token(link),))}")

    def _make(self, wish: Wish, quiet: bool) -> Circle:
        if Circle.objects.filter(public_id=circle_id(wish)).exists():
            raise ThereAlready
        evenings = []
        for number, evening in enumerate(year(wish), 1):
            evenings.append(ready(evening))
            if not quiet and number % EVERY == 0:
                self.stdout.write(_("A made-up year: %(count)d tables are played") % {"count": number})
                self.stdout.flush()
        return keep_year(wish, evenings)
