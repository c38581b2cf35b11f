"""控え: a backup, one file with the database, the secret key, and a manifest that tells where it is from."""

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
    RuntimeError,  # a password, a kind of compression that is not known here, JSON that is too deep
)
"""What reading something that is no backup, or a damaged one, may raise."""


class Unfit(ValueError):
    """A file that cannot be restored here, with the reason in words."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """Where a backup comes from; ``made_at`` is a moment of ISO, ``migrations`` are those of its tables."""

    version: str
    made_at: str
    database: str
    migrations: tuple[str, ...]
    format: int = FORMAT


def pack(path: Path, manifest: Manifest, dump: Path, key: str) -> None:
    """Write a backup; it is on the disk when this returns."""
    with path.open("wb") as file:
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
            packed.writestr(MANIFEST, json.dumps(asdict(manifest), indent=1))
            packed.writestr(KEY_NAME, key + "\n")
            packed.write(dump, DATABASE)
        file.flush()
        os.fsync(file.fileno())


@dataclass(frozen=True, slots=True)
class Unpacked:
    """A backup that was opened: its manifest, its database as a file, and its key."""

    manifest: Manifest
    dump: Path
    key: str


@contextmanager
def unpacked(path: Path, beside: Path) -> Iterator[Unpacked]:
    """Open a backup in a folder within ``beside``, which is gone afterwards; raises Unfit and OSError."""
    with tempfile.TemporaryDirectory(prefix="backup-", dir=beside, ignore_cleanup_errors=True) as folder:
        try:
            found = _unpack(path, Path(folder) / DATABASE)
        except UNREADABLE as problem:
            raise Unfit(_("%(file)s is no backup, or is damaged.") % {"file": path}) from problem
        yield found


def _unpack(path: Path, dump: Path) -> Unpacked:
    with zipfile.ZipFile(path) as packed:
        with packed.open(MANIFEST) as file:
            manifest = _manifest(json.loads(file.read(LONGEST_MANIFEST)))
        with packed.open(KEY_NAME) as file:
            key = file.read(LONGEST_KEY + 1).decode("ascii").strip()
        if len(key) > LONGEST_KEY:
            raise ValueError(KEY_NAME)
        with packed.open(DATABASE) as source, dump.open("wb") as target:
            copyfileobj(source, target)
    return Unpacked(manifest, dump, key)


def _manifest(told: dict[str, object]) -> Manifest:
    """A manifest of the right types, with words that can be printed; raises what is in ``UNREADABLE``."""
    match [told[name] for name in Manifest.__dataclass_fields__]:
        case [str(version), str(made_at), str(database), [*migrations], int(number)]:
            datetime.fromisoformat(made_at)
            names = tuple(name for name in migrations if isinstance(name, str))
            words = "".join((version, made_at, database, *names))
            if words.isprintable() and names and len(names) == len(migrations):
                return Manifest(version, made_at, database, names, number)
    raise ValueError(MANIFEST)


@contextmanager
def in_place_of(path: Path) -> Iterator[Path]:
    """A file to write that takes the place of ``path`` in one step at the end, unless something fails."""
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    os.close(handle)
    try:
        yield Path(name)
        _put(Path(name), path)
    finally:
        Path(name).unlink(missing_ok=True)


def _put(new: Path, path: Path) -> None:
    """Put a file in the place of another so that a power cut leaves one of the two, whole."""
    with new.open("rb+") as file:
        os.fsync(file.fileno())
    new.replace(path)
    with suppress(OSError):  # not every system can do it with a folder
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def aside(path: Path) -> Path:
    """Keep a file also under a name that nothing has yet, and give that name."""
    kept = name_aside(path)
    try:
        os.link(path, kept)
    except OSError:
        copy2(path, kept)  # a file system without hard links, such as a memory card
    return kept


def name_aside(path: Path) -> Path:
    """A name beside ``path`` that nothing has yet."""
    first = path.with_name(f"{path.name}.before-restore")
    more = (path.with_name(f"{first.name}-{number}") for number in count(2))
    return next(name for name in chain([first], more) if not name.exists())
