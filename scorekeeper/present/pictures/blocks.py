"""部品: what pictures of people and years are put together of: figures, rates, columns and lines."""

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.scoring import texts

from ..bar_chart import Bars
from ..column_chart import Step
from .felt import GAIN, INK, INK_2, LINE, LOSS, LOSS_BG, Area, Felt, columns, rows, tone
from .frame import panel
from .letters import BOLD, common

PAD = 28
"""Between the edge of a panel and what is in it."""
TITLE = 54
"""How high the words over a block are."""
WORDS, FIGURE = 90, 26
"""How high the words below columns are, and a figure at the end of one."""
STRIPE = 9
"""From stripe to stripe of a loss, so that not its colour alone distinguishes it from a gain."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A number in large with its words; ``sign`` above or below 0 makes it a gain or a loss."""

    words: str
    value: str
    sign: float = 0


def figures(felt: Felt, area: Area, rows: Sequence[Figure]) -> None:
    """Numbers side by side, all of one size."""
    panel(felt, area)
    places = columns(area.inside(PAD), len(rows), PAD)
    size = common([one.value for one in rows], BOLD, min(66, area.height // 3), places[0].width, 24)
    for one, place in zip(rows, places, strict=True):
        middle, room = place.x + place.width / 2, place.width
        upper, lower = place.y + area.height * 0.38, place.y + area.height * 0.76
        felt.text(one.value, (middle, upper), size, tone(one.sign), align="centre", most=room)
        felt.text(one.words, (middle, lower), 28, INK_2, align="centre", most=room, least=17, light=True)


def titled(felt: Felt, area: Area, words: str, note: str = "") -> Area:
    """A panel with words over what is in it; returns the room for that."""
    panel(felt, area)
    inner = area.inside(PAD)
    middle = area.y + TITLE * 0.62
    right = felt.text(note, (inner.right, middle), 24, INK_2, align="right", light=True)
    felt.text(words, (inner.x, middle), 30, most=inner.width - right - 16, least=20)
    return inner.below(TITLE).top(area.height - TITLE - PAD // 2)


def rates(felt: Felt, area: Area, bars: Bars) -> None:
    """Rates as bars, each with its cases, and a tick at what is usual."""
    for bar, place in zip(bars.bars, rows(area, [1.0] * len(bars.bars)), strict=True):
        upper, size = place.y + place.height * 0.34, min(30, round(place.height * 0.48))
        right = place.right - felt.text(bar.share, (place.right, upper), size + 2, align="right")
        right -= 18 if bar.share else 0
        cases = f"{bar.hits} / {bar.cases}"
        right -= felt.text(cases, (right, upper), size - 4, INK_2, align="right", light=True)
        felt.text(bar.words, (place.x, upper), size, most=right - place.x - 16, least=17)
        high = min(18, round(place.height * 0.2))
        line = Area(place.x, place.y + round(place.height * 0.66), place.width, high)
        felt.box(line, LINE, high // 2)
        long = round(place.width * bar.width / 100)
        if long > high:
            _bar(felt, line._replace(width=long), bar.bad)
        if bar.usual:
            x = place.x + round(place.width * bar.tick / 100)
            felt.box(Area(min(x, place.right - 4), line.y - 5, 4, high + 10), INK)


def _bar(felt: Felt, place: Area, bad: bool) -> None:
    felt.box(place, LOSS if bad else GAIN, place.height // 2)
    if bad:
        _stripes(felt, place.inside(place.height // 2, 3))


def _stripes(felt: Felt, place: Area) -> None:
    for x in range(place.x, place.right - 2, STRIPE):
        felt.box(Area(x, place.y, 2, place.height), LOSS_BG)


def chart(felt: Felt, area: Area, rows: Sequence[Step]) -> None:
    """Gains above and losses below a line, with places and days under them."""
    body, words = area.top(area.height - WORDS), area.below(area.height - WORDS)
    high, low = max(0, *(one.value for one in rows)), min(0, *(one.value for one in rows))
    scale = (body.height - 2 * FIGURE) / ((high - low) or 1)
    zero = body.y + FIGURE + round(high * scale)
    places = columns(body, len(rows))
    size = common([texts.signed(one.value) for one in rows], BOLD, 24, places[0].width - 4, 11)
    for one, place in zip(rows, places, strict=True):
        _column(felt, place, one, zero, scale, size)
        _below(felt, place._replace(y=words.y), one)
    felt.box(Area(body.x, zero, body.width, 2), INK_2)


def _below(felt: Felt, place: Area, one: Step) -> None:
    """Place, day, and the month where it is another than before."""
    middle, most, ink = place.x + place.width / 2, place.width, INK if one.strong else INK_2
    felt.text(
        one.note, (middle, place.y + 18), 24, ink, align="centre", most=most, least=14, light=not one.strong
    )
    for item, y in ((one.day, 47), (one.month, 74)):
        felt.text(item, (middle, place.y + y), 21, INK_2, align="centre", most=most, least=12, light=True)


def _column(felt: Felt, place: Area, one: Step, zero: int, scale: float, size: int) -> None:
    wide, high = min(64, round(place.width * 0.7)), round(abs(one.value) * scale)
    middle = place.x + place.width / 2
    bar = Area(round(middle - wide / 2), zero - high if one.value > 0 else zero, wide, high)
    if high:
        felt.box(bar, tone(one.value))
    if high and one.value < 0:
        _stripes(felt, bar.inside(4))
    at = bar.y - 14 if one.value > 0 else bar.bottom + 15
    ink, text = tone(one.value), texts.signed(one.value)
    felt.text(text, (middle, at), size, ink, align="centre", most=place.width)


def pairs(felt: Felt, area: Area, lines: Sequence[tuple[str, str, int]]) -> None:
    """Lines of words with a figure at their end."""
    for number, place in enumerate(rows(area, [1.0] * len(lines))):
        words, figure, sign = lines[number]
        if number:
            felt.line(place)
        size = min(34, round(place.height * 0.5))
        wide = felt.text(figure, (place.right, place.middle), size, tone(sign), align="right")
        most = place.width - wide - 20
        felt.text(words, (place.x, place.middle), min(28, size), INK_2, most=most, least=17, light=True)
