"""Import the demo circle."""

from django.core.management.base import CommandParser
from django.urls import reverse

from scorekeeper.archive.circle_reading import read_evenings, read_head
from scorekeeper.circles.access import invitation_link, link_token
from scorekeeper.circles.models import Circle, Role
from scorekeeper.circles.services import make_link, open_circle
from scorekeeper.play.documents import load_lasting
from scorekeeper.server.prepare import PreparedCommand

from ...importing import ImportPlan, import_file
from ...sample import LANGUAGES, sample_file


class Command(PreparedCommand):
    """``manage.py demo``."""

    help = "Add a group with a made-up year in all five games, and print the link for its host."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--language", choices=LANGUAGES, default="ja", help="language of names (default: ja)"
        )
        parser.add_argument(
            "--once", action="store_true", help="do nothing if there is a group already; print no link"
        )

    def handle(self, *args: object, language: str, once: bool, verbosity: int, **options: object) -> None:
        if once and Circle.objects.exists():
            return
        circle = bring_in(sample_file(language))
        link = invitation_link(circle, Role.HOST) or make_link(circle, Role.HOST, None)
        if verbosity and not once:
            self.stdout.write(f"{circle.public_id} {reverse('join', args=(link_token(link),))}")


def bring_in(text: str) -> Circle:
    data = load_lasting(text)
    head = read_head(data)
    evenings = list(read_evenings(data, head))
    circle = open_circle(head.circle.name, None)
    import_file(circle, ImportPlan(head, [(one.id, one.seats) for one in evenings], evenings), None)
    return circle
