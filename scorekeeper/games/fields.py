"""入力欄: fields and parsing that the entry forms and referees of all families of games share."""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from django import forms
from django.forms.utils import ErrorDict, ErrorList
from django.http import QueryDict
from django.utils.datastructures import MultiValueDict
from django.utils.text import capfirst
from django.utils.translation import gettext

from scorekeeper.play.hands import Facts
from scorekeeper.play.table import Table
from scorekeeper.present.presenter import CardView, cards
from scorekeeper.scoring import texts
from scorekeeper.scoring.cards import Card, CardError, read_cards, write_cards
from scorekeeper.scoring.core import ACCOUNTS
from scorekeeper.scoring.errors import ReadError
from scorekeeper.scoring.facts import declared
from scorekeeper.scoring.limits import MOST_MOVES
from scorekeeper.scoring.reading import Json

LONGEST_FIELD = 2000
"""Characters of a field; the rest is cut."""

LONGEST_NUMBER = 20
"""Characters of a number of a hand."""

MOVE = ("from", "to", "points", "reason")
"""The fields of a payment of a correction."""

EMPTY_HAND = "-"
MOST_NAMED = 20

Errors = dict[str, list[str]]


class Typed(MultiValueDict[str, str]):
    """The fields of an entry form exactly as typed, by POST name; seats by number."""

    @property
    def kind(self) -> str:
        return self.get("kind", "")

    def text(self, name: str) -> str:
        return self.get(name, "").strip()

    def of_seat(self, name: str, number: str) -> str:
        return self.text(f"{name}-{number}")

    def named(self, name: str) -> list[str]:
        """The values of a field that can be chosen several times, such as seats."""
        return [text for text in map(str.strip, self.getlist(name)) if text]

    def rows(self, keys: Sequence[str]) -> list[dict[str, str]]:
        """Rows of fields numbered from 0, without empty ones."""
        sent = [index for index in range(MOST_MOVES) if any(f"{key}-{index}" in self for key in keys)]
        rows = [{key: self.get(f"{key}-{index}", "") for key in keys} for index in sent]
        return [row for row in rows if any(text.strip() for text in row.values())]

    def put(self, values: Mapping[str, object]) -> None:
        for name, value in values.items():
            self[name] = str(value)

    def put_rows(self, rows: Iterable[Mapping[str, object]]) -> None:
        for index, row in enumerate(rows):
            self.put({f"{key}-{index}": value for key, value in row.items()})

    @property
    def moves(self) -> list[dict[str, str]]:
        return self.rows(MOVE)

    @property
    def paying(self) -> set[str]:
        return {move[side] for move in self.moves for side in ("from", "to")}


@dataclass
class Parsed:
    data: Facts  # JSON by seat number
    errors: Errors  # by field name, "" for the whole form


ONE_TEXT = ("player", "card", "shown card", "whole", "choice", "text", "card list")
"""Kinds of facts that have a single text field."""
SEATS = ("players", "player list")
"""Kinds of facts that name several seats."""


def occupied_seats(table: Table) -> list[str]:
    """The numbers of the occupied seats, in order."""
    return [table.numbers[name] for name in table.before.seats]


def everybody(typed: Typed, table: Table, *of_seats: str, usual: str = "") -> list[str]:
    """The occupied seats, and others that the form names in a fact or in the fields ``of_seats``.

    The fact ``usual`` has a default value, so it does not count.
    """
    named = typed.paying
    for name, fact in declared(table.ruleset.facts).items():
        if fact.counted:
            named |= {seat for seat in table.names if typed.of_seat(name, seat) not in ("", "0")}
        elif fact.kind.name in ("player", *SEATS) and name != usual:
            named |= {*typed.named(name)}
    named |= {seat for seat in table.names if any(typed.of_seat(name, seat) for name in of_seats)}
    return list(dict.fromkeys((*occupied_seats(table), *(seat for seat in table.names if seat in named))))


def typed_from_post(post: MultiValueDict[str, str]) -> Typed:
    return Typed({name: [text[:LONGEST_FIELD] for text in sent[:MOST_NAMED]] for name, sent in post.lists()})


def typed_from_facts(data: Facts, table: Table) -> Typed:
    typed = Typed({"kind": [data["kind"]]})
    for name, item in declared(table.ruleset.facts).items():
        if name not in data:
            continue
        if item.counted:
            times = Counter[str](data[name])
            typed.put({f"{name}-{seat}": times[seat] for seat in times})
        elif item.kind.name in SEATS:
            typed.setlist(name, data[name])
        elif item.kind.name in ONE_TEXT:
            typed[name] = " ".join(data[name]) if isinstance(data[name], list) else str(data[name])
    typed.put_rows({key: move.get(key, "") for key in MOVE} for move in data.get("transfers", ()))
    return typed


def read_field(name: str, text: str, kind: str, errors: Errors) -> object:
    """The value of a field as JSON, by the kind of its fact; None if it is empty."""
    if not text or (kind == "shown card" and is_none(text)):
        return None
    if kind == "whole":
        number = whole(text)
        if number is None:
            errors.setdefault(name, []).append(gettext("Enter a whole number, 0 or more."))
        return number
    return read_typed_cards(name, text, errors) if kind == "card list" else text


def read_counted(name: str, typed: Typed, table: Table, errors: Errors) -> list[str]:
    """The seats that declared something, repeated for each time."""
    seats: list[str] = []
    for number in table.names:
        times = whole(typed.of_seat(name, number) or "0")
        if times is None or times > 99:
            errors[f"{name}-{number}"] = [gettext("Enter how often, as a whole number.")]
        else:
            seats += [number] * times
    return seats


