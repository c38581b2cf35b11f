"""`manage.py restore FILE`."""

from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser

from ...backups import BackupError, restore_backup
from ...environment import add_folder
from ...terminal import gettext as _
from ...terminal import printable
from .backup import report


class Command(BaseCommand):
    help = "Replace database and secret key by those of a backup; the earlier files are kept next to them."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path, help="file that backup has written")
        add_folder(parser)

    def handle(self, *args: object, file: Path, **options: object) -> None:
        try:
            backup, copies = restore_backup(file.absolute())
        except BackupError as problem:
            reason = printable(str(problem))
            raise CommandError(_("%(reason)s Nothing was changed.") % {"reason": reason}) from problem
        made_at = {"file": file, "moment": f"{backup.made_at:%Y-%m-%d %H:%M}"}
        self.stdout.write(_("Restored %(file)s, made at %(moment)s.") % made_at)
        for copy in copies:
            self.stdout.write(_("The previous data is in %(file)s.") % {"file": copy})
        report(self, backup)
