"""Print a session as a document."""

import json

from django.core.management.base import CommandError, CommandParser

from scorekeeper.scoring.document import write_document
from scorekeeper.server.database import snapshot
from scorekeeper.server.prepare import PreparedCommand

from ...models import GameSession
from ...table import Table


class Command(PreparedCommand):
    help = "Print a session as a JSON document."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("session", metavar="ID", help="part of its address after /t/")

    def handle(self, *_args: str, **options: str) -> None:
        with snapshot():
            session = GameSession.objects.filter(public_id=options["session"]).first()
            if session is None:
                raise CommandError(f"no session {options['session']}")
            document = write_document(Table(session).document())
        self.stdout.write(json.dumps(document, ensure_ascii=False, indent=1))
