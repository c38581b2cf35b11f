"""Built-in tags and filters of all templates: points, names, times, people, folds and links."""

import json
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from typing import Protocol

from django import template
from django.contrib.messages.storage.base import Message
from django.shortcuts import resolve_url
from django.utils import formats, timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, ngettext

from scorekeeper.scoring import texts

from .. import words
from ..marks import breadth, clusters, span
from ..presenter import PersonView
from ..standings import SeatRow, session_standing

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

DRAWINGS = {
    "table": "M2.5 9.5a9.5 5 0 1 0 19 0a9.5 5 0 1 0-19 0M5.5 13.5v6M18.5 13.5v6M12 14.5v6",
    "rounds": "M6 2.5h12v19l-3-2-3 2-3-2-3 2zM9.5 8h5M9.5 12h5",
    "settle": "M3 8h17M16 4l4 4-4 4M21 16H4M8 12l-4 4 4 4",
    "rules": "M5 5h7a2 2 0 0 1 2 2v11.5a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2z"
    "M10 5l.6-2.2 10 2.8-3.8 14-2.8-.8",
    "circle": "M20 14.5A8.5 8.5 0 1 1 9.5 4a7 7 0 0 0 10.5 10.5z",
    "people": "M5 8a4 4 0 1 0 8 0a4 4 0 1 0-8 0M2 20.5c.5-4 3.3-6 7-6s6.5 2 7 6"
    "M15.5 4.5a4 4 0 0 1 0 7M18 15c2.3.8 3.7 2.6 4 5.5",
    "versus": "M4.5 4 15 14.5M19.5 4 9 14.5M4.5 20l3-3M19.5 20l-3-3M12.5 17l5-5M11.5 17l-5-5",
    "ranking": "M8 20.5V7h8v13.5M8 12.5H2.5v8h19v-5H16",
    "years": "M7 3h10a2.5 2.5 0 0 1 2.5 2.5v13A2.5 2.5 0 0 1 17 21H7a2.5 2.5 0 0 1-2.5-2.5v-13"
    "A2.5 2.5 0 0 1 7 3zM12 7.5 15 12l-3 4.5L9 12z",
}
"""SVG paths of the icons on tabs, by page, in a square of 24."""


@register.filter
def tone(value: int) -> str:
    """The CSS class of a gain or loss."""
    return "gain" if value > 0 else "loss" if value else "zero"


@register.filter
def long_words(people: Iterable[PersonView]) -> bool:
    """Whether a name has a word that is too long for a quarter of a small phone."""
    return any(breadth(word) > 8 for person in people for word in person.name.split())


@register.filter
def wide(mark: str) -> bool:
    return len(mark) > 1 and len(clusters(mark)) > 1


@register.filter
def place(number: int) -> str:
    return gettext("#%(place)s") % {"place": number}


@register.filter
def changes(n: int) -> str:
    return ngettext("%(n)s change", "%(n)s changes", n) % {"n": n}


@register.simple_tag
def mark(who: PersonView | SeatRow, size: str = "") -> SafeString:
    """A person's mark; ``size`` is a CSS class."""
    signs = format_html('<span class="pair">{}</span>', who.mark) if wide(who.mark) else who.mark
    look = f"mark seat-{who.color} {size}".rstrip()
    return format_html('<i class="{}" aria-hidden="true">{}</i>', look, signs)


class Kind(Protocol):
    @property
    def key(self) -> str: ...


@register.filter
def places(keys: str, kinds: Sequence[Kind]) -> str:
    """The positions (from 1) of some kinds among the buttons, for CSS selectors."""
    wanted = keys.split()
    return " ".join(str(place) for place, kind in enumerate(kinds, 1) if kind.key in wanted)


@register.filter("back")
def form_of(message: Message) -> dict[str, object] | None:
    """The form of a message: its address, button and hidden fields; None if it has none."""
    return dict(json.loads(message.extra_tags)) if message.extra_tags else None


@register.filter
def lifted(messages: Iterable[Message]) -> bool:
    """Whether the messages are shown as a toast: all are successes; warnings and errors stay on the page."""
    return all(message.level_tag == "success" for message in messages)


@register.filter
def split(text: str) -> list[str]:
    return text.split()


@register.simple_block_tag
def capture(content: SafeString) -> SafeString:
    """``{% capture as name %}…{% endcapture %}`` stores its content in a variable."""
    return content


def _address(to: str, args: tuple[object, ...], query: str) -> str:
    return resolve_url(to, *args) + (f"?{query}" if query else "")


