"""Import an uploaded file of a circle; the server starts this itself."""

from django.core.management.base import CommandError, CommandParser

from scorekeeper.server.prepare import PreparedCommand

from ...models import Arrival
from ...uploads import run_import


class Command(PreparedCommand):
    """``manage.py arrive KEY``."""

    help = "Brings in a file of a circle that was sent and agreed to; the server starts this itself."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("key", type=int)

    def handle(self, *args: object, key: int, **options: object) -> None:
        try:
            run_import(key)
        except Arrival.DoesNotExist:
            raise CommandError(f"no file with the key {key} is on its way") from None
