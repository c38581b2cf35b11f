"""`manage.py backup FILE`: everything in one file, while the app runs."""

from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser

from ...archive import Unfit
from ...arguments import add_folder
from ...backups import Checked, back_up
from ...terminal import gettext as _
from ...terminal import printable


class Command(BaseCommand):
    """Write a backup, open it, and say what came of it."""

    help = "Writes the database and the key into one file, while the app runs, and checks it by opening it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path)
        add_folder(parser)

    def handle(self, *args: object, file: Path, **options: object) -> None:
        try:
            checked = back_up(file.absolute())
        except Unfit as problem:
            raise CommandError(printable(str(problem))) from problem
        self.stdout.write(_("Saved in %(file)s.") % {"file": file})
        tell(self, checked)


def tell(command: BaseCommand, checked: Checked) -> None:
    """Say what came of opening a backup; raises CommandError where rounds would be scored otherwise."""
    if checked.unchecked:
        reason = printable(checked.unchecked)
        command.stderr.write(_("It was not opened for a check: %(reason)s") % {"reason": reason})
        return
    counted = {"circles": checked.circles, "rounds": checked.rounds}
    command.stdout.write(_("Groups in it: %(circles)d. Rounds: %(rounds)d.") % counted)
    if checked.different:
        command.stderr.write(printable(checked.different))
        raise CommandError(_("The file is whole, but some of its rounds would be scored otherwise today."))
    else:
        command.stdout.write(_("It was opened, and every round in it was scored anew: all is well."))
