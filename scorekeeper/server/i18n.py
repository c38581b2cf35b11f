"""The template tags of translation: plain sentences, of which every page has dozens, go a shorter way."""

from django.template import Context, Library, Node
from django.template.base import Parser, Token
from django.templatetags import i18n
from django.utils.translation import gettext

register = Library()
register.tags.update(i18n.register.tags)
register.filters.update(i18n.register.filters)


class Sentence(Node):
    """A sentence that stands in the template, in the language of the page."""

    def __init__(self, sentence: str) -> None:
        self._key = sentence.replace("%", "%%")  # as Django's tag looks it up

    def render(self, _context: Context) -> str:
        """The translation, which is as trusted as the template."""
        return gettext(self._key).replace("%%", "%")


@register.tag
def translate(parser: Parser, token: Token) -> Node:
    """``{% translate "…" %}``; with anything else in the tag it is Django's."""
    parts = token.split_contents()
    sentence = parser.compile_filter(parts[1]) if len(parts) == 2 else None
    if sentence and isinstance(sentence.var, str) and not sentence.filters:
        return Sentence(sentence.var)
    return i18n.do_translate(parser, token)
