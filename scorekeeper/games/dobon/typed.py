"""文字で入力: the fields of the typed entry, as Django draws them; what was typed is read in ``form``."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django import forms
from django.forms.utils import ErrorDict, ErrorList
from django.utils.translation import gettext_lazy as _

from ..fields import Errors
from .form import BY_THE_ROUNDS, Typed

CARDS = {"size": 4, "autocapitalize": "characters", "spellcheck": "false"}
NUMBER = {"size": 4, "inputmode": "numeric"}
LABELS: Mapping[str, object] = {
    "victim": _("Whose card was it?"),
    "player": _("Whose full hand could not play?"),
    "card": _("Claimed card"),
    "count": _("Cards of it played together"),
    "target": _("Claimed number, if not the card's own"),
    "starter": _("Who started this round?"),
    "turnup": _("Card turned up first (dora)"),
    "bottom": _("Bottom card of the stock (ura-dora)"),
    "drawn": _("Cards drawn at the end"),
    "doublings": _("How many times the round was doubled"),
}
LINES: Mapping[str, Mapping[str, object]] = {
    **dict.fromkeys(("card", "turnup", "bottom"), CARDS),
    **dict.fromkeys(("count", "target", "doublings"), NUMBER),
    "drawn": CARDS | {"size": 8},
}
"""Fields of one text each, and how they are typed."""
ORDER = (
    *("winner", "callers", "victim", "player", "card", "count", "target", "returns", "starter"),
    *("turnup", "bottom", "drawn", "doublings"),
)
Seats = Sequence[tuple[str, str]]


class TypedRow(NamedTuple):
    """A field and the kinds of rounds that have it."""

    field: forms.BoundField
    kinds: str


class TypedFields(forms.Form):
    """The fields that some kind of round of this table has, filled in, with what is wrong in them."""

    use_required_attribute = False

    def __init__(self, typed: Typed, wrong: Errors, *, words: Mapping[str, str], one_caller: bool) -> None:
        values = {name: getattr(typed, name) for name in ORDER}
        values |= {"callers": "".join(typed.callers)} if one_caller else {}
        super().__init__(initial=values, auto_id="f-%s")
        self.found = ErrorDict({name: ErrorList(texts) for name, texts in wrong.items()})
        asked = {name: words[f"ask_{name}"] for name in ("winner", "callers", "returns")}
        self.labels = {**LABELS, **asked}
        self.one_caller = one_caller

    @property
    def errors(self) -> ErrorDict:
        """What was found when the fields were read."""
        return self.found

    def rows(self, uses: Mapping[str, str], seats: Seats, callers: Seats) -> list[TypedRow]:
        """The fields that ``uses`` names, in the order of the page; ``callers`` are the seats in the order in
        which callers are sent."""
        for name in ORDER:
            if uses.get(name):
                widget = self._widget(name, callers if name == "callers" else seats)
                self.fields[name] = forms.Field(label=str(self.labels[name]), widget=widget, required=False)
        return [TypedRow(self[name], uses[name]) for name in self.fields]

    def _widget(self, name: str, seats: Seats) -> forms.Widget:
        if name in LINES:
            return forms.TextInput(dict(LINES[name]))
        if name == "callers" and not self.one_caller:
            return forms.CheckboxSelectMultiple(choices=seats)
        if name == "returns":
            return forms.Select(choices=[("", "–"), *seats])
        known = [(BY_THE_ROUNDS, _("Known from the rounds before"))]
        by_rounds = name == "starter" and self.initial[name] == BY_THE_ROUNDS
        return forms.RadioSelect(choices=[*(known if by_rounds else []), *seats])
