"""The texts on pictures."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple
from unittest.mock import patch

from scorekeeper.present.pictures import boxes, frame


@contextmanager
def drawn_texts() -> Iterator[list[str]]:
    """All texts of the pictures that are drawn in the block."""
    items: list[str] = []
    plain = boxes.Text.draw

    def draw(self: boxes.Text, felt: boxes.Felt, area: boxes.Area) -> float:
        items.append(self.text)
        return plain(self, felt, area)

    with patch.object(boxes.Text, "draw", draw):
        frame.drawn.cache_clear()
        yield items


class Placed(NamedTuple):
    """A text and its position: the left end of its middle line."""

    y: int
    x: float
    words: str
    size: int


@contextmanager
def placed() -> Iterator[list[Placed]]:
    """The texts of the pictures that are drawn in the block, with their positions."""
    items: list[Placed] = []
    plain = boxes.Felt.write

    def write(self: boxes.Felt, words: str, name: str, size: int, place: boxes.Point, ink: str) -> None:
        if words:
            items.append(Placed(round(place[1]), place[0], words, size))
        plain(self, words, name, size, place, ink)

    with patch.object(boxes.Felt, "write", write):
        frame.drawn.cache_clear()
        yield items
