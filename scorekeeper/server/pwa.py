"""Opening without a line: the manifest, the service worker, and the page for when nothing else is kept."""

import json
from functools import cache
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.utils.translation import get_language, gettext

from .static import fingerprint, made, with_slashes

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
