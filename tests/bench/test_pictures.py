"""What a picture costs: the fullest one little more than an empty felt, and no font for each of them."""

from statistics import median

import pytest

from scorekeeper.present.pictures import boxes, frame
from scorekeeper.present.pictures.table import result, standing
from tests.bench.timing import Work, took
from tests.browser.evenings import evening
from tests.present.test_pictures import table_of

pytestmark = pytest.mark.bench

TIMES = 9
MOST = 10.0
"""How many times an empty felt of its size a picture may cost."""


def usual(draw: Work) -> float:
    """The median of several, after one that has loaded the fonts."""
    draw()
    return median(took(draw) for _ in range(TIMES))


def test_ten_people_with_long_names(db: None) -> None:
    table = table_of(evening("gamble", 10))
    full = (result(table, shape) for shape in frame.SHAPES.values())
    for picture in (*full, standing(table, frame.PREVIEW)):
        shape = picture.shape

        def drawn(picture: frame.Picture = picture) -> bytes:
            frame.drawn.cache_clear()
            return frame.png(picture)

        least = usual(lambda shape=shape: boxes.Felt(shape.width, shape.height).png())  # type: ignore[misc]
        most = usual(drawn)
        print(f"{shape.width}×{shape.height}: {most:.0f} ms, empty {least:.0f} ms")
        assert most < MOST * least
