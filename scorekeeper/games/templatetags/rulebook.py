"""What the rules of a family are written with; ``book`` in the context is a ``Book`` of the table's rules."""

from django import template
from django.template.loader import render_to_string
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from ..shape import Example

register = template.Library()


@register.simple_block_tag(takes_context=True)
def chapter(context: template.Context, content: SafeString, key: str, heading: str) -> SafeString:
    """A chapter under its heading; ``key`` names the ending that it is about."""
    words = {"key": key, "heading": context["book"].gettext(heading), "content": content}
    return render_to_string("games/_chapter.html", words)


@register.simple_block_tag(takes_context=True)
def p(context: template.Context, content: str, **values: object) -> SafeString:
    """A paragraph: an English text in the words of the game, with its values."""
    return format_html("<p>{}</p>", context["book"].gettext(" ".join(content.split())) % values)


@register.simple_tag(takes_context=True)
def rule(context: template.Context, *keys: str) -> SafeString:
    """House rules with what they are set to, a paragraph each."""
    return format_html_join("", "<p>{}</p>", ((context["book"].rule(key),) for key in keys))


@register.simple_tag(takes_context=True)
def if_on(context: template.Context, *keys: str) -> SafeString:
    """Those of these house rules that are not switched off, like ``rule``."""
    return rule(context, *filter(context["book"].is_on, keys))


@register.simple_tag(takes_context=True)
def about(context: template.Context, *keys: str) -> SafeString:
    """The sentences that explain those of these house rules that are not switched off, a paragraph each."""
    book = context["book"]
    return format_html_join("", "<p>{}</p>", ((book.help(key),) for key in keys if book.is_on(key)))


@register.inclusion_tag("games/_example.html", takes_context=True)
def example(context: template.Context, of: str, *given: object, **facts: object) -> dict[str, Example]:
    """An example that the engine works out: ``of`` is the method of the book that asks it."""
    return {"example": getattr(context["book"], of)(*given, **facts)}
