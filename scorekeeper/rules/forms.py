"""ハウスルール: forms generated from the options that the engine declares, with their changes in words."""

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
        attributes = {"maxlength": LONGEST_RULES_NAME, "dir": "auto", "autocomplete": "off"}
        super().__init__(label=gettext_lazy("Name"), widget=forms.TextInput(attributes))

    def clean(self, value: object) -> str:
        try:
            return read_rules_name(str(value or "")[:LONGEST_TYPED])
        except ReadError as error:
            raise forms.ValidationError(texts.error(error, gettext)) from None


class NameForm(forms.Form):
    name = RulesNameField()


class OptionsForm(forms.Form):
    """ハウスルール: a field for every house rule of a game, made from its spec.

    ``options`` are the initial values, by default the game's usual ones.  Changes are compared with, and
    reset to, ``base``, by default ``options``.  ``running`` leaves out what cannot change in a running
    session.  Rules of other games can be borrowed; their fields have groups of their own.
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
        self.initial_options: Options = ruleset.defaults if options is None else options
        self.base: Options = self.initial_options if base is None else base
        initial = {key: getattr(self.initial_options, key) for key in self.specs}
        posted = data if data and any(f"opt-{key}" in data for key in self.specs) else None
        reset = posted.get("back", "") if posted else ""
        if posted and f"opt-{reset}" in posted and hasattr(self.base, reset):
            posted = posted.copy()
            posted[f"opt-{reset}"] = str(getattr(self.base, reset))
        super().__init__(posted, initial=initial, prefix="opt")
        self.ruleset = ruleset
        self.translate = texts.for_game(ruleset.key, gettext)
        for key, spec in self.specs.items():
            self.fields[key] = _field(spec, self.translate)

    def groups(self, borrowed: bool = False) -> list["Group"]:
        """The fields by group: the game's own rules, or those that it can borrow."""
        groups: dict[str, list[Row]] = {}
        for spec in self.specs.values():
            if is_own_rule(spec, self.ruleset) is not borrowed:
                groups.setdefault(self.translate(spec.group), []).append(self._row(spec))
        return [Group(title, rows) for title, rows in groups.items()]

    def _row(self, spec: Spec) -> "Row":
        field, now, was = self[spec.key], self.now(spec.key), getattr(self.base, spec.key)
        if str(now) == str(was):
            return Row(field)
        words_now, words_was = (texts.set_to(spec, value, self.translate) for value in (now, was))
        return Row(field, words_now, words_was, str(was))

    def clean(self) -> dict[str, object]:
        """A conflict of rules is an error of the field of one of them."""
        values: dict[str, object] = super().clean() or {}
        if not self.errors:
            try:
                house_rules.load(self.initial_options, values)
            except ReadError as error:
                key = error.where.rpartition(".")[2]
                place = key if key in self.fields else next(iter(self.fields))
                self.add_error(place, texts.error(error, self.translate))
        return values

    def options(self) -> Options:
        """The options of a valid form; else the initial ones."""
        if not self.is_bound or not self.is_valid():
            return self.initial_options
        options: Options = house_rules.load(self.initial_options, self.cleaned_data)
        return options

    def now(self, key: str) -> object:
        """The value of a rule; the typed text where that is invalid."""
        if not self.is_bound:
            return getattr(self.initial_options, key)
        return self[key].value() if key in self.errors else self.cleaned_data[key]


def field_errors(form: forms.Form) -> list[str]:
    """The errors of the fields of a form, each after the field's label."""
    named = ((form[name], lines) for name, lines in form.errors.items() if name in form.fields)
    return [labelled(field.label, text) for field, lines in named for text in lines]


def is_own_rule(spec: Spec, ruleset: Ruleset) -> bool:
    """Whether a house rule is one of the game's own; the others can be borrowed."""
    return ruleset.key in spec.games.split()


def _field(spec: Spec, translate: texts.Translate) -> forms.Field:
    label, words = translate(spec.label), translate(spec.help)
    if spec.choices:
        choices = [(key, translate(item)) for key, item in spec.choices]
        widget = Switch(spec) if spec.yes else forms.Select()
        return forms.ChoiceField(choices=choices, widget=widget, label=label, help_text=words)
    if spec.kind != "int":
        return ListField(spec, label, words)
    return forms.IntegerField(min_value=spec.low, max_value=spec.high, label=label, help_text=words)


