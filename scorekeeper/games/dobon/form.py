"""結果の入力 of the dobon family: parsing and validation of the form, and the fields of the typed entry."""

from collections.abc import Mapping
from typing import NamedTuple

from django import forms
from django.forms.renderers import BaseRenderer
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.play.hands import Facts
from scorekeeper.play.table import Table
from scorekeeper.scoring import texts
from scorekeeper.scoring.cards import read_held
from scorekeeper.scoring.dobon.asking import Needs
from scorekeeper.scoring.dobon.endings import needs, required
from scorekeeper.scoring.dobon.options import DobonOptions
from scorekeeper.scoring.facts import Fact, declared
from scorekeeper.scoring.options import cast_options
from scorekeeper.scoring.reading import Json

from ..fields import (
    EMPTY_HAND,
    LONGEST_NUMBER,
    NUMBER,
    SEATS,
    Choices,
    Errors,
    Fields,
    Parsed,
    Typed,
    field,
    is_none,
    one_of,
    parse_round,
    read_counted,
    read_field,
    read_typed_cards,
    rows_of,
    typed_from_facts,
    whole,
)
from .endings import ENDINGS as PAGES
from .endings import RETURNS, slot_of

HAND_FIELDS = {None: "hand", "points": "sum", "count": "count"}
"""The fields of a hand, by the key of its JSON; None for a list of cards."""
EXTRA_YAKU = "extra_yaku"
NAMES = {"hands": "hand", "hands.points": "sum", "hands.count": "count", EXTRA_YAKU: "yaku"}
"""Fields whose name differs from that of their fact, or of the key in it."""
ORDER = (
    *("winner", "callers", "victim", "player", "card", "count", "target", "returns", "starter"),
    *("turnup", "bottom", "drawn", "doublings"),
)
"""The order of the fields; others that have a label come last."""
YAKU = ("yaku-who", "yaku-name", "yaku-n")
BY_THE_ROUNDS = "auto"
"""The value of the field for a starter that follows from the rounds before."""


def rules_of(table: Table) -> DobonOptions:
    return cast_options(table.options, DobonOptions)


def asked(options: DobonOptions) -> dict[str, Needs]:
    """What the form asks for in each kind of round; a correction has fields of its own."""
    return {**needs(options), "adjust": Needs()}


def from_facts(data: Facts, table: Table) -> Typed:
    """The form filled with facts (JSON by seat number); a missing card is one that nobody knew."""
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
    return parse_round(typed, table, gettext("Choose how the round ended."), _read_facts, NAMES)


def _read_facts(typed: Typed, table: Table, data: Facts, errors: Errors) -> None:
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
    """A fact as JSON; None or an empty value if it was not entered."""
    name, kind = item.name, item.kind.name
    if name == "hands":
        sent = {seat: {way: typed.of_seat(way, seat) for way in HAND_FIELDS.values()} for seat in table.names}
        hands = {seat: read_hand(sent[seat], seat, errors) for seat in sent}
        return {seat: hand for seat, hand in hands.items() if hand is not None}
    if name == EXTRA_YAKU:
        return _yaku(typed, errors)
    if item.counted:
        return read_counted(name, typed, table, errors)
    return typed.named(name) if kind in SEATS else read_field(name, typed.text(name), kind, errors)


def _yaku(typed: Typed, errors: Errors) -> dict[str, list[Json]]:
    yaku: dict[str, list[Json]] = {}
    for index, row in enumerate(typed.rows(YAKU)):
        worth = whole(row["yaku-n"])
        if worth is None:
            errors[f"yaku-n-{index}"] = [gettext("Enter the number of yaku as a whole number.")]
        if not row["yaku-who"]:
            errors[f"yaku-who-{index}"] = [gettext("Choose whose yaku it is.")]
        item = {"name": row["yaku-name"].strip(), "yaku": worth}
        yaku.setdefault(row["yaku-who"], []).append(item)
    return yaku


def has_hand(typed: Typed, seat: str) -> bool:
    return any(typed.of_seat(name, seat) for name in HAND_FIELDS.values())


def read_hand(sent: Mapping[str, str], number: str, errors: Errors) -> object:
    """A hand (its fields as typed) as JSON; None if nothing was entered."""
    cards, total, count = (sent.get(name, "").strip() for name in HAND_FIELDS.values())
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


CARDS = {"autocapitalize": "characters", "spellcheck": "false"}
SHORT_CARDS, SHORT_NUMBER = CARDS | {"size": 4}, {"size": 4, **NUMBER}
LINES: Mapping[str, Mapping[str, object]] = {
    "card": SHORT_CARDS,
    "shown card": SHORT_CARDS,
    "whole": SHORT_NUMBER,
    "card list": CARDS | {"size": 8},
}
"""Attributes of the text field of a fact, by its kind."""


class TypedRow(NamedTuple):
    field: forms.BoundField
    kinds: str


