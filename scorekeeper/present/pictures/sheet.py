"""記録用紙の画像: everybody's points and the last rounds, a column a seat."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext, ngettext

from scorekeeper.play.table import Table
from scorekeeper.scoring import texts

from ..presenter import PersonView
from ..sheet import CellView, LineView, SheetView
from .boxes import Beside, Box, Flow, Line, Mark, Panel, Stack, Text
from .felt import ACCENT_SOFT, FELT_INK_2, GAIN, INK_2, LOSS, LOSS_BG, SUNK, Area, Felt, tone
from .frame import Picture, Shape
from .letters import widest
from .result import head_of

LABEL, WIDE_LABEL, FEW = 96, 150, 6
"""How wide the column of the rounds' numbers is, and wider with so few columns."""
NAMES, HIGHEST, LOWEST, LEGEND, GAP = 148, 72, 58, 44, 12
"""How high the names are, a round where there is room and at least, the legend, and the space above that."""
SAMPLE = 40, 30
"""How large a sign in the legend is."""
TONES = {"gain": GAIN, "loss": LOSS}


def sheet(table: Table, shown: SheetView, earlier: bool, shape: Shape) -> Picture:
    """As many of the last rounds of a table as there is room for; ``earlier`` says that there are others."""
    people, room = shown.columns, shape.area.height - NAMES - LEGEND - GAP
    lines = shown.lines[-max(1, room // LOWEST) :]
    label = WIDE_LABEL if len(people) <= FEW else LABEL
    head = Line((Line((), width=label), _names(people)), fill=SUNK, weight=NAMES / HIGHEST)
    paper = Panel(boxes=(head, *_rounds(lines, label)), height=HIGHEST, edge=16)
    cut = earlier or len(lines) < len(shown.lines)
    flow = Flow((paper, _legend(shown.claimed, len(lines) if cut else 0)), GAP)
    return Picture(shape, flow, *head_of(table))


def _names(people: Sequence[PersonView]) -> Beside:
    """Mark, name and the points that they have now."""
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
    """Number and kind of a round before its cells; a line without any is put in words."""
    cells = [cell for line in lines for cell in line.cells if cell]
    longest = widest(cell.gain for cell in cells), widest(cell.balance for cell in cells)
    for line in lines:
        number = Text(str(line.number or ""), 26, ink=INK_2, min_size=15)
        if line.cells:
            kind = Text(line.chip or line.word, 22, ink=INK_2, min_size=12, light=True)
            own = (_cell(cell, longest) if cell else Line(()) for cell in line.cells)
            yield Line((Line((number, kind), 6, width=label - 10), Beside(tuple(own), 10)), 10)
        else:
            yield Text(line.headline, 24, ink=INK_2, light=True)


def _cell(cell: CellView, longest: tuple[str, str]) -> Box:
    """The gain over the points after it."""
    gain = _number(cell.gain, 38, 0.42, TONES.get(cell.tone, INK_2), longest[0])
    balance = _number(cell.balance, 26, 0.28, INK_2, longest[1], light=True)
    return Stack(((0.5, _Part(cell.part)), (0.33, gain), (0.7, balance)))


@dataclass(frozen=True, slots=True)
class _Part(Box):
    """A bar under who won, an outline round who was claimed."""

    part: str

    def draw(self, felt: Felt, area: Area) -> float:
        place = area.inside(0, max(4, (area.height - self.height) // 2) if self.height else 4)
        if self.part == "won":
            felt.box(place, ACCENT_SOFT, 8)
            felt.box(place._replace(y=place.bottom - 5, height=5), GAIN)
        elif self.part == "claimed":
            felt.box(place, LOSS, 8)
            felt.box(place.inside(2, 2), LOSS_BG, 8)
        return area.width


def _legend(claimed: str, last: int) -> Line:
    signs = [(gettext("Won the round"), "won")] + ([(claimed, "claimed")] if claimed else [])
    boxes = [
        Line((_Part(part, width=SAMPLE[0], height=SAMPLE[1]), Text(text, 24, ink=FELT_INK_2, light=True)), 12)
        for text, part in signs
    ]
    note = ngettext("the last round", "the last %(n)s rounds", last) % {"n": last} if last else ""
    return Line((*boxes, Text(note, 24, ink=FELT_INK_2, light=True, align="right")), 32, height=LEGEND)
