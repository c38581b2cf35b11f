"""卓の画像: a table's result with its payments, and its score sheet with the last rounds."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext, ngettext

from scorekeeper.play.table import Table
from scorekeeper.scoring import texts

from ..presenter import PersonView
from ..settling import PaymentView, ResultView, nobody_pays, payments, pot_line, results
from ..sheet import CellView, LineView, SheetView
from ..standings import total
from ..words import session_line, title
from .boxes import (
    ACCENT_SOFT,
    FELT_INK_2,
    GAIN,
    GOLD,
    GOLD_BG,
    INK,
    INK_2,
    LOSS,
    LOSS_BG,
    SUNK,
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
    fitting,
    tone,
)
from .frame import Picture, Shape, total_remark
from .letters import widest

RESULT, FLAT, TALL = 128, 88, 110
"""Natural heights: of a result, and of a payment in one column and in two."""
TALLEST = 1 / 6
"""The greatest height of a payment in one line, as a part of its width."""
LOWEST, LOWEST_ALONE = 0.56, 0.75
"""The smallest scale of one column, with payments and without; below it there are two."""


def result(table: Table, shape: Shape) -> Picture:
    """Everybody's result, and the payments or why there are none, and what becomes of the pot."""
    shown, line = payments(table), pot_line(table)
    if not shown and not table.bare.points_only(table.state):
        line = line or nobody_pays(table)
    return _picture(table, shape, shown, line)


def standing(table: Table, shape: Shape) -> Picture:
    return _picture(table, shape, [], "")


def head_of(table: Table) -> tuple[str, str, str]:
    return title(table.session), session_line(table), total_remark(total(table))


def _picture(table: Table, shape: Shape, payments: Sequence[PaymentView], line: str) -> Picture:
    """Results above payments, in one column or two."""
    rows, flows = results(table), []
    lowest = LOWEST if payments else LOWEST_ALONE
    for smallest, across, look in ((lowest, 1, _wide), (0.0, 2, _narrow)):
        boxes: list[Box] = [Panel(boxes=tuple(map(look, rows)), height=RESULT, across=across)]
        boxes += [paying(payments, across, FLAT if across == 1 else TALL)] if payments else []
        boxes += [Paragraph(line, 28, ink=FELT_INK_2, min_size=20, height=FLAT)] if line else []
        flows.append((smallest, Flow(tuple(boxes))))
    return Picture(shape, fitting(shape.area, flows), *head_of(table))


def _notes(row: ResultView) -> str:
    """The formula of a result, if it is not just the points, and its money."""
    parts = [f"{texts.number(row.points)} − {texts.number(row.base)}"] if row.points is not None else []
    parts += [gettext("top bonus") + f" {texts.signed(row.bonus)}"] if row.bonus else []
    return gettext(" · ").join([*parts, *([row.money] if row.money else [])])


def _wide(row: ResultView) -> Line:
    """Place, mark and name, and at the right the points above their notes."""
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
    """The name above the points; of the notes only the money, if there is any."""
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
    """The payments, those already paid with a tick."""
    boxes = tuple(map(_Payment, payments))
    return Panel(boxes=boxes, title=gettext("Who pays whom"), across=across, height=height)


@dataclass(frozen=True, slots=True)
class _Payment(Box):
    """In one line, or with the amount below in a high and narrow area."""

    payment: PaymentView

    def draw(self, canvas: Canvas, area: Area) -> float:
        payment = self.payment
        if area.height <= area.width * TALLEST:
            return Line((_amount(payment, 56, 0.48, 0.4), _people(payment, 1)), 24).draw(canvas, area)
        people, amount = _people(payment, 0.65), _amount(payment, 36, 0.36, 1)
        return Stack(((0.3, people), (0.74, amount))).draw(canvas, area)


def _amount(payment: PaymentView, size: int, part: float, share: float) -> Text:
    text, ink = (f"✓ {payment.amount}", INK_2) if payment.paid else (payment.amount, INK)
    return Text(text, size, part, ink, 20, share=share, align="right")


def _people(payment: PaymentView, part: float) -> Line:
    arrow = Text("→", 28, ink=INK_2, align="centre", width=50)
    return Line((_face(payment.payer, part, 0.46), arrow, _face(payment.payee, part)))


def _face(person: PersonView, part: float, share: float = 1.0) -> Line:
    return Line(
        (Mark(person, 72, 0.66 * part), Text(person.name, 46, 0.4 * part, min_size=18)), 12, share=share
    )


