"""枠: what every picture has: its shape, its head on the felt, and where it comes from at the foot."""

from collections.abc import Hashable
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from threading import Lock
from typing import Protocol

from django.utils.translation import get_language, gettext

from .felt import FELT_DEEP, FELT_GOLD, FELT_INK, FELT_INK_2, PAPER, SUITS, Area, Felt

EDGE = 48
"""Pixels between the edge of a picture and what is in it."""
ROUND = 28
"""How round the corners of panels are."""
TITLE = 58
"""How high words over a panel are."""


@dataclass(frozen=True, slots=True)
class Shape:
    """The size of a picture; ``head`` and ``foot`` are how high those are."""

    width: int
    height: int
    head: int
    foot: int


SHAPES = {"portrait": Shape(1080, 1350, 216, 92), "square": Shape(1080, 1080, 188, 76)}
"""What can be chosen: upright for chats, and square."""
PREVIEW = Shape(1200, 630, 168, 56)
"""What chats show of a link."""


@dataclass(frozen=True, slots=True)
class Head:
    """What stands over a picture: ``sure`` is the remark in the corner that all adds up."""

    title: str
    sub: str
    sure: str = ""


def sure(total: int) -> str:
    """The remark that the points add up; empty where they do not."""
    return "" if total else gettext("Total 0") + " ✓"


class Picture(Hashable, Protocol):
    """What a picture shows, all of it in words and numbers, and how it fills what is left below its head."""

    @property
    def head(self) -> Head: ...

    def draw(self, felt: Felt, area: Area) -> None: ...


_turn = Lock()
"""One picture at a time: each takes a core and some megabytes while it is drawn."""


def digest(picture: Picture, shape: Shape) -> str:
    """What distinguishes a picture from all others: everything that it shows, and its language."""
    return sha256(repr((picture, shape, get_language())).encode()).hexdigest()[:32]


def png(picture: Picture, shape: Shape) -> bytes:
    """A picture as a file, drawn in the reader's language unless that was done a moment ago."""
    with _turn:
        return drawn(picture, shape, get_language())


@lru_cache(maxsize=12)  # a link that is sent to a chat is looked at by everybody at once
def drawn(picture: Picture, shape: Shape, _language: str | None) -> bytes:
    felt = Felt(shape.width, shape.height)
    _head(felt, picture.head, shape)
    _foot(felt, shape)
    area = Area(EDGE, shape.head, shape.width - 2 * EDGE, shape.height - shape.head - shape.foot)
    picture.draw(felt, area)
    return felt.png()


def panel(felt: Felt, area: Area) -> None:
    """A sheet of paper on the felt."""
    felt.box(Area(area.x, area.y + 6, area.width, area.height), FELT_DEEP, ROUND)
    felt.box(area, PAPER, ROUND)


def headed(felt: Felt, area: Area, words: str, scale: float = 1.0) -> Area:
    """Words on the felt over a panel; returns the panel."""
    title, body = area.top(TITLE * scale), area.below(TITLE * scale)
    felt.text(words, (title.x + 8, title.y + title.height * 0.56), round(32 * scale), FELT_INK)
    panel(felt, body)
    return body


def _head(felt: Felt, head: Head, shape: Shape) -> None:
    middle, right = shape.head * 0.42, shape.width - EDGE
    room = float(right - EDGE)
    if head.sure:
        room -= 28 + felt.text(head.sure, (right, middle), 30, FELT_GOLD, align="right")
    felt.text(head.title, (EDGE, middle), 60, FELT_INK, most=room, least=40)
    felt.text(head.sub, (EDGE, shape.head * 0.76), 31, FELT_INK_2, most=right - EDGE, least=24, light=True)


def _foot(felt: Felt, shape: Shape) -> None:
    middle = shape.height - shape.foot / 2
    felt.text(" ".join(sign for sign, _ink in SUITS.values()), (EDGE, middle), 26, FELT_INK_2)
    name = gettext("Card night scores")
    felt.text(name, (shape.width - EDGE, middle), 26, FELT_INK_2, align="right", light=True)
