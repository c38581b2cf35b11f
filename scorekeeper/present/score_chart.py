"""推移: points over the rounds as lines."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from scorekeeper.play.table import Table
from scorekeeper.scoring import texts

from .line_chart import Tick, levels
from .presenter import PersonView, Presenter

CHART_WIDTH, CHART_HEIGHT, CHART_EDGE = 320, 120, 14
CHART_SPOTS = 60
"""Most steps of a line: one for every fifth of its width, which is as fine as it is drawn."""
LABEL_SIZE, LABEL_GAP, LABEL_ROOM, LABEL_LOWEST = 18, 19, 138, 122
"""Of the marks at the ends of lines: their height, from one to the next, for all, and the lowest middle."""


class ChartLine(NamedTuple):
    """One player's points over the rounds, in the coordinates of the chart, and the label at their end."""

    person: PersonView
    points: str
    last_x: float
    last_y: float
    shift: float  # how much lower the label is than the end of the line
    label_y: float  # where its upper edge is, seen from the end of the line


class ScoreChart:
    """推移: cumulative points by round; ``ticks`` are round numbers on the axis.

    The lines of the ``series`` go through points at ``places``, from 0 at the left to 1 at the right.
    """

    width, height = CHART_WIDTH, CHART_HEIGHT

    def __init__(
        self, series: Mapping[str, Sequence[int]], places: Sequence[float], presenter: Presenter, begin: int
    ) -> None:
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
        across = [round(CHART_EDGE + width * place, 1) for place in places]
        for name, line in series.items():
            spots = list(zip(across, map(y, line), strict=True))
            path, last_y = " ".join(f"{x},{spot_y}" for x, spot_y in spots), spots[-1][1]
            shift = round(labels[name] - last_y, 1)
            label_y = round(shift - self.label_scale * LABEL_SIZE / 2, 1)
            self.lines.append(ChartLine(presenter.person(name), path, *spots[-1], shift, label_y))


def chart(table: Table) -> ScoreChart | None:
    """The points of everybody over the rounds; None before the second round."""
    steps = table.last_number
    if steps < 2:
        return None
    begin = table.stake.start if table.stake else 0
    shown = [*range(0, steps, -(-steps // CHART_SPOTS)), steps]
    after = table.balances_at(shown)
    series = {
        name: [after[number].get(name, begin) if number else begin for number in shown]
        for name in table.state.balances
    }
    return ScoreChart(series, [number / steps for number in shown], Presenter(table), begin)


def _apart(places: dict[str, float], gap: float) -> dict[str, float]:
    """Label heights that do not cover each other, as near their lines as that allows."""
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
