"""ハウスルール: forms made from the declarations of the engine, and how they stand now."""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext, gettext_lazy

from scorekeeper.circles.forms import LONGEST_TYPED
from scorekeeper.present.words import labelled, rules_line
from scorekeeper.scoring import options as house_rules
from scorekeeper.scoring import texts
from scorekeeper.scoring.errors import ReadError
from scorekeeper.scoring.options import Options, Spec
from scorekeeper.scoring.ruleset import Ruleset

from .rule_sets import LONGEST_RULES_NAME, read_rules_name
from .stakes import StakesForm, stakes_line

NUMBER_MARKS = re.compile(r"[\s,、，・/]+")


class RulesNameField(forms.CharField):
    def __init__(self) -> None:
        looks = {"maxlength": LONGEST_RULES_NAME, "dir": "auto", "autocomplete": "off"}
        super().__init__(label=gettext_lazy("Name"), widget=forms.TextInput(looks))

    def clean(self, value: object) -> str:
        """The name in its written form; raises ValidationError."""
        try:
            return read_rules_name(str(value or "")[:LONGEST_TYPED])
        except ReadError as error:
            raise forms.ValidationError(texts.error(error, gettext)) from None


class NameForm(forms.Form):
    name = RulesNameField()


class OptionsForm(forms.Form):
    """ハウスルール: a field for every house rule of a game, made from its spec.

    A rule that is at home in other games only can be borrowed; its field stands apart.  The form comes filled
    in with ``options``, or with the game's usual ones; what was posted wins.  ``base`` is what changes are
    compared with, and what a rule is taken back to: what the form came with, or what is given.  ``running``
    leaves out what cannot change while a session runs.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        data: QueryDict | None = None,
        options: Options | None = None,
        base: Options | None = None,
        running: bool = False,
    ) -> None:
        specs = house_rules.specs(type(ruleset.defaults))
        self.specs = {
            spec.key: spec for spec in specs if spec.kind != "preset" and not (running and spec.fixed)
        }
        self.given: Options = ruleset.defaults if options is None else options
        self.base: Options = self.given if base is None else base
        start = {key: getattr(self.given, key) for key in self.specs}
        posted = data if data and any(f"opt-{key}" in data for key in self.specs) else None
        back = posted.get("back", "") if posted else ""
        if posted and f"opt-{back}" in posted and hasattr(self.base, back):
            posted = posted.copy()
            posted[f"opt-{back}"] = str(getattr(self.base, back))
        super().__init__(posted, initial=start, prefix="opt")
        self.ruleset = ruleset
        self.speak = texts.for_game(ruleset.key, gettext)
        for key, spec in self.specs.items():
            self.fields[key] = _field(spec, self.speak)

    def groups(self, borrowed: bool = False) -> list["Group"]:
        """The fields under their headings: the game's own, or those it can borrow."""
        groups: dict[str, list[Row]] = {}
        for spec in self.specs.values():
            if at_home(spec, self.ruleset) is not borrowed:
                groups.setdefault(self.speak(spec.group), []).append(self._row(spec))
        return [Group(title, rows) for title, rows in groups.items()]

    def _row(self, spec: Spec) -> "Row":
        field, now, was = self[spec.key], self.now(spec.key), getattr(self.base, spec.key)
        if str(now) == str(was):
            return Row(field)
        words_now, words_was = (texts.set_to(spec, value, self.speak) for value in (now, was))
        return Row(field, words_now, words_was, str(was))

    def clean(self) -> dict[str, object]:
        """All together: rules that exclude each other are reported at the field of one of them."""
        values: dict[str, object] = super().clean() or {}
        if not self.errors:
            try:
                house_rules.load(self.given, values)
            except ReadError as error:
                key = error.where.rpartition(".")[2]
                place = key if key in self.fields else next(iter(self.fields))
                self.add_error(place, texts.error(error, self.speak))
        return values

    def options(self) -> Options:
        """The house rules as the engine takes them; those the form came with where nothing was sent, or not
        rightly, and where it has no field for them."""
        if not self.is_bound or not self.is_valid():
            return self.given
        options: Options = house_rules.load(self.given, self.cleaned_data)
        return options

    def now(self, key: str) -> object:
        """What a rule is set to; as it was typed where that is wrong."""
        if not self.is_bound:
            return getattr(self.given, key)
        return self[key].value() if key in self.errors else self.cleaned_data[key]


def field_errors(form: forms.Form) -> list[str]:
    """What is wrong in the fields of a form, each behind the field's label."""
    named = ((form[name], lines) for name, lines in form.errors.items() if name in form.fields)
    return [labelled(field.label, text) for field, lines in named for text in lines]


