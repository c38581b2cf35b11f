"""判定 of 闘地主: typed plays answered as JSON, one by one or line by line."""

import json
from functools import lru_cache

from ..cards import CardError
from ..commands import Say
from ..errors import ReadError
from .combinations import ORDER, Combination, Rules, beats, identify, rank_of, read_play, why_not

Answer = dict[str, object]


def judge_play(play: str, previous: str | None, rules: Rules, say: Say) -> Answer:
    """What a typed play is, why it is nothing, and whether it beats ``previous`` where there is one.

    ``say(note)`` is the reason in words.  Raises ReadError naming what is no card.
    """
    ranks = _ranks(play, "combo")
    found = identify(ranks, rules)
    answer = _answer(found)
    reason = why_not(ranks, rules)
    if previous is not None:
        answer["beats"] = _beats(found, identify(_ranks(previous, "--beats"), rules))
    return answer | ({"why": say(reason)} if reason else {})


def judge_line(line: str, where: str, rules: Rules) -> str:
    """The answer to ``PLAY`` or ``PLAY > PREVIOUS`` as compact JSON; raises ReadError."""
    play, asked, previous = line.replace("＞", ">").partition(">")
    found = identify(_ranks(play, where), rules)
    if not asked:
        return _written(found, None)
    return _written(found, _beats(found, identify(_ranks(previous, where), rules)))


def _ranks(text: str, where: str) -> str:
    """The ranks of a play; most are typed as those very characters."""
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


def _answer(found: Combination | None) -> Answer:
    if found is None:
        return {"legal": False}
    return {"legal": True, "type": found.type, "rank": found.rank, "length": found.length}


@lru_cache(4096)
def _written(found: Combination | None, over: bool | None) -> str:
    answer = _answer(found) | ({} if over is None else {"beats": over})
    return json.dumps(answer, separators=(",", ":"))