class Switch(forms.CheckboxInput):
    """A checkbox for a yes or no.

    The template has a hidden field of the same name before it, for the value of an unticked one.
    """

    def __init__(self, spec: Spec) -> None:
        super().__init__({"role": "switch"}, lambda value: value == spec.yes)
        self.spec = spec

    def format_value(self, value: object) -> str:
        return self.spec.yes

    # Any: Django's own checkbox returns a bool.
    def value_from_datadict(self, data: Mapping[str, object], files: object, name: str) -> Any:
        """The last value of that name."""
        return data.get(name)

    def use_required_attribute(self, initial: object) -> bool:
        return False


class ListField(forms.CharField):
    """A list of numbers or cards separated by blanks, or of names with points, depending on its spec."""

    def __init__(self, spec: Spec, label: str, words: str) -> None:
        needed = spec.default != ""
        super().__init__(max_length=LONGEST_TYPED, label=label, help_text=words, required=needed)
        self.spec = spec

    def prepare_value(self, value: object) -> object:
        """Cards by their symbols."""
        return house_rules.show_special(str(value)) if self.spec.kind == "cards" else value

    def clean(self, value: object) -> object:
        """The list in its canonical form."""
        typed = unicodedata.normalize("NFKC", str(super().clean(value)))
        try:
            return self.spec.check(
                typed if self.spec.kind == "named" else NUMBER_MARKS.sub(" ", typed).strip(), ""
            )
        except ReadError as error:
            raise forms.ValidationError(texts.error(error, gettext)) from None


@dataclass(frozen=True, slots=True)
class Row:
    """A house rule in a form; if it is changed, with both values in words."""

    field: forms.BoundField
    now: str = ""
    was: str = ""
    back: str = ""  # the value of the field that resets it


@dataclass(frozen=True, slots=True)
class Group:
    title: str
    rows: list[Row]

    @property
    def changed(self) -> int:
        return sum(bool(row.was) for row in self.rows)

    @property
    def open(self) -> bool:
        """Whether it has a change or an error."""
        return bool(self.changed) or any(row.field.errors for row in self.rows)


class Board:
    def __init__(self, form: OptionsForm) -> None:
        self.groups, self.borrowed = form.groups(), form.groups(borrowed=True)
        self.borrows = any(group.open for group in self.borrowed)
        self.all = [*self.groups, *self.borrowed]
        self.changed = [row for group in self.all for row in group.rows if row.was]


def board_context(options: OptionsForm, stakes: StakesForm) -> dict[str, object]:
    """Template context for the forms of house rules and stakes."""
    return {
        "board": Board(options),
        "options_line": options_line(options),
        "stakes": list(stakes),
        "stakes_line": _with_error_count(stakes_line(stakes.stake, stakes.rate), stakes),
    }


def options_line(form: OptionsForm) -> str:
    """The valid house rules of a form in one line; none of them where they conflict."""
    try:
        options = house_rules.load(form.initial_options, form.cleaned_data) if form.errors else form.options()
        line = rules_line(form.ruleset, options)
    except ReadError:
        line = ""
    return _with_error_count(line, form)


def _with_error_count(line: str, form: OptionsForm | StakesForm) -> str:
    wrong = len(form.errors) if form.is_bound else 0
    words = gettext("to correct: %(count)s") % {"count": wrong} if wrong else ""
    return gettext(" · ").join(filter(None, (line, words)))


def is_preview_request(post: QueryDict) -> bool:
    """Whether a form was sent only to show its state, or to reset a rule."""
    return post.get("action") == "look" or "back" in post


def wants_fragment(request: HttpRequest) -> bool:
    """Whether htmx asks for the parts of a page that show the state of its form."""
    return is_preview_request(request.POST) and bool(request.htmx)  # type: ignore[attr-defined]


def render_preview(request: HttpRequest, context: dict[str, object]) -> HttpResponse:
    """The parts of a page that show the state of its form."""
    return render(request, "rules/_look.html", {**context, "part": True})
