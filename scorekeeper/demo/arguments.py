"""What the commands of made-up circles are asked for."""

from argparse import ArgumentTypeError
from collections.abc import Callable, Iterable

from django.core.management.base import CommandParser


def whole_number(low: int, high: int) -> Callable[[str], int]:
    """What reads a whole number between two bounds, both included."""

    def read(text: str) -> int:
        if not (text.isascii() and text.isdigit() and low <= int(text) <= high):
            raise ArgumentTypeError(f"not a number from {low} to {high}: {text}")
        return int(text)

    return read


def add_numbers(parser: CommandParser, usual: object, rows: Iterable[tuple[str, int, int, str]]) -> None:
    """Add whole numbers: each a name, two bounds and words; ``usual`` has what they are otherwise."""
    for name, low, high, text in rows:
        default = getattr(usual, name)
        words = f"{text} ({default})"
        kind = whole_number(low, high)
        parser.add_argument(f"--{name}", type=kind, default=default, metavar="N", help=words)
