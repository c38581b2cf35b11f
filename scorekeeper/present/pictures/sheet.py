"""記録用紙の画像: everybody's points and the last rounds, a column a seat."""

from dataclasses import dataclass

from django.utils.translation import gettext, ngettext

from scorekeeper.play.table import Table
from scorekeeper.scoring import texts

from ..headings import about, title
from ..presenter import PersonView
from ..sheet import CellView, LineView, SheetView
from ..standings import total
from .felt import ACCENT_SOFT, FELT_INK_2, GAIN, INK_2, LOSS, LOSS_BG, SUNK, Area, Felt, columns, rows, tone
from .frame import ROUND, Head, panel, sure
from .letters import BOLD, REGULAR, common

LABEL, WIDE_LABEL, FEW = 96, 150, 6
"""How wide the column of the rounds' numbers is, and wider with so few columns."""
NAMES, HIGHEST, LOWEST, LEGEND = 148, 92, 58, 52
"""How high the names are, a round at most and at least, and the legend below."""
TONES = {"gain": GAIN, "loss": LOSS}


@dataclass(frozen=True, slots=True)
class Sheet:
    """The last rounds of a table, the oldest first; ``earlier`` says that there were others before."""

    head: Head
    sheet: SheetView
    earlier: bool

    def draw(self, felt: Felt, area: Area) -> None:
        """As many of the last rounds as there is room for."""
        room, people, lines = area.height - NAMES - LEGEND, self.sheet.columns, self.sheet.lines
        shown = lines[-max(1, room // LOWEST) :]
        high = min(HIGHEST, room // max(1, len(shown)))
        paper = area.top(NAMES + high * len(shown))
        panel(felt, paper)
        felt.box(paper.top(NAMES), SUNK, ROUND)
        felt.box(paper.top(NAMES).below(ROUND), SUNK)
        label = WIDE_LABEL if len(people) <= FEW else LABEL
        body = paper._replace(x=paper.x + label, width=paper.width - label - 12)
        _names(felt, columns(body.top(NAMES), len(people)), people)
        places = columns(body, len(people))
        sizes = _sizes(shown, places[0].width)
        for line, place in zip(shown, rows(paper.below(NAMES), [1.0] * len(shown)), strict=True):
            _line(felt, place, line, label)
            for cell, column in zip(line.cells, places, strict=False):
                if cell:
                    _cell(felt, column._replace(y=place.y, height=place.height), cell, sizes)
        cut = self.earlier or len(shown) < len(lines)
        _legend(felt, area.below(paper.height).top(LEGEND), self.sheet.claimed, len(shown) if cut else 0)


def sheet(table: Table, shown: SheetView, earlier: bool) -> Sheet:
    """The last rounds of a table as a picture; ``earlier`` says that there were others before."""
    return Sheet(Head(title(table.session), about(table), sure(total(table))), shown, earlier)


def _names(felt: Felt, places: list[Area], people: tuple[PersonView, ...]) -> None:
    """Mark, name and the points that they have now."""
    room = places[0].width - 8
    size = common([texts.number(one.points) for one in people], BOLD, 34, room, 12)
    for person, place in zip(people, places, strict=True):
        middle = place.x + place.width / 2
        felt.mark(person.mark, person.color, round(middle) - 24, place.y + 36, 48)
        felt.text(person.name, (middle, place.y + 82), 26, align="centre", most=room, least=17)
        text, ink = texts.number(person.points), tone(person.points, INK_2)
        felt.text(text, (middle, place.y + 120), size, ink, align="centre", most=room)


def _line(felt: Felt, place: Area, line: LineView, label: int) -> None:
    """What stands before the cells; a line without any is put in words."""
    felt.line(place)
    if not line.cells:
        felt.text(line.headline, (place.x + 24, place.middle), 24, INK_2, most=place.width - 48, light=True)
        return
    wide = felt.text(
        str(line.number or ""), (place.x + 18, place.middle), 26, INK_2, most=label - 30, least=15
    )
    text, left = line.chip or line.word, place.x + 24 + wide
    most = place.x + label - 6 - left
    felt.text(text, (left, place.middle), 22, INK_2, most=most, least=12, light=True)


def _sizes(lines: tuple[LineView, ...], width: int) -> tuple[int, int]:
    """How large all gains are written, and all points after them."""
    cells = [cell for line in lines for cell in line.cells if cell]
    gains = common({cell.gain for cell in cells}, BOLD, 32, width - 14, 11)
    return gains, common({cell.balance for cell in cells}, REGULAR, 20, width - 14, 10)


def _cell(felt: Felt, place: Area, cell: CellView, sizes: tuple[int, int]) -> None:
    """The gain over the points after it."""
    _part(felt, place.inside(4, 4), cell.part)
    middle, ink, room = place.x + place.width / 2, TONES.get(cell.tone, INK_2), place.width - 8
    size = min(sizes[0], round(place.height * 0.38))
    upper, lower = place.y + place.height * 0.33, place.y + place.height * 0.7
    felt.text(cell.gain, (middle, upper), size, ink, align="centre", most=room)
    felt.text(cell.balance, (middle, lower), sizes[1], INK_2, align="centre", most=room, light=True)


def _part(felt: Felt, place: Area, part: str) -> None:
    """A bar under who won, an outline round who was claimed."""
    if part == "won":
        felt.box(place, ACCENT_SOFT, 8)
        felt.box(place.below(place.height - 5), GAIN)
    elif part == "claimed":
        felt.box(place, LOSS, 8)
        felt.box(place.inside(2, 2), LOSS_BG, 8)


def _legend(felt: Felt, place: Area, claimed: str, last: int) -> None:
    x, middle = place.x + 8, place.y + round(place.height * 0.6)
    signs = [(gettext("Won the round"), "won")] + ([(claimed, "claimed")] if claimed else [])
    for words, part in signs:
        _part(felt, Area(x, middle - 15, 40, 30), part)
        x += 84 + round(felt.text(words, (x + 52, middle), 24, FELT_INK_2, light=True))
    if last:
        text = ngettext("the last round", "the last %(n)s rounds", last) % {"n": last}
        felt.text(text, (place.right - 8, middle), 24, FELT_INK_2, align="right", light=True)
