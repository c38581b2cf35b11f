"""What the rules of a family are written with; ``book`` in the context is a ``Book`` of the table's rules."""

from django import template
from django.template.loader import render_to_string
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from ..book import Example

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
def about(context: template.Context, key: str) -> SafeString:
    """The sentence that explains a house rule, as a paragraph."""
    return format_html("<p>{}</p>", context["book"].help(key))


@register.inclusion_tag("games/_example.html", takes_context=True)
def example(context: template.Context, of: str, *given: object, **facts: object) -> dict[str, Example]:
    """An example that the engine works out: ``of`` is the method of the book that asks it."""
    return {"example": getattr(context["book"], of)(*given, **facts)}
