"""What the commands of made-up circles are asked for."""

from argparse import ArgumentTypeError
from collections.abc import Callable


def whole_number(low: int, high: int) -> Callable[[str], int]:
    """What reads a whole number between two bounds, both included."""

    def read(text: str) -> int:
        if not (text.isascii() and text.isdigit() and low <= int(text) <= high):
            raise ArgumentTypeError(f"not a number from {low} to {high}: {text}")
        return int(text)

    return read
