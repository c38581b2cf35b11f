"""The template loader: white space that is there for readers of a template is removed when it is loaded.

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

from django.conf import settings
from django.http import HttpRequest
from django.template.base import Origin
from django.template.loaders import filesystem

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
