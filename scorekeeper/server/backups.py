"""Making a backup while the app runs, and putting one in the place of what there is."""

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

from django.apps import apps
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from .archive import FORMAT, Manifest, Unfit, Unpacked, aside, in_place_of, pack, unpacked
from .arguments import GIVEN_KEY
from .complaints import first_line
from .folder import alone
from .prepare import later_migrations, migrate
from .secret import KEY_NAME, SHORTEST_KEY
from .stores import Store, Unchecked, store
from .terminal import gettext as _
from .trouble import Trouble, trouble_of


@dataclass(frozen=True, slots=True)
class Checked:
    """What came of opening a backup: how many groups and rounds are in it.

    ``different`` are lines about sessions that would be scored otherwise, ``unchecked`` is why none was.
    """

    circles: int = 0
    rounds: int = 0
    different: str = ""
    unchecked: str = ""


def back_up(path: Path) -> Checked:
    """Write a backup that was opened and scored anew; raises Unfit and OSError, and leaves ``path`` then."""
    kept = store()
    with in_place_of(path) as draft:
        with TemporaryDirectory(prefix="backup-", dir=path.parent) as folder:
            dump = Path(folder) / "dump"
            manifest = _manifest(kept.kind)
            kept.dump(dump)
            pack(draft, manifest, dump, settings.SECRET_KEY)
        with unpacked(draft, path.parent) as found:
            return _check(kept, found)


def _manifest(kind: str) -> Manifest:
    applied = sorted(MigrationRecorder(connection).applied_migrations())
    if not applied:
        told = {"folder": settings.DATA_DIR}
        raise Unfit(_("There is nothing to save yet in %(folder)s. Is that the right folder?") % told)
    names = tuple(".".join(migration) for migration in applied)
    return Manifest(settings.VERSION, timezone.now().isoformat(), kind, names)


def _check(kept: Store, found: Unpacked) -> Checked:
    """Open a backup beside what there is, and score it; raises Unfit where it holds something else."""
    try:
        with kept.beside(found.dump):
            return _opened(kept, found.manifest)
    except Unchecked as problem:
        return Checked(unchecked=str(problem))
    except (Unfit, OSError):
        raise
    except Exception as problem:  # rows of whatever kind, which no scorekeeper has written
        if trouble_of(problem) is Trouble.FULL:
            raise
        reason = f"{type(problem).__name__}: {first_line(problem)}"
        raise Unfit(_("The database is damaged: %(reason)s") % {"reason": reason}) from problem


def _opened(kept: Store, manifest: Manifest) -> Checked:
    applied = MigrationRecorder(connection).applied_migrations()
    with connection.cursor() as cursor:
        cursor.execute(kept.programs)
        [programs] = cursor.fetchone()
    if programs or {".".join(migration) for migration in applied} != set(manifest.migrations):
        raise Unfit(_("The database in this backup is not one that a scorekeeper has written."))
    migrate()
    circles, rounds = (apps.get_model(label).objects.count() for label in ("circles.Circle", "play.Round"))
    out = StringIO()
    try:
        call_command("rescore", check=True, stdout=out)
    except CommandError as problem:
        return Checked(circles, rounds, different=f"{out.getvalue()}{problem}")
    return Checked(circles, rounds)


@dataclass(frozen=True, slots=True)
class Restored:
    """A backup that has taken the place of what there was, which is in the files of ``kept``."""

    made_at: str
    kept: tuple[Path, ...]
    checked: Checked


def restore(path: Path) -> Restored:
    """Put a backup in the place of the database and the key; raises Unfit and OSError, with nothing changed.

    It is opened and brought up to date first, and what there is is kept beside.
    """
    kept, folder = store(), settings.DATA_DIR
    with unpacked(path, folder) as found, _nobody_else(folder):
        _fits(found, kept)
        checked = _check(kept, found)
        before = kept.load(found.dump)
        if (folder / KEY_NAME).exists():
            before.append(aside(folder / KEY_NAME))
        with in_place_of(folder / KEY_NAME) as key:
            key.write_text(found.key + "\n", "ascii")
        migrate()
    return Restored(found.manifest.made_at, tuple(before), checked)


@contextmanager
def _nobody_else(folder: Path) -> Iterator[None]:
    """See to it that no server runs on a folder; raises Unfit."""
    with ExitStack() as held:
        try:
            held.enter_context(alone(folder))
        except OSError as problem:
            raise Unfit(
                _("A server is running on %(folder)s. Stop it first.") % {"folder": folder}
            ) from problem
        yield


def _fits(found: Unpacked, kept: Store) -> None:
    """Raise Unfit for what a newer version has written, or another kind of database, or without its key."""
    manifest = found.manifest
    applied = [(app, name) for app, _dot, name in (each.partition(".") for each in manifest.migrations)]
    if manifest.format > FORMAT or later_migrations(applied):
        told = {"version": manifest.version}
        raise Unfit(
            _("This backup was made by a newer version (%(version)s). Update the scorekeeper first.") % told
        )
    if manifest.database != kept.kind:
        told = {"there": manifest.database, "here": kept.kind}
        raise Unfit(_("This backup is for %(there)s, and the scorekeeper here uses %(here)s.") % told)
    if len(found.key) < SHORTEST_KEY:
        raise Unfit(_("There is no secret key in this backup."))
    if os.environ.get(GIVEN_KEY) and found.key != settings.SECRET_KEY:
        told = {"variable": GIVEN_KEY}
        raise Unfit(_("%(variable)s is not the key in this backup. Set it to that, or leave it out.") % told)
