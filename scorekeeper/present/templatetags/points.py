"""What templates write points, seats, tables, nights and messages with; loaded by itself."""

import json
from collections.abc import Iterable, Sequence
from typing import Protocol

from django import template
from django.contrib.messages.storage.base import Message
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from scorekeeper.scoring import texts

from .. import words
from ..marks import breadth, clusters, span
from ..standings import session_standing

register = template.Library()
register.filter("points", texts.number)
register.filter("signed", texts.signed)
register.filter("span", span)
register.filter("device_name", words.device_name)
register.filter("amount_in", words.amount_in)
register.filter("signed_money", words.signed_money)
register.filter("table_title", words.title)
register.filter("game_name", words.game_name)
register.filter("night_title", words.night_title)
register.filter("weekday", words.weekday)
register.filter("session_standing", session_standing)
register.filter("rounds", words.rounds)
register.filter("tables", words.tables)
register.filter("nights", words.nights)


class Named(Protocol):
    name: str


@register.filter
def tone(value: int) -> str:
    """The class of a change: gain, loss or zero."""
    return "gain" if value > 0 else "loss" if value else "zero"


@register.filter
def long_words(people: Iterable[Named]) -> bool:
    """Whether a word of a name would be broken where four stand beside each other on a small phone."""
    return any(breadth(word) > 8 for one in people for word in one.name.split())


@register.filter
def wide(mark: str) -> bool:
    return len(mark) > 1 and len(clusters(mark)) > 1


@register.filter
def place(number: int) -> str:
    return gettext("#%(place)s") % {"place": number}


@register.filter
def changes(n: int) -> str:
    return ngettext("%(n)s change", "%(n)s changes", n) % {"n": n}


class Marked(Protocol):
    mark: str
    color: int


@register.simple_tag
def mark(who: Marked, size: str = "") -> SafeString:
    """A seat's mark, next to its name; ``s`` is the small one."""
    signs = format_html('<span class="pair">{}</span>', who.mark) if wide(who.mark) else who.mark
    look = f"mark seat-{who.color} {size}".rstrip()
    return format_html('<i class="{}" aria-hidden="true">{}</i>', look, signs)


class Kind(Protocol):
    """One way a round can end, as a page offers it."""

    @property
    def key(self) -> str: ...


@register.filter
def places(keys: str, kinds: Sequence[Kind]) -> str:
    """The places among the buttons, from 1, of the kinds of rounds in ``keys``, for a stylesheet."""
    wanted = keys.split()
    return " ".join(str(place) for place, kind in enumerate(kinds, 1) if kind.key in wanted)


@register.filter
def back(message: Message) -> dict[str, object] | None:
    """The form of a message: its address, its button and its hidden fields; None where it has none."""
    return dict(json.loads(message.extra_tags)) if message.extra_tags else None


@register.filter
def lifted(messages: Iterable[Message]) -> bool:
    """Whether the messages lie over the page for a while: what was done, perhaps with a form in it.

    What went wrong or has to be known stands on the page.
    """
    return all(message.level_tag == "success" for message in messages)
