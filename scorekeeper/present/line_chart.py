"""折れ線: a sum that grows and shrinks step by step, as a line with an axis, drawn on the server.

``spots_of`` says which steps are named and have a readout; ``line_chart`` draws them all.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, count, pairwise
from typing import NamedTuple

from scorekeeper.scoring import texts

WIDTH, HEIGHT = 330, 172
TOP, FLOOR, RIGHT = 30, 146, 320
"""Where the drawing ends; above it stands the readout, below it when it was."""
DIGIT, LETTER, GAP = 6.4, 7.5, 8
"""How wide a character of the axis is, and what lies between it and the line."""
MOST_SPOTS = 24
"""Most steps with a readout: more would be narrower than a finger's breadth by far."""
MOST_LINES = 4
MIDDLE_FROM = 5
"""From how many spots on the middle one is named below the axis."""


class When(NamedTuple):
    """When a step was, in words: as the readout has it, and short, for below the axis."""

    full: str
    short: str


@dataclass(frozen=True, slots=True)
class Tick:
    """A line across, and the number at it."""

    y: float
    text: str


class Axis:
    """The levels across a drawing from ``floor`` up to ``top``, with their numbers at its left."""

    def __init__(self, values: Sequence[int], floor: int, top: int) -> None:
        across = levels(min(0, *values), max(0, *values))
        self._bottom, self._span = across[0], across[-1] - across[0]
        self._floor, self._height = floor, floor - top
        self.ticks = tuple(Tick(self.y(level), texts.number(level)) for level in across)
        self.left = round(max(len(tick.text) for tick in self.ticks) * DIGIT + GAP, 1)
        self.zero_y = self.y(0)

    def y(self, value: int) -> float:
        return round(self._floor - self._height * (value - self._bottom) / self._span, 1)


@dataclass(frozen=True, slots=True)
class Foot:
    """A word below the axis; ``anchor`` as SVG has it."""

    x: float
    text: str
    anchor: str


@dataclass(frozen=True, slots=True)
class Spot:
    """A step with its readout: the sum after it, and what was added since the spot before.

    A touch from ``hit_x`` on, ``hit_width`` wide, means this one.
    """

    x: float
    y: float
    hit_x: float
    hit_width: float
    when: str
    change: int
    value: int


class LineChart:
    """折れ線: as ``present/_line_chart.html`` draws it.

    It is ``thinned`` where a spot stands for several steps; ``below`` is how much of it lies below zero.
    """

    width, height, top, floor, right = WIDTH, HEIGHT, TOP, FLOOR, RIGHT

    def __init__(self, changes: Sequence[int], when: Mapping[int, When]) -> None:
        sums, shown = list(accumulate(changes)), spots_of(len(changes))
        self.axis = axis = Axis(sums, FLOOR, TOP)

        def x(step: int) -> float:
            return round(axis.left + (RIGHT - axis.left) * step / len(sums), 1)

        places = [(x(step + 1), axis.y(sums[step]), sums[step], when[step].full) for step in shown]
        self.path = " ".join(f"{x(step)},{axis.y(value)}" for step, value in enumerate((0, *sums)))
        self.spots = _spots(places, axis.left)
        self.feet = _feet(self.spots, [when[step].short for step in shown])
        self.thinned = len(shown) < len(sums)
        self.below = round(FLOOR - axis.zero_y, 1)


def spots_of(steps: int) -> list[int]:
    """The steps, counted from 0, that have a readout: all, or every few; always the last."""
    every = max(1, -(-steps // MOST_SPOTS))
    return list(range(steps - 1, -1, -every))[::-1]


def line_chart(changes: Sequence[int], when: Mapping[int, When]) -> LineChart | None:
    """The running sum of ``changes``, of which ``when`` names the ``spots_of``; None of fewer than two."""
    return LineChart(changes, when) if len(changes) > 1 else None


def levels(low: int, high: int) -> list[int]:
    """Round numbers from at most the lowest to at least the highest, evenly apart."""
    span = max(1, high - low)
    step = next(
        size * 10**power for power in count() for size in (1, 2, 5) if span <= MOST_LINES * size * 10**power
    )
    return list(range(low // step * step, max(-(-high // step) * step, low // step * step + step) + 1, step))


def _spots(places: Sequence[tuple[float, float, int, str]], left: float) -> tuple[Spot, ...]:
    across = [x for x, _y, _value, _when in places]
    edges = [left, *((one + next_) / 2 for one, next_ in pairwise(across)), float(WIDTH)]
    before = [0, *(value for _x, _y, value, _when in places)]
    return tuple(
        Spot(x, y, round(begin, 1), round(end - begin, 1), when, value - last, value)
        for (x, y, value, when), (begin, end), last in zip(places, pairwise(edges), before, strict=False)
    )


def _feet(spots: Sequence[Spot], names: Sequence[str]) -> tuple[Foot, ...]:
    """The first, the last, and where there is room the one in the middle."""
    first, middle, last = 0, (len(spots) - 1) // 2, len(spots) - 1
    feet = [Foot(spots[first].hit_x, names[first], "start"), Foot(RIGHT, names[last], "end")]
    begin, end = spots[first].hit_x + _broad(names[first]) + GAP, RIGHT - _broad(names[last]) - GAP
    half = _broad(names[middle]) / 2
    if len(spots) >= MIDDLE_FROM and begin + half <= spots[middle].x <= end - half:
        feet.insert(1, Foot(spots[middle].x, names[middle], "middle"))
    return tuple(feet)


def _broad(name: str) -> float:
    """About how much room a word takes in a broad typeface."""
    return sum(LETTER if letter.isascii() else 2 * LETTER for letter in name)
