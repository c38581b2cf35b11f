"""The interface of a command that a family of games adds to the command line, and shared functions."""

import argparse
import errno
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from .core import Note
from .errors import ReadError

FILE_FAULTS = {
    errno.ENOENT: "file.missing",
    errno.ENOTDIR: "file.missing",
    errno.EISDIR: "file.folder",
    errno.EACCES: "file.denied",
    errno.EPERM: "file.denied",
}


Say = Callable[[Note], str]
"""Translates a note."""


@dataclass(frozen=True, slots=True)
class Command:
    name: str
    help: str
    declare: Callable[[argparse.ArgumentParser], None]  # adds its arguments
    run: Callable[[argparse.Namespace, Say], object]
    """``run(arguments, say)``: the output as JSON or ``JsonLines``; raises ReadError."""


class JsonLines(list[str]):
    """Output of several lines, each of them JSON."""


def take_options(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--option", action="append", default=[], metavar="KEY=VALUE", help="set a house rule; may be repeated"
    )


def given_options(arguments: argparse.Namespace) -> dict[str, object]:
    return dict(map(_option, arguments.option))


@contextmanager
def as_flags(**names: str) -> Iterator[None]:
    """Errors name an argument as it was typed: by its flag, or by one of ``names``."""
    try:
        yield
    except ReadError as error:
        where = names.get(error.where, f"--{error.where}").replace("--options", "--option")
        raise ReadError(where, error.code, **error.values) from None


def _option(text: str) -> tuple[str, object]:
    key, separator, value = text.partition("=")
    if not separator:
        raise ReadError(f"--option {text}", "option.form")
    return key, int(value) if re.fullmatch(r"-?[0-9]{1,10}", value) else value


def read_text(name: str) -> str:
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
