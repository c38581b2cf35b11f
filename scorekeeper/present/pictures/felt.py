"""卓布: the sheet that a picture is drawn on: felt, panels, texts, and marks of people."""

import io
import math
from collections.abc import Sequence
from decimal import Decimal
from functools import lru_cache
from itertools import pairwise
from typing import Literal, NamedTuple

from PIL import Image, ImageDraw

from scorekeeper.circles.models import COLORS

from ..marks import clusters
from .letters import BOLD, REGULAR, fit, font, lines, runs, width

FELT, FELT_DEEP, FELT_INK, FELT_INK_2, FELT_GOLD = "#14503a", "#0c3627", "#f5f2e7", "#c9decf", "#f0cf82"
INK, INK_2, LINE, PAPER, SUNK = "#1b201d", "#566059", "#e0dbcc", "#fffdf8", "#efeadc"
GAIN, LOSS, GOLD, GOLD_BG, GOLD_LINE = "#0b6b48", "#b3261e", "#80560a", "#fbeecb", "#e3c67c"
ACCENT_SOFT, LOSS_BG = "#e3efe6", "#fbe9e5"
SUITS = {"S": ("♠", "#1b201d"), "H": ("♥", "#c0271d"), "D": ("♦", "#1459ad"), "C": ("♣", "#14703a")}
SEATS = (
    *("#8a5a2b", "#1f6a92", "#7a3f77", "#3f7433", "#b03c27"),
    *("#3d4fa0", "#0c6f68", "#a02c64", "#6a5f0d", "#4b5563"),
    GOLD,
)
"""The light theme's colours; the last of the seats is that of the other accounts."""
RINGS = range(5, COLORS)
"""The seat colours whose mark is a ring."""
SHIELD = 4
"""The shape whose middle lies higher."""
FINE = 8
"""Edges are drawn so many times larger, and then made smaller."""
BASELINE = 0.365
"""How far below the middle of a line its letters stand, of their size."""

Point = tuple[float, float]
Align = Literal["left", "right", "centre"]


class Area(NamedTuple):
    """A part of a picture, in pixels."""

    x: int
    y: int
    width: int
    height: int

    @property
    def right(self) -> int:
        return self.x + self.width

    @property
    def bottom(self) -> int:
        return self.y + self.height

    @property
    def middle(self) -> int:
        return self.y + self.height // 2

    def top(self, high: float) -> "Area":
        """So much of it from above."""
        return self._replace(height=round(high))

    def below(self, high: float) -> "Area":
        """What is left below so much of it."""
        return self._replace(y=self.y + round(high), height=self.height - round(high))

    def inside(self, x: int, y: int = 0) -> "Area":
        """The area without so much at its sides, and above and below."""
        return Area(self.x + x, self.y + y, self.width - 2 * x, self.height - 2 * y)


def rows(area: Area, weights: Sequence[float]) -> list[Area]:
    """An area cut into lines, each as high as its weight."""
    total, edges = sum(weights) or 1.0, [0.0]
    for weight in weights:
        edges.append(edges[-1] + weight)
    places = [area.y + round(area.height * edge / total) for edge in edges]
    return [Area(area.x, top, area.width, below - top) for top, below in pairwise(places)]


def columns(area: Area, count: int, gap: int = 0) -> list[Area]:
    """An area cut into so many columns."""
    step = (area.width + gap) / count
    places = (area.x + round(step * each) for each in range(count))
    return [Area(x, area.y, round(step) - gap, area.height) for x in places]


