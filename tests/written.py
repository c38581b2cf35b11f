"""What is written on pictures."""

from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

from scorekeeper.present.pictures import felt, frame


@contextmanager
def written() -> Iterator[list[str]]:
    """Every text of the pictures that are drawn meanwhile, each of them again."""
    items: list[str] = []
    plain = felt.Felt.text

    def text(self: felt.Felt, words: str, *place: object, **how: object) -> float:
        items.append(words)
        return plain(self, words, *place, **how)  # type: ignore[arg-type]

    with patch.object(felt.Felt, "text", text):
        frame.drawn.cache_clear()
        yield items
