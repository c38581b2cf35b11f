"""図: the charts of a person's picture, from the same data as those of the page."""

from dataclasses import dataclass

from scorekeeper.scoring import texts

from ..bar_chart import Bar
from ..column_chart import Step
from .boxes import Beside, Box, Line, Stack, Text
from .felt import GAIN, INK, INK_2, LINE, LOSS, LOSS_BG, Area, Felt, tone
from .letters import widest

STRIPE = 9
"""From stripe to stripe of a loss, so that not its colour alone distinguishes it from a gain."""
BELOW = 0.4
"""The part of a chart for the words below its columns."""
FIGURE = 26
"""How high a figure at the end of a column is."""


def rate(bar: Bar) -> Stack:
    """A rate as a bar with its cases, and a tick at what is usual."""
    line = (
        Text(bar.share, 32, 0.5, align="right"),
        Text(f"{bar.hits} / {bar.cases}", 26, 0.42, INK_2, light=True, align="right"),
        Text(bar.words, 30, 0.48, min_size=17),
    )
    return Stack(((0.34, Line(line, 16)), (0.5, _Track(bar.width, bar.bad, bar.tick if bar.usual else None))))


@dataclass(frozen=True, slots=True)
class _Track(Box):
    filled: float  # as a part of a hundred
    bad: bool
    tick: float | None  # likewise

    def draw(self, felt: Felt, area: Area) -> float:
        height = min(18, round(area.height * 0.2))
        track = Area(area.x, area.y + round(area.height * 0.66), area.width, height)
        felt.box(track, LINE, height // 2)
        filled = track._replace(width=round(area.width * self.filled / 100))
        if filled.width > height:
            felt.box(filled, LOSS if self.bad else GAIN, height // 2)
            _stripes(felt, filled.inside(height // 2, 3), self.bad)
        if self.tick is not None:
            x = area.x + round(area.width * self.tick / 100)
            felt.box(Area(min(x, area.right - 4), track.y - 5, 4, height + 10), INK)
        return area.width


def _stripes(felt: Felt, place: Area, loss: bool) -> None:
    for x in range(place.x, place.right - 2, STRIPE) if loss else ():
        felt.box(Area(x, place.y, 2, place.height), LOSS_BG)


@dataclass(frozen=True, slots=True)
class Chart(Box):
    """Gains above and losses below a line, with places and days under them."""

    steps: tuple[Step, ...]

    def draw(self, felt: Felt, area: Area) -> float:
        body, below = area.cut(area.height * (1 - BELOW))
        values = [step.value for step in self.steps]
        highest, lowest = max(0, *values), min(0, *values)
        scale = (body.height - 2 * FIGURE - 8) / ((highest - lowest) or 1)
        zero = body.y + FIGURE + 4 + round(highest * scale)
        longest = widest(map(texts.signed, values))
        Beside(tuple(_Column(step, zero, scale, longest) for step in self.steps)).draw(felt, body)
        Beside(tuple(map(_below, self.steps))).draw(felt, below)
        felt.box(Area(body.x, zero, body.width, 2), INK_2)
        return area.width


@dataclass(frozen=True, slots=True)
class _Column(Box):
    step: Step
    zero: int
    scale: float
    longest: str

    def draw(self, felt: Felt, area: Area) -> float:
        value, width = self.step.value, min(64, round(area.width * 0.7))
        height = round(abs(value) * self.scale)
        top = self.zero - (height if value > 0 else 0)
        bar = Area(area.x + (area.width - width) // 2, top, width, height)
        if height:
            felt.box(bar, tone(value))
            _stripes(felt, bar.inside(4), value < 0)
        y = bar.y - FIGURE if value > 0 else bar.bottom + 2
        text, ink = texts.signed(value), tone(value)
        figure = Text(text, 24, ink=ink, min_size=11, longest=self.longest, align="centre")
        return figure.draw(felt, Area(area.x + 2, y, area.width - 4, FIGURE))


def _below(step: Step) -> Stack:
    """Place, day, and the month where it is another than before."""
    ink, light = (INK, False) if step.strong else (INK_2, True)
    note = Text(step.note, 24, ink=ink, min_size=14, light=light, align="centre")
    day, month = (
        Text(item, 21, ink=INK_2, min_size=12, light=True, align="centre") for item in (step.day, step.month)
    )
    return Stack(((0.2, note), (0.52, day), (0.82, month)))
