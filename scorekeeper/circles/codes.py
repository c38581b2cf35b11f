"""復旧コード: recovery codes as they are made, shown and typed."""

import unicodedata
from collections.abc import Callable

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""32 characters, five bits each; without I, L and O, which are taken for 1 and 0, and without U."""
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
    """A code as it is compared: without what stands between, in capitals, lookalikes made the same.

    >>> plain_code(" abcd-O1il ０ ")
    'ABCD01110'
    """
    wide = unicodedata.normalize("NFKC", typed[:LONGEST_TYPED]).upper().translate(LOOKALIKES)
    return "".join(character for character in wide if character in ALPHABET)