LABEL, WIDE_LABEL, FEW = 96, 150, 6
"""Widths of the column of round numbers; it is wide with up to ``FEW`` other columns."""
NAMES, HIGHEST_ROUND, LOWEST_ROUND, LEGEND, GAP = 148, 72, 58, 44, 12
"""Heights: the names, a round at most and at least, the legend, and the gap above it."""
SAMPLE = 40, 30
"""The size of a sample in the legend."""


def sheet(table: Table, shown: SheetView, earlier: bool, shape: Shape) -> Picture:
    """As many of the last rounds as fit; ``earlier`` says that there are rounds before those ``shown``."""
    people, room = shown.columns, shape.area.height - NAMES - LEGEND - GAP
    lines = shown.lines[-max(1, room // LOWEST_ROUND) :]
    label = WIDE_LABEL if len(people) <= FEW else LABEL
    head = Line((Line((), width=label), _names(people)), fill=SUNK, weight=NAMES / HIGHEST_ROUND)
    paper = Panel(boxes=(head, *_rounds(lines, label)), height=HIGHEST_ROUND, edge=16)
    cut = earlier or len(lines) < len(shown.lines)
    flow = Flow((paper, _legend(shown.claimed, len(lines) if cut else 0)), GAP)
    return Picture(shape, flow, *head_of(table))


def _names(people: Sequence[PersonView]) -> Beside:
    longest = widest(texts.number(person.points) for person in people)
    stacks = (
        Stack(
            (
                (0.26, Mark(person, 48, 0.33, align="centre")),
                (0.56, Text(person.name, 30, 0.18, min_size=17, align="centre")),
                (0.81, _number(texts.number(person.points), 34, 0.24, tone(person.points, INK_2), longest)),
            )
        )
        for person in people
    )
    return Beside(tuple(stacks), 10)


def _number(text: str, size: int, part: float, ink: str, longest: str, light: bool = False) -> Text:
    return Text(text, size, part, ink, 10, light, longest, align="centre")


def _rounds(lines: Sequence[LineView], label: int) -> Iterator[Box]:
    """The number and kind of each round and its cells; the headline of one without cells."""
    cells = [cell for line in lines for cell in line.cells if cell]
    longest = (
        widest(texts.signed(cell.gain) for cell in cells),
        widest(texts.number(cell.balance) for cell in cells),
    )
    for line in lines:
        number = Text(str(line.number or ""), 26, ink=INK_2, min_size=15)
        if line.cells:
            kind = Text(line.chip or line.word, 22, ink=INK_2, min_size=12, light=True)
            own = (_cell(cell, longest) if cell else Line(()) for cell in line.cells)
            yield Line((Line((number, kind), 6, width=label - 10), Beside(tuple(own), 10)), 10)
        else:
            yield Text(line.headline, 24, ink=INK_2, light=True)


def _cell(cell: CellView, longest: tuple[str, str]) -> Box:
    gain = _number(texts.signed(cell.gain), 38, 0.42, tone(cell.gain, INK_2), longest[0])
    balance = _number(texts.number(cell.balance), 26, 0.28, INK_2, longest[1], light=True)
    return Stack(((0.5, _Part(cell.part)), (0.33, gain), (0.7, balance)))


@dataclass(frozen=True, slots=True)
class _Part(Box):
    """A bar below the winner, an outline around a claimed player."""

    part: str

    def draw(self, canvas: Canvas, area: Area) -> float:
        place = area.inside(0, max(4, (area.height - self.height) // 2) if self.height else 4)
        if self.part == "won":
            canvas.box(place, ACCENT_SOFT, 8)
            canvas.box(place._replace(y=place.bottom - 5, height=5), GAIN)
        elif self.part == "claimed":
            canvas.box(place, LOSS, 8)
            canvas.box(place.inside(2, 2), LOSS_BG, 8)
        return area.width


def _legend(claimed: str, last: int) -> Line:
    signs = [(gettext("Won the round"), "won")] + ([(claimed, "claimed")] if claimed else [])
    boxes = [
        Line((_Part(part, width=SAMPLE[0], height=SAMPLE[1]), Text(text, 24, ink=FELT_INK_2, light=True)), 12)
        for text, part in signs
    ]
    note = ngettext("the last round", "the last %(n)s rounds", last) % {"n": last} if last else ""
    return Line((*boxes, Text(note, 24, ink=FELT_INK_2, light=True, align="right")), 32, height=LEGEND)
