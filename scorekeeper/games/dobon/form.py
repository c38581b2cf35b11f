"""結果の入力: the form of a round, from what was typed to facts, with every error beside its field."""

from collections.abc import Mapping

from django.utils.translation import gettext

from scorekeeper.play.hands import Facts
from scorekeeper.play.table import Table
from scorekeeper.scoring import texts
from scorekeeper.scoring.cards import read_held
from scorekeeper.scoring.dobon.asking import Needs
from scorekeeper.scoring.dobon.endings import kinds, needs, required
from scorekeeper.scoring.dobon.options import DobonOptions
from scorekeeper.scoring.facts import Fact, declared
from scorekeeper.scoring.options import own
from scorekeeper.scoring.reading import Json

from ..fields import (
    EMPTY_HAND,
    LONGEST_NUMBER,
    SEATS,
    Errors,
    Parsed,
    Typed,
    is_none,
    parse_round,
    read_counted,
    read_field,
    read_typed_cards,
    typed_from_facts,
    whole,
)
from .endings import ENDINGS as PAGES

HAND_FIELDS = {None: "hand", "points": "sum", "count": "count"}
"""The fields of a hand, by the key of its JSON."""
EXTRA_YAKU = "extra_yaku"
NAMES = {"hands": "hand", "hands.points": "sum", "hands.count": "count", EXTRA_YAKU: "yaku"}
"""Fields that are not called like their fact, or the key in it."""
ORDER = (
    *("winner", "callers", "victim", "player", "card", "count", "target", "returns", "starter"),
    *("turnup", "bottom", "drawn", "doublings"),
)
"""The usual order of the fields; others with a label come last."""
YAKU = ("yaku-who", "yaku-name", "yaku-n")
BY_THE_ROUNDS = "auto"
"""In the place of a starter: who started is known from the rounds before."""


def rules_of(table: Table) -> DobonOptions:
    return own(table.options, DobonOptions)


def asked(options: DobonOptions) -> dict[str, Needs]:
    """What the form asks for each way a round can end; corrections last, which ask by themselves."""
    return {**needs(options), "adjust": Needs()}


def blank(table: Table) -> Typed:
    return Typed({"kind": [kinds(rules_of(table))[0]]})


def from_facts(data: Facts, table: Table) -> Typed:
    """The form filled with the facts (JSON by seat number) of a round.

    One recorded without a card that is asked for is one where nobody knew it.
    """
    typed = typed_from_facts(data, table)
    if typed.kind == "deckout":
        typed.setdefault("starter", BY_THE_ROUNDS)
    for number, hand in data.get("hands", {}).items():
        held = hand if isinstance(hand, dict) else {None: " ".join(hand) or EMPTY_HAND}
        typed.put({f"{HAND_FIELDS[way]}-{number}": value for way, value in held.items()})
    ask = asked(rules_of(table)).get(typed.kind, Needs())
    for name in (*ask.shown, *(ask.declared if data.get("riichi") else ())):
        typed.setdefault(name, EMPTY_HAND)
    typed.put_rows(
        {"yaku-who": number, "yaku-name": item["name"], "yaku-n": item["yaku"]}
        for number, items in data.get(EXTRA_YAKU, {}).items()
        for item in items
    )
    return typed


def parse(typed: Typed, table: Table) -> Parsed:
    kinds = asked(rules_of(table))
    return parse_round(typed, table, kinds, gettext("Choose how the round ended."), _read_facts, NAMES)


def _read_facts(typed: Typed, table: Table, data: Facts, errors: Errors) -> None:
    """The facts that a round of this kind can have, in the order of the page."""
    ask = asked(rules_of(table))[typed.kind]
    needed = required(ask, rules_of(table))
    facts, (must, may) = declared(table.ruleset.facts), table.ruleset.keys_of(typed.kind)
    for name in dict.fromkeys((*ORDER, *facts)):
        if name not in (*must, *may) or (name == "starter" and name not in ask.slots):
            continue
        value = _read_fact(facts[name], typed, table, errors)
        if name == "starter" and value == BY_THE_ROUNDS:
            continue
        if value not in (None, [], {}):
            data[name] = value
        elif name in needed and name not in errors:
            missing = PAGES[typed.kind].slots[name].missing
            errors[name] = [texts.for_game(table.ruleset.key, gettext)(missing)]


def _read_fact(item: Fact, typed: Typed, table: Table, errors: Errors) -> object:
    """A fact as JSON; nothing that is empty."""
    name, kind = item.name, item.kind.name
    if name == "hands":
        hands = {number: _hand(number, typed, errors) for number in table.names}
        return {number: hand for number, hand in hands.items() if hand is not None}
    if name == EXTRA_YAKU:
        return _yaku(typed, errors)
    if item.counted:
        return read_counted(name, typed, table, errors)
    return typed.named(name) if kind in SEATS else read_field(name, typed.text(name), kind, errors)


def _yaku(typed: Typed, errors: Errors) -> dict[str, list[Json]]:
    found: dict[str, list[Json]] = {}
    for index, row in enumerate(typed.rows(YAKU)):
        worth = whole(row["yaku-n"])
        if worth is None:
            errors[f"yaku-n-{index}"] = [gettext("Enter the number of yaku as a whole number.")]
        if not row["yaku-who"]:
            errors[f"yaku-who-{index}"] = [gettext("Choose whose yaku it is.")]
        item = {"name": row["yaku-name"].strip(), "yaku": worth}
        found.setdefault(row["yaku-who"], []).append(item)
    return found


def read_hand(sent: Mapping[str, str], number: str, errors: Errors) -> object:
    """One hand (``hand``, ``sum``, ``count`` as typed) as JSON; None where nothing was entered."""
    return _hand(number, Typed({f"{name}-{number}": [text] for name, text in sent.items()}), errors)


def entered(typed: Typed, seat: str) -> bool:
    return any(typed.of_seat(name, seat) for name in HAND_FIELDS.values())


def _hand(number: str, typed: Typed, errors: Errors) -> object:
    """One hand as JSON; None where nothing was entered."""
    cards, total, count = (typed.of_seat(name, number) for name in HAND_FIELDS.values())
    if sum(map(bool, (cards, total, count))) > 1:
        errors[f"hand-{number}"] = [gettext("Enter the cards or only the sum, not both.")]
        return None
    if total:
        wrong = gettext("Enter the sum as a whole number, 0 or more.")
        return {"points": _number(total, errors, f"sum-{number}", wrong)}
    if count:
        wrong = gettext("Enter the number of cards as a whole number, 0 or more.")
        return {"count": _number(count, errors, f"count-{number}", wrong)}
    if not cards:
        return None
    return [] if is_none(cards) else read_typed_cards(f"hand-{number}", cards, errors, read_held)


def _number(text: str, errors: Errors, name: str, wrong: str) -> int | None:
    number = whole(text.removesuffix("枚")) if len(text) <= LONGEST_NUMBER else None
    if number is None:
        errors[name] = [wrong]
    return number
