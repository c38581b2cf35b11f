"""部品: the canvas of a picture, and the boxes that it consists of.

A box draws itself into an area.  Sizes of texts and marks are a part of the height of that area, up to a
maximum in pixels.
"""

import io
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from itertools import pairwise
from math import ceil
from typing import Literal, NamedTuple

from PIL import Image, ImageDraw

from scorekeeper.circles.models import COLORS

from ..marks import clusters
from ..presenter import PersonView
from .letters import BOLD, REGULAR, fit, font, lines, runs, text_width

FELT, FELT_DEEP, FELT_INK, FELT_INK_2, FELT_GOLD = "#14503a", "#0c3627", "#f5f2e7", "#c9decf", "#f0cf82"
INK, INK_2, LINE, PAPER, SUNK = "#1b201d", "#566059", "#e0dbcc", "#fffdf8", "#efeadc"
GAIN, LOSS, GOLD, GOLD_BG = "#0b6b48", "#b3261e", "#80560a", "#fbeecb"
ACCENT_SOFT, LOSS_BG = "#e3efe6", "#fbe9e5"
SUITS = {"S": ("♠", "#1b201d"), "H": ("♥", "#c0271d"), "D": ("♦", "#1459ad"), "C": ("♣", "#14703a")}
SEATS = (
    *("#8a5a2b", "#1f6a92", "#7a3f77", "#3f7433", "#b03c27"),
    *("#3d4fa0", "#0c6f68", "#a02c64", "#6a5f0d", "#4b5563"),
    GOLD,
)
"""The colours of the light theme; the last seat colour is that of the accounts."""
RINGS = range(5, COLORS)
"""The seat colours whose mark is a ring."""
FINE = 8
"""Shapes are drawn this many times larger and reduced, for smooth edges."""
BASELINE = 0.365
"""From the middle of a line down to its baseline, as a part of the font size."""

Point = tuple[float, float]


class Area(NamedTuple):
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
        """The upper part of that height, and the rest."""
        top = round(height)
        below = Area(self.x, self.y + top, self.width, self.height - top)
        return self._replace(height=top), below

    def inside(self, x: int, y: int = 0) -> "Area":
        """The area without a margin: ``x`` at left and right, ``y`` above and below."""
        return Area(self.x + x, self.y + y, self.width - 2 * x, self.height - 2 * y)


def rows(area: Area, weights: Sequence[float]) -> list[Area]:
    """An area cut into rows whose heights are proportional to ``weights``."""
    total, edges = sum(weights) or 1.0, [0.0]
    for weight in weights:
        edges.append(edges[-1] + weight)
    places = [area.y + round(area.height * edge / total) for edge in edges]
    return [Area(area.x, top, area.width, below - top) for top, below in pairwise(places)]


def columns(area: Area, count: int, gap: int = 0) -> list[Area]:
    step = (area.width + gap) / count
    places = (area.x + round(step * each) for each in range(count))
    return [Area(x, area.y, round(step) - gap, area.height) for x in places]


