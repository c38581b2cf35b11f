"""Forms of whole fields: house rules from their specs, the start of a session, and a stamp."""

import json
import re
import secrets
import unicodedata
from typing import Any

from django import forms
from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext, gettext_lazy

from scorekeeper.circles.access import current_device, hash_of
from scorekeeper.scoring import options as house_rules
from scorekeeper.scoring import texts
from scorekeeper.scoring.errors import ReadError
from scorekeeper.scoring.names import clean_name, same_name
from scorekeeper.scoring.options import Spec
from scorekeeper.scoring.reading import read_text
from scorekeeper.scoring.rule_sets import LONGEST_RULES_NAME
from scorekeeper.scoring.ruleset import Ruleset

from .services import Stamp

FORM_KEY = re.compile(r"[A-Za-z0-9_-]{8,64}")
LONGEST_TITLE = 60
LONGEST_KEY = 20
LONGEST_TYPED = 1000
NUMBER_MARKS = re.compile(r"[\s,、，・/]+")


def new_key() -> str:
    """A key that makes a form be accepted once."""
    return secrets.token_urlsafe(16)


def form_hash(request: HttpRequest, file: str = "") -> str:
    """What tells a posted form, with its contents, from all others; empty for one without a key of ours.

    The key cannot be found out from it, which lets in whoever sent the form.
    """
    if not FORM_KEY.fullmatch(request.POST.get("key", "")):
        return ""
    contents = {name: values for name, values in request.POST.lists() if name != "csrfmiddlewaretoken"}
    return hash_of(json.dumps([request.path, contents, file], sort_keys=True))


def read_stamp(request: HttpRequest) -> Stamp | None:
    """The revision and key of a posted form; None where they are not those of a form of ours."""
    revision, key = request.POST.get("revision", ""), request.POST.get("key", "")
    if not re.fullmatch(r"\d{1,9}", revision, re.ASCII) or not FORM_KEY.fullmatch(key):
        return None
    after = request.POST.get("after", "")
    return Stamp(int(revision), key, current_device(request), after if FORM_KEY.fullmatch(after) else "")


def row_key(request: HttpRequest) -> str:
    """The own key of the round that a form or a link means: its number may be another's by now.

    Empty where there is none, as in a page of an earlier version.
    """
    given = request.POST if request.method == "POST" else request.GET
    return given.get("row", "")[:LONGEST_KEY]


class OptionsForm(forms.Form):
    """ハウスルール: a field for every house rule of a game, made from its spec.

    A rule that is at home in other games only can be borrowed; its field stands apart.  The form comes filled
    in with ``options``, or with the game's usual ones; what was posted wins.
    """

    def __init__(self, ruleset: Ruleset, data: QueryDict | None = None, options: Any = None) -> None:
        specs = house_rules.specs(type(ruleset.defaults))
        self.given = ruleset.defaults if options is None else options
        start = {spec.key: getattr(self.given, spec.key) for spec in specs}
        posted = data if data and any(f"opt-{spec.key}" in data for spec in specs) else None
        super().__init__(posted, initial=start, prefix="opt")
        self.ruleset = ruleset
        self.specs = specs
        for spec in specs:
            self.fields[spec.key] = _field(spec)

    def add_prefix(self, field_name: str) -> str:
        """Fields are named ``opt-<key>``."""
        return f"opt-{field_name}"

    def groups(self, borrowed: bool = False) -> list[tuple[str, list[forms.BoundField]]]:
        """The fields under their headings: the game's own, or those it can borrow."""
        groups: dict[str, list[forms.BoundField]] = {}
        for spec in self.specs:
            if at_home(spec, self.ruleset) is not borrowed:
                groups.setdefault(gettext(spec.group), []).append(self[spec.key])
        return list(groups.items())

    def borrows(self) -> bool:
        """Whether a borrowed rule differs from the game's usual ones, or is typed wrongly."""
        usual = self.ruleset.defaults
        return any(
            self[spec.key].errors or str(self[spec.key].value()) != str(getattr(usual, spec.key))
            for spec in self.specs
            if not at_home(spec, self.ruleset)
        )

    def clean(self) -> dict[str, Any]:
        """All together: rules that exclude each other are told at the field of one of them."""
        values: dict[str, Any] = super().clean() or {}
        if not self.errors:
            try:
                house_rules.load(self.ruleset.defaults, values)
            except ReadError as error:
                key = error.where.rpartition(".")[2]
                self.add_error(key if key in self.fields else self.specs[0].key, texts.error(error, gettext))
        return values

    def options(self) -> Any:
        """The house rules as the engine takes them; those the form came with where nothing was sent, or not
        rightly."""
        if not self.is_bound or not self.is_valid():
            return self.given
        return house_rules.load(self.ruleset.defaults, self.cleaned_data)


