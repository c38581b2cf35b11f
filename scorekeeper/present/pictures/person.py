"""人の画像: the results of one person over the chosen sessions."""

from dataclasses import dataclass

from ..bar_chart import Bars
from ..column_chart import Step
from ..presenter import PersonView
from .blocks import Figure, chart, figures, pairs, rates, titled
from .felt import Area, Felt, columns
from .frame import Head

GAP, MARK = 24, 132
RECORD = 50
"""How high a line of the records is."""


@dataclass(frozen=True, slots=True)
class Person:
    """A person with figures, rates, the last evenings, and records; each block with the words over it."""

    head: Head
    person: PersonView
    figures: tuple[Figure, ...]
    rates: Bars
    rates_words: tuple[str, str]
    form: tuple[Step, ...]
    form_words: tuple[str, str]
    records: tuple[tuple[str, str, int], ...]
    records_words: str

    def draw(self, felt: Felt, area: Area) -> None:
        """Mark and figures above, rates and form below or beside each other, records at the end."""
        felt.mark(self.person.mark, self.person.color, area.x, area.y + MARK // 2, MARK)
        figures(felt, Area(area.x + MARK + GAP, area.y, area.width - MARK - GAP, MARK + 8), self.figures)
        rest = area.below(MARK + 8 + GAP)
        if self.records:
            low = 54 + 14 + RECORD * len(self.records)
            pairs(felt, titled(felt, rest.below(rest.height - low), self.records_words), self.records)
            rest = rest.top(rest.height - low - GAP)
        for place, block in zip(self._places(rest), (self._rates, self._form), strict=True):
            block(felt, place)

    def _places(self, area: Area) -> list[Area]:
        if area.height < area.width * 0.6:
            return columns(area, 2, GAP)
        high = (area.height - GAP) * 0.56
        return [area.top(high), area.below(high + GAP)]

    def _rates(self, felt: Felt, area: Area) -> None:
        rates(felt, titled(felt, area, *self.rates_words), self.rates)

    def _form(self, felt: Felt, area: Area) -> None:
        chart(felt, titled(felt, area, *self.form_words), self.form)
