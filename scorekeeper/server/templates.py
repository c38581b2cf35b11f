"""Templates are written for readers; what pages carry of it is settled here, once, when one is loaded.

Each is loaded for each language: plain sentences stand in it as that language says them, and static files by
the addresses that they have. Pages hold dozens of both.

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

from django.template.base import Origin
from django.template.loaders import cached, filesystem
from django.templatetags.static import static
from django.utils.translation import get_language, gettext, pgettext

DJANGO = r"\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}"
QUOTED = rf'"(?:{DJANGO}|[^"])*"|' + rf"'(?:{DJANGO}|[^'])*'"
PIECE = re.compile(
    r"(?P<kept>\{% *blocktranslate\b.*?endblocktranslate *%\}|<(?P<raw>textarea|pre)\b.*?</(?P=raw)>)"
    rf"|(?P<tag></?[a-zA-Z!](?:{DJANGO}|{QUOTED}|[^>])*>)"
    rf"|(?P<django>{DJANGO})|(?P<text>[^<{{]+|.)",
    re.DOTALL,
)
TEXT = r"""(?:"([^"%]*)"|'([^'%]*)')"""
SENTENCE = re.compile(rf"\{{% translate {TEXT}(?: context {TEXT})? %\}}")
FILE = re.compile(rf"\{{% static {TEXT} %\}}")
BREAK = re.compile(r"\s*\n\s*")
EDGE = re.compile(r"\A\s*\n\s*|\s*\n\s*\Z")


class Loader(filesystem.Loader):
    """Loads templates from the folders of the settings."""

    def get_contents(self, origin: Origin) -> str:
        """The text of a template as pages in the present language carry it."""
        return settled(squeezed(super().get_contents(origin)))


class LoaderByLanguage(cached.Loader):
    """Remembers what other loaders loaded, for each language by itself."""

    def cache_key(self, template_name: str, skip: list[Origin] | None = None) -> str:
        """What a template is remembered by."""
        return f"{get_language()} {super().cache_key(template_name, skip)}"


def settled(text: str) -> str:
    """A template with its plain sentences in the present language, and the addresses of its files."""
    return FILE.sub(_file, SENTENCE.sub(_sentence, text))


def squeezed(text: str) -> str:
    """A template without the line breaks and indents that are only for its readers."""
    return PIECE.sub(_squeezed, text)


def _squeezed(piece: re.Match[str]) -> str:
    if piece["tag"]:
        return BREAK.sub(" ", re.sub(r"\s*\n\s*(?=/?>\Z)", "", piece[0]))
    return BREAK.sub(" ", EDGE.sub("", piece[0])) if piece["text"] else piece[0]


def _sentence(tag: re.Match[str]) -> str:
    """What a tag says, as trusted as the template; the tag itself where that would be one of a template."""
    sentence, context = tag[1] or tag[2] or "", tag[3] or tag[4]
    said = pgettext(context, sentence) if context else gettext(sentence)
    return tag[0] if re.search(DJANGO, said) or not sentence else said


def _file(tag: re.Match[str]) -> str:
    return static(tag[1] or tag[2])
