"""結果の画像: who came where with how many points, and who pays whom."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from math import ceil

from django.utils.translation import gettext

from scorekeeper.play.table import Table
from scorekeeper.scoring import texts

from ..headings import about, title
from ..presenter import PersonView
from ..settling import PaymentView, ResultView, nobody_pays, payments, pot_line, results
from ..standings import total
from .felt import (
    FELT_INK_2,
    GOLD,
    GOLD_BG,
    GOLD_LINE,
    INK,
    INK_2,
    LINE,
    Area,
    Felt,
    columns,
    rows,
    tone,
)
from .frame import ROUND, TITLE, Head, headed, panel, sure

GAP = 28
RESULT, PAYMENT, TALL = 128, 88, 120
"""How high a line of each is where there is room; a payment is taller in a narrow column."""
LOWEST, LARGEST = 0.56, 1.45
"""Lines lower than that part are too low: the payments then stand beside the results; with few they grow."""
BESIDE = 4
"""From so many people on a small picture has two columns."""
NARROW = 560
"""In a column of that width a line has its name and its points one over the other."""
TALLEST = 1 / 6
"""A payment that is higher than that part of its width has two lines."""


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a table; ``line`` is what there is to say where nobody pays, or of the pot."""

    head: Head
    results: tuple[ResultView, ...]
    payments: tuple[PaymentView, ...]
    line: str

    def draw(self, felt: Felt, area: Area) -> None:
        """Results, and below or beside them the payments."""
        high, low = RESULT * sum(map(_share, self.results)), PAYMENT * len(self.payments)
        besides = (TITLE if low else 0) + (PAYMENT if self.line else 0)
        scale = min(LARGEST, (area.height - besides) / (high + low))
        if scale < LOWEST and low:
            _beside(felt, area, self)
            return
        area = _middle(area, (high + low) * scale + besides)
        _standing(felt, area.top(high * scale), self.results)
        _paying(felt, area.below(high * scale), self)


