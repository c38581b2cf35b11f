"""結果の画像: who came where with how many points, and who pays whom."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from scorekeeper.play.table import Table
from scorekeeper.scoring import texts

from ..headings import about, title
from ..presenter import PersonView
from ..settling import PaymentView, ResultView, nobody_pays, payments, pot_line, results
from ..standings import total
from .boxes import Box, Flow, Line, Mark, Panel, Paragraph, Stack, Text, fitting
from .felt import FELT_INK_2, GOLD, GOLD_BG, INK, INK_2, Area, Felt, tone
from .frame import Picture, Shape, sure

RESULT, FLAT, TALL = 128, 88, 110
"""How high a result is where there is room, and a payment in one column and in two."""
TALLEST = 1 / 6
"""How high a payment in one line is at most, of its width."""
LOWEST, LOWEST_ALONE = 0.56, 0.75
"""The smallest scale of one column, with payments and without: below it there are two."""


def result(table: Table, shape: Shape) -> Picture:
    """Everybody's result, and the payments, or what there is to say where nobody pays, or of the pot."""
    shown, line = payments(table), pot_line(table)
    if not shown and not table.bare.points_only(table.state):
        line = line or nobody_pays(table)
    return _picture(table, shape, shown, line)


def standing(table: Table, shape: Shape) -> Picture:
    """The results alone, for a small picture."""
    return _picture(table, shape, [], "")


def head_of(table: Table) -> tuple[str, str, str]:
    return title(table.session), about(table), sure(total(table))


def _picture(table: Table, shape: Shape, payments: Sequence[PaymentView], line: str) -> Picture:
    """Results, and below them the payments, in one column or two."""
    rows, flows = results(table), []
    lowest = LOWEST if payments else LOWEST_ALONE
    for smallest, across, look in ((lowest, 1, _wide), (0.0, 2, _narrow)):
        boxes: list[Box] = [Panel(boxes=tuple(map(look, rows)), height=RESULT, across=across)]
        boxes += [paying(payments, across, FLAT if across == 1 else TALL)] if payments else []
        boxes += [Paragraph(line, 28, ink=FELT_INK_2, min_size=20, height=FLAT)] if line else []
        flows.append((smallest, Flow(tuple(boxes))))
    return Picture(shape, fitting(shape.area, flows), *head_of(table))


def _notes(row: ResultView) -> str:
    """How a result comes about, where it is not just the points, and what it is in money."""
    parts = [f"{texts.number(row.points)} − {texts.number(row.base)}"] if row.points is not None else []
    parts += [gettext("top bonus") + f" {texts.signed(row.bonus)}"] if row.bonus else []
    return gettext(" · ").join([*parts, *([row.money] if row.money else [])])


def _wide(row: ResultView) -> Line:
    """Place, mark, name, and at the end of the line points with their notes below."""
    notes, first = _notes(row), row.place == 1
    points = Text(texts.signed(row.result), 84, 0.44, tone(row.result), 20, align="right")
    below = Text(notes, 30, 0.24, INK_2, light=True, align="right")
    boxes = (
        Text(str(row.place), 60, 0.35, GOLD if first else INK_2, 18, width=56),
        Mark(row.person, 124),
        Stack(((0.37, points), (0.79, below)) if notes else ((0.5, points),), share=0.6, align="right"),
        Text(row.person.name, 66, 0.38, min_size=22),
    )
    return Line(boxes, 20, GOLD_BG if first else "", weight=1.3 if first else 1.0)


def _narrow(row: ResultView) -> Line:
    """The name over the points; of the notes only the money, where there is any."""
    first = row.place == 1
    points = Text(texts.signed(row.result), 48, 0.43, tone(row.result), 20, align="right")
    below = Line((points, Text(row.money or _notes(row), 26, 0.19, INK_2, 15, light=True)), 12)
    boxes = (
        Text(str(row.place), 32, 1.0, GOLD if first else INK_2, 18, width=32),
        Mark(row.person, 96, 0.6),
        Stack(((0.29, Text(row.person.name, 46, 0.3, min_size=20)), (0.7, below))),
    )
    return Line(boxes, 14, GOLD_BG if first else "")


def paying(payments: Iterable[PaymentView], across: int, height: int = FLAT) -> Panel:
    """Who pays whom; what is paid has a tick."""
    boxes = tuple(map(_Payment, payments))
    return Panel(boxes=boxes, title=gettext("Who pays whom"), across=across, height=height)


@dataclass(frozen=True, slots=True)
class _Payment(Box):
    """In one line, or with the amount below where that leaves the names more room."""

    payment: PaymentView

    def draw(self, felt: Felt, area: Area) -> float:
        payment = self.payment
        if area.height <= area.width * TALLEST:
            return Line((_amount(payment, 56, 0.48, 0.4), _people(payment, 1)), 24).draw(felt, area)
        return Stack(((0.3, _people(payment, 0.65)), (0.74, _amount(payment, 36, 0.36, 1)))).draw(felt, area)


def _amount(payment: PaymentView, size: int, part: float, share: float) -> Text:
    text, ink = (f"✓ {payment.amount}", INK_2) if payment.paid else (payment.amount, INK)
    return Text(text, size, part, ink, 20, share=share, align="right")


def _people(payment: PaymentView, part: float) -> Line:
    """Who pays, an arrow, who is paid."""
    arrow = Text("→", 28, ink=INK_2, align="centre", width=50)
    return Line((_face(payment.payer, part, 0.46), arrow, _face(payment.payee, part)))


def _face(person: PersonView, part: float, share: float = 1.0) -> Line:
    return Line(
        (Mark(person, 72, 0.66 * part), Text(person.name, 46, 0.4 * part, min_size=18)), 12, share=share
    )
