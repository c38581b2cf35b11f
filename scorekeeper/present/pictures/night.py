"""夜の画像: blocks of people with their numbers, one for each table, and who pays whom."""

from dataclasses import dataclass
from decimal import Decimal
from math import ceil

from ..presenter import PersonView
from ..settling import PaymentView
from .felt import INK_2, Area, Felt, columns, tone
from .frame import TITLE, Head, headed
from .result import paying

FEW, COLUMNS = 2, 3
"""People beside one another in a block: fewer, with room for their names, where nothing gets small by it."""
ROW, GAP = 74, 22
"""How high the lines of a block, and the space between two blocks are where there is room."""
PAYING = 84
"""How high a payment is."""
LEAST = 0.7
"""How small a name may get beside those of others in its block before it is cut."""
LARGEST, LOWEST = 1.35, 0.5
"""How far everything grows where there is room, and from where on payments stand in two columns."""
EDGE = 24


@dataclass(frozen=True, slots=True)
class Cell:
    """A person with a number; ``sign`` above or below 0 makes it a gain or a loss."""

    person: PersonView
    text: str
    sign: Decimal | int


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
            paying(felt, Area(area.x, round(y), area.width, round(height)), self.payments, wide, scale)

    def _height(self, across: int, wide: int) -> float:
        blocks = sum(block.height(across) + GAP for block in self.blocks)
        return blocks + (TITLE + PAYING * ceil(len(self.payments) / wide) if self.payments else 0)

    def _scale(self, area: Area, across: int, wide: int) -> float:
        return min(LARGEST, area.height / max(1.0, self._height(across, wide)))


def _block(felt: Felt, area: Area, block: Block, across: int, scale: float) -> None:
    body = headed(felt, area, block.title, scale)
    high = body.height / ceil(len(block.cells) / across)
    for number, cell in enumerate(block.cells):
        row, column = divmod(number, across)
        place = columns(body.inside(EDGE), across, 2 * EDGE)[column]
        _cell(felt, Area(place.x, round(body.y + row * high), place.width, round(high)), cell)


def _cell(felt: Felt, place: Area, cell: Cell) -> None:
    """Mark and name, and at the end the number."""
    side = round(place.height * 0.62)
    felt.mark(cell.person.mark, cell.person.color, place.x, place.middle, side)
    ink = tone(cell.sign, INK_2)
    size = round(place.height * 0.42)
    number = (place.right, place.middle)
    room = place.width - side - 12
    wide = felt.text(cell.text, number, size, ink, align="right", most=room * 0.62, least=16)
    left = place.x + side + 10
    most, least = place.right - wide - 10 - left, max(16, round(size * LEAST))
    felt.text(cell.person.name, (left, place.middle), size, most=most, least=least)