@register.simple_tag
def back(label: str, to: str, *args: object, query: str = "") -> SafeString:
    """The link back above a heading: to an address, or to a page by its name and arguments."""
    arrow = format_html('<span aria-hidden="true">{}</span>', "‹")
    look = '<a class="felt-back" href="{}">{}<bdi class="cut">{}</bdi></a>'
    return format_html(look, _address(to, args, query), arrow, label)


@register.simple_tag
def tab(page: str, label: str, current: str, *args: object) -> SafeString:
    """A link in the tab bar; ``current`` is the page that is shown."""
    here = mark_safe(' aria-current="page"') if page == current else ""
    drawing = format_html('<svg viewBox="0 0 24 24" aria-hidden="true"><path d="{}"/></svg>', DRAWINGS[page])
    return format_html('<a href="{}"{}>{} {}</a>', resolve_url(page, *args), here, drawing, label)


@register.simple_tag
def who(person: PersonView, size: str = "s") -> SafeString:
    return format_html('<span class="who">{}<bdi>{}</bdi></span>', mark(person, size), person.name)


@register.simple_block_tag
def row(content: SafeString, to: str, *args: object, look: str = "", download: bool = False) -> SafeString:
    """A row of a list that links to a page, an address or a file; ``look`` are CSS classes."""
    html = '<a class="row-link {}" href="{}"{}><span class="grow">{}</span></a>'
    return format_html(html, look, resolve_url(to, *args), " download" if download else "", content)


@register.simple_tag
def row_link(label: str, to: str, *args: object, small: str = "", download: bool = False) -> SafeString:
    """A row of a list that links to a page, an address or a file: a label above a ``small`` text."""
    more = format_html("<small>{}</small>", small) if small else ""
    look = '<a class="row-link" href="{}"{}><span class="grow"><b dir="auto">{}</b>{}</span></a>'
    return format_html(look, resolve_url(to, *args), " download" if download else "", label, more)


@register.simple_tag
def way(label: str, to: str, *args: object, query: str = "", look: str = "") -> SafeString:
    """A link to a page or an address in a line of its own; ``look`` are CSS classes."""
    html = '<p class="center"><a class="link-btn {}" href="{}">{}</a></p>'
    return format_html(html, look, _address(to, args, query), label)


@register.inclusion_tag("present/_picture.html")
def picture(page: str, *args: object, query: str = "", version: int | None = None) -> dict[str, str]:
    """A picture in two shapes; ``version`` is part of the address, so that phones do not show an old one."""
    asked = query if version is None else f"v={version}"
    return {shape: _address(page, (*args, shape), asked) for shape in ("portrait", "square")}


@register.simple_block_tag
def section(
    content: SafeString, key: str, label: str, look: str = "", head: str = "sect", small: str = ""
) -> SafeString:
    """A section under its heading, with ``small`` text beside it; on a panel the heading is plain."""
    heading = "" if look and head == "sect" else head
    beside = format_html("<small>{}</small>", small) if small else ""
    title = format_html('<h2 id="h-{}"{}>{}{}</h2>', key, _classed(heading), label, beside if heading else "")
    if small and not heading:
        title = format_html('<div class="panel-head">{}{}</div>', title, beside)
    html = '<section{} aria-labelledby="h-{}">{}{}</section>'
    return format_html(html, _classed(look), key, title, content)


def _classed(names: str) -> SafeString | str:
    return format_html(' class="{}"', names) if names else ""


@register.simple_block_tag
def fold(
    content: SafeString,
    label: str,
    hint: str = "",
    *,
    look: str = "panel fold",
    body: str = "fold-body",
    opened: object = False,
    **own: str,
) -> SafeString:
    """A ``<details>`` with label and hint; ``look`` and ``body`` are CSS classes, ``own`` more attributes."""
    line = format_html('<span class="hint line">{}</span>', hint) if hint else ""
    head = format_html("<span><b>{}</b>{}</span>", label, line) if hint else label
    return format_html(
        '<details class="{}"{}{}><summary>{}</summary>{}</details>',
        look,
        format_html_join("", ' {}="{}"', own.items()),
        " open" if opened else "",
        head,
        format_html('<div class="{}">{}</div>', body, content) if body else content,
    )


@register.simple_tag
def when(at: date, *kinds: str) -> SafeString:
    """A date or time in Django's named formats, such as ``DATE_FORMAT``."""
    here = timezone.localtime(at) if isinstance(at, datetime) else at
    words = " ".join(formats.date_format(here, kind) for kind in kinds)
    return format_html('<time class="num" datetime="{}">{}</time>', here.isoformat(), words)


@register.simple_tag
def moment(at: datetime) -> SafeString:
    """The day and time, with the year if it is not the present one."""
    this_year = timezone.localtime(at).year == timezone.localdate().year
    return when(at, "MONTH_DAY_FORMAT" if this_year else "DATE_FORMAT", "H:i")
