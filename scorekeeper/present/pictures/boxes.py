"""部品: the boxes that a picture is put together of; each draws itself in the room that it is given.

Sizes of texts and marks are parts of the height of that room, up to a largest one in pixels.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Literal

from ..marks import clusters
from ..presenter import PersonView
from .felt import FELT_DEEP, FELT_INK, FELT_INK_2, INK, PAPER, RINGS, SEATS, Area, Felt, columns, rows
from .letters import BOLD, REGULAR, fit, lines, width

ROUND = 28
"""How round the corners of panels are."""
EDGE, PAD = 26, 5
"""Between the sides of a panel and what is in it, and above and below that."""
TITLE = 58
"""How high words over a panel are where there is room."""
TITLES = 24, 70
"""How high at least, and at most."""
LARGEST = 1.4
"""How far everything grows where there is room."""
MANY = 20
"""More lines of a text than there is ever room for."""
ABOVE = 0.35
"""How much of the room that is left over lies above."""
SHIELD = 4
"""The shape whose middle lies higher."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """Anything that can be drawn; the first three say how it stands in a ``Line``."""

    align: Literal["left", "centre", "right"] = "left"
    share: float = 1.0  # of the width, at most
    room: int = 0  # its width where that does not follow from what is in it
    high: int = 0  # in a ``Flow`` with enough room
    weight: float = 1.0  # how high it is in a ``Panel``, of the others

    def draw(self, felt: Felt, area: Area) -> float:
        """Draw it; returns how wide it has become."""
        raise NotImplementedError

    @property
    def natural(self) -> int:
        """How high it is where there is enough room."""
        return self.high

    def _start(self, area: Area, wide: float) -> float:
        """Where it begins if it is so wide."""
        return area.x + {"left": 0.0, "centre": 0.5, "right": 1.0}[self.align] * (area.width - wide)


@dataclass(frozen=True, slots=True)
class Text(Box):
    """A line of text: smaller down to ``least`` where it does not fit, then cut."""

    words: str
    size: int
    part: float = 1.0
    ink: str = INK
    least: int = 0
    light: bool = False
    like: str = ""  # a text at whose size this one is written

    def draw(self, felt: Felt, area: Area) -> float:
        name, size = REGULAR if self.light else BOLD, min(self.size, round(area.height * self.part))
        if self.like:
            size = fit(self.like, name, size, area.width, self.least)[1]
        words, size = fit(self.words, name, size, area.width, self.least)
        wide = width(words, name, size)
        felt.write(words, name, size, (self._start(area, wide), area.middle), self.ink)
        return wide


@dataclass(frozen=True, slots=True)
class Words(Box):
    """A text in several lines: smaller down to ``least`` where there is no room for all of them, then cut."""

    words: str
    size: int
    part: float = 1.0  # for all lines together
    ink: str = INK
    least: int = 0

    def draw(self, felt: Felt, area: Area) -> float:
        size, room = self.size, area.height * self.part
        while size > self.least > 0 and self._step(size) * len(self._lines(area, size)) > room:
            size -= 1
        step = self._step(size)
        parts = self._lines(area, size, max(1, int(room / step)))
        top = area.middle - step * len(parts) // 2
        for number, line in enumerate(parts):
            Text(line, size, ink=self.ink).draw(felt, Area(area.x, top + number * step, area.width, step))
        return area.width

    def _step(self, size: int) -> int:
        return round(size * 1.35)

    def _lines(self, area: Area, size: int, most: int = MANY) -> list[str]:
        return lines(self.words, BOLD, size, area.width, most)


@dataclass(frozen=True, slots=True)
class Mark(Box):
    """A person's mark: a shape in the colour, and a character or two in it."""

    person: PersonView
    size: int
    part: float = 0.66

    def draw(self, felt: Felt, area: Area) -> float:
        color, letters = self.person.color, self.person.mark
        size = min(self.size, round(area.height * self.part))
        place = Area(round(self._start(area, size)), area.middle - size // 2, size, size)
        felt.shape(color, place.x, place.y, size)
        high = round(size * (0.32 if len(clusters(letters)) > 1 else 0.46))
        ink = SEATS[color] if color in RINGS else PAPER
        inner = place._replace(height=round(size * 0.96)) if color % 5 == SHIELD else place
        Text(letters, high, ink=ink, least=high // 2, align="centre").draw(felt, inner.inside(size // 10))
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
            most = box.room or round(area.width * box.share)
            x = area.right - most if box.align == "right" else area.x
            wide = box.draw(felt, area._replace(x=x, width=most))
            taken = box.room or round(wide)
            taken += self.gap if taken else 0  # an empty text leaves no gap either
            start = area.x if box.align == "right" else area.x + taken
            area = area._replace(x=start, width=max(0, area.width - taken))
            used += taken
        return used


@dataclass(frozen=True, slots=True)
class Stack(Box):
    """Boxes over one another, each with its middle so far down as its number says."""

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
        for box, place in zip(self.boxes, columns(area, len(self.boxes), self.gap), strict=True):
            box.draw(felt, place)
        return area.width

    @property
    def natural(self) -> int:
        return max(box.natural for box in self.boxes)


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel(Box):
    """A sheet of paper on the felt with boxes in lines, ``across`` columns of them, each ``high``."""

    boxes: tuple[Box, ...]
    title: str = ""  # on the felt above it
    note: str = ""  # at the other end of that
    across: int = 1
    edge: int = EDGE
    ruled: bool = True  # down the columns, with lines between them; otherwise across, line by line

    @property
    def natural(self) -> int:
        return round(sum(self._weights) * self.high) + 2 * PAD + (TITLE if self.title else 0)

    @property
    def _weights(self) -> list[float]:
        return [box.weight for box in self.boxes[: ceil(len(self.boxes) / self.across)]]

    def draw(self, felt: Felt, area: Area) -> float:
        high = max(TITLES[0], min(area.height * TITLE / self.natural, TITLES[1]))
        title, body = area.cut(high if self.title else 0)
        size, title = round(title.height * 0.58), title.inside(8)
        words = Text(self.note, size - 6, ink=FELT_INK_2, align="right"), Text(self.title, size, ink=FELT_INK)
        Line(words, 16).draw(felt, title)
        felt.box(body._replace(y=body.y + 6), FELT_DEEP, ROUND)
        felt.box(body, PAPER, ROUND)
        weights = self._weights
        for number, column in enumerate(columns(body.inside(self.edge, PAD), self.across, 2 * self.edge)):
            boxes = self.boxes[number * len(weights) :] if self.ruled else self.boxes[number :: self.across]
            for line, (box, place) in enumerate(zip(boxes, rows(column, weights), strict=False)):
                if line and self.ruled:
                    felt.line(place)
                if isinstance(box, Line) and box.fill:
                    felt.box(place.inside(8 - self.edge, 8 - PAD), box.fill, ROUND - 8)
                box.draw(felt, place)
        return area.width


@dataclass(frozen=True, slots=True)
class Flow(Box):
    """Boxes one below the other, as large as they fit."""

    boxes: tuple[Box, ...]
    gap: int = 20

    @property
    def natural(self) -> int:
        return sum(box.natural + self.gap for box in self.boxes) - self.gap

    def scale(self, area: Area) -> float:
        return min(LARGEST, area.height / max(1, self.natural))

    def draw(self, felt: Felt, area: Area) -> float:
        scale = self.scale(area)
        y = area.y + max(0.0, area.height - self.natural * scale) * ABOVE
        for box in self.boxes:
            high = box.natural * scale
            box.draw(felt, Area(area.x, round(y), area.width, round(high)))
            y += high + self.gap * scale
        return area.width


def fitting(area: Area, flows: Sequence[tuple[float, Flow]]) -> Flow:
    """The first of several that is drawn no smaller than its number says; the last of them if none is."""
    return next((flow for least, flow in flows if flow.scale(area) >= least), flows[-1][1])
