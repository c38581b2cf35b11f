"""`manage.py restore FILE`: a backup in the place of what there is, which is kept beside."""

from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser

from ...archive import Unfit
from ...arguments import add_folder
from ...backups import restore
from ...terminal import gettext as _
from ...terminal import printable
from .backup import tell


class Command(BaseCommand):
    """Open a backup, keep what there is, and put the backup in its place."""

    help = "Puts a backup in the place of the database and the key; what there was is kept beside."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path)
        add_folder(parser)

    def handle(self, *args: object, file: Path, **options: object) -> None:
        try:
            found = restore(file.absolute())
        except Unfit as problem:
            reason = printable(str(problem))
            raise CommandError(_("%(reason)s Nothing was changed.") % {"reason": reason}) from problem
        told = {"file": file, "moment": found.made_at[:16].replace("T", " ")}
        self.stdout.write(_("Restored %(file)s, made at %(moment)s UTC.") % told)
        for kept in found.kept:
            self.stdout.write(_("What there was is in %(file)s.") % {"file": kept})
        tell(self, found.checked)
