"""文字: which font has a character, how wide a text is, and how it is cut to its place."""

import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from pathlib import Path

from PIL import ImageFont

from ..marks import clusters

FONTS = Path(__file__).parent / "fonts"
BOLD, REGULAR = "NotoSansCJKjp-Bold.otf", "NotoSansCJKjp-Regular.otf"
LATIN, EMOJI = "NotoSans-Bold.ttf", "NotoEmoji-Bold.ttf"
"""Those that have what the first two lack."""
FACES = 36
"""Fonts that are kept; each has half a megabyte or more."""
LONGEST = 400
"""Characters of a text that are looked at; no picture has room for more."""
MISSING = "\uffff"
"""A character that no font has."""
REGION = 0x1F1E6
"""The first of the 26 letters that flags are written with."""
NO_START = "、。，．・：；？！）」』】〕…ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ,.:;?!)]%"
"""What no line begins with."""

Run = tuple[str, str]
"""A font, and characters that it has."""


@lru_cache(maxsize=FACES)
def font(name: str, size: int) -> ImageFont.FreeTypeFont:
    """A font at a size in pixels; the plain layout is the same on every machine."""
    return ImageFont.truetype(FONTS / name, size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=8192)
def has(name: str, char: str) -> bool:
    """Whether a font has a character: it is not drawn as one that no font has."""
    return _drawn(name, char) != _missing(name)


@lru_cache
def _missing(name: str) -> tuple[float, bytes]:
    return _drawn(name, MISSING)


def _drawn(name: str, char: str) -> tuple[float, bytes]:
    one = font(name, 24)
    return one.getlength(char), bytes(one.getmask(char))


def runs(words: str, name: str) -> list[Run]:
    """A text by the fonts that have its characters; what none has is drawn as an empty box."""
    result = (one for cluster in clusters(_plain(words)) for one in _cluster(cluster, name))
    return [(key, "".join(char for _, char in some)) for key, some in groupby(result, itemgetter(0))]


def _plain(words: str) -> str:
    """With all blanks alike, and accents as one with their letters where that is possible."""
    composed = unicodedata.normalize("NFC", words[:LONGEST])
    return "".join(" " if char.isspace() and char != "\u3000" else char for char in composed)


def _cluster(cluster: str, name: str) -> Iterator[Run]:
    """An emoji put together of several is drawn as the first of them, a flag as its two letters."""
    first = cluster[0]
    if REGION <= ord(first) < REGION + 26:
        yield from ((name, chr(ord("A") + ord(char) - REGION)) for char in cluster)
    elif not has(name, first) and has(EMOJI, first):
        yield EMOJI, first
    else:
        for char in filter(_shows, cluster):
            yield LATIN if not has(name, char) and has(LATIN, char) else name, char


def _shows(char: str) -> bool:
    variant = "\ufe00" <= char <= "\ufe0f" or "\U000e0100" <= char <= "\U000e01ef"
    return unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Me") and not variant


def width(words: str, name: str, size: int) -> float:
    return sum(font(key, size).getlength(some) for key, some in runs(words, name))


def fit(words: str, name: str, size: int, most: float, least: int = 0) -> tuple[str, int]:
    """A text and the size at which it fits: smaller down to ``least`` first, then cut with an ellipsis."""
    wide = width(words, name, size)
    if size > least > 0 and wide > most:
        size = max(least, min(size - 1, int(size * most / wide) + 1))  # about there: every size is a font
        while size > least and width(words, name, size) > most:
            size -= 1
    return cut(words, name, size, most), size


def widest(texts: Iterable[str]) -> str:
    return max(texts, key=lambda text: width(text, BOLD, 24), default="")


def cut(words: str, name: str, size: int, most: float) -> str:
    """A text, or its beginning with an ellipsis where it is too wide."""
    if width(words, name, size) <= most:
        return words
    kept = clusters(_plain(words))
    shown, left = 0, len(kept)
    while shown < left:  # the longest beginning that fits
        middle = (shown + left + 1) // 2
        if width("".join(kept[:middle]) + "…", name, size) <= most:
            shown = middle
        else:
            left = middle - 1
    return "".join(kept[:shown]).rstrip() + "…"


def lines(words: str, name: str, size: int, most: float, count: int) -> list[str]:
    """A text in at most so many lines, the last of them cut."""
    items: list[str] = []
    left = _pieces(words)
    while left and len(items) < count - 1:
        line = left.pop(0)
        while left and width(line + left[0].rstrip(), name, size) <= most:
            line += left.pop(0)
        items.append(line.strip())
    rest = "".join(left).strip()
    return [cut(line, name, size, most) for line in (*items, rest) if line]


def _pieces(words: str) -> list[str]:
    """Where a text may be broken: behind blanks, and between characters that are written without them."""
    result: list[str] = []
    for cluster in clusters(_plain(words)):
        before = result[-1] if result else " "
        apart = before.endswith(" ") or _wide(cluster) or _wide(before[-1])
        if result and (cluster in NO_START or not apart or cluster == " "):
            result[-1] += cluster
        else:
            result.append(cluster)
    return result


def _wide(char: str) -> bool:
    return unicodedata.east_asian_width(char[0]) in "WF"
