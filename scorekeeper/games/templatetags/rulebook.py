"""Tags for the rules of a family in words; ``book`` in the context is a ``Book``."""

from django import template
from django.template.loader import render_to_string
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from ..shape import Example

register = template.Library()


@register.simple_block_tag(takes_context=True)
def chapter(context: template.Context, content: SafeString, key: str, heading: str) -> SafeString:
    """A chapter under its heading; ``key`` is the kind of round that it explains."""
    words = {"key": key, "heading": context["book"].gettext(heading), "content": content}
    return render_to_string("games/_chapter.html", words)


@register.simple_block_tag(takes_context=True)
def p(context: template.Context, content: str, **values: object) -> SafeString:
    """A paragraph: the translation of its content in the words of the game, with ``values``."""
    return format_html("<p>{}</p>", context["book"].gettext(" ".join(content.split())) % values)


@register.simple_tag(takes_context=True)
def rule(context: template.Context, *keys: str) -> SafeString:
    """A paragraph for each of these house rules, with its value."""
    return format_html_join("", "<p>{}</p>", ((context["book"].rule(key),) for key in keys))


@register.simple_tag(takes_context=True)
def if_on(context: template.Context, *keys: str) -> SafeString:
    """Like ``rule``, without those that are switched off."""
    return rule(context, *filter(context["book"].is_on, keys))


@register.simple_tag(takes_context=True)
def about(context: template.Context, *keys: str) -> SafeString:
    """A paragraph with the help of each of these house rules, without those that are switched off."""
    book = context["book"]
    return format_html_join("", "<p>{}</p>", ((book.help(key),) for key in keys if book.is_on(key)))


@register.inclusion_tag("games/_example.html", takes_context=True)
def example(context: template.Context, of: str, *given: object, **facts: object) -> dict[str, Example]:
    """An example that the method ``of`` of the book scores."""
    return {"example": getattr(context["book"], of)(*given, **facts)}
