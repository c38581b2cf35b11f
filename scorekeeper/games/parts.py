"""View data that the entry pages of all families of games share."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypedDict

from .fields import MOVE, Errors


class Page(TypedDict):
    """What the page around a form says: its title and addresses, and whether a round is there already."""

    title: str
    back_url: str
    done_url: str
    action_url: str
    editing: bool


@dataclass(frozen=True, slots=True)
class KindView:
    """One way a round can end."""

    key: str
    label: str
    help: str
    checked: bool
    big: bool


@dataclass(frozen=True, slots=True)
class MoveRow:
    """A row of a correction."""

    number: int
    payer: str
    payee: str
    points: str
    reason: str
    errors: list[str]


def move_rows(moves: Sequence[Mapping[str, str]], errors: Errors) -> list[MoveRow]:
    """The payments of a correction with their errors, and an empty row."""
    rows = []
    for number, move in enumerate([*moves, dict.fromkeys(MOVE, "")]):
        errors_here = [text for key in move for text in errors.get(f"{key}-{number}", [])]
        rows.append(MoveRow(number, move["from"], move["to"], move["points"], move["reason"], errors_here))
    return rows
