"""枠: the shapes of pictures, their title and foot, and the response."""

from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from threading import Lock

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.utils.translation import get_language, gettext

from .boxes import FELT_GOLD, FELT_INK, FELT_INK_2, SUITS, Area, Box, Canvas, Line, Text

EDGE = 48
"""The margin of a picture in pixels."""


@dataclass(frozen=True, slots=True)
class Shape:
    width: int
    height: int
    head: int  # its height
    foot: int  # its height

    @property
    def area(self) -> Area:
        """The area between head and foot."""
        return Area(EDGE, self.head, self.width - 2 * EDGE, self.height - self.head - self.foot)


SHAPES = {"portrait": Shape(1080, 1350, 216, 92), "square": Shape(1080, 1080, 188, 76)}
"""The shapes that an address can name."""
PREVIEW = Shape(1200, 630, 168, 56)
"""The preview of a link in a chat."""


def total_remark(total: int) -> str:
    """The remark that all points add up to 0; empty if they do not."""
    return "" if total else gettext("Total 0") + " ✓"


@dataclass(frozen=True, slots=True)
class Picture:
    shape: Shape
    body: Box
    title: str
    sub: str  # subtitle
    sure: str = ""  # remark in the corner


def shape_of(name: str) -> Shape:
    """The shape of that name; raises Http404 for an unknown one."""
    if name not in SHAPES:
        raise Http404
    return SHAPES[name]


def answer(request: HttpRequest, picture: Picture) -> HttpResponseBase:
    """The response with a picture, or 304 if the ETag matches."""
    etag = quote_etag(sha256(repr((picture, get_language())).encode()).hexdigest()[:32])
    response = get_conditional_response(request, etag=etag)
    if response is None:
        response = HttpResponse(png(picture), content_type="image/png")
    response.headers["ETag"] = etag
    return response


_lock = Lock()
"""One picture is drawn at a time: each takes a core and some megabytes."""


def png(picture: Picture) -> bytes:
    """The file of a picture in the reader's language."""
    with _lock:
        return drawn(picture, get_language())


@lru_cache(maxsize=12)  # everybody in a chat opens a link at once
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
    canvas, width = Canvas(shape.width, shape.height), shape.area.width
    title.draw(canvas, Area(EDGE, 0, width, round(shape.head * 0.84)))
    sub = Text(picture.sub, 31, ink=FELT_INK_2, min_size=24, light=True)
    sub.draw(canvas, Area(EDGE, round(shape.head * 0.52), width, round(shape.head * 0.48)))
    foot.draw(canvas, Area(EDGE, shape.height - shape.foot, width, shape.foot))
    picture.body.draw(canvas, shape.area)
    return canvas.png()
