"""文字で入力: the fields of the typed entry, as Django draws them; what was typed is read in ``form``."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django import forms
from django.forms.renderers import BaseRenderer
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.scoring.facts import Fact

from ..fields import Errors, Typed
from ..parts import NUMBER, Choices, Fields, field, one_of, rows_of
from .form import BY_THE_ROUNDS, EXTRA_YAKU, ORDER

CARDS = {"autocapitalize": "characters", "spellcheck": "false"}
SHORT_CARDS, SHORT_NUMBER = CARDS | {"size": 4}, {"size": 4, **NUMBER}
LINES: Mapping[str, Mapping[str, object]] = {
    "card": SHORT_CARDS,
    "shown card": SHORT_CARDS,
    "whole": SHORT_NUMBER,
    "card list": CARDS | {"size": 8},
}
"""How facts of one text are typed, by their kind."""


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


class TypedRound(NamedTuple):
    """What the fields of a table are made from.

    ``asks`` are the questions of fields, ``a_return`` what one is called, both in the game's words; ``seats``
    are those of the page, ``callers`` the same in the order in which callers are sent; ``returns`` who
    returned, with the places for more, and ``one_caller`` says whether only one can be chosen.
    """

    asks: Mapping[str, str]
    a_return: str
    seats: Choices
    callers: Choices
    returns: Sequence[str]
    one_caller: bool


def typed_rows(
    typed: Typed, wrong: Errors, uses: Mapping[str, str], entry: TypedRound, facts: Mapping[str, Fact]
) -> list[TypedRow]:
    """The fields that ``uses`` names, in the order of the page, filled in, with what is wrong in them."""
    labels = {**entry.asks, **{name: _(item.label) for name, item in facts.items() if item.label}}
    asked = [name for name in dict.fromkeys((*ORDER, *labels)) if uses.get(name) and name in facts]
    values: dict[str, object] = {name: typed.seats.get(name) or typed.texts.get(name, "") for name in asked}
    values |= {"returns": list(entry.returns)}
    values |= {"callers": "".join(typed.named("callers"))} if entry.one_caller else {}
    fields = {name: field(labels[name], _widget(facts[name], typed, entry)) for name in asked}
    form = Fields(fields, values, wrong)
    return [TypedRow(form[name], uses[name]) for name in asked]


def _widget(fact: Fact, typed: Typed, entry: TypedRound) -> forms.Widget:
    name = fact.name
    if fact.kind.name in LINES:
        return forms.TextInput(dict(LINES[fact.kind.name]))
    if name == "callers" and not entry.one_caller:
        return forms.CheckboxSelectMultiple(choices=entry.callers)
    if name == "returns":
        return InTurn(entry.a_return, entry.seats)
    seats = entry.callers if name == "callers" else entry.seats
    known = [(BY_THE_ROUNDS, _("Known from the rounds before"))]
    by_rounds = name == "starter" and typed.text("starter") == BY_THE_ROUNDS
    return forms.RadioSelect(choices=[*(known if by_rounds else []), *seats])


def hand_fields(number: int, typed: Typed, wrong: Errors, *, sums: bool, counts: bool) -> Fields:
    seat = str(number)
    hint = f"hand-hint f-hand-{number}_error" if f"hand-{number}" in wrong else "hand-hint"
    looks: dict[str, Mapping[str, object]] = {"hand": {**CARDS, "aria-describedby": hint}}
    looks |= {"sum": NUMBER} if sums else {}
    looks |= {"count": NUMBER} if counts else {}
    labels = {"hand": gettext("Cards"), "sum": gettext("Sum"), "count": gettext("Count")}
    fields = {
        name: field(labels[name], forms.TextInput({**look, "data-testid": f"{name}-{number}"}))
        for name, look in looks.items()
    }
    values = {name: typed.by_seat.get(name, {}).get(seat, "") for name in fields}
    return Fields(fields, values, wrong, number)


def riichi_field(number: int, name: str, typed: Typed, wrong: Errors) -> forms.BoundField:
    """リーチ: how often the player of one seat declared it."""
    fields = {"riichi": field(name, forms.TextInput(dict(NUMBER)))}
    return Fields(fields, {"riichi": typed.by_seat.get("riichi", {}).get(str(number), "")}, wrong, number)[
        "riichi"
    ]


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
    return rows_of(fields, typed.rows.get(EXTRA_YAKU, []), wrong)
