"""折れ線: a sum that grows and shrinks step by step, as a line with an axis, drawn on the server."""

from collections.abc import Mapping, Sequence
from itertools import accumulate, count, pairwise
from typing import NamedTuple

from scorekeeper.scoring import texts

from .marks import breadth

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


class Tick(NamedTuple):
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


class Spot(NamedTuple):
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
    """折れ線: at least two steps, as ``present/_line_chart.html`` draws them, with ``when`` the spots were.

    It is ``thinned`` where a spot stands for several steps; ``below`` is how much of it lies below zero.
    """

    width, height, top, floor, right = WIDTH, HEIGHT, TOP, FLOOR, RIGHT

    def __init__(self, changes: Sequence[int], when: Mapping[int, When]) -> None:
        sums, shown = list(accumulate(changes)), spots_of(len(changes))
        self.axis = axis = Axis(sums, FLOOR, TOP)
        places = [round(axis.left + (RIGHT - axis.left) * n / len(sums), 1) for n in range(len(sums) + 1)]
        self.path = " ".join(f"{x},{axis.y(value)}" for x, value in zip(places, (0, *sums), strict=True))
        across, values = [places[step + 1] for step in shown], [sums[step] for step in shown]
        edges = [axis.left, *((one + next_) / 2 for one, next_ in pairwise(across)), float(WIDTH)]
        steps = zip(shown, across, pairwise(edges), values, (0, *values), strict=False)
        self.spots = [
            Spot(x, axis.y(value), round(hit, 1), round(end - hit, 1), when[step].full, value - last, value)
            for step, x, (hit, end), value, last in steps
        ]
        self.feet = _feet(self.spots, [when[step].short for step in shown])
        self.thinned = len(shown) < len(sums)
        self.below = round(FLOOR - axis.zero_y, 1)


def spots_of(steps: int) -> list[int]:
    """The steps, counted from 0, that have a readout: all, or every few; always the last."""
    every = max(1, -(-steps // MOST_SPOTS))
    return list(range(steps - 1, -1, -every))[::-1]


def levels(low: int, high: int) -> list[int]:
    """Round numbers from at most the lowest to at least the highest, evenly apart."""
    span = max(1, high - low)
    step = next(
        size * 10**power for power in count() for size in (1, 2, 5) if span <= MOST_LINES * size * 10**power
    )
    return list(range(low // step * step, max(-(-high // step) * step, low // step * step + step) + 1, step))


def _feet(spots: Sequence[Spot], names: Sequence[str]) -> list[tuple[float, str, str]]:
    """The first, the last, and with room for it the middle: the place, the word, and its anchor as in SVG."""
    middle, name = spots[(len(spots) - 1) // 2], names[(len(spots) - 1) // 2]
    first, last = (spots[0].hit_x, names[0], "start"), (RIGHT, names[-1], "end")
    begin, end = spots[0].hit_x + _broad(names[0]) + GAP, RIGHT - _broad(names[-1]) - GAP
    half = _broad(name) / 2
    if len(spots) >= MIDDLE_FROM and begin + half <= middle.x <= end - half:
        return [first, (middle.x, name, "middle"), last]
    return [first, last]


def _broad(name: str) -> float:
    """About how much room a word takes in a broad typeface."""
    return breadth(name) * LETTER
