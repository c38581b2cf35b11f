"""``combo`` of the command line: identifies and compares plays of 闘地主."""

import argparse

from ..commands import Command, JsonLines, Say, given_options, read_text, take_options
from ..errors import ReadError
from .judge import judge_line, judge_play
from .options import DoudizhuOptions, rules_for


def _declare(command: argparse.ArgumentParser) -> None:
    command.add_argument("play", nargs="?", metavar="PLAY")
    command.add_argument("--beats", metavar="PREVIOUS", help="the play before, to be beaten")
    command.add_argument("--lines", metavar="FILE|-", help="a play on each line, or PLAY > PREVIOUS")
    command.add_argument("--players", type=int, choices=(3, 4), default=3)
    take_options(command)


def _run(arguments: argparse.Namespace, say: Say) -> object:
    rules = rules_for(given_options(DoudizhuOptions(), arguments), arguments.players)
    if arguments.lines is None and arguments.play is not None:
        return judge_play(arguments.play, arguments.beats, rules, say)
    if arguments.lines is None or arguments.play is not None or arguments.beats is not None:
        raise ReadError("combo", "combo.lines")
    lines = enumerate(read_text(arguments.lines).split("\n"))
    return JsonLines(judge_line(line, f"lines[{index}]", rules) for index, line in lines if line.strip())


COMBO = Command("combo", "name a combination of 闘地主", _declare, _run)
