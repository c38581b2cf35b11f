"""Collecting the static files at the start, only when something has changed."""

import hashlib
import shutil
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command

TOOLS = ("Django", "whitenoise")
PROGRAM = ("scorekeeper/**/*.py", "scorekeeper/**/*.mo")
PAGES = "templates/**/*.html"
LEFT_OUT = ("*.md", "*.d.ts", "htmax-*", "htmx-4*", "htmx-2-compat*", "hx-*-4.*", "hx-*-2.js")
"""Notes, types, and files of django-htmx that no page asks for; in some a comment looks like an import."""


def collect_if_changed() -> bool:
    """Collect, hash and compress the static files unless that was done; say whether it was needed."""
    stamp = Path(settings.STATIC_ROOT).with_suffix(".stamp")
    wanted, root = fingerprint(), Path(settings.STATIC_ROOT)
    if stamp.exists() and stamp.read_text("ascii") == f"{wanted} {_bytes_in(root)}":
        return False
    stamp.unlink(missing_ok=True)
    with suppress(FileNotFoundError):
        shutil.rmtree(root)  # an empty list of files would not even be opened
    call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=list(LEFT_OUT))
    stamp.write_text(f"{wanted} {_bytes_in(root)}", "ascii")
    return True


def _bytes_in(folder: Path) -> int:
    """How much all files of a folder hold: after a power cut some that nobody waited for are empty."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def fingerprint() -> str:
    """Return a digest of the program, the templates and the static files, the same on every machine."""
    digest = hashlib.sha256(" ".join(f"{name} {version(name)}" for name in TOOLS).encode())
    files = {path for pattern in PROGRAM for path in settings.BASE_DIR.glob(pattern)}
    files |= {*settings.SITE_DIR.glob(PAGES)}
    for finder in get_finders():
        files |= {Path(storage.path(name)) for name, storage in finder.list(LEFT_OUT)}
    for file in sorted(path.name.encode() + b"\0" + path.read_bytes() for path in files):
        digest.update(file)
    return digest.hexdigest()
