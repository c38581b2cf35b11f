"""夜の画像: blocks of people with their numbers, one for each table, and who pays whom."""

from dataclasses import dataclass
from math import ceil

from django.utils.translation import gettext

from ..presenter import PersonView
from ..settling import PaymentView
from .felt import FELT_INK, GAIN, INK_2, LOSS, Area, Felt, columns
from .frame import Head, panel
from .result import draw_payment

FEW, COLUMNS = 2, 3
"""People beside one another in a block: fewer, with room for their names, where nothing gets small by it."""
TITLE, ROW, GAP = 58, 74, 22
"""How high the words over a block, its lines, and the space between two blocks are where there is room."""
PAYING = 84
"""How high a payment is."""
LEAST = 0.7
"""How small a name may get beside those of others in its block before it is cut."""
LARGEST, LOWEST = 1.35, 0.5
"""How far everything grows where there is room, and from where on payments stand in two columns."""
EDGE = 24


@dataclass(frozen=True, slots=True)
class Cell:
    """A person with a number; ``gain`` where it is above zero."""

    person: PersonView
    text: str
    gain: bool


@dataclass(frozen=True, slots=True)
class Block:
    """A table: what it is called, and everybody's points, the most first."""

    title: str
    cells: tuple[Cell, ...]

    def height(self, across: int) -> int:
        """How high it is where there is room, with so many people beside one another."""
        return TITLE + ROW * ceil(len(self.cells) / across)


@dataclass(frozen=True, slots=True)
class NightPicture:
    """A night: its blocks from above, and the payments below them."""

    head: Head
    blocks: tuple[Block, ...]
    payments: tuple[PaymentView, ...]

    def draw(self, felt: Felt, area: Area) -> None:
        """Blocks and payments, as large as they fit."""
        across = FEW if self._scale(area, FEW, 1) >= 1 else COLUMNS
        wide = 1 if self._scale(area, across, 1) >= LOWEST else 2
        scale = self._scale(area, across, wide)
        y = area.y + max(0.0, area.height - self._height(across, wide) * scale) * 0.3
        for block in self.blocks:
            height = block.height(across) * scale
            _block(felt, Area(area.x, round(y), area.width, round(height)), block, across, scale)
            y += height + GAP * scale
        if self.payments:
            height = self._height(across, wide) * scale - (y - area.y)
            _payments(felt, Area(area.x, round(y), area.width, round(height)), self.payments, wide, scale)

    def _height(self, across: int, wide: int) -> float:
        blocks = sum(block.height(across) + GAP for block in self.blocks)
        return blocks + (TITLE + PAYING * ceil(len(self.payments) / wide) if self.payments else 0)

    def _scale(self, area: Area, across: int, wide: int) -> float:
        return min(LARGEST, area.height / max(1.0, self._height(across, wide)))


def _block(felt: Felt, area: Area, block: Block, across: int, scale: float) -> None:
    title, body = area.top(TITLE * scale), area.below(TITLE * scale)
    felt.text(block.title, (title.x + 8, title.y + title.height * 0.56), round(32 * scale), FELT_INK)
    panel(felt, body)
    high = body.height / ceil(len(block.cells) / across)
    for number, cell in enumerate(block.cells):
        row, column = divmod(number, across)
        place = columns(body.inside(EDGE), across, 2 * EDGE)[column]
        _cell(felt, Area(place.x, round(body.y + row * high), place.width, round(high)), cell)


def _cell(felt: Felt, place: Area, cell: Cell) -> None:
    """Mark and name, and at the end the number."""
    side = round(place.height * 0.62)
    felt.mark(cell.person.mark, cell.person.color, place.x, place.middle, side)
    ink = GAIN if cell.gain else LOSS if cell.text.startswith("−") else INK_2
    size = round(place.height * 0.42)
    number = (place.right, place.middle)
    room = place.width - side - 12
    wide = felt.text(cell.text, number, size, ink, align="right", most=room * 0.62, least=16)
    left = place.x + side + 10
    most, least = place.right - wide - 10 - left, max(16, round(size * LEAST))
    felt.text(cell.person.name, (left, place.middle), size, most=most, least=least)


def _payments(felt: Felt, area: Area, payments: tuple[PaymentView, ...], wide: int, scale: float) -> None:
    title, body = area.top(TITLE * scale), area.below(TITLE * scale)
    words = gettext("Who pays whom")
    felt.text(words, (title.x + 8, title.y + title.height * 0.56), round(32 * scale), FELT_INK)
    panel(felt, body)
    lines = ceil(len(payments) / wide)
    high = body.height / lines
    for number, payment in enumerate(payments):
        column, row = divmod(number, lines)
        place = columns(body.inside(EDGE), wide, 2 * EDGE)[column]
        draw_payment(felt, Area(place.x, round(body.y + row * high), place.width, round(high)), payment)
