"""The template tag of addresses: a page names dozens, so each is put together once and remembered."""

from collections.abc import Hashable
from functools import lru_cache

from django.conf import settings
from django.template import Context, Library
from django.template.base import Parser, Token
from django.template.defaulttags import URLNode
from django.template.defaulttags import url as djangos_url
from django.urls import NoReverseMatch, get_script_prefix, reverse
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString

MOST_REMEMBERED = 4096
"""Those of some hundred tables with their pages."""

register = Library()


class AddressNode(URLNode):
    """The address of a page, by the name of its view and what follows, one after the other."""

    def render(self, context: Context) -> str:
        """The address, or nothing where it is kept for later; raises NoReverseMatch as Django does."""
        values = tuple(value.resolve(context) for value in self.args)
        try:
            found = address(
                self.view_name.resolve(context), settings.ROOT_URLCONF, get_script_prefix(), *values
            )
        except NoReverseMatch:
            if self.asvar is None:
                raise
            found = SafeString()
        if self.asvar is None:
            return found
        context[self.asvar] = found
        return ""


@lru_cache(MOST_REMEMBERED, typed=True)
def address(name: str, _patterns: str, _prefix: str, *values: Hashable) -> SafeString:
    """The address of a page among the patterns of a module, below a prefix, escaped."""
    return conditional_escape(reverse(name, args=values))


@register.tag
def url(parser: Parser, token: Token) -> URLNode:
    """``{% url "view" value … %}``; with named values it is Django's."""
    node = djangos_url(parser, token)
    return node if node.kwargs else AddressNode(node.view_name, node.args, node.kwargs, node.asvar)
