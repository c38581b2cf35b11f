"""結果の入力 of 闘地主: the form of a deal, from what was typed to facts, with errors beside their fields."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.play.hands import Facts
from scorekeeper.play.table import Table
from scorekeeper.scoring.doudizhu.options import DoudizhuOptions
from scorekeeper.scoring.options import own

from ..fields import (
    LONGEST_FIELD,
    Errors,
    Parsed,
    move_field,
    moves_from_facts,
    normalised,
    read_moves,
    typed_moves,
    whole,
)
from .lines import read_auction, read_plays, write_auction, write_plays

KINDS = ("deal", "passed", "adjust")
MORE = "more"
"""Among the chips of a number: any above them, typed."""

MOST_BOMBS = 5
"""Bombs that have a chip of their own, so that one tap will do."""
MOST_ROBS = 4
LONGEST_LINES = 20000

MISSING = {
    "kind": _("Choose how the deal ended."),
    "landlord": _("Choose who was the landlord."),
    "bid": _("Choose the bid."),
    "result": _("Choose who won."),
}
RESULTS: Mapping[str, tuple[str, bool]] = {
    "landlord": ("landlord", False),
    "farmers": ("farmers", False),
    "landlord-spring": ("landlord", True),
    "farmers-spring": ("farmers", True),
}
"""The four results: who won, and whether it was a spring."""

WORDS = ("kind", "landlord", "bid", "bombs", "big_bombs", "rockets", "result", "robs", "shown")
COUNTED = {"bombs": MOST_BOMBS, "robs": MOST_ROBS}
"""Numbers with chips, and how many have one of their own."""


@dataclass
class Typed:
    """What stands in the fields, exactly as typed; ``more`` holds numbers above the chips, by field.

    ``auction`` and ``plays`` are lines of text; ``trying`` are cards being tapped, not yet played.
    """

    kind: str = "deal"
    landlord: str = ""
    bid: str = ""
    bombs: str = "0"
    big_bombs: str = ""
    rockets: str = "0"
    result: str = ""
    robs: str = "0"
    shown: str = ""
    more: dict[str, str] = field(
        default_factory=lambda: {key: str(most + 1) for key, most in COUNTED.items()}
    )
    doubled: dict[str, str] = field(default_factory=dict)
    auction: str = ""
    plays: str = ""
    trying: str = ""
    moves: list[dict[str, str]] = field(default_factory=list)

    @property
    def roles(self) -> set[str]:
        """Seat numbers of everybody whom the form names, but not those in the lines."""
        doubling = {number for number, times in self.doubled.items() if times.strip() not in ("", "0")}
        return {self.landlord, *doubling, *(move[side] for move in self.moves for side in ("from", "to"))}


def rules_of(table: Table) -> DoudizhuOptions:
    """The house rules of a table of 闘地主."""
    return own(table.options, DoudizhuOptions)


def blank(table: Table) -> Typed:
    """The form of a new deal: no bombs and no rocket until somebody says so."""
    return Typed()


def typed_from_post(post: QueryDict, table: Table) -> Typed:
    """What a posted form holds."""
    typed = Typed(kind="")
    for key in WORDS:
        setattr(typed, key, post.get(key, getattr(typed, key))[:LONGEST_FIELD])
    typed.more |= {
        key: post.get(f"{key}-more", "")[:LONGEST_FIELD] for key in COUNTED if f"{key}-more" in post
    }
    typed.doubled = {number: post.get(f"doubled-{number}", "")[:LONGEST_FIELD] for number in table.names}
    typed.auction = post.get("auction", "")[:LONGEST_LINES]
    typed.plays = post.get("plays", "")[:LONGEST_LINES]
    typed.trying = post.get("trying", "")[:LONGEST_FIELD]
    typed.moves = typed_moves(post)
    return typed


def typed_from_facts(data: Facts, table: Table) -> Typed:
    """The form filled with the facts (JSON by seat number) of a round."""
    typed = Typed(kind=str(data["kind"]), landlord=data.get("landlord", ""), bid=str(data.get("bid", "")))
    typed.rockets = str(data.get("rockets", 0))
    typed.big_bombs = str(data.get("big_bombs", ""))
    typed.shown = str(data.get("shown", ""))
    for key in COUNTED:
        _fill_count(typed, key, data.get(key, 0))
    won = (data.get("winner"), data.get("spring", False))
    typed.result = next((key for key, result in RESULTS.items() if result == won), "")
    declared = list(data.get("doubled", ()))
    typed.doubled = {number: str(declared.count(number)) for number in declared}
    typed.auction = write_auction(data.get("auction", ()), table.names)
    typed.plays = write_plays(data.get("plays", ()), table.names)
    typed.moves = moves_from_facts(data)
    return typed


def _fill_count(typed: Typed, key: str, number: int) -> None:
    if number > COUNTED[key]:
        typed.more[key] = str(number)
    setattr(typed, key, MORE if number > COUNTED[key] else str(number))


def parse(typed: Typed, table: Table) -> Parsed:
    """Read the form; every error at once, each under its field."""
    errors: Errors = {}
    if typed.kind not in KINDS:
        return Parsed({}, {"kind": [str(MISSING["kind"])]})
    data: Facts = {"kind": typed.kind}
    if typed.kind == "adjust":
        data["transfers"] = read_moves(typed.moves, errors)
    else:
        _read_auction(typed, table, data, errors)
    if typed.kind == "deal":
        _read_deal(typed, table, data, errors)
    if not errors:
        data = normalised(data, table, errors, field_of)
    return Parsed(data, errors)


def _read_auction(typed: Typed, table: Table, data: Facts, errors: Errors) -> None:
    """The calls, or what they end in: the landlord and the bid."""
    if typed.auction.strip():
        wrong: list[str] = []
        data["auction"] = read_auction(typed.auction, table.names, wrong)
        errors |= {"auction": wrong} if wrong else {}
    elif typed.kind == "deal":
        _choose("landlord", typed.landlord, data, errors)
        if typed.bid or rules_of(table).bidding != "rob":
            _choose("bid", typed.bid, data, errors)


def _choose(key: str, value: str, data: Facts, errors: Errors) -> None:
    if not value.strip():
        errors[key] = [str(MISSING[key])]
    data[key] = _number(key, value, errors) if key == "bid" else value


def _read_deal(typed: Typed, table: Table, data: Facts, errors: Errors) -> None:
    if typed.plays.strip():
        wrong: list[str] = []
        data["plays"] = read_plays(typed.plays, table.names, wrong)
        errors |= {"plays": wrong} if wrong else {}
    else:
        _read_result(typed, data, errors)
    robs, shown = _counted(typed, "robs", errors), _number("shown", typed.shown, errors)
    data |= {key: value for key, value in (("robs", robs), ("shown", shown)) if value}
    doubled = [
        number
        for number, times in typed.doubled.items()
        for _time in range(min(_number(f"doubled-{number}", times, errors) or 0, LONGEST_FIELD))
    ]
    data |= {"doubled": doubled} if doubled else {}


def _read_result(typed: Typed, data: Facts, errors: Errors) -> None:
    """What was counted at the table, where no plays were entered."""
    data["bombs"] = _counted(typed, "bombs", errors)
    data["rockets"] = _number("rockets", typed.rockets, errors)
    if typed.big_bombs.strip():
        data["big_bombs"] = _number("big_bombs", typed.big_bombs, errors)
    if typed.result in RESULTS:
        data["winner"], data["spring"] = RESULTS[typed.result]
    else:
        errors["result"] = [str(MISSING["result"])]


def _counted(typed: Typed, key: str, errors: Errors) -> int:
    """A number from its chips, or from the field beside them."""
    chosen = getattr(typed, key)
    return _number(key, typed.more[key] if chosen == MORE else chosen, errors)


def _number(key: str, text: str, errors: Errors) -> int:
    """A whole number; nothing typed is 0."""
    number = whole(text) if text.strip() else 0
    if number is None:
        errors.setdefault(key, []).append(gettext("Enter a whole number, 0 or more."))
    return number or 0


def field_of(where: str) -> str:
    """The form field of a place in the facts: ``.plays[2].cards`` is ``plays``."""
    path = where.strip(".")
    result = re.split(r"[.\[]", path)[0]
    return move_field(path) or ("result" if result in ("winner", "spring") else result)
