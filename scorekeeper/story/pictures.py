"""画像: a person's page and a circle's year as pictures."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext, ngettext

from scorekeeper.circles.access import membership_of
from scorekeeper.present.charts import Bar, Bars, ColumnChart, Step
from scorekeeper.present.pictures.boxes import (
    GAIN,
    INK,
    INK_2,
    LINE,
    LOSS,
    LOSS_BG,
    SUITS,
    Area,
    Beside,
    Box,
    Canvas,
    Flow,
    Line,
    Mark,
    Panel,
    Paragraph,
    Stack,
    Text,
    tone,
)
from scorekeeper.present.pictures.frame import Picture, answer, shape_of
from scorekeeper.present.pictures.letters import widest
from scorekeeper.present.presenter import person_view
from scorekeeper.scoring import texts
from scorekeeper.stats.people import figures

from .choice import choose, game_title, year_name
from .people import LargeFigure, Record, form, large_figures, rates, records
from .year import YearCard, amounts, played_years, year_of

FIGURES, CHART, RATE, RECORD, CARD = 140, 240, 62, 50, 120
"""Natural heights."""
LOWEST = 112
"""The least height of a card of a year."""
ORDER, RANKS = "SHCD", ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
"""Suits and ranks of the cards of a year, in order."""


def person_picture(request: HttpRequest, cid: str, number: int, shape: str) -> HttpResponseBase:
    """A person's figures as a picture; 404 if there are none."""
    circle, size = membership_of(request).circle, shape_of(shape)
    player = get_object_or_404(circle.players, pk=number)
    choice = choose(request, circle)
    person, usual = figures(choice.scope, player), figures(choice.scope)
    if not person["tables"]:
        raise Http404
    sub = (circle.name, game_title(choice.game), year_name(choice.year))
    top = Line((Mark(person_view(player), FIGURES, 1.0), _figures(large_figures(person))), 24, height=FIGURES)
    bars = rates(choice.game, person, usual)
    height = max(CHART, RATE * len(bars.bars))
    charts: tuple[Box, ...] = _rates(bars, height), _form(form(choice.scope, player), height)
    if size.area.height < size.area.width:
        charts = (Beside(charts, 24),)
    flow = Flow((top, *charts, *_records(records(choice, player, person, usual))))
    return answer(request, Picture(size, flow, player.name, gettext(" · ").join(sub)))


def _figures(figures: list[LargeFigure]) -> Panel:
    longest = widest(value for _label, value, _sign in figures)
    boxes = tuple(
        Stack(
            (
                (0.38, Text(value, 66, 0.36, tone(sign), 24, longest=longest, align="centre")),
                (0.76, Text(label, 28, ink=INK_2, min_size=17, light=True, align="centre")),
            )
        )
        for label, value, sign in figures
    )
    return Panel(boxes=boxes, height=FIGURES, across=len(boxes))


