"""Score every session again and reckon every bill again, and report the differences."""

from django.core.management.base import CommandError, CommandParser

from scorekeeper.scoring import texts
from scorekeeper.scoring.errors import ReadError
from scorekeeper.server.database import snapshot
from scorekeeper.server.prepare import PreparedCommand

from ... import debts, results
from ...models import Bill, GameSession
from ...payments import rescore_bill
from ...services import rescore
from ...table import Table


class Command(PreparedCommand):
    help = "Score every session and bill again, and update what is stored; --check only reports differences."

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
                    row = movement(Table(session))
                if row and not check:
                    rescore(session)
            except ReadError as problem:
                unread += 1
                row = [f"{session.public_id} {session.game}: {texts.error(problem, str)}"]
            else:
                changed += bool(row)
            for line in row:
                self.stdout.write(line)
        bills = self.bills(check)
        if unread:
            raise CommandError(f"{unread} session(s) cannot be read")
        if (changed or bills) and check:
            raise CommandError(f"{changed} session(s) and {bills} bill(s) would change")

    def bills(self, check: bool) -> int:
        """How many bills leave something else open than their rows say; they are named, and put right."""
        count = 0
        for key in Bill.objects.order_by("pk").values_list("pk", flat=True):
            with snapshot():
                bill = Bill.objects.get(pk=key)
                differs = debts.differ(bill)
            if differs:
                count += 1
                self.stdout.write(f"bill {bill.public_id}: open payments")
                if not check:
                    rescore_bill(bill)
        return count


def movement(table: Table) -> list[str]:
    """What scoring a session again would change; empty if that is nothing.

    The session, then each player whose points move, before and after, and each row that differs.
    """
    session, now = table.session, results.standing_of(table, table.replay.state)
    stored = session.standing.get("points", {})
    lines = [
        f"{table.names[seat]}: {_points(stored.get(seat))} -> {_points(new)}"
        for seat, new in now["points"].items()
        if stored.get(seat) != new
    ]
    lines += results.differences(table)
    lines += ["open payments"] if debts.differ(table) else []
    if not lines and session.standing == now:
        return []
    title = f"{session.public_id} {session.game} version {session.ruleset_version}"
    return [title, *(f"  {line}" for line in lines)]


def _points(points: int | None) -> str:
    return "none" if points is None else texts.number(points)
