"""What is written on pictures."""

from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

from scorekeeper.present.pictures import boxes, felt, frame


@contextmanager
def written() -> Iterator[list[str]]:
    """Every text of the pictures that are drawn meanwhile, each of them again."""
    items: list[str] = []
    plain = boxes.Text.draw

    def draw(self: boxes.Text, felt: felt.Felt, area: felt.Area) -> float:
        items.append(self.words)
        return plain(self, felt, area)

    with patch.object(boxes.Text, "draw", draw):
        frame.drawn.cache_clear()
        yield items
