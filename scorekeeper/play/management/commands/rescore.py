"""Make the derived standing of every session anew."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from scorekeeper.play.models import GameSession
from scorekeeper.play.services import rescore


class Command(BaseCommand):
    """``manage.py rescore [--check]``."""

    help = "Score every session again and store the standing; --check only says what would change."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--check", action="store_true", help="change nothing; exit 1 if something would")

    def handle(self, *args: Any, **options: Any) -> None:
        with transaction.atomic():
            moved = [session.public_id for session in GameSession.objects.all() if rescore(session)]
            if options["check"]:
                transaction.set_rollback(True)
        for public_id in moved:
            self.stdout.write(public_id)
        if moved and options["check"]:
            raise CommandError(f"{len(moved)} session(s) would change")