def at_home(spec: Spec, ruleset: Ruleset) -> bool:
    """Whether a house rule is one of the game's own; the others can be borrowed."""
    return ruleset.key in spec.games.split()


def _field(spec: Spec) -> forms.Field:
    label, words = gettext_lazy(spec.label), gettext_lazy(spec.help)
    if spec.kind == "choice":
        choices = [(key, gettext_lazy(text)) for key, text in spec.choices]
        return forms.ChoiceField(choices=choices, label=label, help_text=words)
    if spec.kind == "numbers":
        return NumbersField(spec, label=label, help_text=words)
    return forms.IntegerField(min_value=spec.low, max_value=spec.high, label=label, help_text=words)


class NumbersField(forms.CharField):
    """A row of whole numbers with blanks between them, as its spec allows."""

    def __init__(self, spec: Spec, **texts_of: Any) -> None:
        super().__init__(max_length=LONGEST_TYPED, **texts_of)
        self.spec = spec

    def clean(self, value: Any) -> Any:
        """The numbers in their written form; raises ValidationError."""
        typed = unicodedata.normalize("NFKC", str(super().clean(value)))
        try:
            return self.spec.check(NUMBER_MARKS.sub(" ", typed).strip(), "")
        except ReadError as error:
            raise forms.ValidationError(texts.error(error, gettext)) from None


class StartForm:
    """卓をつくる: names in seat order, the table's title, and the name to keep its rules under, as typed and
    read."""

    def __init__(self, ruleset: Ruleset, data: QueryDict) -> None:
        self.errors: dict[str, list[str]] = {}
        self.typed = [name[:LONGEST_TYPED] for name in data.getlist("name")[:50]]
        self.title = " ".join(data.get("title", "")[:LONGEST_TYPED].split())
        self.keep = " ".join(data.get("keep", "")[:LONGEST_TYPED].split())
        self.names = self._read_names(ruleset)
        self._check_line("title", self.title, LONGEST_TITLE)
        self._check_line("keep", self.keep, LONGEST_RULES_NAME)

    def _add(self, field: str, text: str) -> None:
        self.errors.setdefault(field, []).append(text)

    def _check_line(self, field: str, text: str, longest: int) -> None:
        try:
            read_text(text, field, longest)
        except ReadError as error:
            self._add(field, texts.error(error, gettext))

    def _read_names(self, ruleset: Ruleset) -> list[str]:
        names: list[str] = []
        for number, text in enumerate(self.typed, 1):
            if not text.strip():
                continue
            try:
                names.append(self._read_name(text, names))
            except ReadError as error:
                reason = texts.error(error, gettext)
                self._add(
                    "name", gettext("Seat %(number)d: %(reason)s") % {"number": number, "reason": reason}
                )
        if not self.errors and not ruleset.fewest_players <= len(names) <= ruleset.most_players:
            limits = {"fewest": ruleset.fewest_players, "most": ruleset.most_players}
            self._add("name", gettext("This game takes %(fewest)d to %(most)d players.") % limits)
        return names

    @staticmethod
    def _read_name(text: str, names: list[str]) -> str:
        name = clean_name(text)
        if same_name(name) in map(same_name, names):
            raise ReadError("", "name.twice", name=name)
        return name
