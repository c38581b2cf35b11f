"""Static files: in one piece, without comments, with hashed names, compressed once, cached for ever."""

import re
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

from django.conf import settings
from django.core.files.base import ContentFile
from django.core.files.storage import Storage
from django.utils.module_loading import import_string
from whitenoise.storage import CompressedManifestStaticFilesStorage  # type: ignore[import-untyped]

from scorekeeper.server.joined import join_modules

IMPORT = re.compile(r'@import url\("([^"]+)"\)(?: layer\((\w+)\))?;')
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
BREAK = re.compile(r"(?<=[{};,])\n")
"""Ends of lines that a stylesheet does not need."""
INDENT = re.compile(r"\n\s+")
"""Empty lines of JavaScript, and what comes before the others; no text in it goes over several lines."""
NOTES = re.compile(
    r"^[ \t]*/\*(?!!)(?:(?!\*/).)*\*/[ \t]*\n|/\*\* @(?:type|param) [^\n]*?\*/ ?", re.DOTALL | re.MULTILINE
)
"""Comments of JavaScript on lines of their own, and types within lines."""


class StaticStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Also joins stylesheets and modules, leaves comments out, and gives imports hashed names."""

    support_js_module_import_aggregation = True

    def file_hash(self, name: str, content: Any = None) -> str | None:  # Any: a file of Django's
        """Eight digits: enough to tell a file from its former selves, and every page names many."""
        found: str | None = super().file_hash(name, content)
        return found and found[:8]

    # Any: Django says of neither the paths nor what comes out what they are.
    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Iterator[Any]:
        """Make files lean before they are named by their contents."""
        lean = {} if dry_run else dict(self._lean(paths)) | made()
        for name, text in lean.items():
            self.delete(name)
            self.save(name, ContentFile(text.encode()))
        yield from super().post_process(paths | {name: (self, name) for name in lean}, dry_run, **options)

    def _lean(self, names: Iterable[str]) -> Iterator[tuple[str, str]]:
        for name in names:
            if name.endswith(".css") and IMPORT.search(read(self, name)):
                yield name, join(self, name)
            elif name.startswith("js/") and name.endswith(".js"):
                yield name, INDENT.sub("\n", NOTES.sub("", join_modules(name, partial(read, self))))


def made() -> dict[str, str]:
    """The files that nobody wrote: their texts by their names."""
    texts: dict[str, str] = import_string(settings.STATIC_FILES_MADE)()
    return texts


def join(storage: Storage, name: str) -> str:
    """A stylesheet with what it imports, each part in its layer, if any, without comments, indents, lines."""
    folder = name.rpartition("/")[0]

    def part(found: re.Match[str]) -> str:
        own = join(storage, f"{folder}/{found[1]}")
        return f"@layer {found[2]} {{\n{own}}}" if found[2] else own

    text = COMMENT.sub("", IMPORT.sub(part, read(storage, name)))
    return BREAK.sub("", "".join(f"{line.strip()}\n" for line in text.splitlines() if line.strip()))


def read(storage: Storage, name: str) -> str:
    """The text of a file."""
    with storage.open(name) as file:
        return bytes(file.read()).decode()
