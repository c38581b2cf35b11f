"""割合: bars to one scale, and what has too few cases."""

import pytest

from scorekeeper.present.bar_chart import Bar, Bars
from scorekeeper.stats.people import Ratio


def test_bars_share_a_scale_and_have_a_tick() -> None:
    """10 of 40 is 25.0 %, and half of a bar whose full width is 50 %; 60 of 200 is 30 %, 60 % of it."""
    result = Bars(
        [
            Bar("won", Ratio(10, 40), Ratio(60, 200)),
            Bar("lost", Ratio(0, 40), Ratio(1, 200), bad=True),
        ]
    )
    won, lost = result.bars
    assert (result.edge, result.few, result.usual) == (50, False, True)
    assert (won.share, won.usual, won.width, won.tick) == ("25.0%", "30.0%", 50, 60)
    assert (lost.share, lost.usual, lost.width, lost.tick, lost.bad) == ("0.0%", "0.5%", 0, 1, True)


@pytest.mark.parametrize(("cases", "share"), [(19, ""), (20, "5.0%")])
def test_few_cases_are_not_compared(cases: int, share: str) -> None:
    result = Bars([Bar("", Ratio(1, cases), Ratio(5, 100))])
    assert result.bars[0].share == share
    assert bool(result.bars[0].usual) == result.usual == (not result.few) == bool(share)
    assert result.edge == (25 if share else 0)


def test_without_any_case_there_is_no_scale() -> None:
    assert Bars([Bar("", Ratio(0, 0), Ratio(0, 0))]).edge == 0
    assert Bars([Bar("", Ratio(30, 30), Ratio(30, 30))]).edge == 100
