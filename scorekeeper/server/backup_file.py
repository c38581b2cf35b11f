"""The file of a backup: a ZIP with the database, the secret key and a manifest."""

import json
import lzma
import os
import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from datetime import datetime
from itertools import chain, count
from pathlib import Path
from shutil import copy2, copyfileobj

from .secret import KEY_NAME
from .terminal import gettext as _

FORMAT = 1
MANIFEST, DATABASE = "manifest.json", "database"
LONGEST_MANIFEST = 1024 * 1024
LONGEST_KEY = 1024
UNREADABLE = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    LookupError,
    ValueError,
    TypeError,
    EOFError,
    RuntimeError,  # a password, an unknown kind of compression, JSON that is too deep
)
"""What reading a file that is no backup, or a damaged one, may raise."""


class BackupError(ValueError):
    """A backup that cannot be made, or restored here, with the reason in words."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """Where a backup comes from."""

    version: str
    made_at: str  # ISO 8601
    database: str
    migrations: tuple[str, ...]  # app.name
    format: int = FORMAT


@dataclass(frozen=True, slots=True)
class Backup:
    """A backup that was opened."""

    manifest: Manifest
    database: Path
    key: str


def write_backup(path: Path, manifest: Manifest, key: str, database: Path) -> None:
    """Write the file of a backup; it is on the disk when this returns."""
    with path.open("wb") as file:
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
            packed.writestr(MANIFEST, json.dumps(asdict(manifest), indent=1))
            packed.writestr(KEY_NAME, key + "\n")
            packed.write(database, DATABASE)
        file.flush()
        os.fsync(file.fileno())


@contextmanager
def opened_backup(path: Path, beside: Path) -> Iterator[Backup]:
    """Unpack a backup into a temporary folder within ``beside``."""
    with tempfile.TemporaryDirectory(prefix="backup-", dir=beside, ignore_cleanup_errors=True) as folder:
        try:
            backup = _unpack(path, Path(folder) / DATABASE)
        except UNREADABLE as problem:
            raise BackupError(_("%(file)s is no backup, or is damaged.") % {"file": path}) from problem
        yield backup


def _unpack(path: Path, database: Path) -> Backup:
    with zipfile.ZipFile(path) as packed:
        with packed.open(MANIFEST) as file:
            manifest = _read_manifest(json.loads(file.read(LONGEST_MANIFEST)))
        with packed.open(KEY_NAME) as file:
            key = file.read(LONGEST_KEY + 1).decode("ascii").strip()
        if len(key) > LONGEST_KEY:
            raise ValueError(KEY_NAME)
        with packed.open(DATABASE) as source, database.open("wb") as target:
            copyfileobj(source, target)
    return Backup(manifest, database, key)


def _read_manifest(fields: dict[str, object]) -> Manifest:
    """A manifest of the right types, with words that can be printed; raises what is in ``UNREADABLE``."""
    match [fields[name] for name in Manifest.__dataclass_fields__]:
        case [str(version), str(made_at), str(database), [*migrations], int(number)]:
            datetime.fromisoformat(made_at)
            names = tuple(name for name in migrations if isinstance(name, str))
            words = "".join((version, made_at, database, *names))
            if words.isprintable() and names and len(names) == len(migrations):
                return Manifest(version, made_at, database, names, number)
    raise ValueError(MANIFEST)


def keep_copy(path: Path) -> Path:
    """Keep a file under a new name beside it, and return that."""
    first = path.with_name(f"{path.name}.before-restore")
    more = (path.with_name(f"{first.name}-{number}") for number in count(2))
    copy = next(name for name in chain([first], more) if not name.exists())
    try:
        os.link(path, copy)
    except OSError:
        copy2(path, copy)  # a file system without hard links, such as a memory card
    return copy


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """A draft that replaces ``path`` in one step, or not at all, even after a power cut."""
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    os.close(handle)
    draft = Path(name)
    try:
        yield draft
        with draft.open("rb+") as file:
            os.fsync(file.fileno())
        draft.replace(path)
        _sync_folder(path.parent)
    finally:
        draft.unlink(missing_ok=True)


def _sync_folder(path: Path) -> None:
    with suppress(OSError):  # not every system can do it with a folder
        folder = os.open(path, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
