"""割合: rates as bars, with the number of cases behind each and what is usual beside it."""

from collections.abc import Sequence

from scorekeeper.stats.people import Ratio

EDGES = (25, 50, 75, 100)
"""What the right edge of all bars of a page may stand for, in percent."""


class Bar:
    """A rate as ``story/_portrait.html`` draws it, and what is ``usual`` for everybody together.

    ``width`` and ``tick`` are percent of the whole bar, ``bad`` is what nobody wants more of.  ``share`` and
    ``usual`` are empty where there are too few cases.
    """

    def __init__(self, words: str, rate: Ratio, usual: Ratio, bad: bool = False) -> None:
        self.words, self.bad = words, bad
        self.hits, self.cases = rate
        self.percents = rate.percent, None if rate.percent is None else usual.percent
        self.share, self.usual = ("" if one is None else f"{one:.1f}%" for one in self.percents)
        self.width = self.tick = 0.0


class Bars:
    """Bars drawn to one scale: ``edge`` is what their right edge stands for, in percent, 0 where none is
    drawn; ``few`` says that some have too few cases, ``usual`` that some are compared."""

    def __init__(self, bars: Sequence[Bar]) -> None:
        self.bars = bars
        known = [percent for bar in bars for percent in bar.percents if percent is not None]
        self.edge = next(edge for edge in EDGES if edge >= max(known)) if known else 0
        for bar in bars:
            bar.width, bar.tick = (round(100 * (one or 0) / (self.edge or 1), 1) for one in bar.percents)
        self.few = not all(bar.share for bar in bars)
        self.usual = any(bar.usual for bar in bars)
