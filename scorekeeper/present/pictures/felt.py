"""卓布: the sheet that a picture is drawn on, its colours, and the shapes of marks."""

import io
from collections.abc import Sequence
from decimal import Decimal
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from PIL import Image, ImageDraw

from scorekeeper.circles.models import COLORS

from .letters import font, runs

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
FINE = 8
"""Edges are drawn so many times larger, and then made smaller."""
BASELINE = 0.365
"""From the middle of a line down to its baseline, as a part of the size of its letters."""

Point = tuple[float, float]


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

    def cut(self, height: float) -> tuple["Area", "Area"]:
        """Its upper part, of that height, and what is left below."""
        top = round(height)
        below = Area(self.x, self.y + top, self.width, self.height - top)
        return self._replace(height=top), below

    def inside(self, x: int, y: int = 0) -> "Area":
        """The area without a margin: ``x`` left and right, ``y`` above and below."""
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
    """A picture that is being drawn."""

    def __init__(self, width: int, height: int) -> None:
        self.image = Image.new("RGB", (width, height), FELT)
        self.pen = ImageDraw.Draw(self.image)

    def box(self, area: Area, fill: str, radius: int = 0) -> None:
        """Fill an area; ``radius`` is that of its corners."""
        if radius:
            self.image.paste(fill, area[:2], _rounded(area.width, area.height, radius))
        else:
            self.pen.rectangle((area.x, area.y, area.right - 1, area.bottom - 1), fill)

    def line(self, area: Area) -> None:
        """A thin line along the top of an area."""
        self.box(Area(area.x, area.y, area.width, 2), LINE)

    def write(self, text: str, name: str, size: int, place: Point, ink: str) -> None:
        """A line of text; ``place`` is its left end, halfway up."""
        x, y = place[0], place[1] + size * BASELINE
        for key, chars in runs(text, name):
            face = font(key, size)
            self.pen.text((x, y), chars, fill=ink, font=face, anchor="ls")
            x += face.getlength(chars)

    def shape(self, color: int, x: int, y: int, size: int) -> None:
        """The shape of a person's mark, full or a ring."""
        self.image.paste(SEATS[color], (x, y), _shape(color, size, 1.0))
        if color in RINGS:
            self.image.paste(PAPER, (x, y), _shape(color, size, 0.84))

    def png(self) -> bytes:
        """The picture as a file; with 256 colours it is a third as large and looks the same."""
        bytes_io = io.BytesIO()
        reduced = self.image.quantize(256, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
        reduced.save(bytes_io, "PNG", compress_level=6)
        return bytes_io.getvalue()


def _rounded(width: int, height: int, radius: int) -> Image.Image:
    """The mask of a box with round corners."""
    mask, disc = Image.new("L", (width, height), 255), _disc(radius)
    for x, left in ((0, 0), (radius, width - radius)):
        for y, top in ((0, 0), (radius, height - radius)):
            mask.paste(disc.crop((x, y, x + radius, y + radius)), (left, top))
    return mask


@lru_cache(maxsize=16)
def _disc(radius: int) -> Image.Image:
    side = 2 * radius * FINE
    result = Image.new("L", (side, side), 0)
    ImageDraw.Draw(result).ellipse((0, 0, side - 1, side - 1), 255)
    return result.reduce(FINE)


ALL = (True, True, True, True)
BOXES = {0: (16.75, 16.75, ALL), 1: (16.05, 7.25, ALL), 3: (16.25, 15.9, (False, True, True, True))}
"""Shapes of marks on a square of 34: half of their width, how round their corners are, and which of them."""
OUTLINES = {
    2: ((17, 1.8), (31.5, 9.4), (31.5, 24.6), (17, 32.2), (2.5, 24.6), (2.5, 9.4)),
    4: (
        *((2.5, 3), (31.5, 3), (31.5, 18), (30.6, 22), (28, 25.6), (23.6, 29), (17, 32.2)),
        *((10.4, 29), (6, 25.6), (3.4, 22), (2.5, 18)),
    ),
    5: ((17, 1.5), (32.5, 17), (17, 32.5), (1.5, 17)),
}
"""The others; the last one is that of the other accounts.  They have an edge 2.5 wide with round corners."""


@lru_cache(maxsize=128)
def _shape(color: int, size: int, part: float) -> Image.Image:
    """The mask of the mark of a seat colour, or of the inner part of a ring."""
    number = color % 5 if color < COLORS else 5
    middle, scale = size * FINE / 2, part * size * FINE / 34
    mask = Image.new("L", (size * FINE, size * FINE), 0)
    pen = ImageDraw.Draw(mask)
    if number in BOXES:
        half, radius, corners = BOXES[number]
        ends = middle - half * scale, middle + half * scale
        pen.rounded_rectangle((ends[0], ends[0], ends[1], ends[1]), radius * scale, 255, corners=corners)
        return mask.reduce(FINE)
    points = [tuple(middle + (value - 17) * scale for value in point) for point in OUTLINES[number]]
    pen.polygon(points, 255)
    pen.line([*points, points[0]], 255, round(2.5 * scale))
    for x, y in points:
        pen.ellipse((x - 1.25 * scale, y - 1.25 * scale, x + 1.25 * scale, y + 1.25 * scale), 255)
    return mask.reduce(FINE)


def tone(points: Decimal | float, neither: str = INK) -> str:
    """The colour of a gain, a loss, or neither."""
    return GAIN if points > 0 else LOSS if points else neither
