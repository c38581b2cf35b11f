"""Static files, collected at the start where something has changed, and those that phones keep.

Stylesheets are in one piece; names are hashed, files compressed once and cached for ever.
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
    digest = hashlib.sha256(" ".join(f"{name} {metadata.version(name)}" for name in TOOLS).encode())
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


# --- Opening without a line: the manifest, the service worker, and the page for when nothing else is kept

ICONS = [
    (f"icons/{name}-{size}.png", size, purpose)
    for name, purpose in (("icon", "any"), ("maskable", "maskable"))
    for size in (192, 512)
]
FELT, PAGE = "#14503a", "#f4f0e5"
KEPT = (
    *("css/*.css", "js/*.js", "js/*/*.js", "icons/*.svg"),
    *("vendor/idiomorph/*.js", "django_htmx/htmx-2.min.js"),
)
"""Static files that every phone keeps; what only plain HTTP needs is not among them."""
WORKER = "js/offline/worker.js"


def manifest(request: HttpRequest) -> HttpResponse:
    """What a phone needs to know to put the app on its home screen, in the reader's language."""
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
    """The service worker with its version and the files that it keeps; asked for again each time."""
    shell = json.dumps([static(name) for name in shell_files()])
    head = f'const VERSION = "{version()}";\nconst SHELL = {shell};\n'
    source = (settings.SITE_DIR / "static" / WORKER).read_text("utf-8")
    response = HttpResponse(head + source, content_type="text/javascript; charset=utf-8")
    response["Cache-Control"] = "no-cache"
    return response


def offline(request: HttpRequest) -> HttpResponse:
    """What is shown without a line in the place of a page that the phone has not kept."""
    message = gettext(
        "This page is not saved on this phone. Tables opened here before still open; what you enter there is "
        "sent later."
    )
    return render(request, "errors.html", {"title": gettext("No connection"), "message": message})


@cache
def shell_files() -> tuple[str, ...]:
    names = {with_slashes(name) for finder in get_finders() for name, _storage in finder.list(None)}
    names = (names | made().keys()) - {WORKER}
    return tuple(sorted(name for name in names if any(map(Path(name).match, KEPT))))


@cache
def version() -> str:
    """Changes with the static files, the templates and the program."""
    return fingerprint()[:16]
