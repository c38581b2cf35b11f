"""`manage.py backup FILE`."""

from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser

from ...backups import Backup, BackupError, create_backup
from ...environment import add_folder
from ...terminal import gettext as _
from ...terminal import printable


class Command(BaseCommand):
    help = "Write database and secret key to one file, also while the app runs, and check the file."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path, help="file to write, such as cards.zip")
        add_folder(parser)

    def handle(self, *args: object, file: Path, **options: object) -> None:
        try:
            backup = create_backup(file.absolute())
        except BackupError as problem:
            raise CommandError(printable(str(problem))) from problem
        self.stdout.write(_("Saved in %(file)s.") % {"file": file})
        report(self, backup)


def report(command: BaseCommand, backup: Backup) -> None:
    """Print what checking a backup has shown; results that would differ are only a warning."""
    counts = {"circles": backup.circles, "rounds": backup.rounds}
    command.stdout.write(_("Groups in it: %(circles)d. Rounds: %(rounds)d.") % counts)
    if backup.differences:
        command.stderr.write(printable(backup.differences))
        words = _("The file is complete, but some of its rounds would be scored differently today.")
        command.stderr.write(words)
    else:
        command.stdout.write(_("Checked: every round was scored again without differences."))
