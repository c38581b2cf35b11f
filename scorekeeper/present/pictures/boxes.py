"""部品: the boxes that a picture is put together of; each draws itself in the area that it is given.

Sizes of texts and marks are parts of the height of that area, up to a largest one in pixels.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Literal

from ..marks import clusters
from ..presenter import PersonView
from .felt import FELT_DEEP, FELT_INK, FELT_INK_2, INK, PAPER, RINGS, SEATS, Area, Felt, columns, rows
from .letters import BOLD, REGULAR, fit, lines, text_width

ROUND = 28
"""How round the corners of panels are."""
EDGE, PAD = 26, 5
"""Between the sides of a panel and what is in it, and above and below that."""
TITLE = 58
"""How high the title over a panel is where there is room."""
TITLES = 24, 70
"""How high at least, and at most."""
LARGEST = 1.4
"""How far everything grows where there is room."""
ABOVE = 0.35
"""How much of the room that is left over lies above."""
LEADING = 1.35
"""From line to line of a text, in its size."""
MANY = 20
"""More lines of a text than there is ever room for."""
SHIELD = 4
"""The shape of a mark, of five, that is a shield: its letters stand a little higher."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """Anything that can be drawn; the first three say how it stands in a ``Line``."""

    align: Literal["left", "centre", "right"] = "left"
    share: float = 1.0  # of the width, at most
    width: int = 0  # where it does not follow from what is in it
    height: int = 0  # in a ``Flow`` with enough room
    weight: float = 1.0  # its part of the height of a ``Panel``, beside those of the others

    def draw(self, felt: Felt, area: Area) -> float:
        """Draw it; returns how wide it has become."""
        raise NotImplementedError

    @property
    def natural_height(self) -> int:
        """How high it is where there is enough room."""
        return self.height

    def _start(self, area: Area, width: float) -> float:
        """Where something of this width begins."""
        return area.x + {"left": 0.0, "centre": 0.5, "right": 1.0}[self.align] * (area.width - width)


@dataclass(frozen=True, slots=True)
class Text(Box):
    """A line of text: smaller down to ``min_size`` where it does not fit, then cut."""

    text: str
    size: int
    part: float = 1.0  # its size as a part of the height, at most
    ink: str = INK
    min_size: int = 0
    light: bool = False
    longest: str = ""  # of several texts of one size: the size is that at which this one fits

    def draw(self, felt: Felt, area: Area) -> float:
        name, size = REGULAR if self.light else BOLD, min(self.size, round(area.height * self.part))
        if self.longest:
            size = fit(self.longest, name, size, area.width, self.min_size)[1]
        text, size = fit(self.text, name, size, area.width, self.min_size)
        width = text_width(text, name, size)
        felt.write(text, name, size, (self._start(area, width), area.middle), self.ink)
        return width


@dataclass(frozen=True, slots=True)
class Paragraph(Box):
    """A text in several lines: smaller down to ``min_size`` where not all of them fit, then cut."""

    text: str
    size: int
    part: float = 1.0  # the height of all lines as a part of the height
    ink: str = INK
    min_size: int = 0

    def draw(self, felt: Felt, area: Area) -> float:
        size, height = self.size, area.height * self.part
        while size > self.min_size > 0 and round(size * LEADING) * len(self._lines(area, size)) > height:
            size -= 1
        step = round(size * LEADING)
        shown = self._lines(area, size, max(1, int(height / step)))
        top = area.middle - step * len(shown) // 2
        for number, line in enumerate(shown):
            Text(line, size, ink=self.ink).draw(felt, Area(area.x, top + number * step, area.width, step))
        return area.width

    def _lines(self, area: Area, size: int, count: int = MANY) -> list[str]:
        return lines(self.text, BOLD, size, area.width, count)


@dataclass(frozen=True, slots=True)
class Mark(Box):
    """A person's mark: a shape in the colour, and a character or two in it."""

    person: PersonView
    size: int
    part: float = 0.66  # its size as a part of the height, at most

    def draw(self, felt: Felt, area: Area) -> float:
        color, letters = self.person.color, self.person.mark
        size = min(self.size, round(area.height * self.part))
        square = Area(round(self._start(area, size)), area.middle - size // 2, size, size)
        felt.shape(color, square.x, square.y, size)
        font_size = round(size * (0.32 if len(clusters(letters)) > 1 else 0.46))
        text = Text(
            letters,
            font_size,
            ink=SEATS[color] if color in RINGS else PAPER,
            min_size=font_size // 2,
            align="centre",
        )
        inner = square._replace(height=round(size * 0.96)) if color % 5 == SHIELD else square
        text.draw(felt, inner.inside(size // 10))
        return size


@dataclass(frozen=True, slots=True)
class Line(Box):
    """Boxes beside each other, from its ends inwards: each has what those before it leave over."""

    boxes: tuple[Box, ...]
    gap: int = 0
    fill: str = ""  # behind it, on a panel

    def draw(self, felt: Felt, area: Area) -> float:
        used = -self.gap
        for box in self.boxes:
            offered = box.width or round(area.width * box.share)
            x = area.right - offered if box.align == "right" else area.x
            drawn = box.draw(felt, area._replace(x=x, width=offered))
            taken = box.width or round(drawn)
            taken += self.gap if taken else 0  # an empty text leaves no gap either
            start = area.x if box.align == "right" else area.x + taken
            area = area._replace(x=start, width=max(0, area.width - taken))
            used += taken
        return used


@dataclass(frozen=True, slots=True)
class Stack(Box):
    """Boxes over one another; the number of each says how far down its middle is, from 0 to 1."""

    boxes: tuple[tuple[float, Box], ...]

    def draw(self, felt: Felt, area: Area) -> float:
        tops = (area.y + round((middle - 0.5) * area.height) for middle, _box in self.boxes)
        return max(box.draw(felt, area._replace(y=y)) for y, (_, box) in zip(tops, self.boxes, strict=True))


@dataclass(frozen=True, slots=True)
class Beside(Box):
    """Boxes beside each other, all of one width."""

    boxes: tuple[Box, ...]
    gap: int = 0

    def draw(self, felt: Felt, area: Area) -> float:
        for box, column in zip(self.boxes, columns(area, len(self.boxes), self.gap), strict=True):
            box.draw(felt, column)
        return area.width

    @property
    def natural_height(self) -> int:
        return max(box.natural_height for box in self.boxes)


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel(Box):
    """A sheet of paper on the felt with boxes in ``across`` columns; ``height`` is that of one of them."""

    boxes: tuple[Box, ...]
    title: str = ""  # on the felt above it
    note: str = ""  # at the other end of the title
    across: int = 1
    edge: int = EDGE
    ruled: bool = True  # down the columns, with lines between them; otherwise across, line by line

    @property
    def natural_height(self) -> int:
        return round(sum(self._weights) * self.height) + 2 * PAD + (TITLE if self.title else 0)

    @property
    def _weights(self) -> list[float]:
        return [box.weight for box in self.boxes[: ceil(len(self.boxes) / self.across)]]

    def draw(self, felt: Felt, area: Area) -> float:
        title_height = max(TITLES[0], min(area.height * TITLE / self.natural_height, TITLES[1]))
        title, body = area.cut(title_height if self.title else 0)
        self._draw_title(felt, title.inside(8))
        felt.box(body._replace(y=body.y + 6), FELT_DEEP, ROUND)
        felt.box(body, PAPER, ROUND)
        weights = self._weights
        for number, column in enumerate(columns(body.inside(self.edge, PAD), self.across, 2 * self.edge)):
            boxes = self.boxes[number * len(weights) :] if self.ruled else self.boxes[number :: self.across]
            for line, (box, row) in enumerate(zip(boxes, rows(column, weights), strict=False)):
                if line and self.ruled:
                    felt.line(row)
                if isinstance(box, Line) and box.fill:
                    felt.box(row.inside(8 - self.edge, 8 - PAD), box.fill, ROUND - 8)
                box.draw(felt, row)
        return area.width

    def _draw_title(self, felt: Felt, area: Area) -> None:
        size = round(area.height * 0.58)
        note = Text(self.note, size - 6, ink=FELT_INK_2, align="right")
        Line((note, Text(self.title, size, ink=FELT_INK)), 16).draw(felt, area)


@dataclass(frozen=True, slots=True)
class Flow(Box):
    """Boxes one below the other, as large as they fit."""

    boxes: tuple[Box, ...]
    gap: int = 20

    @property
    def natural_height(self) -> int:
        return sum(box.natural_height + self.gap for box in self.boxes) - self.gap

    def scale(self, area: Area) -> float:
        """How large it is drawn there; 1 is its natural height."""
        return min(LARGEST, area.height / max(1, self.natural_height))

    def draw(self, felt: Felt, area: Area) -> float:
        scale = self.scale(area)
        y = area.y + max(0.0, area.height - self.natural_height * scale) * ABOVE
        for box in self.boxes:
            height = box.natural_height * scale
            box.draw(felt, Area(area.x, round(y), area.width, round(height)))
            y += height + self.gap * scale
        return area.width


def fitting(area: Area, flows: Sequence[tuple[float, Flow]]) -> Flow:
    """The first that is drawn at the scale that its number asks for, or a larger one; else the last."""
    return next((flow for smallest, flow in flows if flow.scale(area) >= smallest), flows[-1][1])
