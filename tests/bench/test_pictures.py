"""What a picture costs: the fullest one little more than an empty felt, and no font for each of them."""

from collections.abc import Callable
from statistics import median
from time import perf_counter

import pytest

from scorekeeper.present.pictures import felt, frame
from scorekeeper.present.pictures.result import result, standing
from tests.browser.screens import evening
from tests.present.test_pictures import table_of

pytestmark = pytest.mark.bench

TIMES = 9
MOST = 10.0
"""How many times an empty felt of its size a picture may cost."""


def seconds(draw: Callable[[], object]) -> float:
    """The median of several, after one that has loaded the fonts."""
    draw()
    items = []
    for _ in range(TIMES):
        began = perf_counter()
        draw()
        items.append(perf_counter() - began)
    return median(items)


def test_ten_people_with_long_names(db: None) -> None:
    table = table_of(evening("gamble", 10))
    full = (result(table, shape) for shape in frame.SHAPES.values())
    for picture in (*full, standing(table, frame.PREVIEW)):
        shape = picture.shape

        def drawn(picture: frame.Picture = picture) -> bytes:
            frame.drawn.cache_clear()
            return frame.png(picture)

        least = seconds(lambda shape=shape: felt.Felt(shape.width, shape.height).png())  # type: ignore[misc]
        took = seconds(drawn)
        print(f"{shape.width}×{shape.height}: {took * 1000:.0f} ms, empty {least * 1000:.0f} ms")
        assert took < MOST * least
