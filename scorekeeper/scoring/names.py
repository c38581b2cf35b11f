"""Names of players: validation and comparison."""

import unicodedata

from .core import ACCOUNTS
from .errors import ReadError
from .reading import JOINERS

LONGEST = 30
"""Maximum length of a name."""


def clean_name(text: str, where: str = "") -> str:
    """The name without outer and doubled blanks.

    Raises ReadError for a name that is empty, too long, reserved, or holds control characters.
    """
    name = " ".join(text.split())
    if not name.strip(JOINERS):
        raise ReadError(where, "name.empty")
    if len(name) > LONGEST:
        raise ReadError(where, "name.long", length=len(name), longest=LONGEST)
    if any(unicodedata.category(char) in ("Cc", "Cf", "Cs", "Co") and char not in JOINERS for char in name):
        raise ReadError(where, "name.control")
    if same_name(name) in ACCOUNTS:
        raise ReadError(where, "name.reserved", name=name)
    return name


def same_name(name: str) -> str:
    """A key that two spellings of one name share.

    >>> same_name("BEN") == same_name("Ben")
    True
    """
    return unicodedata.normalize("NFKC", name).casefold()
