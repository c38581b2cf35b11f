"""Static files: stylesheets in one piece, hashed names, compressed once, cached for ever."""

import re
from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.core.files.base import ContentFile
from django.core.files.storage import Storage
from django.utils.module_loading import import_string
from whitenoise.storage import CompressedManifestStaticFilesStorage  # type: ignore[import-untyped]

IMPORT = re.compile(r'@import url\("([^"]+)"\)(?: layer\((\w+)\))?;')
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
INDENT, BREAK = re.compile(r"\n\s+"), re.compile(r"(?<=[{};,])\n")
"""Of lines whose indents and ends a stylesheet does not need."""


class StaticStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """WhiteNoise's, which also joins stylesheets and adds the files that are made at the start."""

    support_js_module_import_aggregation = True

    # Any: Django says of neither the paths nor what comes out what they are.
    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Iterator[Any]:
        """Join stylesheets before they are named by their contents."""
        paths = {with_slashes(name): place for name, place in paths.items()}
        sheets = [name for name in paths if name.startswith("css/") and name.endswith(".css")]
        texts = {} if dry_run else {name: join(self, name) for name in sheets} | made()
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
    """A stylesheet with what it imports, each part in its layer, if any, without comments and indents."""
    folder = name.rpartition("/")[0]

    def part(result: re.Match[str]) -> str:
        text = join(storage, f"{folder}/{result[1]}")
        return f"@layer {result[2]} {{\n{text}}}" if result[2] else text

    with storage.open(name) as file:
        text = IMPORT.sub(part, bytes(file.read()).decode())
    return BREAK.sub("", INDENT.sub("\n", COMMENT.sub("", text)))
