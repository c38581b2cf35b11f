"""Chance from a seed: whole numbers only, the same on every machine and with every Python."""

import hashlib
import random
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class Chance:
    """A source of chance; two with the same words draw the same."""

    def __init__(self, *words: object) -> None:
        digest = hashlib.sha256(" ".join(map(str, words)).encode()).digest()
        self._bits = random.Random(int.from_bytes(digest))

    def below(self, number: int) -> int:
        """A number from 0 to ``number`` - 1."""
        bits = number.bit_length()
        while (drawn := self._bits.getrandbits(bits)) >= number:
            pass
        return drawn

    def between(self, low: int, high: int) -> int:
        """A number from ``low`` to ``high``, both included."""
        return low + self.below(high - low + 1)

    def percent(self, likely: int) -> bool:
        """Yes in so many of a hundred cases."""
        return self.below(100) < likely

    def pick(self, items: Sequence[T]) -> T:
        """One of some things."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """The things in another order."""
        left, result = list(items), list[T]()
        while left:
            place = self.below(len(left))
            left[place], left[-1] = left[-1], left[place]
            result.append(left.pop())
        return result

    def some(self, items: Sequence[T], count: int) -> list[T]:
        """So many of the things, in their own order."""
        chosen = set(self.shuffled(range(len(items)))[:count])
        return [item for place, item in enumerate(items) if place in chosen]


def public_id(*words: object) -> str:
    """A name for addresses, made of words: as long as others, and never with a dash in front."""
    digest = hashlib.sha256(" ".join(["scorekeeper demo", *map(str, words)]).encode()).digest()
    return "d" + urlsafe_b64encode(digest[:9]).decode()[1:]
