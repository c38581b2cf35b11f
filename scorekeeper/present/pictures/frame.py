"""枠: what every picture has: its shape, head and foot on the felt, and its answer."""

from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from threading import Lock

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.utils.translation import get_language, gettext

from .boxes import FELT_GOLD, FELT_INK, FELT_INK_2, SUITS, Area, Box, Felt, Line, Text

EDGE = 48
"""Pixels between the edge of a picture and what is in it."""


@dataclass(frozen=True, slots=True)
class Shape:
    """The size of a picture; ``head`` and ``foot`` are how high those are."""

    width: int
    height: int
    head: int
    foot: int

    @property
    def area(self) -> Area:
        """What is left between head and foot."""
        return Area(EDGE, self.head, self.width - 2 * EDGE, self.height - self.head - self.foot)


SHAPES = {"portrait": Shape(1080, 1350, 216, 92), "square": Shape(1080, 1080, 188, 76)}
"""What can be chosen: upright for chats, and square."""
PREVIEW = Shape(1200, 630, 168, 56)
"""What chats show of a link."""


def sure(total: int) -> str:
    """The remark that the points add up; empty where they do not."""
    return "" if total else gettext("Total 0") + " ✓"


@dataclass(frozen=True, slots=True)
class Picture:
    """What is drawn; ``sure`` is the remark in the corner that all adds up."""

    shape: Shape
    body: Box
    title: str
    sub: str
    sure: str = ""


def shape_of(name: str) -> Shape:
    """Raises Http404 for any word that names none."""
    if name not in SHAPES:
        raise Http404
    return SHAPES[name]


def answer(request: HttpRequest, picture: Picture) -> HttpResponseBase:
    """A picture, or 304 for a phone that has the same."""
    etag = quote_etag(sha256(repr((picture, get_language())).encode()).hexdigest()[:32])
    response = get_conditional_response(request, etag=etag)
    if response is None:
        response = HttpResponse(png(picture), content_type="image/png")
    response.headers["ETag"] = etag
    return response


_turn = Lock()
"""One picture at a time: each takes a core and some megabytes while it is drawn."""


def png(picture: Picture) -> bytes:
    """A picture as a file, drawn in the reader's language unless that was done a moment ago."""
    with _turn:
        return drawn(picture, get_language())


@lru_cache(maxsize=12)  # a link that is sent to a chat is looked at by everybody at once
def drawn(picture: Picture, _language: str | None) -> bytes:
    shape, name = picture.shape, gettext("Card night scores")
    suits = " ".join(sign for sign, _ink in SUITS.values())
    title = Line(
        (
            Text(picture.sure, 30, ink=FELT_GOLD, align="right"),
            Text(picture.title, 60, ink=FELT_INK, min_size=40),
        ),
        28,
    )
    foot = Line(
        (Text(suits, 26, ink=FELT_INK_2), Text(name, 26, ink=FELT_INK_2, light=True, align="right")), 28
    )
    felt, width = Felt(shape.width, shape.height), shape.area.width
    title.draw(felt, Area(EDGE, 0, width, round(shape.head * 0.84)))
    sub = Text(picture.sub, 31, ink=FELT_INK_2, min_size=24, light=True)
    sub.draw(felt, Area(EDGE, round(shape.head * 0.52), width, round(shape.head * 0.48)))
    foot.draw(felt, Area(EDGE, shape.height - shape.foot, width, shape.foot))
    picture.body.draw(felt, shape.area)
    return felt.png()
