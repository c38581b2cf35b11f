"""Templates: how they are loaded, what each of them may ask for, and the tag for the scripts of a page.

White space that is there for readers of a template is removed when it is loaded.

A line break between tags counts for nothing, with the indent that follows it; between two words, and between
two attributes of a tag, it is one space.  A space within a line stays, so a template may be broken into lines
anywhere, and pages look the same and weigh less.  What ``blocktranslate``, ``textarea`` and ``pre`` hold is
left as it is.

>>> squeezed('<p>\\n  <b>\\n    a\\n    b\\n  </b>\\n  <i>c</i> d\\n</p>\\n')
'<p><b>a b</b><i>c</i> d</p>'
>>> squeezed('<a href="{% url "x" %}"\\n   class="y">\\n  {{ z }}\\n</a>')
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
PIECE = re.compile(
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
"""Scripts of others that are no modules, by the module that uses them."""


def frame(request: HttpRequest) -> dict[str, object]:
    """What every page may ask for: ``demo`` says that everything here is made up."""
    return {"demo": settings.DEMO}


class Loader(filesystem.Loader):
    def get_contents(self, origin: Origin) -> str:
        return squeezed(super().get_contents(origin))


def squeezed(text: str) -> str:
    """A template without the line breaks and indents that are only for its readers."""
    return PIECE.sub(_squeezed, text)


def _squeezed(piece: re.Match[str]) -> str:
    if piece["tag"]:
        return BREAK.sub(" ", re.sub(r"\s*\n\s*(?=/?>\Z)", "", piece[0]))
    return BREAK.sub(" ", EDGE.sub("", piece[0])) if piece["text"] else piece[0]


# --- The JavaScript of a page: its modules and all that they import fetched at the same time


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