class Felt:
    """A picture that is being drawn; places of texts are the middle of their line."""

    def __init__(self, width: int, height: int) -> None:
        self.image = Image.new("RGB", (width, height), FELT)
        self.pen = ImageDraw.Draw(self.image)

    def box(self, area: Area, fill: str, round_by: int = 0) -> None:
        """Fill an area; its corners are round by so much."""
        if round_by:
            self.image.paste(fill, area[:2], _rounded(area.width, area.height, round_by))
        else:
            self.pen.rectangle((area.x, area.y, area.right - 1, area.bottom - 1), fill)

    def line(self, area: Area, fill: str = LINE) -> None:
        """A thin line along the top of an area."""
        self.box(Area(area.x, area.y, area.width, 2), fill)

    def text(
        self,
        words: str,
        place: Point,
        size: int,
        ink: str = INK,
        *,
        align: Align = "left",
        most: float = math.inf,
        least: int = 0,
        light: bool = False,
    ) -> float:
        """Write a line that is no wider than ``most``; returns how wide it is."""
        name = REGULAR if light else BOLD
        words, size = fit(words, name, size, most, least)
        wide = width(words, name, size)
        x, y = place[0] - {"left": 0.0, "centre": wide / 2, "right": wide}[align], place[1] + size * BASELINE
        for key, some in runs(words, name):
            one = font(key, size)
            self.pen.text((x, y), some, fill=ink, font=one, anchor="ls")
            x += one.getlength(some)
        return wide

    def words(self, words: str, area: Area, size: int, ink: str = INK, *, light: bool = False) -> None:
        """Write a text in as many lines as there is room for."""
        step = round(size * 1.35)
        rows = lines(words, REGULAR if light else BOLD, size, area.width, max(1, area.height // step))
        top = area.middle - step * (len(rows) - 1) / 2
        for number, line in enumerate(rows):
            self.text(line, (area.x, top + number * step), size, ink, light=light)

    def mark(self, letters: str, color: int, x: int, middle: int, size: int) -> None:
        """A person's mark: a shape in the colour, and a character or two in it."""
        ring, seat, top = color in RINGS, SEATS[color], middle - size // 2
        self.image.paste(seat, (x, top), _shape(color, size, 1.0))
        if ring:
            self.image.paste(PAPER, (x, top), _shape(color, size, 0.84))
        high = round(size * (0.32 if len(clusters(letters)) > 1 else 0.46))
        ink, place = seat if ring else PAPER, (x + size / 2, middle - (color % 5 == SHIELD) * size * 0.02)
        self.text(letters, place, high, ink, align="centre", most=size * 0.8, least=high // 2)

    def png(self) -> bytes:
        """The picture as a file; with 256 colours it is a third as large and looks the same."""
        bytes_io = io.BytesIO()
        few = self.image.quantize(256, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
        few.save(bytes_io, "PNG", compress_level=6)
        return bytes_io.getvalue()


def _rounded(width: int, height: int, by: int) -> Image.Image:
    """Where a box with round corners is."""
    mask, disc = Image.new("L", (width, height), 255), _disc(by)
    for x, left in ((0, 0), (by, width - by)):
        for y, top in ((0, 0), (by, height - by)):
            mask.paste(disc.crop((x, y, x + by, y + by)), (left, top))
    return mask


@lru_cache(maxsize=16)
def _disc(radius: int) -> Image.Image:
    side = 2 * radius * FINE
    result = Image.new("L", (side, side), 0)
    ImageDraw.Draw(result).ellipse((0, 0, side - 1, side - 1), 255)
    return result.reduce(FINE)


def _arc(x: float, y: float, radius: float, first: float, last: float) -> list[Point]:
    steps = max(2, round(abs(last - first) / 6))
    angles = (math.radians(first + (last - first) * step / steps) for step in range(steps + 1))
    return [(x + radius * math.cos(angle), y + radius * math.sin(angle)) for angle in angles]


def _corners(low: float, high: float, by: float) -> list[Point]:
    """A square with round corners."""
    places = ((high, low, -90), (high, high, 0), (low, high, 90), (low, low, 180))
    return [
        point
        for x, y, first in places
        for point in _arc(x + (by if x == low else -by), y + (by if y == low else -by), by, first, first + 90)
    ]


OUTLINES: tuple[list[Point], ...] = (
    _arc(17, 17, 15.5, 0, 360),
    _corners(2.2, 31.8, 6),
    [(17, 1.8), (31.5, 9.4), (31.5, 24.6), (17, 32.2), (2.5, 24.6), (2.5, 9.4)],
    [(2, 2), *_arc(17, 17, 15, -90, 180)],
    [
        *((2.5, 3), (31.5, 3), (31.5, 18), (30.6, 22), (28, 25.6), (23.6, 29), (17, 32.2)),
        *((10.4, 29), (6, 25.6), (3.4, 22), (2.5, 18)),
    ],
    [(17, 1.5), (32.5, 17), (17, 32.5), (1.5, 17)],
)
"""The shapes of marks on a square of 34: those of the seats, and that of the other accounts."""
EDGE = 2.5
"""How wide the edge is that lies on the outline."""


@lru_cache(maxsize=128)
def _shape(color: int, size: int, part: float) -> Image.Image:
    """Where the mark of a seat colour is, or the inner part of a ring."""
    outline = OUTLINES[color % 5 if color < COLORS else 5]
    scale = size * FINE / 34
    points = [tuple((17 + (value - 17) * part) * scale for value in point) for point in outline]
    mask = Image.new("L", (size * FINE, size * FINE), 0)
    pen = ImageDraw.Draw(mask)
    edge = EDGE * part * scale
    pen.polygon(points, 255)
    pen.line([*points, points[0]], 255, round(edge))
    for x, y in points:
        pen.ellipse((x - edge / 2, y - edge / 2, x + edge / 2, y + edge / 2), 255)
    return mask.reduce(FINE)


def tone(points: Decimal | float, neither: str = INK) -> str:
    """The colour of a gain, a loss, or neither."""
    return GAIN if points > 0 else LOSS if points else neither
