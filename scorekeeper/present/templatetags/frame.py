"""What all pages share: the way back above a heading, and people with their marks; loaded by itself."""

from typing import Protocol

from django import template
from django.shortcuts import resolve_url
from django.utils.html import format_html
from django.utils.safestring import SafeString

from .points import Marked, mark

register = template.Library()


class Person(Marked, Protocol):
    """Somebody with a mark and a name."""

    name: str


@register.filter
def split(words: str) -> list[str]:
    return words.split()


@register.simple_tag
def back(label: str, to: str, *args: object, query: str = "") -> SafeString:
    """The way back above a heading: to an address, or to a page by its name and arguments."""
    url = resolve_url(to, *args) + (f"?{query}" if query else "")
    arrow = format_html('<span aria-hidden="true">{}</span>', "‹")
    return format_html('<a class="felt-back" href="{}">{}<bdi>{}</bdi></a>', url, arrow, label)


@register.simple_tag
def who(person: Person, size: str = "s") -> SafeString:
    """Somebody's mark and name."""
    return format_html('<span class="who">{}<bdi>{}</bdi></span>', mark(person, size), person.name)


@register.simple_tag
def row_link(label: str, to: str, *args: object, small: str = "", download: bool = False) -> SafeString:
    """A row of a list that leads to a page, an address or a file: its name, and below it more."""
    more = format_html("<small>{}</small>", small) if small else ""
    look = '<a class="row-link" href="{}"{}><span class="grow"><b>{}</b>{}</span></a>'
    return format_html(look, resolve_url(to, *args), " download" if download else "", label, more)


@register.simple_tag
def way(label: str, to: str, *args: object, query: str = "", look: str = "") -> SafeString:
    """A link to a page or an address in a line of its own; ``look`` are more classes."""
    url = resolve_url(to, *args) + (f"?{query}" if query else "")
    return format_html('<p class="center"><a class="link-btn {}" href="{}">{}</a></p>', look, url, label)
