"""判定 of 闘地主: the verdict on typed plays as JSON."""

from collections.abc import Callable

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
    before = None if previous is None else identify(_ranks(previous, "beats"), rules)
    return _verdict(made, before) | ({"why": say(made)} if isinstance(made, Note) else {})


def judge_line(line: str, where: str, rules: Rules) -> Verdict:
    """The verdict on ``PLAY`` or ``PLAY > PREVIOUS`` without a reason; raises ReadError."""
    play, separator, previous = line.replace("＞", ">").partition(">")
    made = identify(_ranks(play, where), rules)
    return _verdict(made, identify(_ranks(previous, where), rules) if separator else None)


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


def _verdict(play: Combination | Note, before: Combination | Note | None) -> Verdict:
    verdict: Verdict = {"legal": False}
    if isinstance(play, Combination):
        verdict = {"legal": True, "type": play.type, "rank": play.rank, "length": play.length}
    if before is not None:
        higher = isinstance(play, Combination) and isinstance(before, Combination) and beats(play, before)
        verdict["beats"] = higher
    return verdict
