"""Where the labels of the lines stand."""

import pytest

from scorekeeper.present.score_chart import LABEL_LOWEST, _apart


@pytest.mark.parametrize(
    ("places", "labels"),
    [
        ({"a": 50, "b": 90}, {"a": 50, "b": 90}),
        ({"a": 50, "b": 55, "c": 120}, {"a": 50, "b": 69, "c": 120}),
        ({"a": 118, "b": 120}, {"a": LABEL_LOWEST - 19, "b": LABEL_LOWEST}),
        ({"b": 60, "a": 60}, {"b": 60, "a": 79}),
    ],
)
def test_labels_do_not_cover_each_other(places: dict[str, float], labels: dict[str, float]) -> None:
    assert _apart(places, 19) == labels
