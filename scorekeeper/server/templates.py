"""The template loader, which removes layout white space, a context processor, and the tag ``modules``.

A line break with its indent is removed between tags, and becomes one space between words or attributes.  So a
template may be wrapped anywhere without spaces on the page.  The contents of ``blocktranslate``, ``textarea``
and ``pre`` are left alone.

>>> strip_layout_space('<p>\\n  <b>\\n    a\\n    b\\n  </b>\\n  <i>c</i> d\\n</p>\\n')
'<p><b>a b</b><i>c</i> d</p>'
>>> strip_layout_space('<a href="{% url "x" %}"\\n   class="y">\\n  {{ z }}\\n</a>')
'<a href="{% url "x" %}" class="y">{{ z }}</a>'
"""

import re
from functools import cache
from pathlib import Path
from posixpath import dirname, join, normpath

from django import template
from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import HttpRequest
from django.template.base import Origin
from django.template.loaders import filesystem
from django.templatetags.static import static
from django.utils.html import format_html_join
from django.utils.safestring import SafeString, mark_safe

register = template.Library()

DJANGO = r"\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}"
QUOTED = rf'"(?:{DJANGO}|[^"])*"|' + rf"'(?:{DJANGO}|[^'])*'"
TOKEN = re.compile(
    r"(?P<kept>\{% *blocktranslate\b.*?endblocktranslate *%\}|<(?P<raw>textarea|pre)\b.*?</(?P=raw)>)"
    rf"|(?P<tag></?[a-zA-Z!](?:{DJANGO}|{QUOTED}|[^>])*>)"
    rf"|(?P<django>{DJANGO})|(?P<text>[^<{{]+|.)",
    re.DOTALL,
)
BREAK = re.compile(r"\s*\n\s*")
EDGE = re.compile(r"\A\s*\n\s*|\s*\n\s*\Z")
IMPORT = re.compile(r'^import \{[^}]*\} from "([^"]+)";$', re.MULTILINE)
PRELOAD = '<link rel="modulepreload" fetchpriority="low" href="{}">'
MODULE = '<script type="module" src="{}"></script>'
CLASSIC = {"live/update": "vendor/idiomorph/idiomorph.min.js"}
"""Libraries that are no modules, by the module that uses them."""


def demo_context(request: HttpRequest) -> dict[str, object]:
    return {"demo": settings.DEMO}


class Loader(filesystem.Loader):
    def get_contents(self, origin: Origin) -> str:
        return strip_layout_space(super().get_contents(origin))


def strip_layout_space(text: str) -> str:
    return TOKEN.sub(_strip_token, text)


def _strip_token(piece: re.Match[str]) -> str:
    if piece["tag"]:
        return BREAK.sub(" ", re.sub(r"\s*\n\s*(?=/?>\Z)", "", piece[0]))
    return BREAK.sub(" ", EDGE.sub("", piece[0])) if piece["text"] else piece[0]


# --- The JavaScript of a page


@register.simple_tag
@cache
def modules(*names: str, also: str = "") -> SafeString:
    """Return the tags for modules under ``js/``, which preload what they import, with low priority.

    ``also`` are modules that one of them imports dynamically.
    """
    files = dict.fromkeys(file for name in (*names, *also.split()) for file in with_imports(f"js/{name}.js"))
    parts = (
        (PRELOAD, files),
        ('<script defer src="{}"></script>', [CLASSIC[name] for name in names if name in CLASSIC]),
        (MODULE, [f"js/{name}.js" for name in names]),
    )
    tags = (format_html_join("", tag, ((static(file),) for file in files)) for tag, files in parts)
    return mark_safe("".join(tags))  # noqa: S308 - each part is made safe


@cache
def with_imports(file: str) -> tuple[str, ...]:
    """Return the static paths of a module and of all that it imports statically, each once."""
    result, source = dict.fromkeys([file]), finders.find(file)
    if source is None:
        raise template.TemplateSyntaxError(f"no static file {file}")
    for path in IMPORT.findall(Path(source).read_text("utf-8")):
        result |= dict.fromkeys(with_imports(normpath(join(dirname(file), path))))
    return tuple(result)
