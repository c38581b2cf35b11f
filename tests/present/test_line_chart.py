"""折れ線: geometry worked out on paper: the drawing is 116 high, from 30 to 146, and ends at 320."""

from itertools import pairwise

import pytest

from scorekeeper.present.line_chart import MOST_SPOTS, LineChart, When, spots_of


def chart(*changes: int) -> LineChart:
    when = {step: When(f"evening {step + 1}", str(step + 1)) for step in spots_of(len(changes))}
    return LineChart(changes, when)


def test_a_line_from_zero_on_over_round_numbers() -> None:
    """Sums 300, −200 and 1,000 over lines 500 apart; the longest number at the axis has five characters."""
    result = chart(300, -500, 1200)
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


def test_every_place_of_the_drawing_belongs_to_a_step() -> None:
    spots = chart(300, -500, 1200).spots
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
def test_the_axis_holds_zero_and_everything(changes: tuple[int, ...], texts: list[str]) -> None:
    assert [tick.text for tick in chart(*changes).axis.ticks] == texts


def test_of_many_steps_some_have_a_readout_and_the_line_has_all() -> None:
    """Of 100 every fifth from the last back: 20 of them, each with what the five before it added."""
    result = chart(*[10] * 100)
    assert spots_of(100) == [4, 9, *range(14, 100, 5)]
    assert result.thinned
    assert len(result.path.split()) == 101
    assert {spot.change for spot in result.spots} == {50}
    assert result.spots[-1].value == 1000
    assert spots_of(24) == list(range(24))
    assert all(len(spots_of(steps)) <= MOST_SPOTS for steps in range(2, 600))


def test_first_and_last_are_named_below_and_with_room_the_middle() -> None:
    assert [foot[1:] for foot in chart(1, 2).feet] == [("1", "start"), ("2", "end")]
    assert [foot[1] for foot in chart(1, 2, 3, 4, 5).feet] == ["1", "3", "5"]
    assert [name for _x, name, _anchor in chart(*[1] * 8).feet] == [
        "1",
        "4",
        "8",
    ]  # the fourth is half the way


@pytest.mark.parametrize(("name", "count"), [("November 23", 2), ("11月23日", 3), ("Nov 23", 3)])
def test_names_below_keep_apart(name: str, count: int) -> None:
    """Eleven letters are 82.5 broad: from 230 on is the last; the fifth of nine, at 190, would end at 231."""
    spots = spots_of(9)
    assert len(LineChart([10] * 9, dict.fromkeys(spots, When(name, name))).feet) == count
