"""Import an uploaded file of a circle; the server starts this itself."""

from django.core.management.base import CommandError, CommandParser

from scorekeeper.server.prepare import PreparedCommand

from ...models import Arrival
from ...uploads import run_import


class Command(PreparedCommand):
    """``manage.py arrive KEY``."""

    help = "Import the uploaded file of a group. The server starts this process itself."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("key", type=int, metavar="KEY", help="primary key of the upload")

    def handle(self, *args: object, key: int, **options: object) -> None:
        try:
            run_import(key)
        except Arrival.DoesNotExist:
            raise CommandError(f"no upload with the key {key}") from None
