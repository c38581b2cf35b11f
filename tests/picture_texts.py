"""The texts on pictures."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple
from unittest.mock import patch

from scorekeeper.present.pictures import boxes, frame, letters


class Placed(NamedTuple):
    """A text and its position: the left end of its middle line."""

    y: int
    x: float
    words: str
    size: int
    end: float  # the right end
    width: int  # of the picture


@contextmanager
def placed() -> Iterator[list[Placed]]:
    """The texts of the pictures that are drawn in the block, with their positions."""
    items: list[Placed] = []
    plain = boxes.Canvas.write

    def write(self: boxes.Canvas, words: str, name: str, size: int, place: boxes.Point, ink: str) -> None:
        if words:
            end = place[0] + letters.text_width(words, name, size)
            items.append(Placed(round(place[1]), place[0], words, size, end, self.image.width))
        plain(self, words, name, size, place, ink)

    with patch.object(boxes.Canvas, "write", write):
        frame.drawn.cache_clear()
        yield items


@contextmanager
def drawn_texts() -> Iterator[list[str]]:
    """All texts of the pictures that are drawn in the block, once it has ended."""
    texts: list[str] = []
    with placed() as items:
        yield texts
    texts += [item.words for item in items]
