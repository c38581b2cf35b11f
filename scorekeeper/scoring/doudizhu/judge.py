"""判定 of 闘地主: the verdict on typed plays as JSON."""

import json
from collections.abc import Callable
from functools import lru_cache

from ..cards import CardError
from ..core import Note
from ..errors import ReadError
from .combinations import ORDER, Combination, Rules, beats, identify, rank_of, read_play, why_not

Verdict = dict[str, object]


def judge_play(play: str, previous: str | None, rules: Rules, say: Callable[[Note], str]) -> Verdict:
    """The combination of a typed play or why there is none, and whether it beats ``previous``.

    ``say`` translates the reason.  Raises ReadError naming what is no card.
    """
    ranks = _ranks(play, "play")
    combination = identify(ranks, rules)
    verdict = _verdict(combination)
    reason = why_not(ranks, rules)
    if previous is not None:
        verdict["beats"] = _beats(combination, identify(_ranks(previous, "beats"), rules))
    return verdict | ({"why": say(reason)} if reason else {})


def judge_line(line: str, where: str, rules: Rules) -> str:
    """The verdict on ``PLAY`` or ``PLAY > PREVIOUS`` as compact JSON; raises ReadError."""
    play, separator, previous = line.replace("＞", ">").partition(">")
    combination = identify(_ranks(play, where), rules)
    if not separator:
        return _dumps(combination, None)
    return _dumps(combination, _beats(combination, identify(_ranks(previous, where), rules)))


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


def _beats(play: Combination | None, previous: Combination | None) -> bool:
    return play is not None and previous is not None and beats(play, previous)


def _verdict(play: Combination | None) -> Verdict:
    if play is None:
        return {"legal": False}
    return {"legal": True, "type": play.type, "rank": play.rank, "length": play.length}


@lru_cache(4096)
def _dumps(play: Combination | None, beats_previous: bool | None) -> str:
    verdict = _verdict(play) | ({} if beats_previous is None else {"beats": beats_previous})
    return json.dumps(verdict, separators=(",", ":"))
