"""柱: gains and losses one after the other as columns, with an axis or as a small picture, drawn here."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scorekeeper.scoring import texts

from .line_chart import Axis

WIDTH, TOP, FLOOR, RIGHT = 330, 42, 132, 328
"""How wide the drawing is, and where its columns end; above them stands the readout."""
BELOW, LINE = 17, 15
"""From the lowest column to the first line of words below it, and from line to line; there are three."""
FIGURE = 12
"""Room for a figure at the lowest column."""
WIDEST, FULL = 26.0, 0.72
"""A column's width at most, and its part of the room that it has."""
LETTER = 7.2
"""How wide a character of a figure at a column is."""


class Step(NamedTuple):
    """A gain or a loss: ``when`` in full, ``note`` about it (shown stronger where it is ``strong``), words
    below it (``day``, and ``month`` where that is another than before), and the address it leads to."""

    value: int
    when: str
    note: str
    strong: bool
    day: str
    month: str
    where: str


@dataclass(frozen=True, slots=True)
class Column:
    """A column from ``x``, ``width`` wide; ``figure_y`` is where its figure stands, None where it has none.

    A touch from ``hit_x`` on, ``hit_width`` wide, means this one.
    """

    step: Step
    x: float
    width: float
    y: float
    height: float
    middle: float
    hit_x: float
    hit_width: float
    figure_x: float
    figure_y: float | None


@dataclass(frozen=True, slots=True)
class ColumnChart:
    """柱のグラフ: as ``story/_columns.html`` draws it; ``lines`` are where the words below stand."""

    axis: Axis
    columns: tuple[Column, ...]
    lines: tuple[int, int, int]
    height: int
    width: int = WIDTH
    right: int = RIGHT
    top: int = TOP

    @property
    def hit_height(self) -> int:
        """How far down a column can be touched."""
        return self.height - self.top


def column_chart(steps: Sequence[Step]) -> ColumnChart:
    """At least one gain or loss as columns, the oldest first."""
    values = [step.value for step in steps]
    axis = Axis(values, FLOOR, TOP)
    first = FLOOR + BELOW + (FIGURE if min(values) < 0 else 0)
    return ColumnChart(
        axis=axis,
        columns=tuple(_column(steps, number, axis) for number in range(len(steps))),
        lines=(first, first + LINE, first + 2 * LINE),
        height=first + 2 * LINE + 5,
    )


def _column(steps: Sequence[Step], number: int, axis: Axis) -> Column:
    step, room = steps[number], (RIGHT - axis.left) / len(steps)
    width, middle = min(WIDEST, room * FULL), axis.left + room * (number + 0.5)
    end = axis.y(step.value)
    half = len(texts.signed(step.value)) * LETTER / 2
    return Column(
        step=step,
        x=round(middle - width / 2, 1),
        width=round(width, 1),
        y=min(axis.zero_y, end),
        height=round(abs(end - axis.zero_y), 1),
        middle=round(middle, 1),
        hit_x=round(middle - room / 2, 1),
        hit_width=round(room, 1),
        figure_x=round(max(axis.left + half, min(middle, RIGHT - half)), 1),
        figure_y=_figure_y(steps, number, end),
    )


def _figure_y(steps: Sequence[Step], number: int, end: float) -> float | None:
    """The last of the largest gains has its figure above it, the last of the largest losses below."""
    value, later = steps[number].value, [step.value for step in steps[number + 1 :]]
    values = [step.value for step in steps]
    if value > 0 and value == max(values) and value not in later:
        return round(end - 4, 1)
    if value < 0 and value == min(values) and value not in later:
        return round(end + FIGURE, 1)
    return None


SPARK_WIDTH, SPARK_HEIGHT, SPARK_STEP, SPARK_COLUMN = 60, 24, 6, 4


@dataclass(frozen=True, slots=True)
class Spark:
    """調子: a small picture of a few gains and losses, as ``story/_spark.html`` draws it.

    ``up`` and ``down`` are the columns as paths; ``text`` are the figures for those who listen.
    """

    zero_y: float
    up: str
    down: str
    text: str
    width: int = SPARK_WIDTH
    height: int = SPARK_HEIGHT


def spark(values: Sequence[int]) -> Spark:
    """A small picture of at most ten gains and losses, the oldest first, the last at the right."""
    low, high = min(0, *values, 0), max(0, *values, 0)
    per_point = (SPARK_HEIGHT - 2) / ((high - low) or 1)
    zero = 1 + high * per_point
    first = SPARK_WIDTH - SPARK_STEP * len(values) + 1
    bars = [
        (
            value,
            f"M{first + SPARK_STEP * place} {zero:.1f}v{-value * per_point:.1f}h{SPARK_COLUMN}V{zero:.1f}z",
        )
        for place, value in enumerate(values)
    ]
    return Spark(
        round(zero, 1),
        "".join(path for value, path in bars if value > 0),
        "".join(path for value, path in bars if value < 0),
        " ".join(texts.signed(value) for value in values),
    )
