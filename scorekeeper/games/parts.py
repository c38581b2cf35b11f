"""What the entry pages and the referees of all families of games share."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from django import forms
from django.forms.utils import ErrorDict, ErrorList
from django.http import QueryDict
from django.utils.translation import gettext

from scorekeeper.present.cards import CardView, cards
from scorekeeper.scoring import texts
from scorekeeper.scoring.cards import Card, CardError, write_cards
from scorekeeper.scoring.core import ACCOUNTS

from .fields import MOVE, Errors, Typed

NUMBER: Mapping[str, object] = {"inputmode": "numeric"}
"""How a whole number is typed."""

Choices = Sequence[tuple[str, str]]
"""What a field offers: what it sends, and the words for it."""


@dataclass(frozen=True, slots=True)
class KindView:
    key: str
    label: str
    help: str
    checked: bool
    big: bool


def kind_views(
    words: Mapping[str, tuple[object, object]], keys: Iterable[str], chosen: str, big: Collection[str]
) -> list[KindView]:
    """Ways to end a round with their label and help; the ``big`` ones have a button of their own."""
    return [KindView(key, str(words[key][0]), str(words[key][1]), key == chosen, key in big) for key in keys]


class Fields(forms.Form):
    """Fields as Django draws them, filled in; what was typed and what is wrong in it is read by the family.

    ``number`` is that of a row or a seat, and the end of the names of its fields.  ``wrong`` are all errors
    of the page by the names that are sent.
    """

    use_required_attribute = False

    def __init__(
        self,
        fields: Mapping[str, forms.Field],
        values: Mapping[str, object],
        wrong: Errors,
        number: int | None = None,
    ) -> None:
        self.number = number
        super().__init__(initial=dict(values), auto_id="f-%s")
        self.fields.update(fields)
        here = {name: wrong.get(self.add_prefix(name)) for name in fields}
        self.errors_here = ErrorDict({name: ErrorList(texts) for name, texts in here.items() if texts})

    def add_prefix(self, field_name: str) -> str:
        return field_name if self.number is None else f"{field_name}-{self.number}"

    @property
    def errors(self) -> ErrorDict:
        return self.errors_here


def field(label: object, widget: forms.Widget, words: object = "") -> forms.Field:
    """A field that is drawn and not read, with ``words`` of help below it."""
    return forms.Field(label=str(label), widget=widget, help_text=str(words), required=False)


def one_of(label: object, choices: Choices) -> forms.Field:
    """A field that takes one of these, or none."""
    return field(label, forms.Select(choices=[("", "–"), *choices]))


def chips(label: object, choices: Choices) -> forms.Field:
    """A field that takes one of these, each drawn as a chip."""
    return field(label, forms.RadioSelect({"class": "vh"}, choices))


def typed_cards(label: object) -> forms.Field:
    looks = {"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false", "dir": "ltr"}
    return field(label, forms.TextInput(looks))


def rows_of(
    fields: Mapping[str, forms.Field], rows: Iterable[Mapping[str, str]], errors: Errors
) -> list[Fields]:
    """Rows of these fields with their errors, and an empty row."""
    return [Fields(fields, row, errors, number) for number, row in enumerate([*rows, {}])]


def move_rows(typed: Typed, people: Choices, errors: Errors, used: Collection[str] = ()) -> list[Fields]:
    """The payments of a correction, between seats and the accounts that it names or that are ``used``."""
    open_accounts = [key for key in ACCOUNTS if key in (*typed.paying, *used)]
    sides = [*people, *((key, texts.account(key, gettext)) for key in open_accounts)]
    looks = {
        "points": forms.TextInput({**NUMBER, "class": "num"}),
        "reason": forms.TextInput({"maxlength": 200}),
    }
    drawn = (one_of(gettext("From"), sides), one_of(gettext("To"), sides))
    entered = (field(gettext("Points"), looks["points"]), field(gettext("Reason"), looks["reason"]))
    return rows_of(dict(zip(MOVE, (*drawn, *entered), strict=True)), typed.moves, errors)


# ── 判定: cards that a referee is asked about, typed or tapped one by one ─────────────────────────────

LONGEST_ASKED = 300


@dataclass(frozen=True, slots=True)
class AskedCards:
    """What is typed, the cards that it says, and what is wrong with it."""

    text: str
    cards: tuple[Card, ...] = ()
    error: str = ""

    @property
    def shown(self) -> tuple[CardView, ...]:
        return cards(self.cards)


def read_asked(
    data: QueryDict,
    name: str,
    read: Callable[[str], tuple[Card, ...]],
    why_not: Callable[[CardError], str],
    *,
    most: int,
    tapped: bool = False,
) -> AskedCards:
    """The cards of a field; to those ``tapped``, ``add`` puts one more, and ``drop`` takes the last away."""
    text = data.get(name, "")[:LONGEST_ASKED]
    try:
        held = read(text)
        added = read(data.get("add", "")[:LONGEST_ASKED]) if tapped else ()
    except CardError as error:
        return AskedCards(text, error=why_not(error))
    held = held[:-1] if tapped and "drop" in data else (*held, *added[:1])
    if len(held) > most:
        return AskedCards(text, error=gettext("At most %(most)d cards.") % {"most": most})
    return AskedCards(write_cards(held), held)
