"""Static files: collected at the start where something has changed.

Stylesheets are in one piece; names are hashed, files compressed once and cached for ever.
"""

import hashlib
import re
import shutil
from collections.abc import Iterator
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.files.base import ContentFile
from django.core.files.storage import Storage
from django.core.management import call_command
from django.utils.module_loading import import_string
from whitenoise.storage import CompressedManifestStaticFilesStorage  # type: ignore[import-untyped]

TOOLS = ("Django", "whitenoise")
PROGRAM = ("scorekeeper/**/*.py", "scorekeeper/**/*.mo")
PAGES = "templates/**/*.html"
LEFT_OUT = ("*.md", "*.d.ts", "htmax-*", "htmx-4*", "htmx-2-compat*", "hx-*-4.*", "hx-*-2.js")
"""Notes, types, and files of django-htmx that no page asks for; in some a comment looks like an import."""
OWN = re.compile(r"css/.+\.css|js/.+\.js")
IMPORT = re.compile(r'@import url\("([^"]+)"\)(?: layer\((\w+)\))?;')
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
INDENT, BREAK = re.compile(r"\n\s+"), re.compile(r"(?<=[{};,])\n")
"""Of lines whose indents neither a stylesheet nor a script needs, and whose ends a stylesheet does not."""


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


class StaticStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """WhiteNoise's, which also joins stylesheets, shortens scripts and adds the files made at the start."""

    support_js_module_import_aggregation = True

    # Any: Django says of neither the paths nor what comes out what they are.
    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Iterator[Any]:
        """Join stylesheets and shorten scripts before they are named by their contents."""
        paths = {with_slashes(name): place for name, place in paths.items()}
        own = {name: short(name, join(self, name)) for name in paths if OWN.fullmatch(name)}
        texts = {} if dry_run else own | made()
        for name, text in texts.items():
            self.delete(name)
            self.save(name, ContentFile(text.encode()))
        yield from super().post_process(paths | {name: (self, name) for name in texts}, dry_run, **options)


def with_slashes(name: str) -> str:
    """The name of a static file as pages write it: on Windows folders come with backslashes."""
    return name.replace("\\", "/")


def made() -> dict[str, str]:
    """The files that nobody wrote: their texts by their names."""
    texts: dict[str, str] = import_string(settings.STATIC_FILES_MADE)()
    return texts


def join(storage: Storage, name: str) -> str:
    """A text with what it imports, if it is a stylesheet: each part in its layer, if any."""
    folder = name.rpartition("/")[0]

    def part(result: re.Match[str]) -> str:
        text = join(storage, f"{folder}/{result[1]}")
        return f"@layer {result[2]} {{\n{text}}}" if result[2] else text

    with storage.open(name) as file:
        return IMPORT.sub(part, bytes(file.read()).decode())


def short(name: str, text: str) -> str:
    """A text without the comments, indents and line ends that only its readers need."""
    text = INDENT.sub("\n", COMMENT.sub("", text))
    return BREAK.sub("", text) if name.endswith(".css") else text
