"""What templates write points and seats with."""

from typing import Protocol

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from scorekeeper.scoring import texts

from ..marks import clusters, span

register = template.Library()
register.filter("points", texts.number)
register.filter("signed", texts.signed)
register.filter("span", span)


@register.filter
def tone(value: int) -> str:
    """The class of a change: gain, loss or zero."""
    return "gain" if value > 0 else "loss" if value else "zero"


@register.filter
def wide(mark: str) -> bool:
    """Whether a mark is of two characters."""
    return len(mark) > 1 and len(clusters(mark)) > 1


class Marked(Protocol):
    """Somebody with a mark and the number of its colour and shape."""

    mark: str
    color: int


@register.simple_tag
def mark(who: Marked, size: str = "") -> SafeString:
    """A seat's mark, which stands beside its name; ``s`` is the small one."""
    signs = format_html('<span class="pair">{}</span>', who.mark) if wide(who.mark) else who.mark
    look = f"mark seat-{who.color} {size}".rstrip()
    return format_html('<i class="{}" aria-hidden="true">{}</i>', look, signs)
