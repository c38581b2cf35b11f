"""入力欄: what the entry forms of all families of games share, from typed fields to facts."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from django.http import QueryDict
from django.utils.text import capfirst
from django.utils.translation import gettext

from scorekeeper.play.hands import Facts
from scorekeeper.play.table import Table
from scorekeeper.scoring import texts
from scorekeeper.scoring.errors import ReadError
from scorekeeper.scoring.limits import MOST_MOVES
from scorekeeper.scoring.reading import Json

LONGEST_FIELD = 2000
"""Characters of a field that are read."""

LONGEST_NUMBER = 20
"""Characters of the sum or the number of a hand, as it is typed."""

MOVE = ("from", "to", "points", "reason")
"""The fields of a payment of a correction."""

Errors = dict[str, list[str]]


@dataclass
class Parsed:
    """The JSON of the round by seat number, and errors by field name ("" for the form as a whole)."""

    data: Facts
    errors: Errors


def typed_rows(post: QueryDict, keys: Sequence[str], always: str) -> list[dict[str, str]]:
    """Rows of fields numbered from 0; empty ones are left out."""
    rows = (
        {key: post.get(f"{key}-{index}", "")[:LONGEST_FIELD] for key in keys}
        for index in range(MOST_MOVES)
        if f"{always}-{index}" in post
    )
    return [row for row in rows if any(text.strip() for text in row.values())]


def typed_moves(post: QueryDict) -> list[dict[str, str]]:
    """The payments of a correction as they were posted."""
    return typed_rows(post, MOVE, "points")


def moves_from_facts(data: Facts) -> list[dict[str, str]]:
    """The payments of a correction as a form shows them."""
    return [{key: str(move.get(key, "")) for key in MOVE} for move in data.get("transfers", ())]


def whole(text: str) -> int | None:
    """A whole number as people type it: full-width digits and grouping commas too."""
    plain = re.sub(r"[,\uff0c\s]", "", text)
    return int(plain) if re.fullmatch(r"\d{1,9}", plain) else None


def read_moves(typed: Sequence[Mapping[str, str]], errors: Errors) -> list[Json]:
    """The payments of a correction as JSON; every error at its field."""
    moves = []
    for index, move in enumerate(typed):
        points = whole(move["points"])
        if not points:
            errors[f"points-{index}"] = [gettext("Enter the points as a whole number, 1 or more.")]
        for key, message in (("from", gettext("Choose who pays.")), ("to", gettext("Choose who receives."))):
            if not move[key]:
                errors[f"{key}-{index}"] = [message]
        moves.append(
            {"from": move["from"], "to": move["to"], "points": points, "reason": move["reason"].strip()}
        )
    if not moves:
        errors["points-0"] = [gettext("Enter who pays whom, and how many points.")]
    return moves


def normalised(data: Facts, table: Table, errors: Errors, field_of: Callable[[str], str]) -> Facts:
    """The facts as they are kept; what the engine cannot read is said at the field of its place."""
    try:
        return table.write(table.read(data))
    except ReadError as error:
        errors.setdefault(field_of(error.where), []).append(_sentence(error, table))
        return data


def _sentence(error: ReadError, table: Table) -> str:
    return capfirst(texts.error(error, texts.for_game(table.ruleset.key, gettext)))


def move_field(path: str) -> str:
    """The form field of a place in a correction; "" for any other place."""
    match = re.match(r"transfers\[(\d+)\]\.(\w+)", path)
    return f"{match[2]}-{match[1]}" if match else ""


@dataclass(frozen=True, slots=True)
class HandStatus:
    """What is said about one hand or play: its state as a word for the page, and a remark."""

    number: int
    status: str
    text: str


@dataclass(frozen=True, slots=True)
class Pending:
    """What a form still waits for, in words ("" for nothing), and what is said about each hand or play.

    ``silent`` are codes of objections that these words stand for; ``open`` names each thing that is missing.
    ``leave`` is what a second button says where the round may be recorded without them ("" where not), and
    ``record`` what the button says where nobody has said something that then counts for nothing.
    """

    missing: str = ""
    hands: tuple[HandStatus, ...] = ()
    silent: frozenset[str] = frozenset()
    open: frozenset[str] = frozenset()
    leave: str = ""
    record: str = ""
