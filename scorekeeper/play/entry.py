"""結果の入力: the form of a round, from what was typed to facts, with every error beside its field."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.scoring import texts
from scorekeeper.scoring.cards import CardError, read_cards
from scorekeeper.scoring.errors import ReadError

from .codec import Table

EMPTY_HAND = "-"
EMPTY_WORDS = (EMPTY_HAND, "ー", "−", "なし", "0", "0枚")
MOST_MOVES = 100
LONGEST_FIELD = 2000
ROLES: Mapping[str, tuple[str, ...]] = {
    "out": ("winner",),
    "dobon": ("callers", "victim"),
    "deckout": ("starter",),
    "nogame": (),
    "adjust": (),
}
"""Who must be chosen for each way a round can end."""

MISSING = {
    "winner": _("Choose who went out."),
    "callers": _("Choose who called dobon."),
    "victim": _("Choose whose card was claimed."),
    "starter": _("Choose who started the round."),
    "kind": _("Choose how the round ended."),
}
Errors = dict[str, list[str]]


@dataclass
class Typed:
    """What stands in the fields, exactly as typed; hands and sums by seat number."""

    kind: str = "dobon"
    winner: str = ""
    callers: list[str] = field(default_factory=list)
    victim: str = ""
    card: str = ""
    starter: str = ""
    returns: list[str] = field(default_factory=list)
    hands: dict[str, str] = field(default_factory=dict)
    sums: dict[str, str] = field(default_factory=dict)
    moves: list[dict[str, str]] = field(default_factory=list)


@dataclass
class Parsed:
    """The JSON of the round by seat number, and errors by field name ("" for the form as a whole)."""

    data: dict[str, Any]
    errors: Errors


def typed_from_post(post: QueryDict, table: Table) -> Typed:
    """What a posted form holds."""
    text = {key: post.get(key, "")[:LONGEST_FIELD] for key in ("kind", "winner", "victim", "card", "starter")}
    return Typed(
        **text,
        callers=post.getlist("callers")[:20],
        returns=post.getlist("returns")[:20],
        hands={number: post.get(f"hand-{number}", "")[:LONGEST_FIELD] for number in table.names},
        sums={number: post.get(f"sum-{number}", "")[:LONGEST_FIELD] for number in table.names},
        moves=[move for move in _typed_moves(post) if any(text.strip() for text in move.values())],
    )


def _typed_moves(post: QueryDict) -> list[dict[str, str]]:
    return [_typed_move(post, index) for index in range(MOST_MOVES) if f"points-{index}" in post]


def _typed_move(post: QueryDict, index: int) -> dict[str, str]:
    keys = ("from", "to", "points", "reason")
    return {key: post.get(f"{key}-{index}", "")[:LONGEST_FIELD] for key in keys}


def typed_from_facts(data: Mapping[str, Any]) -> Typed:
    """The form filled with the facts (JSON by seat number) of a round."""
    typed = Typed(**{key: value for key, value in data.items() if key in _PLAIN})
    for number, hand in data.get("hands", {}).items():
        if isinstance(hand, dict):
            typed.sums[number] = str(hand["points"])
        else:
            typed.hands[number] = " ".join(hand) or EMPTY_HAND
    typed.moves = [
        {key: str(move.get(key, "")) for key in ("from", "to", "points", "reason")}
        for move in data.get("transfers", ())
    ]
    return typed


_PLAIN = ("kind", "winner", "callers", "victim", "card", "starter", "returns")


def parse(typed: Typed, table: Table) -> Parsed:
    """Read the form; every error at once, each under its field."""
    errors: Errors = {}
    if typed.kind not in ROLES:
        return Parsed({}, {"kind": [str(MISSING["kind"])]})
    data: dict[str, Any] = {"kind": typed.kind}
    for role in ROLES[typed.kind]:
        data[role] = getattr(typed, role)
        if not data[role]:
            errors.setdefault(role, []).append(str(MISSING[role]))
    if typed.kind == "adjust":
        data["transfers"] = _moves(typed, errors)
    elif typed.kind != "nogame":
        data["hands"] = _hands(typed, errors)
    if typed.kind == "dobon":
        data |= {"card": typed.card.strip()} if typed.card.strip() else {}
        data |= {"returns": typed.returns} if typed.returns else {}
    if not errors:
        data = _normalised(data, table, errors)
    return Parsed(data, errors)


def _hands(typed: Typed, errors: Errors) -> dict[str, Any]:
    hands: dict[str, Any] = {}
    for number, text in typed.hands.items():
        if typed.kind == "out" and number == typed.winner:
            continue
        hand = _hand(number, text, typed.sums.get(number, ""), errors)
        if hand is not None:
            hands[number] = hand
    return hands


def _hand(number: str, text: str, total: str, errors: Errors) -> object:
    """One hand as JSON; None where nothing was entered."""
    if text.strip() and total.strip():
        errors[f"hand-{number}"] = [gettext("Enter the cards or only the sum, not both.")]
        return None
    if total.strip():
        points = _whole(total)
        if points is None:
            errors[f"sum-{number}"] = [gettext("Enter the sum as a whole number, 0 or more.")]
        return {"points": points}
    return _typed_cards(number, text, errors) if text.strip() else None


def _typed_cards(number: str, text: str, errors: Errors) -> list[str]:
    if text.strip() in EMPTY_WORDS:
        return []
    try:
        return [str(card) for card in read_cards(text)]
    except CardError as error:
        message = gettext('"%(text)s" is no card. Cards are A 2 3 … 10 J Q K, apart by blanks.')
        errors[f"hand-{number}"] = [message % {"text": error.text[:20]}]
        return []


def _whole(text: str) -> int | None:
    """A whole number as people type it: full-width digits and grouping commas too."""
    plain = re.sub(r"[,\uff0c\s]", "", text)
    return int(plain) if re.fullmatch(r"\d{1,9}", plain) else None


def _moves(typed: Typed, errors: Errors) -> list[dict[str, Any]]:
    moves = []
    for index, move in enumerate(typed.moves):
        points = _whole(move["points"])
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


def _normalised(data: dict[str, Any], table: Table, errors: Errors) -> dict[str, Any]:
    try:
        return table.write(table.read(data))
    except ReadError as error:
        errors[_field(error.where)] = [_sentence(error)]
        return data


def _sentence(error: ReadError) -> str:
    text = texts.error(error, gettext)
    return text[:1].upper() + text[1:]


def _field(where: str) -> str:
    """The form field of a place in the facts: ``.hands.2[1]`` is ``hand-2``."""
    path = where.strip(".")
    if hand := re.match(r"hands\.(\w+)", path):
        return f"hand-{hand[1]}"
    if move := re.match(r"transfers\[(\d+)\]\.(\w+)", path):
        return f"{move[2]}-{move[1]}"
    return re.split(r"[.\[]", path)[0]
