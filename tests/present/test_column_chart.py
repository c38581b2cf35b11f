"""柱: where columns, their figures and the words below them stand."""

import pytest

from scorekeeper.present.column_chart import FLOOR, RIGHT, TOP, ColumnChart, Spark, Step


def chart(*values: int) -> ColumnChart:
    return ColumnChart([Step(value, "", "", False, "1", "", "") for value in values])


def test_columns_stand_on_zero_and_losses_hang_from_it() -> None:
    """From −100 to 200 in steps of 100: a third below zero, two thirds above."""
    result = chart(200, -100, 0)
    assert [tick.text for tick in result.axis.ticks] == ["−100", "0", "100", "200"]
    third = (FLOOR - TOP) / 3
    assert result.axis.zero_y == FLOOR - third
    assert [(one.y, one.height) for one in result.columns] == [
        (TOP, 2 * third),
        (FLOOR - third, third),
        (FLOOR - third, 0),
    ]


def test_the_largest_gain_and_loss_have_their_figures() -> None:
    result = chart(10, 30, 30, -5, -20)
    assert [one.figure_y is not None for one in result.columns] == [False, False, True, False, True]
    assert all(one.figure_y is None for one in chart(0, 0).columns)


@pytest.mark.parametrize("values", [(999_999,) * 10, (-999_999, *[5] * 8, 999_999), (3,), (0,)])
def test_everything_stays_within_the_drawing(values: tuple[int, ...]) -> None:
    result = chart(*values)
    for column in result.columns:
        assert result.axis.left <= column.x <= column.x + column.width <= RIGHT
        assert TOP <= column.y <= column.y + column.height <= FLOOR
        assert result.axis.left <= column.hit_x <= column.hit_x + column.hit_width <= RIGHT + 0.1
    figures = [one for one in result.columns if one.figure_y is not None]
    assert all(result.axis.left < one.figure_x < RIGHT for one in figures)


def test_a_small_picture_is_pushed_to_the_right() -> None:
    """24 high, 1 left free above and below: 22 for 30 + 80 points."""
    result = Spark([30, -80])
    assert result.zero_y == 7.0
    assert result.up == "M49 7.0v-6.0h4V7.0z"
    assert result.down == "M55 7.0v16.0h4V7.0z"
    assert result.text == "+30 −80"


def test_evenings_without_points_are_a_line() -> None:
    assert (Spark([0]).up, Spark([0]).down, Spark([0]).zero_y) == ("", "", 1)
