"""The JavaScript of a page: its modules, and everything that they import fetched at the same time."""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from posixpath import dirname, join, normpath

from django import template
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.utils.html import format_html_join
from django.utils.safestring import SafeString, mark_safe

from scorekeeper.server.joined import PARTS

register = template.Library()

IMPORT = re.compile(r'^(?:import|export)\b[^;"]*"(\.{1,2}/[^"]+)";', re.MULTILINE)
PRELOAD = '<link rel="modulepreload" fetchpriority="low" href="{}">'
MODULE = '<script type="module" fetchpriority="low" src="{}"></script>'
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
        _tags(PRELOAD, (file for file in files if file not in scripts))
        + _tags('<script defer src="{}"></script>', (CLASSIC[name] for name in names if name in CLASSIC))
        + _tags(MODULE, scripts)
    )


def _tags(tag: str, files: Iterable[str]) -> SafeString:
    return format_html_join("", tag, ((static(file),) for file in files))


@cache
def closure(file: str) -> tuple[str, ...]:
    """A module and all that it imports at once, each once, but for what is served as a part of another."""
    found = dict.fromkeys([file])
    for name in imports(file):
        found |= dict.fromkeys(one for one in closure(name) if one not in PARTS)
    return tuple(found)


def imports(file: str) -> Iterator[str]:
    """The modules that a module names in its imports, by their paths under the static folder."""
    path = finders.find(file)
    if path is None:
        raise template.TemplateSyntaxError(f"no static file {file}")
    for name in IMPORT.findall(Path(path).read_text("utf-8")):
        yield normpath(join(dirname(file), name))
