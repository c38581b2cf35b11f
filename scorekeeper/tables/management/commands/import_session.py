"""Open a table from a document."""

import sys
from pathlib import Path

from django.core.management.base import CommandError, CommandParser
from django.urls import reverse

from scorekeeper.circles.access import link_token
from scorekeeper.circles.models import Role
from scorekeeper.circles.services import make_link
from scorekeeper.play.documents import load_lasting, refusal
from scorekeeper.play.ledger import prepare
from scorekeeper.play.services import open_circle, start_session
from scorekeeper.scoring.document import read_document
from scorekeeper.scoring.errors import ReadError
from scorekeeper.server.prepare import PreparedCommand


class Command(PreparedCommand):
    """``manage.py import_session FILE|-``."""

    help = "Open a table from a JSON document in a new group, and print the link for its host."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE|-", help="session document; - reads standard input")

    def handle(self, *args: object, file: str, **options: object) -> None:
        try:
            text = sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8-sig")
            ready = prepare(read_document(load_lasting(text)))
        except (OSError, UnicodeDecodeError) as error:
            raise CommandError(f"cannot read {file}: {error}") from None
        except ReadError as error:
            place = f"{error.where}: " if error.where else ""
            raise CommandError(place + refusal(error, str)) from None
        circle = open_circle(ready.names[: ready.players], None)
        session = start_session(circle, ready)
        link = make_link(circle, Role.HOST, None)
        self.stdout.write(f"{session.public_id} {reverse('join', args=(link_token(link),))}")
