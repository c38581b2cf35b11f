"""文字: fonts for characters, the width of a text, and how it is cut and broken."""

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
"""Fonts for characters that the first two lack."""
FACES = 36
"""Fonts in the cache; each has half a megabyte or more."""
LONGEST = 400
"""Characters of a text that are read; no picture has room for more."""
MISSING = "\uffff"
"""A character that no font has."""
REGION = 0x1F1E6
"""The first of the 26 regional indicators, two of which make a flag."""
NO_START = "、。，．・：；？！）」』】〕…ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ,.:;?!)]%"
"""Characters that begin no line."""

Run = tuple[str, str]
"""A font, and characters that it has."""


@lru_cache(maxsize=FACES)
def font(name: str, size: int) -> ImageFont.FreeTypeFont:
    """A font at a size in pixels; the basic layout engine gives the same result on every machine."""
    return ImageFont.truetype(FONTS / name, size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=8192)
def has(name: str, char: str) -> bool:
    """Whether a font has a character, which is so if it is not drawn like a missing one."""
    return _drawn(name, char) != _drawn(name, MISSING)


def _drawn(name: str, char: str) -> tuple[float, bytes]:
    face = font(name, 24)
    return face.getlength(char), bytes(face.getmask(char))


def runs(text: str, name: str) -> list[Run]:
    """A text in runs of one font; a character that no font has is drawn as an empty box."""
    result = (run for cluster in clusters(_plain(text)) for run in _cluster(cluster, name))
    return [(key, "".join(char for _, char in group)) for key, group in groupby(result, itemgetter(0))]


def _plain(text: str) -> str:
    """The text in NFC with plain spaces."""
    composed = unicodedata.normalize("NFC", text[:LONGEST])
    return "".join(" " if char.isspace() and char != "\u3000" else char for char in composed)


def _cluster(cluster: str, name: str) -> Iterator[Run]:
    """Runs of a grapheme cluster: a joined emoji is drawn as its first one, a flag as its two letters."""
    first = cluster[0]
    if REGION <= ord(first) < REGION + 26:
        yield from ((name, chr(ord("A") + ord(char) - REGION)) for char in cluster)
    elif not has(name, first) and has(EMOJI, first):
        yield EMOJI, first
    else:
        for char in filter(_is_visible, cluster):
            yield LATIN if not has(name, char) and has(LATIN, char) else name, char


def _is_visible(char: str) -> bool:
    variant = "\ufe00" <= char <= "\ufe0f" or "\U000e0100" <= char <= "\U000e01ef"
    return unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Me") and not variant


def text_width(text: str, name: str, size: int) -> float:
    return sum(font(key, size).getlength(chars) for key, chars in runs(text, name))


def fit(text: str, name: str, size: int, max_width: float, min_size: int = 0) -> tuple[str, int]:
    """The text and size that fit: the size shrinks to ``min_size``, then the text is cut."""
    width = text_width(text, name, size)
    if size > min_size > 0 and width > max_width:
        nearly = int(size * max_width / width) + 1  # few steps: each size is a font
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
    """The lines of a text, at most ``count``, the last of them cut; no picture has room for twenty."""
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
    """The parts between which a text may be broken: after spaces, and between CJK characters."""
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
