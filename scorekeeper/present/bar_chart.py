"""割合: rates as bars, with the number of cases behind each and what is usual beside it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scorekeeper.stats.people import Ratio

FEWEST = 20
"""Fewer cases than that are shown as counts, and compared with nothing."""
EDGES = (25, 50, 75, 100)
"""What the right edge of all bars of a page may stand for, in percent."""


class NamedRate(NamedTuple):
    """A rate with its words, and that of everybody together; ``bad`` is what nobody wants more of."""

    words: str
    rate: Ratio
    usual: Ratio
    bad: bool = False


@dataclass(frozen=True, slots=True)
class Bar:
    """A rate as ``story/_bar.html`` draws it; ``width`` and ``tick`` are percent of the whole bar.

    ``share`` and ``usual`` are empty where there are too few cases.
    """

    words: str
    hits: int
    cases: int
    bad: bool
    share: str
    usual: str
    width: float
    tick: float


@dataclass(frozen=True, slots=True)
class Bars:
    """Bars drawn to one scale: ``edge`` is what their right edge stands for, in percent, 0 where none is
    drawn; ``few`` says that some have too few cases, ``usual`` that some are compared."""

    bars: tuple[Bar, ...]
    edge: int
    few: bool

    @property
    def usual(self) -> bool:
        """Whether any of the bars has a tick."""
        return any(bar.usual for bar in self.bars)


def bars(rates: Sequence[NamedRate]) -> Bars:
    """Rates as bars, each with a tick at what is usual."""
    drawn = [item for item in rates if _percent(item.rate) is not None]
    shares = [_percent(rate) for item in drawn for rate in (item.rate, item.usual)]
    known = [share for share in shares if share is not None]
    edge = next(edge for edge in EDGES if edge >= max(known, default=0)) if known else 0
    return Bars(
        bars=tuple(_bar(item, edge) for item in rates),
        edge=edge,
        few=any(_percent(item.rate) is None for item in rates),
    )


def _bar(rate: NamedRate, edge: int) -> Bar:
    share = _percent(rate.rate)
    usual = _percent(rate.usual) if share is not None else None
    return Bar(
        words=rate.words,
        hits=rate.rate.hits,
        cases=rate.rate.cases,
        bad=rate.bad,
        share="" if share is None else f"{share:.1f}%",
        usual="" if usual is None else f"{usual:.1f}%",
        width=round(100 * (share or 0) / (edge or 1), 1),
        tick=round(100 * (usual or 0) / (edge or 1), 1),
    )


def _percent(rate: Ratio) -> float | None:
    """None where there are too few cases."""
    return 100 * rate.hits / rate.cases if rate.cases >= FEWEST else None
