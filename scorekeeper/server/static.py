"""Static files, which are collected at the start if anything has changed, and the files of the offline app.

Imports of stylesheets are inlined, names have hashes, files are compressed, and browsers cache them for ever.
"""

import hashlib
import json
import re
import shutil
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.files.base import ContentFile
from django.core.files.storage import Storage
from django.core.management import call_command
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.utils.module_loading import import_string
from django.utils.translation import get_language, gettext
from whitenoise.storage import CompressedManifestStaticFilesStorage  # type: ignore[import-untyped]

TOOLS = ("Django", "whitenoise")
PROGRAM = ("scorekeeper/**/*.py", "scorekeeper/**/*.mo")
PAGES = "templates/**/*.html"
IGNORED_FILES = ("*.md", "*.d.ts", "htmax-*", "htmx-4*", "htmx-2-compat*", "hx-*-4.*", "hx-*-2.js")
"""Notes, types, and unused files of django-htmx, in some of which a comment looks like an import."""
OWN = re.compile(r"css/.+\.css|js/.+\.js")
IMPORT = re.compile(r'@import url\("([^"]+)"\)(?: layer\((\w+)\))?;')
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
INDENT, BREAK = re.compile(r"\n\s+"), re.compile(r"(?<=[{};,])\n")
"""Indents, and line ends of stylesheets."""


def collect_if_changed() -> bool:
    """Collect, hash and compress the static files unless nothing has changed; return whether it was done."""
    stamp = Path(settings.STATIC_ROOT).with_suffix(".stamp")
    wanted, root = fingerprint(), Path(settings.STATIC_ROOT)
    if stamp.exists() and stamp.read_text("ascii") == f"{wanted} {_bytes_in(root)}":
        return False
    stamp.unlink(missing_ok=True)
    with suppress(FileNotFoundError):
        shutil.rmtree(root)  # with an empty manifest, collectstatic would fail
    call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=list(IGNORED_FILES))
    stamp.write_text(f"{wanted} {_bytes_in(root)}", "ascii")
    return True


def _bytes_in(folder: Path) -> int:
    """Return the size of all files: after a power cut some may be empty, since they were not synced."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def fingerprint() -> str:
    """Return a digest of the program, the templates and the static files, the same on every machine."""
    digest = hashlib.sha256(" ".join(f"{name} {metadata.version(name)}" for name in TOOLS).encode())
    files = {path for pattern in PROGRAM for path in settings.BASE_DIR.glob(pattern)}
    files |= {*settings.SITE_DIR.glob(PAGES)}
    for finder in get_finders():
        files |= {Path(storage.path(name)) for name, storage in finder.list(IGNORED_FILES)}
    for file in sorted(path.name.encode() + b"\0" + path.read_bytes() for path in files):
        digest.update(file)
    return digest.hexdigest()


class StaticStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """WhiteNoise's storage; it also inlines stylesheets, strips comments and adds generated files."""

    support_js_module_import_aggregation = True

    # Any: Django documents no types for the paths and the results.
    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Iterator[Any]:
        paths = {posix_name(name): place for name, place in paths.items()}
        own = {name: minified(name, inline_imports(self, name)) for name in paths if OWN.fullmatch(name)}
        texts = {} if dry_run else own | generated_files()
        for name, text in texts.items():
            self.delete(name)
            self.save(name, ContentFile(text.encode()))
        yield from super().post_process(paths | {name: (self, name) for name in texts}, dry_run, **options)


def posix_name(name: str) -> str:
    """Return the name of a static file with slashes; on Windows finders use backslashes."""
    return name.replace("\\", "/")


def generated_files() -> dict[str, str]:
    """Return the texts of static files that are made by code, by name."""
    texts: dict[str, str] = import_string(settings.STATIC_FILES_MADE)()
    return texts


def inline_imports(storage: Storage, name: str) -> str:
    """Return the text of a file, with imported stylesheets in place of their imports, in their layers."""
    folder = name.rpartition("/")[0]

    def part(result: re.Match[str]) -> str:
        text = inline_imports(storage, f"{folder}/{result[1]}")
        return f"@layer {result[2]} {{\n{text}}}" if result[2] else text

    with storage.open(name) as file:
        return IMPORT.sub(part, bytes(file.read()).decode())


def minified(name: str, text: str) -> str:
    """Return a script or stylesheet without comments and indents, a stylesheet also without line ends."""
    text = INDENT.sub("\n", COMMENT.sub("", text))
    return BREAK.sub("", text) if name.endswith(".css") else text


# --- The offline app: manifest, service worker, and the page for what is not cached

ICONS = [
    (f"icons/{name}-{size}.png", size, purpose)
    for name, purpose in (("icon", "any"), ("maskable", "maskable"))
    for size in (192, 512)
]
FELT, PAGE = "#14503a", "#f4f0e5"
SHELL_PATTERNS = (
    *("css/*.css", "js/*.js", "js/*/*.js", "icons/*.svg"),
    *("vendor/idiomorph/*.js", "django_htmx/htmx-2.min.js"),
)
"""Static files that the service worker caches. It needs HTTPS, so files only for plain HTTP are not here."""
WORKER = "js/offline/worker.js"


def manifest(request: HttpRequest) -> HttpResponse:
    """The web app manifest in the reader's language."""
    name = gettext("Card night scores")
    data = {
        "id": "/",
        "name": name,
        "short_name": name,
        "lang": get_language(),
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": PAGE,
        "theme_color": FELT,
        "icons": [
            {"src": static(name), "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
            for name, size, purpose in ICONS
        ],
    }
    response = JsonResponse(data, content_type="application/manifest+json")
    response["Cache-Control"] = "no-cache"
    return response


def worker(request: HttpRequest) -> HttpResponse:
    """The service worker, with its version and the files that it caches in front of its source."""
    shell = json.dumps([static(name) for name in shell_files()])
    head = f'const VERSION = "{version()}";\nconst SHELL = {shell};\n'
    source = (settings.SITE_DIR / "static" / WORKER).read_text("utf-8")
    response = HttpResponse(head + source, content_type="text/javascript; charset=utf-8")
    response["Cache-Control"] = "no-cache"
    return response


def offline(request: HttpRequest) -> HttpResponse:
    """The page that the service worker shows if a page is not cached."""
    message = gettext(
        "This page is not saved on this phone. Tables opened here before still open; what you enter there is "
        "sent later."
    )
    return render(request, "errors.html", {"title": gettext("No connection"), "message": message})


@cache
def shell_files() -> tuple[str, ...]:
    names = {posix_name(name) for finder in get_finders() for name, _storage in finder.list(None)}
    names = (names | generated_files().keys()) - {WORKER}
    return tuple(sorted(name for name in names if any(map(Path(name).match, SHELL_PATTERNS))))


@cache
def version() -> str:
    return fingerprint()[:16]
