"""判定 of 闘地主: the verdict on typed plays as JSON."""

import json
from collections.abc import Callable
from functools import lru_cache

from ..cards import CardError
from ..core import Note
from ..errors import ReadError
from .combinations import ORDER, Combination, Rules, beats, identify, rank_of, read_play

Verdict = dict[str, object]


def judge_play(play: str, previous: str | None, rules: Rules, say: Callable[[Note], str]) -> Verdict:
    """The combination of a typed play or why there is none, and whether it beats ``previous``.

    ``say`` translates the reason.  Raises ReadError naming what is no card.
    """
    made = identify(_ranks(play, "play"), rules)
    verdict = _verdict(made)
    if previous is not None:
        verdict["beats"] = _beats(made, identify(_ranks(previous, "beats"), rules))
    return verdict | ({"why": say(made)} if isinstance(made, Note) else {})


def judge_line(line: str, where: str, rules: Rules) -> str:
    """The verdict on ``PLAY`` or ``PLAY > PREVIOUS`` as compact JSON; raises ReadError."""
    play, separator, previous = line.replace("＞", ">").partition(">")
    made = identify(_ranks(play, where), rules)
    before = identify(_ranks(previous, where), rules) if separator else None
    kind = made if isinstance(made, Combination) else None
    return _dumps(kind, None if before is None else _beats(made, before))


def _ranks(text: str, where: str) -> str:
    """The ranks of a play; one typed in the characters of ``ORDER`` needs no parsing."""
    plain = text.strip()
    if plain and not plain.strip(ORDER):
        return plain
    try:
        return "".join(map(rank_of, read_play(text)))
    except CardError as error:
        code = "play.joker" if error.text == "Jk" else "card.unknown"
        raise ReadError(where, code, text=error.text) from None


def _beats(play: Combination | Note, previous: Combination | Note) -> bool:
    return isinstance(play, Combination) and isinstance(previous, Combination) and beats(play, previous)


def _verdict(play: Combination | Note | None) -> Verdict:
    if not isinstance(play, Combination):
        return {"legal": False}
    return {"legal": True, "type": play.type, "rank": play.rank, "length": play.length}


@lru_cache(4096)
def _dumps(play: Combination | None, beats_previous: bool | None) -> str:
    verdict = _verdict(play) | ({} if beats_previous is None else {"beats": beats_previous})
    return json.dumps(verdict, separators=(",", ":"))