def read_typed_cards(
    name: str, text: str, errors: Errors, read: Callable[[str], Iterable[object]] = read_cards
) -> list[str]:
    try:
        return [str(item) for item in read(text)]
    except CardError as error:
        message = gettext("“%(text)s” is not a card. Cards are A 2 3 … 10 J Q K, separated by spaces.")
        errors[name] = [message % {"text": error.text[:20]}]
        return []


def is_none(text: str) -> bool:
    return unicodedata.normalize("NFKC", text).strip() in (EMPTY_HAND, "ー", "−", "なし", "0", "0枚")


def whole(text: str) -> int | None:
    """A whole number, also with full-width digits and grouping commas; None for anything else."""
    plain = re.sub(r"[,\uff0c\s]", "", text)
    return int(plain) if re.fullmatch(r"\d{1,9}", plain) else None


def read_moves(typed: Sequence[Mapping[str, str]], errors: Errors) -> list[Json]:
    moves = []
    for index, move in enumerate(typed):
        points = whole(move["points"])
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


def parse_round(
    typed: Typed,
    table: Table,
    no_kind: str,
    read: Callable[[Typed, Table, Facts, Errors], None],
    names: Mapping[str, str],
) -> Parsed:
    """The facts of a form, or all errors by field.

    A correction is the same in all families; ``read`` adds the facts of another kind to the data.  ``names``
    maps facts to fields of another name, for the errors of the engine.
    """
    errors: Errors = {}
    if typed.kind not in (*table.ruleset.kinds(table.options), "adjust"):
        return Parsed({}, {"kind": [no_kind]})
    data: Facts = {"kind": typed.kind}
    if typed.kind == "adjust":
        data["transfers"] = read_moves(typed.moves, errors)
    else:
        read(typed, table, data, errors)
    if not errors:
        try:
            data = table.write(table.read(data))
        except ReadError as error:
            sentence = capfirst(texts.error(error, texts.for_game(table.ruleset.key, gettext)))
            errors.setdefault(field_of(error.where, names), []).append(sentence)
    return Parsed(data, errors)


def field_of(where: str, names: Mapping[str, str]) -> str:
    """The field of a path in the facts: ``transfers[0].to`` is ``to-0``, ``hands.2[1]`` is ``hand-2``."""
    fact, part, key, *_deeper = *re.findall(r"\w+", where), "", "", ""
    if fact == "transfers" and key:
        return f"{key}-{part}"
    name = names.get(f"{fact}.{key}", names.get(fact, fact))
    return f"{name}-{part}" if part and fact in ("hands", "points", "bonus") else name


@dataclass(frozen=True, slots=True)
class HandStatus:
    """The status of a hand or play."""

    number: int
    status: str  # a keyword for the page
    text: str  # a remark


@dataclass(frozen=True, slots=True)
class Pending:
    """What is missing in a form, and the status of each hand or play."""

    missing: str = ""  # in words
    hands: tuple[HandStatus, ...] = ()
    silent: frozenset[str] = frozenset()  # codes of objections that ``missing`` replaces
    open: frozenset[str] = frozenset()  # names of all that is missing
    leave: str = ""  # label of a second button that records the round without it
    record: str = ""  # label of the button if an omission counts as nothing


NUMBER: Mapping[str, object] = {"inputmode": "numeric"}
"""Attributes of an input for a whole number."""

Choices = Sequence[tuple[str, str]]
"""Value and label of each choice."""


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
    return [KindView(key, str(words[key][0]), str(words[key][1]), key == chosen, key in big) for key in keys]


class Fields(forms.Form):
    """A form that is only rendered, with values and errors; the family parses the POST.

    ``number`` is that of a row or a seat, and a suffix of the names of its fields.  ``wrong`` has all errors
    of the page by POST name.
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
    """A field of ``Fields``; ``words`` are its help text."""
    return forms.Field(label=str(label), widget=widget, help_text=str(words), required=False)


def one_of(label: object, choices: Choices) -> forms.Field:
    return field(label, forms.Select(choices=[("", "–"), *choices]))


def chips(label: object, choices: Choices) -> forms.Field:
    return field(label, forms.RadioSelect({"class": "vh"}, choices))


def typed_cards(label: object) -> forms.Field:
    looks = {"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false", "dir": "ltr"}
    return field(label, forms.TextInput(looks))


def rows_of(
    fields: Mapping[str, forms.Field], rows: Iterable[Mapping[str, str]], errors: Errors
) -> list[Fields]:
    return [Fields(fields, row, errors, number) for number, row in enumerate([*rows, {}])]


def move_rows(typed: Typed, people: Choices, errors: Errors, used: Collection[str] = ()) -> list[Fields]:
    """The payments of a correction between people, and the accounts that it names or that are ``used``."""
    open_accounts = [key for key in ACCOUNTS if key in (*typed.paying, *used)]
    sides = [*people, *((key, texts.account(key, gettext)) for key in open_accounts)]
    fields = {
        "from": one_of(gettext("From"), sides),
        "to": one_of(gettext("To"), sides),
        "points": field(gettext("Points"), forms.TextInput({**NUMBER, "class": "num"})),
        "reason": field(gettext("Reason"), forms.TextInput({"maxlength": 200})),
    }
    return rows_of(fields, typed.moves, errors)


# ── 判定: cards of a question to a referee, typed or tapped one by one ─────────────────────────────

LONGEST_ASKED = 300


@dataclass(frozen=True, slots=True)
class AskedCards:
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
    """The cards of a field; if they are ``tapped``, ``add`` appends a card and ``drop`` removes the last."""
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
