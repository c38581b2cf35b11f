"""Collecting the static files at the start, only when one of them has changed."""

import hashlib
import shutil
from collections.abc import Iterator
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command

from .storage import made

TOOLS = ("Django", "whitenoise")
OWN = Path(__file__).with_name("storage.py")
"""What joins stylesheets."""


def collect_if_changed() -> bool:
    """Collect, hash and compress the static files unless that was done; say whether it was needed."""
    stamp = Path(settings.STATIC_ROOT).with_suffix(".stamp")
    wanted, root = fingerprint(), Path(settings.STATIC_ROOT)
    if stamp.exists() and stamp.read_text("ascii") == f"{wanted} {_bytes_in(root)}":
        return False
    stamp.unlink(missing_ok=True)
    with suppress(FileNotFoundError):
        shutil.rmtree(root)  # an empty list of files would not even be opened
    call_command("collectstatic", interactive=False, verbosity=0)
    stamp.write_text(f"{wanted} {_bytes_in(root)}", "ascii")
    return True


def _bytes_in(folder: Path) -> int:
    """How much all files of a folder hold: after a power cut some that nobody waited for are empty."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def fingerprint() -> str:
    """Return a digest of names, sizes and times of all static files and of what processes them."""
    digest = hashlib.sha256()
    tools = (f"{name} {version(name)}" for name in TOOLS)
    for line in [*tools, OWN.read_text("utf-8"), *sorted(_files()), *made().values()]:
        digest.update(line.encode() + b"\n")
    return digest.hexdigest()


def _files() -> Iterator[str]:
    for finder in get_finders():
        for name, storage in finder.list(None):
            status = Path(storage.path(name)).stat()
            yield f"{storage.path(name)} {status.st_size} {status.st_mtime_ns}"
