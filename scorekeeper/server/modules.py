"""The JavaScript of a page: its modules and all that they import fetched at the same time."""

import re
from functools import cache
from pathlib import Path
from posixpath import dirname, join, normpath

from django import template
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.utils.html import format_html_join
from django.utils.safestring import SafeString, mark_safe

register = template.Library()

IMPORT = re.compile(r'^import \{[^}]*\} from "([^"]+)";$', re.MULTILINE)
PRELOAD = '<link rel="modulepreload" fetchpriority="low" href="{}">'
MODULE = '<script type="module" src="{}"></script>'
CLASSIC = {"live/update": "vendor/idiomorph/idiomorph.min.js"}
"""Scripts of others that are no modules, by the module that uses them."""


@register.simple_tag
@cache
def modules(*names: str, also: str = "") -> SafeString:
    """The scripts of a page by their names under ``js/``; ``also`` is what one of them imports by itself.

    What they import is fetched with them, but after what the page needs to be seen at all.
    """
    files = dict.fromkeys(file for name in (*names, *also.split()) for file in closure(f"js/{name}.js"))
    parts = (
        (PRELOAD, files),
        ('<script defer src="{}"></script>', [CLASSIC[name] for name in names if name in CLASSIC]),
        (MODULE, [f"js/{name}.js" for name in names]),
    )
    tags = (format_html_join("", tag, ((static(file),) for file in files)) for tag, files in parts)
    return mark_safe("".join(tags))  # noqa: S308 - each part is made safe


@cache
def closure(file: str) -> tuple[str, ...]:
    """A module and all that it imports at once, each once, by paths under the static folder."""
    result, source = dict.fromkeys([file]), finders.find(file)
    if source is None:
        raise template.TemplateSyntaxError(f"no static file {file}")
    for path in IMPORT.findall(Path(source).read_text("utf-8")):
        result |= dict.fromkeys(closure(normpath(join(dirname(file), path))))
    return tuple(result)