def at_home(spec: Spec, ruleset: Ruleset) -> bool:
    """Whether a house rule is one of the game's own; the others can be borrowed."""
    return ruleset.key in spec.games.split()


def _field(spec: Spec, speak: texts.Translate) -> forms.Field:
    label, words = speak(spec.label), speak(spec.help)
    if spec.choices:
        choices = [(key, speak(item)) for key, item in spec.choices]
        widget = Switch(spec) if spec.yes else forms.Select()
        return forms.ChoiceField(choices=choices, widget=widget, label=label, help_text=words)
    if spec.kind != "int":
        return ListField(spec, label, words)
    return forms.IntegerField(min_value=spec.low, max_value=spec.high, label=label, help_text=words)


class Switch(forms.CheckboxInput):
    """A yes or no: ticked it sends the one value, else a field before it of the same name sends the other."""

    def __init__(self, spec: Spec) -> None:
        super().__init__({"role": "switch"}, lambda value: value == spec.yes)
        self.spec = spec

    def format_value(self, value: object) -> str:
        """What is sent when it is ticked."""
        return self.spec.yes

    # Any: that of Django's own box is a truth value.
    def value_from_datadict(self, data: Mapping[str, object], files: object, name: str) -> Any:
        """The value itself: the last one of the name counts."""
        return data.get(name)

    def use_required_attribute(self, initial: object) -> bool:
        return False


class ListField(forms.CharField):
    """A row of numbers or cards with blanks between them, or of names with points, as its spec allows."""

    def __init__(self, spec: Spec, label: str, words: str) -> None:
        needed = spec.default != ""
        super().__init__(max_length=LONGEST_TYPED, label=label, help_text=words, required=needed)
        self.spec = spec

    def prepare_value(self, value: object) -> object:
        """Cards by their symbols."""
        return house_rules.show_special(str(value)) if self.spec.kind == "cards" else value

    def clean(self, value: object) -> object:
        """The list in its written form; raises ValidationError."""
        typed = unicodedata.normalize("NFKC", str(super().clean(value)))
        try:
            return self.spec.check(
                typed if self.spec.kind == "named" else NUMBER_MARKS.sub(" ", typed).strip(), ""
            )
        except ReadError as error:
            raise forms.ValidationError(texts.error(error, gettext)) from None


@dataclass(frozen=True, slots=True)
class Row:
    """A house rule in a form, and where it is not as it was, both in words."""

    field: forms.BoundField
    now: str = ""
    was: str = ""
    back: str = ""  # what the field takes to be as it was


@dataclass(frozen=True, slots=True)
class Group:
    title: str
    rows: list[Row]

    @property
    def changed(self) -> int:
        return sum(bool(row.was) for row in self.rows)

    @property
    def open(self) -> bool:
        """Whether there is something to see: a change, or a mistake."""
        return bool(self.changed) or any(row.field.errors for row in self.rows)


class Board:
    def __init__(self, form: OptionsForm) -> None:
        self.groups, self.borrowed = form.groups(), form.groups(borrowed=True)
        self.borrows = any(group.open for group in self.borrowed)
        self.all = [*self.groups, *self.borrowed]
        self.changed = [row for group in self.all for row in group.rows if row.was]


def board_context(options: OptionsForm, stakes: StakesForm) -> dict[str, object]:
    """What the parts of a page with house rules and stakes show."""
    return {
        "board": Board(options),
        "options_line": options_line(options),
        "stakes": list(stakes),
        "stakes_line": _with_error_count(stakes_line(stakes.stake, stakes.rate), stakes),
    }


def options_line(form: OptionsForm) -> str:
    """The house rules of a form in one line, as far as they are right and go together."""
    try:
        options = house_rules.load(form.given, form.cleaned_data) if form.errors else form.options()
        line = rules_line(form.ruleset, options)
    except ReadError:
        line = ""
    return _with_error_count(line, form)


def _with_error_count(line: str, form: OptionsForm | StakesForm) -> str:
    """What is set, and how much of what was typed cannot be."""
    wrong = len(form.errors) if form.is_bound else 0
    words = gettext("to correct: %(count)s") % {"count": wrong} if wrong else ""
    return gettext(" · ").join(filter(None, (line, words)))


def is_preview_request(post: QueryDict) -> bool:
    """Whether a form was sent only to see its current state, or to reset a rule."""
    return post.get("action") == "look" or "back" in post


def wants_fragment(request: HttpRequest) -> bool:
    """Whether a script asks how the form of its page stands."""
    return is_preview_request(request.POST) and bool(request.htmx)  # type: ignore[attr-defined]


def render_preview(request: HttpRequest, context: dict[str, object]) -> HttpResponse:
    """How a form stands now: only the parts that say so."""
    return render(request, "rules/_look.html", {**context, "part": True})
