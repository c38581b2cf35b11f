"""図: the coordinates of SVG charts: sums as lines, gains as columns, rates as bars, points by round."""

from collections.abc import Mapping, Sequence
from itertools import accumulate, count, pairwise
from typing import NamedTuple

from scorekeeper.play.table import Table
from scorekeeper.scoring import texts
from scorekeeper.stats.people import Ratio

from .marks import breadth
from .presenter import PersonView, Presenter

WIDTH, HEIGHT = 330, 172
TOP, FLOOR, RIGHT = 30, 146, 320
"""The edges of the drawing; the readout is above it, the dates are below it."""
DIGIT, LETTER, GAP = 6.4, 7.5, 8
"""Widths: a digit of the axis, a letter below it, and the gap between axis and line."""
MOST_SPOTS = 24
"""Most steps with a readout; more would be too narrow to touch."""
MOST_LINES = 4


class When(NamedTuple):
    """When a step was, in words."""

    full: str  # for the readout
    short: str  # for below the axis


class Tick(NamedTuple):
    y: float
    text: str


class Axis:
    """The grid lines of a drawing from ``floor`` up to ``top``, with their numbers at its left."""

    def __init__(self, values: Sequence[int], floor: int, top: int) -> None:
        grid = levels(min(0, *values), max(0, *values))
        self._bottom, self._span = grid[0], grid[-1] - grid[0]
        self._floor, self._height = floor, floor - top
        self.ticks = tuple(Tick(self.y(level), texts.number(level)) for level in grid)
        self.left = round(max(len(tick.text) for tick in self.ticks) * DIGIT + GAP, 1)
        self.zero_y = self.y(0)

    def y(self, value: int) -> float:
        return round(self._floor - self._height * (value - self._bottom) / self._span, 1)


class Spot(NamedTuple):
    """A step with its readout."""

    x: float
    y: float
    hit_x: float  # left edge of the area to touch
    hit_width: float
    when: str
    change: int  # since the spot before
    value: int  # the sum so far


class LineChart:
    """折れ線: at least two steps, for ``present/_line_chart.html``; ``when`` has the steps with a readout."""

    width, height, top, floor, right = WIDTH, HEIGHT, TOP, FLOOR, RIGHT

    def __init__(self, changes: Sequence[int], when: Mapping[int, When]) -> None:
        sums, shown = list(accumulate(changes)), spots_of(len(changes))
        self.axis = axis = Axis(sums, FLOOR, TOP)
        places = [round(axis.left + (RIGHT - axis.left) * n / len(sums), 1) for n in range(len(sums) + 1)]
        self.path = " ".join(f"{x},{axis.y(value)}" for x, value in zip(places, (0, *sums), strict=True))
        across, values = [places[step + 1] for step in shown], [sums[step] for step in shown]
        edges = [axis.left, *((x + next_x) / 2 for x, next_x in pairwise(across)), float(WIDTH)]
        steps = zip(shown, across, pairwise(edges), values, (0, *values), strict=False)
        self.spots = [
            Spot(x, axis.y(value), round(hit, 1), round(end - hit, 1), when[step].full, value - last, value)
            for step, x, (hit, end), value, last in steps
        ]
        self.feet = _feet(self.spots, [when[step].short for step in shown])
        self.thinned = len(shown) < len(sums)  # a spot stands for several steps
        self.below = round(FLOOR - axis.zero_y, 1)  # height of the part below zero


