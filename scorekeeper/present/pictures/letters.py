"""文字: which font has a character, how wide a text is, and how it is cut to its place."""

import unicodedata
from bisect import bisect_right
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
    return _drawn(name, char) != _drawn(name, MISSING)


def _drawn(name: str, char: str) -> tuple[float, bytes]:
    face = font(name, 24)
    return face.getlength(char), bytes(face.getmask(char))


def runs(text: str, name: str) -> list[Run]:
    """A text by the fonts that have its characters; what none has is drawn as an empty box."""
    result = (run for cluster in clusters(_plain(text)) for run in _cluster(cluster, name))
    return [(key, "".join(char for _, char in group)) for key, group in groupby(result, itemgetter(0))]


def _plain(text: str) -> str:
    """With all blanks alike, and accents as one with their letters where that is possible."""
    composed = unicodedata.normalize("NFC", text[:LONGEST])
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


def text_width(text: str, name: str, size: int) -> float:
    return sum(font(key, size).getlength(chars) for key, chars in runs(text, name))


def fit(text: str, name: str, size: int, max_width: float, min_size: int = 0) -> tuple[str, int]:
    """A text and the size at which it fits: smaller down to ``min_size`` first, then cut with an ellipsis."""
    width = text_width(text, name, size)
    if size > min_size > 0 and width > max_width:
        nearly = int(size * max_width / width) + 1  # every size that is tried is a font
        size = max(min_size, min(size - 1, nearly))
        while size > min_size and text_width(text, name, size) > max_width:
            size -= 1
    return cut(text, name, size, max_width), size


def widest(texts: Iterable[str]) -> str:
    return max(texts, key=lambda text: text_width(text, BOLD, 24), default="")


def cut(text: str, name: str, size: int, max_width: float) -> str:
    if text_width(text, name, size) <= max_width:
        return text
    kept = clusters(_plain(text))
    beginnings = ["".join(kept[:count]) for count in range(1, len(kept) + 1)]
    fitting = bisect_right(beginnings, max_width, key=lambda begin: text_width(begin + "…", name, size))
    return "".join(kept[:fitting]).rstrip() + "…"


def lines(text: str, name: str, size: int, max_width: float, count: int = 20) -> list[str]:
    """A text in at most so many lines, the last of them cut; no picture has room for twenty."""
    items: list[str] = []
    left = _pieces(text)
    while left and len(items) < count - 1:
        line = left.pop(0)
        while left and text_width(line + left[0].rstrip(), name, size) <= max_width:
            line += left.pop(0)
        items.append(line.strip())
    rest = "".join(left).strip()
    return [cut(line, name, size, max_width) for line in (*items, rest) if line]


def _pieces(text: str) -> list[str]:
    """Where a text may be broken: behind blanks, and between characters that are written without them."""
    result: list[str] = []
    for cluster in clusters(_plain(text)):
        before = result[-1] if result else " "
        apart = before.endswith(" ") or _wide(cluster) or _wide(before[-1])
        if result and (cluster in NO_START or not apart or cluster == " "):
            result[-1] += cluster
        else:
            result.append(cluster)
    return result


def _wide(char: str) -> bool:
    return unicodedata.east_asian_width(char[0]) in "WF"
