"""Command line of the engine; ``COMMAND --help`` lists what a command takes."""

import argparse
import errno
import gc
import json
import os
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from itertools import pairwise
from pathlib import Path
from typing import Any, NoReturn

from . import ReadError, claim, combo, error_text, load_json, read_document, report, rules, settle, texts
from .doudizhu.combinations import judge_line
from .doudizhu.options import DoudizhuOptions, rules_for
from .options import load
from .reading import Json, read_object
from .words import LANGUAGES, Language

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

FILE_FAULTS = {
    errno.ENOENT: "file.missing",
    errno.ENOTDIR: "file.missing",
    errno.EISDIR: "file.folder",
    errno.EACCES: "file.denied",
    errno.EPERM: "file.denied",
}
"""Codes of ``messages.REASONS`` by errno."""


class _JsonLines(list[object]):
    """Output that is printed as a line of JSON for each item."""


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
    command.set_defaults(run=lambda given: report(read_document(_load(given.file)), given.lang))

    command = commands.add_parser("claim", parents=[language], help="check whether a hand may claim a card")
    _declare_claim(command)
    command.set_defaults(run=_claim)

    command = commands.add_parser("combo", parents=[language], help="name a combination of 闘地主")
    _declare_combo(command)
    command.set_defaults(run=_combo)

    command = commands.add_parser("rules", parents=[language], help="print the house rules of a game")
    command.add_argument("game", help="key of the game, such as kawagoe")
    command.set_defaults(run=lambda given: rules(given.game, given.lang))

    command = commands.add_parser("settle", parents=[language], help="print the fewest payments for balances")
    command.add_argument("file", metavar="FILE|-", help="JSON with balances; - reads standard input")
    command.set_defaults(run=_settle)
    return parser


def _declare_claim(command: argparse.ArgumentParser) -> None:
    command.add_argument("--game", required=True, help="key of the game, such as kawagoe")
    command.add_argument("--card", required=True, help="card that is claimed, such as K")
    command.add_argument("--hand", required=True, help='cards of the hand, such as "2 J"')
    _declare_options(command)
    command.add_argument(
        "--count", type=int, default=1, help="number of equal cards played together (default: 1)"
    )
    command.add_argument("--opening", action="store_true", help="the claim is on the first card turned up")


def _declare_combo(command: argparse.ArgumentParser) -> None:
    command.add_argument("play", nargs="?", metavar="PLAY", help='cards that are played, such as "3334"')
    command.add_argument("--beats", metavar="PREVIOUS", help="compare with the play before")
    command.add_argument("--lines", metavar="FILE|-", help="judge a play on each line, or PLAY > PREVIOUS")
    command.add_argument("--players", type=int, choices=(3, 4), default=3, help="number of players")
    _declare_options(command)


def _declare_options(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--option", action="append", default=[], metavar="KEY=VALUE", help="set a house rule; may be repeated"
    )


def _load(name: str) -> object:
    return load_json(_read_text(name))


def _read_text(name: str) -> str:
    try:
        text = sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
    except (OSError, ValueError, AttributeError) as error:
        raise ReadError("", "file.unreadable", name=name, reason=_reason(error)) from None
    return text.removeprefix("\ufeff")


def _reason(error: Exception) -> str:
    """Why a file cannot be read, as a code of ``messages.REASONS``."""
    if isinstance(error, OSError):
        return FILE_FAULTS.get(error.errno or 0, "file.other")
    if isinstance(error, UnicodeError):
        return "file.code"
    return "file.missing" if isinstance(error, ValueError) else "file.closed"


def _option(text: str) -> tuple[str, object]:
    key, separator, value = text.partition("=")
    if not separator:
        raise ReadError(f"--option {text}", "option.form")
    return key, int(value) if re.fullmatch(r"-?[0-9]{1,10}", value) else value


@contextmanager
def _as_flags(**names: str) -> Iterator[None]:
    """Errors name an argument as it was typed: by its flag, or by one of ``names``."""
    try:
        yield
    except ReadError as error:
        where = names.get(error.where, f"--{error.where}").replace("--options", "--option")
        raise ReadError(where, error.code, **error.values) from None


def _claim(arguments: argparse.Namespace) -> object:
    options = dict(map(_option, arguments.option))
    with _as_flags():
        return claim(
            arguments.game,
            arguments.card,
            arguments.hand,
            count=arguments.count,
            opening=arguments.opening,
            options=options,
        )


def _combo(arguments: argparse.Namespace) -> object:
    options, play, beats = dict(map(_option, arguments.option)), arguments.play, arguments.beats
    with _as_flags(play="combo"):
        if arguments.lines is None and play is not None:
            return combo(play, beats, players=arguments.players, options=options, lang=arguments.lang)
        table = rules_for(load(DoudizhuOptions(), options), arguments.players)
    if arguments.lines is None or play is not None or beats is not None:
        raise ReadError("combo", "combo.lines")
    lines = enumerate(_read_text(arguments.lines).split("\n"))
    return _JsonLines(judge_line(line, f"lines[{index}]", table) for index, line in lines if line.strip())


def _settle(arguments: argparse.Namespace) -> object:
    data: Json = read_object(_load(arguments.file), "", ("balances",))
    return settle(data["balances"])


def main(arguments: list[str] | None = None) -> int:
    """Run one command; 0, or 2 with one line on standard error for input that cannot be read."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        _use_utf8(stream)
    given = sys.argv[1:] if arguments is None else arguments
    try:
        parsed = _parser().parse_args(given)
        output = parsed.run(parsed)
        if isinstance(output, _JsonLines):
            lines = map(json.JSONEncoder(separators=(",", ":")).encode, output)
        else:
            lines = map(json.JSONEncoder(ensure_ascii=False).encode, [output])
        print("".join(f"{line}\n" for line in lines), end="", flush=True)
    except ReadError as error:
        place = f"{error.where[: texts.LONGEST_QUOTE]}: " if error.where else ""
        print(texts.visible(place + error_text(error, _language(given))), file=sys.stderr)
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
            text = error_text(ReadError("", code), _language(sys.argv))
            print(text, file=sys.stderr, flush=True)
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return status


def _language(arguments: Sequence[str]) -> Language:
    """The language of ``--lang``, also where other arguments are bad."""
    words = [part for word in arguments for part in re.split("(?<=^--lang)=", word)]
    requested = [language for word, language in pairwise(words) if word == "--lang"]
    return next((known for word in reversed(requested) for known in LANGUAGES if known == word), "ja")


def _use_utf8(stream: object) -> None:
    """UTF-8 whatever the terminal's encoding; a lone surrogate is written as an escape, as in JSON."""
    if isinstance(stream, TextIOWrapper):
        errors = "backslashreplace" if stream.writable() else "strict"
        stream.reconfigure(encoding="utf-8", errors=errors)


if __name__ == "__main__":
    sys.exit(guarded())
