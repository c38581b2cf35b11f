"""夜のページを送る, 画像: the result of a night as a public page by a secret link, and as a picture."""

from collections.abc import Iterator
from datetime import date
from decimal import Decimal

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext, override

from scorekeeper.groups.invite import Preview
from scorekeeper.groups.joining import NO_STORE, SECRET_ADDRESS, with_headers
from scorekeeper.play.models import Night, ResultLink
from scorekeeper.play.sharing import by_token
from scorekeeper.present.pictures.boxes import INK_2, Flow, Line, Mark, Panel, Text, fitting, tone
from scorekeeper.present.pictures.frame import PREVIEW, Picture, Shape, answer, shape_of, total_remark
from scorekeeper.present.pictures.table import paying
from scorekeeper.present.presenter import PersonView
from scorekeeper.present.words import night_title, signed_money
from scorekeeper.scoring import texts
from scorekeeper.server.headers import FOR_EVERYBODY
from scorekeeper.server.limits import RESULTS
from scorekeeper.server.ratelimit import limited
from scorekeeper.story.nights import night_url
from scorekeeper.tables.sharing import SharedResult, share_page, url_of

from .night import NightView, find_night

MOST_TABLES, TABLES_IN_PREVIEW = 6, 3
"""The last tables of a night, which a picture shows."""
ROW_HEIGHT = 74
"""Of a line of a table, at scale 1."""
LAYOUTS = ((1.0, 2, 1), (0.5, 3, 1), (0.0, 3, 2))
"""Smallest scale, columns of people, and columns of payments; the first that fits is used."""
Block = tuple[str, tuple[Line, ...]]
"""A title and lines of people with their numbers."""


@with_headers(NO_STORE)
def night_share(request: HttpRequest, cid: str, day: date, number: int | None = None) -> HttpResponseBase:
    night, url = find_night(request, day), reverse("night_share", args=(cid, day))
    result = SharedResult(night, night_title(night), night_url(night, cid), url, "shared_night")
    return share_page(request, result, number)


@with_headers(SECRET_ADDRESS)
@limited(RESULTS)
def shared_night(request: HttpRequest, token: str) -> HttpResponse:
    """The public page of a night: no names of phones, no links into the circle, no buttons."""
    link, night = by_token(Night, token)
    shown = NightView(night)
    context = {"shown": shown, "preview": _preview(request, link, night)}
    return render(request, "nights/shared.html", context)


@with_headers(SECRET_ADDRESS | FOR_EVERYBODY)
@limited(RESULTS)
def shared_picture(request: HttpRequest, token: str) -> HttpResponseBase:
    link, night = by_token(Night, token)
    with override(link.language):
        return answer(request, preview(NightView(night)))


def _preview(request: HttpRequest, link: ResultLink, night: Night) -> Preview:
    """The preview in a chat, in the language of the link, as chats send no Accept-Language."""
    with override(link.language):
        shown = NightView(night)
        words = gettext(" · ").join([shown.about, *(table.title for table in shown.tables)])
    page, image = (url_of(request, name, link) for name in ("shared_night", "shared_night_picture"))
    return Preview(shown.title, words, page, image, PREVIEW.width, PREVIEW.height)


def picture(request: HttpRequest, cid: str, day: date, shape: str) -> HttpResponseBase:
    shown = NightView(find_night(request, day))
    return answer(request, picture_of(shown, shape_of(shape)))


def picture_of(shown: NightView, shape: Shape, most: int = MOST_TABLES, money: bool = True) -> Picture:
    """The last tables of a night, and with ``money`` what everybody won and who pays whom."""
    payments = [row for settled in shown.settlements for row in settled.payments] if money else []
    blocks = [*_tables(shown, most), *(_money(shown) if money else ())]
    flows = []
    for smallest, across, beside in LAYOUTS:
        boxes = [
            Panel(boxes=lines, height=ROW_HEIGHT, title=title, across=across, ruled=False)
            for title, lines in blocks
        ]
        boxes += [paying(payments, beside)] if payments else []
        flows.append((smallest, Flow(tuple(boxes))))
    return Picture(shape, fitting(shape.area, flows), shown.title, shown.about, total_remark(shown.total))


def preview(shown: NightView) -> Picture:
    return picture_of(shown, PREVIEW, TABLES_IN_PREVIEW, money=False)


def _tables(shown: NightView, most: int) -> Iterator[Block]:
    """The last tables, oldest first."""
    for table in reversed([table for table in shown.tables if table.played][:most]):
        yield (
            table.title,
            tuple(_cell(person, texts.signed(person.points), person.points) for person in table.standing),
        )


def _money(shown: NightView) -> Iterator[Block]:
    for settled in shown.settlements:
        cells = (_cell(who, signed_money(amount, settled.unit), amount) for who, amount in settled.won)
        yield gettext("In money"), tuple(cells)


def _cell(person: PersonView, number: str, sign: Decimal | int) -> Line:
    """Mark, name and number of a person; ``sign`` gives the colour."""
    boxes = (
        Mark(person, 72, 0.62),
        Text(number, 44, 0.42, tone(sign, INK_2), 16, share=0.62, align="right"),
        Text(person.name, 44, 0.42, min_size=20),
    )
    return Line(boxes, 10)
