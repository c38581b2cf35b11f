"""図: geometry worked out on paper: a line is drawn 116 high, from 30 to 146, and ends at 320."""

from itertools import pairwise

import pytest

from scorekeeper.present.charts import (
    COLUMN_FLOOR,
    COLUMN_RIGHT,
    COLUMN_TOP,
    LABEL_LOWEST,
    MOST_SPOTS,
    Bar,
    Bars,
    ColumnChart,
    LineChart,
    Sparkline,
    Step,
    When,
    _apart,
    spots_of,
)
from scorekeeper.stats.people import Ratio


def line(*changes: int) -> LineChart:
    when = {step: When(f"evening {step + 1}", str(step + 1)) for step in spots_of(len(changes))}
    return LineChart(changes, when)


def test_line_chart_starts_at_zero_with_a_round_grid() -> None:
    """Sums 300, −200 and 1,000 over lines 500 apart; the longest number at the axis has five characters."""
    result = line(300, -500, 1200)
    assert [tick.text for tick in result.axis.ticks] == ["−500", "0", "500", "1,000"]
    assert [tick.y for tick in result.axis.ticks] == pytest.approx(
        [146, 146 - 116 / 3, 146 - 232 / 3, 30], abs=0.06
    )
    assert result.axis.left == 5 * 6.4 + 8
    assert result.path == "40.0,107.3 133.3,84.1 226.7,122.8 320.0,30.0"
    assert (result.axis.zero_y, result.below) == (107.3, 38.7)
    assert [(spot.when, spot.change, spot.value) for spot in result.spots] == [
        ("evening 1", 300, 300),
        ("evening 2", -500, -200),
        ("evening 3", 1200, 1000),
    ]


def test_touch_areas_cover_the_whole_line_chart() -> None:
    spots = line(300, -500, 1200).spots
    assert spots[0].hit_x == 40
    assert spots[0].hit_width == pytest.approx(140, abs=0.1)
    for one, other in pairwise(spots):
        assert one.hit_x + one.hit_width == pytest.approx(other.hit_x, abs=0.11)
    assert spots[-1].hit_x + spots[-1].hit_width == pytest.approx(330, abs=0.11)


@pytest.mark.parametrize(
    ("changes", "texts"),
    [
        ((0, 0), ["0", "1"]),
        ((-10, -30), ["−40", "−30", "−20", "−10", "0"]),
        ((450_000, 120_000), ["0", "200,000", "400,000", "600,000"]),
    ],
)
def test_the_axis_encloses_zero_and_all_values(changes: tuple[int, ...], texts: list[str]) -> None:
    assert [tick.text for tick in line(*changes).axis.ticks] == texts


def test_many_steps_share_readouts_but_the_line_has_all() -> None:
    """Every fifth of 100, counted from the last: 20 readouts of five steps each."""
    result = line(*[10] * 100)
    assert spots_of(100) == [4, 9, *range(14, 100, 5)]
    assert result.thinned
    assert len(result.path.split()) == 101
    assert {spot.change for spot in result.spots} == {50}
    assert result.spots[-1].value == 1000
    assert spots_of(24) == list(range(24))
    assert all(len(spots_of(steps)) <= MOST_SPOTS for steps in range(2, 600))


def test_labels_of_first_last_and_middle_spot() -> None:
    assert [foot[1:] for foot in line(1, 2).feet] == [("1", "start"), ("2", "end")]
    assert [foot[1] for foot in line(1, 2, 3, 4, 5).feet] == ["1", "3", "5"]
    assert [foot[1] for foot in line(*[1] * 8).feet] == ["1", "4", "8"]  # the fourth is half the way


@pytest.mark.parametrize(("name", "count"), [("November 23", 2), ("11月23日", 3), ("Nov 23", 3)])
def test_the_middle_label_needs_room(name: str, count: int) -> None:
    """Eleven letters are 82.5 broad: from 230 on is the last; the fifth of nine, at 190, would end at 231."""
    spots = spots_of(9)
    assert len(LineChart([10] * 9, dict.fromkeys(spots, When(name, name))).feet) == count


def columns(*values: int) -> ColumnChart:
    return ColumnChart([Step(value, "", "", False, "1", "", "") for value in values])


def test_columns_stand_on_zero_and_losses_hang_from_it() -> None:
    """From −100 to 200 in steps of 100: a third below zero, two thirds above."""
    result = columns(200, -100, 0)
    assert [tick.text for tick in result.axis.ticks] == ["−100", "0", "100", "200"]
    third = (COLUMN_FLOOR - COLUMN_TOP) / 3
    assert result.axis.zero_y == COLUMN_FLOOR - third
    assert [(one.y, one.height) for one in result.columns] == [
        (COLUMN_TOP, 2 * third),
        (COLUMN_FLOOR - third, third),
        (COLUMN_FLOOR - third, 0),
    ]


def test_the_largest_gain_and_loss_show_a_number() -> None:
    result = columns(10, 30, 30, -5, -20)
    assert [one.figure_y is not None for one in result.columns] == [False, False, True, False, True]
    assert all(one.figure_y is None for one in columns(0, 0).columns)


@pytest.mark.parametrize("values", [(999_999,) * 10, (-999_999, *[5] * 8, 999_999), (3,), (0,)])
def test_everything_stays_within_the_drawing(values: tuple[int, ...]) -> None:
    result = columns(*values)
    for column in result.columns:
        assert result.axis.left <= column.x <= column.x + column.width <= COLUMN_RIGHT
        assert COLUMN_TOP <= column.y <= column.y + column.height <= COLUMN_FLOOR
        assert result.axis.left <= column.hit_x <= column.hit_x + column.hit_width <= COLUMN_RIGHT + 0.1
    figures = [one for one in result.columns if one.figure_y is not None]
    assert all(result.axis.left < one.figure_x < COLUMN_RIGHT for one in figures)


def test_sparkline_is_aligned_right() -> None:
    """24 high, 1 left free above and below: 22 for 30 + 80 points."""
    result = Sparkline([30, -80])
    assert result.zero_y == 7.0
    assert result.up == "M49 7.0v-6.0h4V7.0z"
    assert result.down == "M55 7.0v16.0h4V7.0z"
    assert result.text == "+30 −80"


def test_sparkline_of_zeros_has_no_columns() -> None:
    assert (Sparkline([0]).up, Sparkline([0]).down, Sparkline([0]).zero_y) == ("", "", 1)


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


@pytest.mark.parametrize(
    ("places", "labels"),
    [
        ({"a": 50, "b": 90}, {"a": 50, "b": 90}),
        ({"a": 50, "b": 55, "c": 120}, {"a": 50, "b": 69, "c": 120}),
        ({"a": 118, "b": 120}, {"a": LABEL_LOWEST - 19, "b": LABEL_LOWEST}),
        ({"b": 60, "a": 60}, {"b": 60, "a": 79}),
    ],
)
def test_labels_do_not_overlap(places: dict[str, float], labels: dict[str, float]) -> None:
    assert _apart(places, 19) == labels
