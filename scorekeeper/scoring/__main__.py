"""Command line of the engine: ``python -m scorekeeper.scoring COMMAND``; ``--help`` lists the commands."""

import argparse
import gc
import json
import os
import re
import sys
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from io import TextIOWrapper
from itertools import pairwise
from typing import Any, NoReturn

from . import options as house_rules
from . import texts
from .cards import Card, CardError, read_cards
from .commands import Command, JsonLines, given_options, read_text, take_options
from .document import load_json, read_document
from .errors import ReadError
from .limits import LONGEST_CARDS, MOST_BALANCES, MOST_CARDS
from .reading import read_object, read_one_card, read_whole
from .registry import GAMES, find_game
from .reporting import report
from .settlement import fewest_payments
from .words import LANGUAGES, Translate, translator

USAGE = (
    (r"the following arguments are required: (?P<names>.+)", "usage.missing"),
    (r"unrecognized arguments: (?P<names>.+)", "usage.unknown"),
    (r"argument (?P<where>.+?): expected one argument", "usage.value"),
    (r"argument (?P<where>.+?): ignored explicit argument .+", "usage.flag"),
    (r"argument (?P<where>.+?): invalid int value: .+", "type.whole"),
    (
        r"argument (?P<where>.+?): invalid choice: (?P<value>.+) \(choose from (?P<known>.+)\)",
        "option.choice",
    ),
)
"""Messages of argparse as patterns, with codes of ``texts.MESSAGES.errors``."""


class _Parser(argparse.ArgumentParser):
    """Raises ReadError for bad arguments, so that they are reported like every other error."""

    def __init__(self, **keys: Any) -> None:  # whatever argparse takes
        super().__init__(**keys, allow_abbrev=False)

    def error(self, message: str) -> NoReturn:
        for pattern, code in USAGE:
            if match := re.fullmatch(pattern, message, re.DOTALL):
                values = {key: text.replace("'", "") for key, text in match.groupdict().items()}
                where = values.pop("where", "")
                raise ReadError(f"{self.prog}: {where}" if where else self.prog, code, **values)
        raise ReadError(self.prog, "usage.bad")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="scoring", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND", parser_class=_Parser)
    language = _Parser(add_help=False)
    language.add_argument("--lang", choices=LANGUAGES, default="ja", help="language of texts (default: ja)")

    command = commands.add_parser("replay", parents=[language], help="score a session document")
    command.add_argument("file", metavar="FILE|-", help="session document; - reads standard input")
    command.set_defaults(run=_replay)

    command = commands.add_parser("claim", parents=[language], help="check whether a hand may claim a card")
    command.add_argument("--game", required=True, help="key of the game, such as kawagoe")
    command.add_argument("--card", required=True, help="card that is claimed, such as K")
    command.add_argument("--hand", required=True, help='cards of the hand, such as "2 J"')
    take_options(command)
    command.add_argument("--count", type=int, help="number of equal cards played together (default: 1)")
    command.add_argument("--opening", action="store_true", help="the claim is on the first card turned up")
    command.set_defaults(run=_claim)

    for brought in (command for ruleset in GAMES for command in ruleset.commands):
        command = commands.add_parser(brought.name, parents=[language], help=brought.help)
        brought.declare(command)
        command.set_defaults(run=partial(_family_command, brought))

    command = commands.add_parser("rules", parents=[language], help="print the house rules of a game")
    command.add_argument("game", help="key of the game, such as kawagoe")
    command.set_defaults(run=_rules)

    command = commands.add_parser("settle", parents=[language], help="print the fewest payments for balances")
    command.add_argument("file", metavar="FILE|-", help="JSON with balances; - reads standard input")
    command.set_defaults(run=_settle)
    return parser


def _load(name: str) -> object:
    return load_json(read_text(name))


def _replay(arguments: argparse.Namespace) -> object:
    return report(read_document(_load(arguments.file)), translator(arguments.lang))


def _claim(arguments: argparse.Namespace) -> object:
    ruleset = find_game(arguments.game, "--game")
    claims = ruleset.claims
    if claims is None:
        raise ReadError("--game", "claim.none", game=ruleset.key)
    options = given_options(ruleset.defaults, arguments)
    for play in ("count", "opening"):
        if getattr(arguments, play) and play not in claims.plays(options):
            raise ReadError(f"--{play}", "claim.no_play", game=ruleset.key)
    card = read_one_card(arguments.card, "--card")
    hand = _hand(arguments.hand)
    check = claims.waits(hand, options, bool(arguments.opening))
    targets = [] if check.problems else sorted(check.targets)
    claimable = claims.claimable(card, arguments.count or 1, options)
    step = next((check.targets[number] for number in claimable if number in targets), check.best)
    how = texts.claim(step.values) if step else ""
    return {"valid": any(number in targets for number in claimable), "how": how, "targets": targets}


