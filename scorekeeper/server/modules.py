"""The JavaScript of a page: its modules and all that they import fetched at the same time, largest first."""

from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from django import template
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.utils.html import format_html_join
from django.utils.safestring import SafeString, mark_safe

from scorekeeper.server.joined import IMPORT, parts_of, resolve

register = template.Library()

PRELOAD = '<link rel="modulepreload" fetchpriority="low" href="{}">'
MODULE = '<script type="module" src="{}"></script>'
CLASSIC = {"live/update": "vendor/idiomorph/idiomorph.min.js"}
"""Scripts of others that are no modules, by the module that uses them."""


@register.simple_tag
def modules(*names: str, also: str = "") -> SafeString:
    """The scripts of a page by their names under ``js/``; ``also`` is what one of them imports by itself.

    What they import is fetched with them, but after what the page needs to be seen at all.
    """
    return _tags_of(names, also)


@cache
def _tags_of(names: tuple[str, ...], also: str) -> SafeString:
    scripts = [f"js/{name}.js" for name in names]
    files = dict.fromkeys(file for name in (*names, *also.split()) for file in closure(f"js/{name}.js"))
    return mark_safe(  # noqa: S308 – each part is made safe
        _tags(PRELOAD, sorted(files, key=size, reverse=True))
        + _tags('<script defer src="{}"></script>', (CLASSIC[name] for name in names if name in CLASSIC))
        + _tags(MODULE, scripts)
    )


def _tags(tag: str, files: Iterable[str]) -> SafeString:
    return format_html_join("", tag, ((static(file),) for file in files))


@cache
def closure(file: str) -> tuple[str, ...]:
    """A module as it is served and all that it imports at once, each once."""
    found = dict.fromkeys([file])
    for name in imports(file):
        found |= dict.fromkeys(closure(name))
    return tuple(found)


def imports(file: str) -> Iterator[str]:
    """What a module with its parts imports, as it is served, by paths under the static folder."""
    for part in parts_of(file):
        for _names, source in IMPORT.findall(_path(part).read_text("utf-8")):
            if (name := resolve(part, source, file)) != file:
                yield name


def size(file: str) -> int:
    """How much there is of a module with its parts, in bytes, before comments are left out."""
    return sum(_path(part).stat().st_size for part in parts_of(file))


def _path(file: str) -> Path:
    path = finders.find(file)
    if path is None:
        raise template.TemplateSyntaxError(f"no static file {file}")
    return Path(path)
