"""表彰台: which places have a step, and who stands on it."""

from types import SimpleNamespace
from typing import Any, cast

import pytest

from scorekeeper.present.settling import podium


@pytest.mark.parametrize(
    ("places", "steps"),
    [
        ([1, 2], [(1, 1, 0), (2, 1, 0)]),
        ([1, 2, 3, 4], [(1, 1, 0), (2, 1, 0), (3, 1, 0)]),
        ([1, 1, 3, 4], [(1, 2, 0), (3, 1, 0)]),
        ([1, 2, 2, 4], [(1, 1, 0), (2, 2, 0)]),
        ([1, 2, 3, 3, 5], [(1, 1, 0), (2, 1, 0), (3, 2, 0)]),
        ([1] * 10, [(1, 3, 7)]),
        ([1, 2, *[3] * 8], [(1, 1, 0), (2, 1, 0), (3, 3, 5)]),
    ],
)
def test_steps(places: list[int], steps: list[tuple[int, int, int]]) -> None:
    rows = cast("list[Any]", [SimpleNamespace(place=place, result=-place) for place in places])
    result = podium(rows)
    assert [(step.place, len(step.people), step.more) for step in result] == steps
    assert [step.result for step in result] == [-place for place, _shown, _more in steps]