def _rates(bars: Bars, height: int) -> Panel:
    usual = f"┃ {gettext('group average')}" if bars.usual else ""
    boxes = tuple(map(_rate, bars.bars))
    return Panel(boxes=boxes, height=height // len(boxes), title=gettext("Rates"), note=usual, ruled=False)


def _form(chart: ColumnChart, height: int) -> Panel:
    steps = tuple(column.step for column in chart.columns)
    last = ngettext("The last table", "The last %(n)s tables", len(steps)) % {"n": len(steps)}
    return Panel(boxes=(_Chart(steps),), height=height, title=last, note=texts.signed(chart.total))


def _records(rows: Iterable[Record]) -> Iterator[Panel]:
    boxes = tuple(
        Line(
            (
                Text(row.figure, 34, 0.5, tone(row.points), align="right"),
                Text(row.words, 28, 0.5, INK_2, 17, light=True),
            ),
            20,
        )
        for row in islice(rows, 3)
    )
    if boxes:
        yield Panel(boxes=boxes, height=RECORD, title=gettext("Records"))


def year_picture(request: HttpRequest, cid: str, year: int, shape: str) -> HttpResponseBase:
    """A year's amounts and as many cards as fit; 404 for a year without a session."""
    circle, size = membership_of(request).circle, shape_of(shape)
    if year not in played_years(circle):
        raise Http404
    played, cards = year_of(circle, year)
    shown = cards[: (size.area.height - FIGURES) // (LOWEST + 20)]
    flow = Flow((_figures(amounts(played)), *(_card(*item) for item in enumerate(shown))))
    return answer(request, Picture(size, flow, gettext("%(year)s") % {"year": year}, circle.name))


def _card(number: int, card: YearCard) -> Panel:
    """Rank and suit in the corner, beside title and sentence."""
    sign, ink = SUITS[ORDER[number % 4]]
    rank = Text(RANKS[number % len(RANKS)], 44, ink=ink, align="centre")
    corner = Stack(((0.32, rank), (0.7, Text(sign, 40, ink=ink, align="centre"))), width=60)
    title = Text(card.title, 25, ink=INK_2, light=True)
    text = Stack(((0.24, title), (0.65, Paragraph(card.text, 30, 0.66, min_size=25))))
    return Panel(boxes=(Line((corner, text), 26),), height=CARD)


STRIPE = 9
"""The distance of stripes on a loss, which distinguish it from a gain without colour."""
BELOW = 0.4
"""The part of a chart for the text below its columns."""
FIGURE = 26
"""The height of the number at a column."""


def _rate(bar: Bar) -> Stack:
    """A rate as a bar with its cases, and a tick at the group average."""
    line = (
        Text(bar.share, 32, 0.5, align="right"),
        Text(f"{bar.hits} / {bar.cases}", 26, 0.42, INK_2, light=True, align="right"),
        Text(bar.words, 30, 0.48, min_size=17),
    )
    return Stack(((0.34, Line(line, 16)), (0.5, _Track(bar.width, bar.bad, bar.tick if bar.usual else None))))


@dataclass(frozen=True, slots=True)
class _Track(Box):
    filled: float  # in percent
    bad: bool
    tick: float | None  # in percent

    def draw(self, canvas: Canvas, area: Area) -> float:
        height = min(18, round(area.height * 0.2))
        track = Area(area.x, area.y + round(area.height * 0.66), area.width, height)
        canvas.box(track, LINE, height // 2)
        filled = track._replace(width=round(area.width * self.filled / 100))
        if filled.width > height:
            canvas.box(filled, LOSS if self.bad else GAIN, height // 2)
            _stripes(canvas, filled.inside(height // 2, 3), self.bad)
        if self.tick is not None:
            x = area.x + round(area.width * self.tick / 100)
            canvas.box(Area(min(x, area.right - 4), track.y - 5, 4, height + 10), INK)
        return area.width


def _stripes(canvas: Canvas, place: Area, loss: bool) -> None:
    for x in range(place.x, place.right - 2, STRIPE) if loss else ():
        canvas.box(Area(x, place.y, 2, place.height), LOSS_BG)


@dataclass(frozen=True, slots=True)
class _Chart(Box):
    """Gains above and losses below a line, above places and days."""

    steps: tuple[Step, ...]

    def draw(self, canvas: Canvas, area: Area) -> float:
        body, below = area.cut(area.height * (1 - BELOW))
        values = [step.value for step in self.steps]
        highest, lowest = max(0, *values), min(0, *values)
        scale = (body.height - 2 * FIGURE - 8) / ((highest - lowest) or 1)
        zero = body.y + FIGURE + 4 + round(highest * scale)
        longest = widest(map(texts.signed, values))
        Beside(tuple(_Column(step, zero, scale, longest) for step in self.steps)).draw(canvas, body)
        Beside(tuple(map(_below, self.steps))).draw(canvas, below)
        canvas.box(Area(body.x, zero, body.width, 2), INK_2)
        return area.width


@dataclass(frozen=True, slots=True)
class _Column(Box):
    step: Step
    zero: int
    scale: float
    longest: str

    def draw(self, canvas: Canvas, area: Area) -> float:
        value, width = self.step.value, min(64, round(area.width * 0.7))
        height = round(abs(value) * self.scale)
        top = self.zero - (height if value > 0 else 0)
        bar = Area(area.x + (area.width - width) // 2, top, width, height)
        if height:
            canvas.box(bar, tone(value))
            _stripes(canvas, bar.inside(4), value < 0)
        y = bar.y - FIGURE if value > 0 else bar.bottom + 2
        text, ink = texts.signed(value), tone(value)
        figure = Text(text, 24, ink=ink, min_size=11, longest=self.longest, align="centre")
        return figure.draw(canvas, Area(area.x + 2, y, area.width - 4, FIGURE))


def _below(step: Step) -> Stack:
    """Place, day, and the month if it is a new one."""
    ink, light = (INK, False) if step.strong else (INK_2, True)
    note = Text(step.note, 24, ink=ink, min_size=14, light=light, align="centre")
    day, month = (
        Text(item, 21, ink=INK_2, min_size=12, light=True, align="centre") for item in (step.day, step.month)
    )
    return Stack(((0.2, note), (0.52, day), (0.82, month)))