class InTurn(forms.Select):
    """Several selects of one name, whose order counts; each is labelled with its position."""

    def __init__(self, label: str, choices: Choices) -> None:
        super().__init__({"data-ordered": True}, [("", "–"), *choices])
        self.label = label

    def render(
        self, name: str, value: object, attrs: object = None, renderer: BaseRenderer | None = None
    ) -> SafeString:
        """A select for each seat in ``value``; "" is an empty one."""
        chosen = value if isinstance(value, list) else []
        drawn = super().render
        rows = (
            (drawn(name, seat, {"aria-label": f"{self.label} {place}"}, renderer),)
            for place, seat in enumerate(chosen, 1)
        )
        return format_html_join("", "{}", rows)


def typed_rows(
    table: Table, typed: Typed, wrong: Errors, uses: Mapping[str, str], seats: Choices
) -> list[TypedRow]:
    """The fields that ``uses`` names, in the order of the page, with values and errors."""
    facts, options = declared(table.ruleset.facts), rules_of(table)
    asked = [
        name
        for name in dict.fromkeys((*ORDER, *facts))
        if uses.get(name) and (name in ORDER or facts[name].label)
    ]
    fields = {
        name: field(_label(facts[name], table, uses[name]), _widget(facts[name], typed, table, seats))
        for name in asked
    }
    form = Fields(fields, {name: _value(facts[name], typed, options) for name in asked}, wrong)
    return [TypedRow(form[name], uses[name]) for name in asked]


def _label(fact: Fact, table: Table, kinds: str) -> object:
    translate = texts.for_game(table.ruleset.key, gettext)
    if fact.name == "returns":
        return translate(RETURNS["ask_returns"])
    return _(fact.label) if fact.label else translate(slot_of(fact.name, kinds.split()).ask)


def _value(fact: Fact, typed: Typed, options: DobonOptions) -> object:
    chosen = typed.named(fact.name)
    if fact.name == "returns":
        spare = 1 if options.returns == "on" else 4
        free = max(1 if options.returns == "chain" else 0, spare - len(chosen))
        return [*chosen, *[""] * free]
    if fact.name == "callers" and _is_one_caller(typed, options):
        return "".join(chosen)
    return chosen if fact.kind.name in SEATS else typed.get(fact.name, "")


def _is_one_caller(typed: Typed, options: DobonOptions) -> bool:
    return options.several == "returns" and len(typed.named("callers")) < 2


def _widget(fact: Fact, typed: Typed, table: Table, seats: Choices) -> forms.Widget:
    if fact.kind.name in LINES:
        return forms.TextInput(dict(LINES[fact.kind.name]))
    if fact.name == "returns":
        return InTurn(texts.for_game(table.ruleset.key, gettext)(RETURNS["returns"]), seats)
    if fact.name == "callers":  # first, in the order of their calls
        places = {number: place for place, number in enumerate(typed.named("callers"))}
        seats = sorted(seats, key=lambda seat: places.get(seat[0], len(places)))
        if not _is_one_caller(typed, rules_of(table)):
            return forms.CheckboxSelectMultiple(choices=seats)
    if fact.name == "starter" and typed.text("starter") == BY_THE_ROUNDS:
        seats = [(BY_THE_ROUNDS, gettext("Known from the rounds before")), *seats]
    return forms.RadioSelect(choices=seats)


def hand_fields(number: int, typed: Typed, wrong: Errors, *, sums: bool, counts: bool) -> Fields:
    hint = f"hand-hint f-hand-{number}_error" if f"hand-{number}" in wrong else "hand-hint"
    looks: dict[str, Mapping[str, object]] = {"hand": {**CARDS, "aria-describedby": hint}}
    looks |= {"sum": NUMBER} if sums else {}
    looks |= {"count": NUMBER} if counts else {}
    labels = {"hand": gettext("Cards"), "sum": gettext("Sum"), "count": gettext("Count")}
    fields = {
        name: field(labels[name], forms.TextInput({**look, "data-testid": f"{name}-{number}"}))
        for name, look in looks.items()
    }
    values = {name: typed.get(f"{name}-{number}", "") for name in fields}
    return Fields(fields, values, wrong, number)


def riichi_field(number: int, name: str, typed: Typed, wrong: Errors) -> forms.BoundField:
    fields = {"riichi": field(name, forms.TextInput(dict(NUMBER)))}
    return Fields(fields, {"riichi": typed.get(f"riichi-{number}", "")}, wrong, number)["riichi"]


def lapsed_field(typed: Typed, wrong: Errors, seats: Choices) -> forms.BoundField:
    words = _("Here a declaration lasts until your next turn; once it has lapsed, ura-dora do not count.")
    boxes = forms.CheckboxSelectMultiple(choices=seats)
    fields = {"lapsed": field(_("Whose riichi had lapsed?"), boxes, words)}
    return Fields(fields, {"lapsed": typed.named("lapsed")}, wrong)["lapsed"]


def yaku_rows(typed: Typed, wrong: Errors, seats: Choices) -> list[Fields]:
    fields = {
        "yaku-who": one_of(_("Player"), seats),
        "yaku-n": field(_("Number of yaku"), forms.TextInput({**NUMBER, "class": "num"})),
        "yaku-name": field(_("Name of the yaku"), forms.TextInput({"maxlength": 40})),
    }
    return rows_of(fields, typed.rows(YAKU), wrong)
