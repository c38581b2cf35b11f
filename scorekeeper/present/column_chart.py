"""柱: gains and losses one after the other as columns, with an axis or as a small picture, drawn here."""

from collections.abc import Sequence
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


class Column:
    """A column from ``x``, ``width`` wide; the last of the largest gains and of the largest losses have their
    figure at ``figure_y``.

    A touch from ``hit_x`` on, ``hit_width`` wide, means this one.
    """

    def __init__(self, steps: Sequence[Step], number: int, axis: Axis) -> None:
        step, room = steps[number], (RIGHT - axis.left) / len(steps)
        width, middle = min(WIDEST, room * FULL), axis.left + room * (number + 0.5)
        end, half = axis.y(step.value), len(texts.signed(step.value)) * LETTER / 2
        self.step = step
        self.x = round(middle - width / 2, 1)
        self.width = round(width, 1)
        self.y = min(axis.zero_y, end)
        self.height = round(abs(end - axis.zero_y), 1)
        self.middle = round(middle, 1)
        self.hit_x = round(middle - room / 2, 1)
        self.hit_width = round(room, 1)
        self.figure_x = round(max(axis.left + half, min(middle, RIGHT - half)), 1)
        self.figure_y: float | None = None


class ColumnChart:
    """柱のグラフ: at least one gain or loss, the oldest first, as ``story/_columns.html`` draws it.

    ``lines`` are where the words below stand, and ``hit_height`` is how far down a column can be touched.
    """

    width, right, top = WIDTH, RIGHT, TOP

    def __init__(self, steps: Sequence[Step]) -> None:
        values = [step.value for step in steps]
        first = FLOOR + BELOW + (FIGURE if min(values) < 0 else 0)
        self.axis = Axis(values, FLOOR, TOP)
        self.columns = [Column(steps, number, self.axis) for number in range(len(steps))]
        for most, y in ((max(values), -4), (min(values), FIGURE)):
            if most * y < 0:  # a gain above its column, a loss below
                last = self.columns[len(values) - 1 - values[::-1].index(most)]
                last.figure_y = round(self.axis.y(most) + y, 1)
        self.lines = (first, first + LINE, first + 2 * LINE)
        self.height = first + 2 * LINE + 5
        self.hit_height = self.height - TOP
        self.total = sum(values)


SPARK_WIDTH, SPARK_HEIGHT, SPARK_STEP, SPARK_COLUMN = 60, 24, 6, 4


class Spark:
    """調子: a small picture of at most ten gains and losses, the oldest first, the last at the right.

    ``up`` and ``down`` are the columns as paths; ``text`` are the figures for those who listen.
    """

    width, height = SPARK_WIDTH, SPARK_HEIGHT

    def __init__(self, values: Sequence[int]) -> None:
        low, high = min(0, *values, 0), max(0, *values, 0)
        per_point = (SPARK_HEIGHT - 2) / ((high - low) or 1)
        zero, first = 1 + high * per_point, SPARK_WIDTH - SPARK_STEP * len(values) + 1
        columns = [
            f"M{first + SPARK_STEP * place} {zero:.1f}v{-value * per_point:.1f}h{SPARK_COLUMN}V{zero:.1f}z"
            for place, value in enumerate(values)
        ]
        self.zero_y = round(zero, 1)
        self.up = "".join(path for value, path in zip(values, columns, strict=True) if value > 0)
        self.down = "".join(path for value, path in zip(values, columns, strict=True) if value < 0)
        self.text = " ".join(map(texts.signed, values))
