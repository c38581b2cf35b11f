"""印: a person's mark (one or two grapheme clusters), and the widths of texts."""

import unicodedata

MOST_CLUSTERS = 2
"""Grapheme clusters that a mark has room for."""
ZWJ = "\u200d"
DIGIT, COMMA = 60, 28
"""Widths of the characters of a bold number, in hundredths of its height."""


def clusters(text: str) -> list[str]:
    """The grapheme clusters of a text: accents, variants, skin tones and joined emoji stay together.

    >>> len(clusters("か゚é")), len(clusters("🇯🇵👩🏽‍🚀"))
    (2, 2)
    """
    result: list[str] = []
    for char in text:
        if result and _belongs(result[-1], char):
            result[-1] += char
        else:
            result.append(char)
    return result


def breadth(text: str) -> int:
    """The width of a text in Latin letters; a Japanese or Chinese character counts two.

    >>> breadth("大輔"), breadth("Ben")
    (4, 3)
    """
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text)


def span(number: str) -> int:
    """The width of a number in bold digits, in hundredths of their height.

    >>> span("820"), span("−1,234")
    (180, 328)
    """
    return sum(COMMA if char == "," else DIGIT for char in number)


def _belongs(before: str, char: str) -> bool:
    if char == ZWJ or before[-1] == ZWJ:
        return True
    if _is_letter_of_flag(char):
        return len(before) == 1 and _is_letter_of_flag(before)
    skin_tone = "\U0001f3fb" <= char <= "\U0001f3ff"
    region = "\U000e0020" <= char <= "\U000e007f"  # a tag after a flag
    return skin_tone or region or unicodedata.category(char) in ("Mn", "Me", "Mc")


def _is_letter_of_flag(char: str) -> bool:
    return "\U0001f1e6" <= char <= "\U0001f1ff"
