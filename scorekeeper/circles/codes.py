"""復旧コード: make and normalise recovery codes."""

import unicodedata
from collections.abc import Callable

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""32 characters, five bits each: Crockford's base 32, without I, L, O and U."""
WORDS, LENGTH = 7, 4
"""Seven words of four characters: 140 bits."""
LONGEST_TYPED = 200
LOOKALIKES = str.maketrans("OIL", "011")


def new_code(below: Callable[[int], int]) -> str:
    """A code of WORDS words; ``below(n)`` draws a number from 0 to n - 1.

    >>> new_code(lambda n: n - 1)
    'ZZZZ-ZZZZ-ZZZZ-ZZZZ-ZZZZ-ZZZZ-ZZZZ'
    """
    return "-".join("".join(ALPHABET[below(32)] for _ in range(LENGTH)) for _ in range(WORDS))


def plain_code(typed: str) -> str:
    """Normalise a typed code: without separators, in capitals, with lookalikes replaced.

    >>> plain_code(" abcd-O1il ０ ")
    'ABCD01110'
    """
    wide = unicodedata.normalize("NFKC", typed[:LONGEST_TYPED]).upper().translate(LOOKALIKES)
    return "".join(character for character in wide if character in ALPHABET)