def _family_command(command: Command, arguments: argparse.Namespace) -> object:
    translate = translator(arguments.lang)
    return command.run(arguments, lambda note: texts.note(note, translate))


def _hand(typed: str) -> tuple[Card, ...]:
    if len(typed) > LONGEST_CARDS:
        raise ReadError("--hand", "text.long", length=len(typed), longest=LONGEST_CARDS)
    try:
        hand = read_cards(typed)
    except CardError as error:
        raise ReadError("--hand", "card.unknown", text=error.text) from None
    if len(hand) > MOST_CARDS:
        raise ReadError("--hand", "hand.many", count=len(hand), most=MOST_CARDS)
    return hand


def _rules(arguments: argparse.Namespace) -> object:
    ruleset = find_game(arguments.game)
    speak, defaults = texts.for_game(ruleset.key, translator(arguments.lang)), ruleset.defaults
    return [_rule(spec, getattr(defaults, spec.key), speak) for spec in house_rules.specs(type(defaults))]


def _rule(spec: house_rules.Spec, default: object, translate: Translate) -> dict[str, object]:
    values: dict[str, object] = {"key": spec.key, "type": spec.kind}
    if spec.kind == "choice":
        values["choices"] = [{"value": key, "label": translate(label)} for key, label in spec.choices]
    elif spec.kind == "int":
        values |= {"min": spec.low, "max": spec.high}
    words = {"label": translate(spec.label), "help": translate(spec.help), "source": spec.source}
    return values | {"default": default} | words


def _settle(arguments: argparse.Namespace) -> object:
    data = read_object(_load(arguments.file), "", ("balances",))
    balances = data["balances"]
    if not isinstance(balances, dict):
        raise ReadError("balances", "type.object")
    if len(balances) > MOST_BALANCES:
        raise ReadError("balances", "list.many", count=len(balances), most=MOST_BALANCES)
    whole = {name: read_whole(points, f"balances.{name}") for name, points in balances.items()}
    plan = fewest_payments(whole)
    payments = [{"from": item.payer, "to": item.payee, "points": item.amount} for item in plan.payments]
    return {"payments": payments, "exact": plan.exact}


def main(arguments: list[str] | None = None) -> int:
    """Run one command; 0, or 2 with one line on standard error for input that cannot be read."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        _use_utf8(stream)
    given = sys.argv[1:] if arguments is None else arguments
    try:
        parsed = _parser().parse_args(given)
        output = parsed.run(parsed)
        lines = output if isinstance(output, JsonLines) else [json.dumps(output, ensure_ascii=False)]
        print("".join(f"{line}\n" for line in lines), end="", flush=True)
    except ReadError as error:
        place = f"{error.where[: texts.LONGEST_QUOTE]}: " if error.where else ""
        print(texts.visible(place + texts.error(error, translator(_language(given)))), file=sys.stderr)
        return 2
    except BrokenPipeError:
        # The reader closed the pipe; a flush at exit must not fail too.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def guarded() -> int:
    """``main`` for a terminal: 1 where the output cannot be written, 130 after Ctrl-C, each with one line."""
    try:
        if sys.stdout is None:
            raise OSError
        gc.disable()  # saves a third of the time of a long session; the process is short-lived
        return main()
    except KeyboardInterrupt:
        return _abort("interrupted", 130)
    except OSError:
        return _abort("output.closed", 1)


def _abort(code: str, status: int) -> int:
    """Report why on standard error, if it is open, and leave nothing to flush at exit."""
    with suppress(OSError):
        if sys.stderr is not None:
            text = texts.error(ReadError("", code), translator(_language(sys.argv)))
            print(text, file=sys.stderr, flush=True)
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return status


def _language(arguments: Sequence[str]) -> str:
    """The language of ``--lang``, also where other arguments are bad."""
    words = [part for word in arguments for part in re.split("(?<=^--lang)=", word)]
    requested = [language for word, language in pairwise(words) if word == "--lang"]
    return next((language for language in reversed(requested) if language in LANGUAGES), "ja")


def _use_utf8(stream: object) -> None:
    """UTF-8 whatever the terminal's encoding; a lone surrogate is written as an escape, as in JSON."""
    if isinstance(stream, TextIOWrapper):
        errors = "backslashreplace" if stream.writable() else "strict"
        stream.reconfigure(encoding="utf-8", errors=errors)


if __name__ == "__main__":
    sys.exit(guarded())
