"""What is written on pictures."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple
from unittest.mock import patch

from scorekeeper.present.pictures import boxes, frame


@contextmanager
def written() -> Iterator[list[str]]:
    """Every text of the pictures that are drawn meanwhile, each of them again."""
    items: list[str] = []
    plain = boxes.Text.draw

    def draw(self: boxes.Text, felt: boxes.Felt, area: boxes.Area) -> float:
        items.append(self.text)
        return plain(self, felt, area)

    with patch.object(boxes.Text, "draw", draw):
        frame.drawn.cache_clear()
        yield items


class Placed(NamedTuple):
    """A text where it is drawn: the left end of its middle."""

    y: int
    x: float
    words: str
    size: int


@contextmanager
def placed() -> Iterator[list[Placed]]:
    """The texts of the pictures that are drawn meanwhile, with their places."""
    items: list[Placed] = []
    plain = boxes.Felt.write

    def write(self: boxes.Felt, words: str, name: str, size: int, place: boxes.Point, ink: str) -> None:
        if words:
            items.append(Placed(round(place[1]), place[0], words, size))
        plain(self, words, name, size, place, ink)

    with patch.object(boxes.Felt, "write", write):
        frame.drawn.cache_clear()
        yield items