@dataclass(frozen=True, slots=True)
class Standing:
    """The result of a table for a small picture: no payments."""

    head: Head
    results: tuple[ResultView, ...]

    def draw(self, felt: Felt, area: Area) -> None:
        """In two columns from four people on."""
        results = self.results
        if len(results) < BESIDE:
            _standing(felt, _middle(area, RESULT * len(results)), results)
            return
        half = (len(results) + 1) // 2
        for place, some in zip(columns(area, 2, GAP), (results[:half], results[half:]), strict=True):
            high = min(area.height // half, round(RESULT * LARGEST)) * len(some)
            _standing(felt, Area(place.x, area.y, place.width, high), some)


def result(table: Table) -> Result:
    shown, line = tuple(payments(table)), pot_line(table)
    if not shown and not table.bare.points_only(table.state):
        line = line or nobody_pays(table)
    return Result(_head(table), tuple(results(table)), shown, line)


def standing(table: Table) -> Standing:
    """The result of a table as a small picture."""
    return Standing(_head(table), tuple(results(table)))


def _head(table: Table) -> Head:
    return Head(title(table.session), about(table), sure(total(table)))


def _middle(area: Area, high: float) -> Area:
    """A part of an area, a little above its middle, of this height."""
    return area.below(max(0.0, (area.height - high) * 0.4)).top(min(area.height, high))


def _share(one: ResultView) -> float:
    """How high a line is, of the others: that of the first place is higher."""
    return 1.3 if one.place == 1 else 1.0


def _beside(felt: Felt, area: Area, result: Result) -> None:
    """Many people: the payments beside the results."""
    left, right = columns(area, 2, GAP)
    _standing(felt, left.top(min(area.height, RESULT * len(result.results))), result.results)
    low = TITLE + TALL * len(result.payments) + (PAYMENT if result.line else 0)
    _paying(felt, right.top(min(area.height, low)), result)


def _standing(felt: Felt, area: Area, result: Sequence[ResultView]) -> None:
    panel(felt, area)
    weights = [_share(one) for one in result] if area.width > NARROW else [1.0] * len(result)
    for number, (one, place) in enumerate(zip(result, rows(area, weights), strict=True)):
        if one.place == 1:
            _first(felt, place, above=not number, below=number == len(result) - 1)
        if number:
            felt.line(place.inside(GAP), GOLD_LINE if result[number - 1].place == 1 else LINE)
        (_wide if area.width > NARROW else _narrow)(felt, place.inside(GAP), one)


def _first(felt: Felt, place: Area, above: bool, below: bool) -> None:
    """Gold under the first; round where the panel is."""
    half = place.height // 2
    felt.box(place, GOLD_BG, ROUND)
    if not above:
        felt.box(place.top(half), GOLD_BG)
    if not below:
        felt.box(place.below(half), GOLD_BG)


def _notes(one: ResultView) -> str:
    """How a result comes about, where it is not just the points, and what it is in money."""
    parts = [f"{texts.number(one.points)} − {texts.number(one.base)}"] if one.points is not None else []
    parts += [gettext("top bonus") + f" {texts.signed(one.bonus)}"] if one.bonus else []
    return gettext(" · ").join([*parts, *([one.money] if one.money else [])])


def _wide(felt: Felt, place: Area, one: ResultView) -> None:
    """Place, mark, name, and at the end of the line points with their notes below."""
    high, notes = place.height, _notes(one)
    big, small = min(84, round(high * 0.44)), min(30, max(18, round(high * 0.22)))
    ink = GOLD if one.place == 1 else INK_2
    felt.text(str(one.place), (place.x + 6, place.middle), round(big * 0.8), ink, most=48, least=18)
    side, start = min(124, round(high * 0.66)), place.x + max(62, big)
    felt.mark(one.person.mark, one.person.color, start, place.middle, side)
    points, most = texts.signed(one.result), place.width * 0.45
    upper = (place.right, place.middle - (high * 0.13 if notes else 0))
    wide = felt.text(points, upper, big, tone(one.result), align="right", most=most, least=20)
    if notes:
        lower = (place.right, place.middle + high * 0.29)
        wide = max(wide, felt.text(notes, lower, small, INK_2, align="right", most=most * 1.2, light=True))
    left, size = start + side + 22, min(66, round(high * 0.38))
    felt.text(one.person.name, (left, place.middle), size, most=place.right - wide - 24 - left, least=22)


def _narrow(felt: Felt, place: Area, one: ResultView) -> None:
    """The name over the points; of the notes only the money, where there is any."""
    high, side = place.height, min(96, round(place.height * 0.6))
    ink = GOLD if one.place == 1 else INK_2
    felt.text(str(one.place), (place.x - 4, place.middle), 32, ink, most=40, least=18)
    felt.mark(one.person.mark, one.person.color, place.x + 40, place.middle, side)
    left = place.x + 40 + side + 16
    upper, lower = place.y + high * 0.29, place.y + high * 0.7
    felt.text(one.person.name, (left, upper), min(46, round(high * 0.3)), most=place.right - left, least=20)
    points, ink, room = texts.signed(one.result), tone(one.result), place.right - left
    size = min(62, round(high * 0.43))
    wide = felt.text(points, (place.right, lower), size, ink, align="right", most=room, least=20)
    if notes := one.money or _notes(one):
        small, most = min(26, round(high * 0.19)), room - wide - 12
        felt.text(notes, (left, lower), small, INK_2, most=most, least=15, light=True)


def _paying(felt: Felt, area: Area, result: Result) -> None:
    """Who pays whom, and what else there is to say."""
    words = area.inside(8)
    if not result.payments:
        felt.words(result.line, words, 30, FELT_INK_2)
        return
    if result.line:
        area = area.top(area.height - PAYMENT)
        felt.words(result.line, words.below(words.height - PAYMENT), 26, FELT_INK_2, light=True)
    paying(felt, area, result.payments)


def paying(
    felt: Felt, area: Area, payments: Sequence[PaymentView], across: int = 1, scale: float = 1.0
) -> None:
    """Who pays whom, so many beside one another; what is paid has a tick."""
    body, lines = headed(felt, area, gettext("Who pays whom"), scale), ceil(len(payments) / across)
    places = (rows(column, [1.0] * lines) for column in columns(body.inside(GAP), across, 2 * GAP))
    for number, (one, place) in enumerate(zip(payments, chain.from_iterable(places), strict=False)):
        if number % lines:
            felt.line(place)
        (_tall if place.height > place.width * TALLEST else _flat)(felt, place, one)


def _amount(felt: Felt, one: PaymentView, place: tuple[float, float], size: int, most: float) -> float:
    text = f"✓ {one.amount}" if one.paid else one.amount
    ink = INK_2 if one.paid else INK
    return felt.text(text, place, size, ink, align="right", most=most, least=20)


def _flat(felt: Felt, place: Area, one: PaymentView) -> None:
    """Who pays whom how much, in one line."""
    size = min(56, round(place.height * 0.48))
    wide = _amount(felt, one, (place.right, place.middle), size, place.width * 0.4)
    _flow(felt, Area(place.x, place.y, place.width - round(wide) - 24, place.height), one)


def _tall(felt: Felt, place: Area, one: PaymentView) -> None:
    """The amount below who pays whom."""
    _flow(felt, place.below(place.height * 0.06).top(place.height // 2), one)
    lower = (place.right, place.y + place.height * 0.74)
    _amount(felt, one, lower, min(36, round(place.height * 0.36)), place.width)


def _flow(felt: Felt, place: Area, one: PaymentView) -> None:
    """Who pays, an arrow, who is paid."""
    arrow = 50
    first = _person(felt, place, one.payer, (place.width - arrow) // 2)
    felt.text("→", (first + arrow / 2, place.middle), 28, INK_2, align="centre")
    second = Area(first + arrow, place.y, place.right - first - arrow, place.height)
    _person(felt, second, one.payee, second.width)


def _person(felt: Felt, place: Area, one: PersonView, most: int) -> int:
    """A mark and a name; returns where they end."""
    side = min(72, round(place.height * 0.66))
    felt.mark(one.mark, one.color, place.x, place.middle, side)
    left = place.x + side + 12
    size = min(46, round(place.height * 0.4))
    return left + round(felt.text(one.name, (left, place.middle), size, most=most - side - 12, least=18))
