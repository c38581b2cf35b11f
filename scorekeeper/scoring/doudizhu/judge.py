"""判定 of 闘地主: the verdict on typed plays as JSON, and the command ``combo``."""

import argparse
import json
from functools import lru_cache

from ..cards import CardError
from ..commands import Command, JsonLines, Say, as_flags, given_options, read_text, take_options
from ..errors import ReadError
from ..options import load
from .combinations import ORDER, Combination, Rules, beats, identify, rank_of, read_play, why_not
from .options import DoudizhuOptions, rules_for

Verdict = dict[str, object]


def judge_play(play: str, previous: str | None, rules: Rules, say: Say) -> Verdict:
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


def _declare(command: argparse.ArgumentParser) -> None:
    command.add_argument("play", nargs="?", metavar="PLAY", help='cards that are played, such as "3334"')
    command.add_argument("--beats", metavar="PREVIOUS", help="compare with the play before")
    command.add_argument("--lines", metavar="FILE|-", help="judge a play on each line, or PLAY > PREVIOUS")
    command.add_argument("--players", type=int, choices=(3, 4), default=3, help="number of players")
    take_options(command)


def _run(arguments: argparse.Namespace, say: Say) -> object:
    options = given_options(arguments)
    with as_flags(play="combo"):
        rules = rules_for(load(DoudizhuOptions(), options), arguments.players)
        if arguments.lines is None and arguments.play is not None:
            return judge_play(arguments.play, arguments.beats, rules, say)
    if arguments.lines is None or arguments.play is not None or arguments.beats is not None:
        raise ReadError("combo", "combo.lines")
    lines = enumerate(read_text(arguments.lines).split("\n"))
    return JsonLines(judge_line(line, f"lines[{index}]", rules) for index, line in lines if line.strip())


COMBO = Command("combo", "name a combination of 闘地主", _declare, _run)
