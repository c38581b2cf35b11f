"""文字で入力: the fields of the typed entry, as Django draws them; what was typed is read in ``form``."""

from collections.abc import Mapping
from typing import NamedTuple

from django import forms
from django.forms.renderers import BaseRenderer
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.play.table import Table
from scorekeeper.scoring import texts
from scorekeeper.scoring.dobon.options import DobonOptions
from scorekeeper.scoring.facts import Fact, declared

from ..fields import SEATS, Errors, Typed
from ..parts import NUMBER, Choices, Fields, field, one_of, rows_of
from .endings import RETURNS, slot_of
from .form import BY_THE_ROUNDS, ORDER, YAKU, rules_of

CARDS = {"autocapitalize": "characters", "spellcheck": "false"}
SHORT_CARDS, SHORT_NUMBER = CARDS | {"size": 4}, {"size": 4, **NUMBER}
LINES: Mapping[str, Mapping[str, object]] = {
    "card": SHORT_CARDS,
    "shown card": SHORT_CARDS,
    "whole": SHORT_NUMBER,
    "card list": CARDS | {"size": 8},
}
"""How facts of one text are typed, by their kind."""
SPARE_RETURNS = 4


class TypedRow(NamedTuple):
    field: forms.BoundField
    kinds: str


class InTurn(forms.Select):
    """As many choices of one name as there may be, in their order; the first has a label with its place."""

    def __init__(self, label: str, choices: Choices) -> None:
        super().__init__({"data-ordered": True}, [("", "–"), *choices])
        self.label = label

    def render(
        self, name: str, value: object, attrs: object = None, renderer: BaseRenderer | None = None
    ) -> SafeString:
        """One choice for each of ``value``, which are the seats chosen and "" for a place that is free."""
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
    """The fields that ``uses`` names, in the order of the page, filled in, with what is wrong in them."""
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
    speak = texts.for_game(table.ruleset.key, gettext)
    if fact.name == "returns":
        return speak(RETURNS["ask_returns"])
    return _(fact.label) if fact.label else speak(slot_of(fact.name, kinds.split()).ask)


def _value(fact: Fact, typed: Typed, options: DobonOptions) -> object:
    chosen = typed.named(fact.name)
    if fact.name == "returns":
        spare = 1 if options.returns == "on" else SPARE_RETURNS
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
    """リーチ: how often the player of one seat declared it."""
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