def spots_of(steps: int) -> list[int]:
    """The steps (from 0) with a readout: all, or evenly spaced ones up to the last."""
    every = max(1, -(-steps // MOST_SPOTS))
    return list(range(steps - 1, -1, -every))[::-1]


def levels(low: int, high: int) -> list[int]:
    """Evenly spaced round numbers that enclose ``low`` and ``high``."""
    span = max(1, high - low)
    step = next(
        size * 10**power for power in count() for size in (1, 2, 5) if span <= MOST_LINES * size * 10**power
    )
    return list(range(low // step * step, max(-(-high // step) * step, low // step * step + step) + 1, step))


def _feet(spots: Sequence[Spot], names: Sequence[str]) -> list[tuple[float, str, str]]:
    """The labels of the first and last spot, and of the middle one if it fits: x, text and SVG anchor."""
    middle, name = spots[(len(spots) - 1) // 2], names[(len(spots) - 1) // 2]
    first, last = (spots[0].hit_x, names[0], "start"), (RIGHT, names[-1], "end")
    begin, end = spots[0].hit_x + _width(names[0]) + GAP, RIGHT - _width(names[-1]) - GAP
    half = _width(name) / 2
    if len(spots) >= 5 and begin + half <= middle.x <= end - half:
        return [first, (middle.x, name, "middle"), last]
    return [first, last]


def _width(name: str) -> float:
    return breadth(name) * LETTER


COLUMN_TOP, COLUMN_FLOOR, COLUMN_RIGHT = 42, 132, 328
"""The edges of the columns; the readout is above them."""
BELOW, LINE = 17, 15
"""From the lowest column to the first of three lines of text, and from line to line."""
FIGURE = 12
"""Room for the number below a loss."""
WIDEST, FULL = 26.0, 0.72
"""The width of a column: at most, and as a part of its room."""
FIGURE_LETTER = 7.2
"""The width of a digit at a column."""


class Step(NamedTuple):
    value: int  # a gain or a loss
    when: str  # in full
    note: str
    strong: bool  # whether the note is emphasised
    day: str
    month: str  # empty if it is that of the step before
    where: str  # the address that it links to


class Column:
    def __init__(self, steps: Sequence[Step], number: int, axis: Axis) -> None:
        step, room = steps[number], (COLUMN_RIGHT - axis.left) / len(steps)
        width, middle = min(WIDEST, room * FULL), axis.left + room * (number + 0.5)
        end, half = axis.y(step.value), len(texts.signed(step.value)) * FIGURE_LETTER / 2
        self.step = step
        self.x = round(middle - width / 2, 1)
        self.width = round(width, 1)
        self.y = min(axis.zero_y, end)
        self.height = round(abs(end - axis.zero_y), 1)
        self.middle = round(middle, 1)
        self.hit_x = round(middle - room / 2, 1)  # left edge of the area to touch
        self.hit_width = round(room, 1)
        self.figure_x = round(max(axis.left + half, min(middle, COLUMN_RIGHT - half)), 1)
        self.figure_y: float | None = None  # only the largest gain and loss show a number


class ColumnChart:
    """柱のグラフ: at least one gain or loss, the oldest first, for ``story/_columns.html``."""

    width, right, top = WIDTH, COLUMN_RIGHT, COLUMN_TOP

    def __init__(self, steps: Sequence[Step]) -> None:
        values = [step.value for step in steps]
        first = COLUMN_FLOOR + BELOW + (FIGURE if min(values) < 0 else 0)
        self.axis = Axis(values, COLUMN_FLOOR, COLUMN_TOP)
        self.columns = [Column(steps, number, self.axis) for number in range(len(steps))]
        for most, y in ((max(values), -4), (min(values), FIGURE)):
            if most * y < 0:  # a gain above its column, a loss below
                last = self.columns[len(values) - 1 - values[::-1].index(most)]
                last.figure_y = round(self.axis.y(most) + y, 1)
        self.lines = (first, first + LINE, first + 2 * LINE)  # of text below the columns
        self.height = first + 2 * LINE + 5
        self.hit_height = self.height - COLUMN_TOP
        self.total = sum(values)


SPARK_WIDTH, SPARK_HEIGHT, SPARK_STEP, SPARK_COLUMN = 60, 24, 6, 4


class Sparkline:
    """調子: a sparkline of at most ten gains and losses, the oldest first, aligned right."""

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
        self.text = " ".join(map(texts.signed, values))  # for screen readers


class Bar:
    """A rate for ``story/_portrait.html``, beside the ``usual`` one of the whole group."""

    def __init__(self, words: str, rate: Ratio, usual: Ratio, bad: bool = False) -> None:
        self.words, self.bad = words, bad  # bad: the lower the better
        self.hits, self.cases = rate
        self.percents = rate.percent, None if rate.percent is None else usual.percent  # None: too few cases
        self.share, self.usual = ("" if value is None else f"{value:.1f}%" for value in self.percents)
        self.width = self.tick = 0.0  # percent of the whole bar


class Bars:
    """Bars of one scale, whose right edge is ``edge`` percent; 0 if none is drawn."""

    def __init__(self, bars: Sequence[Bar]) -> None:
        self.bars = bars
        known = [percent for bar in bars for percent in bar.percents if percent is not None]
        self.edge = next(edge for edge in (25, 50, 75, 100) if edge >= max(known)) if known else 0
        for bar in bars:
            bar.width, bar.tick = (round(100 * (value or 0) / (self.edge or 1), 1) for value in bar.percents)
        self.few = not all(bar.share for bar in bars)  # a bar has too few cases
        self.usual = any(bar.usual for bar in bars)  # a bar is compared


CHART_WIDTH, CHART_HEIGHT, CHART_EDGE = 320, 120, 14
CHART_SPOTS = 60
"""Most steps of a line; more could not be told apart."""
LABEL_SIZE, LABEL_GAP, LABEL_ROOM, LABEL_LOWEST = 18, 19, 138, 122
"""The labels at the ends of lines: height, distance, room for all, and the lowest centre."""


class ChartLine(NamedTuple):
    """A player's points over the rounds, with a label at the end of the line."""

    person: PersonView
    points: str  # of an SVG polyline
    last_x: float
    last_y: float
    shift: float  # how much lower the label is than the end of the line
    label_y: float  # its upper edge, relative to the end of the line


class ScoreChart:
    """推移: everybody's points over at least two rounds."""

    width, height = CHART_WIDTH, CHART_HEIGHT

    def __init__(self, table: Table) -> None:
        begin, steps, presenter = table.stake.start if table.stake else 0, table.last_number, Presenter(table)
        shown = [*range(0, steps, -(-steps // CHART_SPOTS)), steps]
        states = table.session.results.filter(number__in=shown).order_by().values_list("number", "state")
        after: dict[int, dict[str, int]] = {number: dict(state["balances"]) for number, state in states}
        seats = {name: table.numbers[name] for name in table.state.balances}
        series = {
            name: [after.get(number, {}).get(seat, begin) for number in shown] for name, seat in seats.items()
        }
        values = [begin, *(value for line in series.values() for value in line)]
        low, high = min(values), max(values)
        height, width = CHART_HEIGHT - 2 * CHART_EDGE, CHART_WIDTH - 2 * CHART_EDGE - 12

        def y(value: int) -> float:
            return round(CHART_EDGE + height * (high - value) / ((high - low) or 1), 1)

        gap = min(LABEL_GAP, LABEL_ROOM / len(series))
        self.label_scale = round(min(1.0, gap / LABEL_SIZE), 2)
        self.zero_y = y(begin)
        self.ticks = [Tick(y(at), texts.number(at)) for at in levels(low, high) if low <= at <= high]
        self.lines = []
        labels = _apart({name: y(line[-1]) for name, line in series.items()}, gap)
        across = [round(CHART_EDGE + width * (number / steps), 1) for number in shown]
        for name, line in series.items():
            spots = list(zip(across, map(y, line), strict=True))
            path, last_y = " ".join(f"{x},{spot_y}" for x, spot_y in spots), spots[-1][1]
            shift = round(labels[name] - last_y, 1)
            label_y = round(shift - self.label_scale * LABEL_SIZE / 2, 1)
            self.lines.append(ChartLine(presenter.person(name), path, *spots[-1], shift, label_y))


def _apart(places: dict[str, float], gap: float) -> dict[str, float]:
    """The heights of labels that do not overlap, as near to their lines as possible."""
    order = sorted(places, key=places.__getitem__)
    spread: dict[str, float] = {}
    highest = -float(CHART_HEIGHT)
    for name in order:
        spread[name] = max(places[name], highest)
        highest = spread[name] + gap
    lowest = float(LABEL_LOWEST)
    for name in reversed(order):
        spread[name] = min(spread[name], lowest)
        lowest = spread[name] - gap
    return spread
