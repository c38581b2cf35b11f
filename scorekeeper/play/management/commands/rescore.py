"""Score every session again, and report the differences."""

from collections.abc import Iterator

from django.core.management.base import CommandError, CommandParser

from scorekeeper.scoring import texts
from scorekeeper.scoring.errors import ReadError
from scorekeeper.server.database import snapshot
from scorekeeper.server.prepare import PreparedCommand

from ...debts import differences
from ...models import GameSession
from ...services import Movement, movement, rescore
from ...table import Table


class Command(PreparedCommand):
    """``manage.py rescore [--check]``."""

    help = "Score every session again, and update the stored results; --check only reports differences."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--check", action="store_true", help="change nothing; exit with 1 if anything differs"
        )

    def handle(self, *args: object, check: bool, **options: object) -> None:
        changed = unread = 0
        for key in GameSession.objects.order_by("pk").values_list("pk", flat=True):
            try:
                with snapshot():
                    session = GameSession.objects.get(pk=key)
                    row = _report(Table(session))
                if row and not check:
                    rescore(session)
            except ReadError as problem:
                unread += 1
                row = [f"{session.public_id} {session.game}: {texts.error(problem, str)}"]
            else:
                changed += bool(row)
            for line in row:
                self.stdout.write(line)
        if unread:
            raise CommandError(f"{unread} session(s) cannot be read")
        if changed and check:
            raise CommandError(f"{changed} session(s) would change")


def _report(table: Table) -> list[str]:
    """The differences of a session; empty if there are none."""
    result, owed = movement(table), list(differences(table))
    if not result.different and not owed:
        return []
    return [*_lines(table.session, result), *(f"  {line}" for line in owed)]


def _lines(session: GameSession, movement: Movement) -> Iterator[str]:
    """A session, then each player whose points move, before and after, and each row that differs."""
    yield f"{session.public_id} {session.game} version {session.ruleset_version}"
    for name, old, new in movement.points:
        yield f"  {name}: {'none' if old is None else texts.number(old)} -> {texts.number(new)}"
    yield from (f"  {line}" for line in movement.rows)
