"""Bring in a file that was sent; the server starts this itself."""

from django.core.management.base import BaseCommand, CommandParser

from ...arrivals import come


class Command(BaseCommand):
    """``manage.py arrive KEY``."""

    help = "Brings in a file of a circle that was sent and agreed to; the server starts this itself."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("key", type=int)

    def handle(self, *args: object, key: int, **options: object) -> None:
        come(key)