class Canvas:
    def __init__(self, width: int, height: int) -> None:
        self.image = Image.new("RGB", (width, height), FELT)
        self.pen = ImageDraw.Draw(self.image)

    def box(self, area: Area, fill: str, radius: int = 0) -> None:
        """Fill an area with corners of that radius."""
        if radius:
            self.image.paste(fill, area[:2], _rounded(area.width, area.height, radius))
        else:
            self.pen.rectangle((area.x, area.y, area.right - 1, area.bottom - 1), fill)

    def write(self, text: str, name: str, size: int, place: Point, ink: str) -> None:
        """Write a line of text in the font ``name``; ``place`` is the middle of its left edge."""
        x, y = place[0], place[1] + size * BASELINE
        for key, chars in runs(text, name):
            face = font(key, size)
            self.pen.text((x, y), chars, fill=ink, font=face, anchor="ls")
            x += face.getlength(chars)

    def png(self) -> bytes:
        """The picture as a file; with 256 colours it has a third of the size and looks the same."""
        bytes_io = io.BytesIO()
        reduced = self.image.quantize(256, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
        reduced.save(bytes_io, "PNG", compress_level=6)
        return bytes_io.getvalue()


def _rounded(width: int, height: int, radius: int) -> Image.Image:
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
"""Shapes of marks in a square of 34: half their width, and the radius and choice of round corners."""
OUTLINES = {
    2: ((17, 1.8), (31.5, 9.4), (31.5, 24.6), (17, 32.2), (2.5, 24.6), (2.5, 9.4)),
    4: (
        *((2.5, 3), (31.5, 3), (31.5, 18), (30.6, 22), (28, 25.6), (23.6, 29), (17, 32.2)),
        *((10.4, 29), (6, 25.6), (3.4, 22), (2.5, 18)),
    ),
    5: ((17, 1.5), (32.5, 17), (17, 32.5), (1.5, 17)),
}
"""The other shapes, of which the last is that of accounts; their outline is 2.5 wide."""


@lru_cache(maxsize=128)
def _shape(color: int, size: int, part: float) -> Image.Image:
    """The mask of the mark of a seat colour, reduced to ``part`` of its size for the inner part of a ring."""
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
    return GAIN if points > 0 else LOSS if points else neither


ROUND = 28
"""The radius of the corners of a panel."""
EDGE, PAD = 26, 5
"""The padding of a panel: at the sides, and above and below."""
TITLE = 58
"""The natural height of the title of a panel."""
TITLES = 24, 70
"""Its least and greatest height."""
LARGEST = 1.4
"""The largest scale of a ``Flow``."""
LEADING = 1.35
"""Line height, as a multiple of the font size."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """Anything that can be drawn; the first three fields place it in a ``Line``."""

    align: Literal["left", "centre", "right"] = "left"
    share: float = 1.0  # of the width, at most
    width: int = 0  # 0: as wide as its content
    height: int = 0  # in a ``Flow`` with enough room
    weight: float = 1.0  # of its height among the rows of a ``Panel``

    def draw(self, canvas: Canvas, area: Area) -> float:
        """Draw it; return its width."""
        raise NotImplementedError

    @property
    def natural_height(self) -> int:
        """Its height if there is enough room."""
        return self.height

    def _start(self, area: Area, width: float) -> float:
        """The left edge of something of this width."""
        return area.x + {"left": 0.0, "centre": 0.5, "right": 1.0}[self.align] * (area.width - width)


@dataclass(frozen=True, slots=True)
class Text(Box):
    """A line of text; one that does not fit shrinks to ``min_size``, then it is cut."""

    text: str
    size: int
    part: float = 1.0  # its size as a part of the height, at most
    ink: str = INK
    min_size: int = 0
    light: bool = False
    longest: str = ""  # of several texts of equal size: the one that decides the size

    def draw(self, canvas: Canvas, area: Area) -> float:
        name, size = REGULAR if self.light else BOLD, min(self.size, round(area.height * self.part))
        if self.longest:
            size = fit(self.longest, name, size, area.width, self.min_size)[1]
        text, size = fit(self.text, name, size, area.width, self.min_size)
        width = text_width(text, name, size)
        canvas.write(text, name, size, (self._start(area, width), area.middle), self.ink)
        return width


@dataclass(frozen=True, slots=True)
class Paragraph(Box):
    """A text in several lines; one that does not fit shrinks to ``min_size``, then it is cut."""

    text: str
    size: int
    part: float = 1.0  # height of all lines as a part of the height
    ink: str = INK
    min_size: int = 0

    def draw(self, canvas: Canvas, area: Area) -> float:
        size, height = self.size, area.height * self.part
        shown = lines(self.text, BOLD, size, area.width)
        while size > self.min_size > 0 and round(size * LEADING) * len(shown) > height:
            size -= 1
            shown = lines(self.text, BOLD, size, area.width)
        step = round(size * LEADING)
        shown = lines(self.text, BOLD, size, area.width, max(1, int(height / step)))
        top = area.middle - step * len(shown) // 2
        for number, line in enumerate(shown):
            Text(line, size, ink=self.ink).draw(canvas, Area(area.x, top + number * step, area.width, step))
        return area.width


@dataclass(frozen=True, slots=True)
class Mark(Box):
    """A person's mark: one or two characters in a coloured shape."""

    person: PersonView
    size: int
    part: float = 0.66  # its size as a part of the height, at most

    def draw(self, canvas: Canvas, area: Area) -> float:
        color, letters = self.person.color, self.person.mark
        size = min(self.size, round(area.height * self.part))
        square = Area(round(self._start(area, size)), area.middle - size // 2, size, size)
        canvas.image.paste(SEATS[color], square[:2], _shape(color, size, 1.0))
        ink = PAPER
        if color in RINGS:
            canvas.image.paste(PAPER, square[:2], _shape(color, size, 0.84))
            ink = SEATS[color]
        if color % 5 == 4:  # a shield: its letters are a little higher
            square = square._replace(height=round(size * 0.96))
        font_size = round(size * (0.32 if len(clusters(letters)) > 1 else 0.46))
        text = Text(letters, font_size, ink=ink, min_size=font_size // 2, align="centre")
        text.draw(canvas, square.inside(size // 10))
        return size


@dataclass(frozen=True, slots=True)
class Line(Box):
    """Boxes beside each other from both ends inwards; each gets the room that those before it leave."""

    boxes: tuple[Box, ...]
    gap: int = 0
    fill: str = ""  # background in a panel

    def draw(self, canvas: Canvas, area: Area) -> float:
        used = -self.gap
        for box in self.boxes:
            offered = box.width or round(area.width * box.share)
            x = area.right - offered if box.align == "right" else area.x
            drawn = box.draw(canvas, area._replace(x=x, width=offered))
            taken = box.width or round(drawn)
            taken += self.gap if taken else 0  # an empty text has no gap
            start = area.x if box.align == "right" else area.x + taken
            area = area._replace(x=start, width=max(0, area.width - taken))
            used += taken
        return used


@dataclass(frozen=True, slots=True)
class Stack(Box):
    """Boxes above each other; each with the height of its middle, from 0 (top) to 1."""

    boxes: tuple[tuple[float, Box], ...]

    def draw(self, canvas: Canvas, area: Area) -> float:
        tops = (area.y + round((middle - 0.5) * area.height) for middle, _box in self.boxes)
        return max(box.draw(canvas, area._replace(y=y)) for y, (_, box) in zip(tops, self.boxes, strict=True))


@dataclass(frozen=True, slots=True)
class Beside(Box):
    """Boxes of equal width beside each other."""

    boxes: tuple[Box, ...]
    gap: int = 0

    def draw(self, canvas: Canvas, area: Area) -> float:
        for box, column in zip(self.boxes, columns(area, len(self.boxes), self.gap), strict=True):
            box.draw(canvas, column)
        return area.width

    @property
    def natural_height(self) -> int:
        return max(box.natural_height for box in self.boxes)


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel(Box):
    """A sheet of paper with boxes in ``across`` columns; ``height`` is that of a row of weight 1."""

    boxes: tuple[Box, ...]
    title: str = ""  # above it
    note: str = ""  # at the right of the title
    across: int = 1
    edge: int = EDGE
    ruled: bool = True  # filled column by column, with lines between rows; else row by row without

    @property
    def natural_height(self) -> int:
        return round(sum(self._weights) * self.height) + 2 * PAD + (TITLE if self.title else 0)

    @property
    def _weights(self) -> list[float]:
        return [box.weight for box in self.boxes[: ceil(len(self.boxes) / self.across)]]

    def draw(self, canvas: Canvas, area: Area) -> float:
        title_height = max(TITLES[0], min(area.height * TITLE / self.natural_height, TITLES[1]))
        title, body = area.cut(title_height if self.title else 0)
        self._draw_title(canvas, title.inside(8))
        canvas.box(body._replace(y=body.y + 6), FELT_DEEP, ROUND)
        canvas.box(body, PAPER, ROUND)
        weights = self._weights
        for number, column in enumerate(columns(body.inside(self.edge, PAD), self.across, 2 * self.edge)):
            boxes = self.boxes[number * len(weights) :] if self.ruled else self.boxes[number :: self.across]
            for line, (box, row) in enumerate(zip(boxes, rows(column, weights), strict=False)):
                if line and self.ruled:
                    canvas.box(row._replace(height=2), LINE)
                if isinstance(box, Line) and box.fill:
                    canvas.box(row.inside(8 - self.edge, 8 - PAD), box.fill, ROUND - 8)
                box.draw(canvas, row)
        return area.width

    def _draw_title(self, canvas: Canvas, area: Area) -> None:
        size = round(area.height * 0.58)
        note = Text(self.note, size - 6, ink=FELT_INK_2, align="right")
        Line((note, Text(self.title, size, ink=FELT_INK)), 16).draw(canvas, area)


@dataclass(frozen=True, slots=True)
class Flow(Box):
    """Boxes below each other, as large as they fit."""

    boxes: tuple[Box, ...]
    gap: int = 20

    @property
    def natural_height(self) -> int:
        return sum(box.natural_height + self.gap for box in self.boxes) - self.gap

    def scale(self, area: Area) -> float:
        """The scale at which it is drawn; 1 is its natural height."""
        return min(LARGEST, area.height / max(1, self.natural_height))

    def draw(self, canvas: Canvas, area: Area) -> float:
        scale = self.scale(area)
        left = max(0.0, area.height - self.natural_height * scale)
        y = area.y + left * 0.35  # a little above the middle
        for box in self.boxes:
            height = box.natural_height * scale
            box.draw(canvas, Area(area.x, round(y), area.width, round(height)))
            y += height + self.gap * scale
        return area.width


def fitting(area: Area, flows: Sequence[tuple[float, Flow]]) -> Flow:
    """The first that is drawn at least at the given scale, else the last."""
    return next((flow for smallest, flow in flows if flow.scale(area) >= smallest), flows[-1][1])
