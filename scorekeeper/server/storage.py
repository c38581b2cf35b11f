"""Static files: stylesheets in one piece, hashed names, compressed once, cached for ever."""

import re
from collections.abc import Iterator
from typing import Any

from django.core.files.base import ContentFile
from django.core.files.storage import Storage
from whitenoise.storage import CompressedManifestStaticFilesStorage  # type: ignore[import-untyped]

IMPORT = re.compile(r'@import url\("([^"]+)"\) layer\((\w+)\);')
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)


class StaticStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Also joins stylesheets, and rewrites the imports between our JavaScript modules to hashed names."""

    support_js_module_import_aggregation = True

    # Any: Django says of neither the paths nor what comes out what they are.
    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Iterator[Any]:
        """Join stylesheets before files are named by their contents."""
        sheets = [] if dry_run else [name for name in paths if name.endswith(".css")]
        joined = {name: join(self, name) for name in sheets if IMPORT.search(read(self, name))}
        for name, text in joined.items():
            self.delete(name)
            self.save(name, ContentFile(text.encode()))
        yield from super().post_process(paths | {name: (self, name) for name in joined}, dry_run, **options)


def join(storage: Storage, name: str) -> str:
    """A stylesheet with what it imports, each part in its layer, without comments and indents."""
    folder = name.rpartition("/")[0]

    def part(found: re.Match[str]) -> str:
        return f"@layer {found[2]} {{\n{join(storage, f'{folder}/{found[1]}')}}}"

    text = COMMENT.sub("", IMPORT.sub(part, read(storage, name)))
    return "".join(f"{line.strip()}\n" for line in text.splitlines() if line.strip())


def read(storage: Storage, name: str) -> str:
    """The text of a file."""
    with storage.open(name) as file:
        return bytes(file.read()).decode()
