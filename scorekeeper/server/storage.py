"""Static files: stylesheets in one piece, no comments, hashed names, compressed once, cached for ever."""

import re
from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.core.files.base import ContentFile
from django.core.files.storage import Storage
from django.utils.module_loading import import_string
from whitenoise.storage import CompressedManifestStaticFilesStorage  # type: ignore[import-untyped]

OWN = re.compile(r"css/.+\.css|js/.+\.js")
IMPORT = re.compile(r'@import url\("([^"]+)"\)(?: layer\((\w+)\))?;')
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
INDENT, BREAK = re.compile(r"\n\s+"), re.compile(r"(?<=[{};,])\n")
"""Of lines whose indents neither a stylesheet nor a script needs, and whose ends a stylesheet does not."""


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
