"""Score every session by the rules as they are now, and say what moves."""

from collections.abc import Iterator

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scorekeeper.scoring import texts
from scorekeeper.server.database import each

from ...debts import differences
from ...models import GameSession
from ...services import Movement, movement, rescore
from ...table import Table


class Command(BaseCommand):
    """``manage.py rescore [--check]``."""

    help = "Score every session again and make what is derived anew; --check only says what would change."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--check", action="store_true", help="change nothing; exit 1 if something would")

    def handle(self, *args: object, check: bool, **options: object) -> None:
        changed = 0
        for session in each(GameSession.objects.all()):
            table = Table(session)
            found, owed = movement(table), list(differences(table))
            if not found.different and not owed:
                continue
            changed += 1
            for line in (*_lines(session, found), *(f"  {line}" for line in owed)):
                self.stdout.write(line)
            if not check:
                rescore(session, by_current_rules=True)
        if changed and check:
            raise CommandError(f"{changed} session(s) would change")


def _lines(session: GameSession, found: Movement) -> Iterator[str]:
    """A session with its versions, then each player whose points move, before and after, and each row that
    differs."""
    before, after = found.versions
    version = f"version {before}" if before == after else f"version {before} -> {after}"
    yield f"{session.public_id} {session.game} {version}"
    for name, old, new in found.points:
        yield f"  {name}: {'none' if old is None else texts.number(old)} -> {texts.number(new)}"
    yield from (f"  {line}" for line in found.rows)
