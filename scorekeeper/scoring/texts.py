"""Codes of the engine in words; a ``translate`` function turns the English ones into other languages.

This is the edge: steps, problems and errors become words here and nowhere else.  What they say stands in the
messages of each family, beside the texts that all share.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import reduce
from operator import or_

from .cards import JOKER, RANK_NAMES, Card, show_card
from .core import BANK, POT, WAY, Makes, Note, Operation, Problem, Step, Transfer, Values
from .errors import ReadError
from .messages import COMMON, LOST, REASONS, Messages
from .registry import GAMES
from .rule_sets import Lost
from .words import gettext_noop as _

Translate = Callable[[str], str]

MESSAGES: Messages = reduce(or_, (ruleset.messages for ruleset in GAMES), COMMON)
"""The texts of all families; no two have the same code for different ones."""

ACCOUNTS: dict[str, str] = {POT: _("pot"), BANK: _("penalty total")}
"""The accounts that are nobody's."""


JOKERS: dict[str, str] = {"B": _("small joker"), "R": _("big joker")}
"""小王 and 大王: the black and the red joker."""

LONGEST_QUOTE = 400
"""Most characters of the input that an error repeats."""


@dataclass(frozen=True, slots=True)
class Line:
    """A step in words: what, the cards it is about, the value, and how the value came about."""

    label: str
    value: str
    detail: str = ""
    cards: tuple[Card, ...] = ()


def number(value: int) -> str:
    """A number as people read it: grouped by thousands, with a true minus sign.

    >>> number(-12340)
    '−12,340'
    """
    return f"{value:,}" if value >= 0 else f"−{-value:,}"


def signed(value: int) -> str:
    """A gain or loss.

    >>> signed(400), signed(-330), signed(0)
    ('+400', '−330', '±0')
    """
    return f"+{number(value)}" if value > 0 else number(value) if value else "±0"


def account(name: str, translate: Translate) -> str:
    """A player, or one of the two other accounts in words.

    >>> account("Ben", str), account(POT, str.title)
    ('Ben', 'Pot')
    """
    return translate(ACCOUNTS[name]) if name in ACCOUNTS else name


def card(item: Card, translate: Translate) -> str:
    """A card as people read it; a joker whose colour is known in words.

    >>> card(Card(10, "H"), str), card(Card(JOKER, "B"), str)
    ('♥10', 'small joker')
    """
    if item.rank == JOKER and item.suit in JOKERS:
        return translate(JOKERS[item.suit])
    return show_card(item)


def cards(items: Iterable[Card], translate: Translate) -> str:
    """Cards as people read them, apart by blanks."""
    return " ".join(card(item, translate) for item in items)


class _Words(dict[str, str]):
    """The values of a step, note, problem or error as texts, each made when a sentence asks for it."""

    def __init__(self, values: Values, translate: Translate) -> None:
        self._values, self._translate = values, translate

    def __missing__(self, key: str) -> str:
        if key == "claim":
            return claim(self._values)
        return _word(self._values[key], self._translate)


def _word(value: object, translate: Translate) -> str:
    if isinstance(value, bool | str):
        return str(value)
    if isinstance(value, int):
        return number(value)
    if isinstance(value, tuple):
        return cards(value, translate)
    return card(value, translate) if isinstance(value, Card) else str(value)


def claim(values: Values) -> str:
    """A claim as arithmetic.

    >>> claim({"cards": (Card(2), Card(11)), "signs": (1, 1), "operation": "+", "total": 13})
    '2+J=13'
    """
    text = ""
    for sign, card in zip(values["signs"], values["cards"], strict=True):
        joint = values["operation"] if text else ""
        if sign < 0:
            joint = "+" if joint == "−" else "−"
        text += joint + RANK_NAMES[card.rank] if sign else ""
    return f"{text or '0'}={number(values['total'])}"


def sentence(table: Mapping[str, str], code: str, values: Values, translate: Translate) -> str:
    """The text of ``code`` in ``table`` with its values put in."""
    return translate(table[code]) % _Words(values, translate)


def problem(item: Problem, translate: Translate) -> str:
    """An objection in words."""
    values = {"who": item.who, **item.values}
    if "why" in values:
        values["why"] = note(values["why"], translate)
    return sentence(MESSAGES.problems, item.code, values, translate)


def error(item: ReadError, translate: Translate) -> str:
    """What cannot be read, in words; the place is ``item.where``."""
    values = {key: _quoted(value) for key, value in item.values.items()}
    if "reason" in values:
        values["reason"] = translate(REASONS[str(values["reason"])])
    return sentence(MESSAGES.errors, item.code, values, translate)


def lost(item: Lost, translate: Translate) -> str:
    """What of a rule set could not be kept, in words."""
    values = {key: _quoted(value) for key, value in item.values.items()}
    if item.spec is not None:
        labels = dict(item.spec.choices)
        values["rule"] = translate(item.spec.label)
        value = str(values.get("value", ""))
        values["value"] = translate(labels[value]) if value in labels else value
    if "reason" in values:
        values["reason"] = translate(MESSAGES.errors[str(values["reason"])])
    return translate(LOST[item.code]) % values


def _quoted(value: object) -> object:
    """Something from the input, short enough and plain enough for a line of text."""
    if isinstance(value, list | dict):
        return "{…}" if isinstance(value, dict) else "[…]"
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if not isinstance(value, str):
        return value
    return visible(value if len(value) <= LONGEST_QUOTE else value[:LONGEST_QUOTE] + "…")


def visible(text: str) -> str:
    """``text`` in one line: what cannot be printed is written as an escape.

    >>> visible("A\\nB")
    'A\\\\nB'
    """
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)


def note(item: Note, translate: Translate) -> str:
    """A note or a claim in words."""
    if item.code != WAY:
        return sentence(MESSAGES.notes, item.code, item.values, translate)
    mark = "✓" if item.values["ok"] else "✗"
    return f"{item.values['who']}: {claim(item.values)} {mark}"


def reason(transfer: Transfer, translate: Translate) -> str:
    """What a payment is for, in words."""
    return translate(MESSAGES.transfers[transfer.code])


SIGNS: Mapping[Operation, str] = {"sum": "+", "difference": "−", "product": "×"}
VALUES: Mapping[Makes, str] = {
    "points": "%(gives)s",
    "units": "×%(each)s",
    "count": "+%(gives)s",
    "factor": "×%(gives)s",
    "factors": "×%(gives)s",
    "total": "→ %(gives)s",
}
"""How the value of a step is shown, by what it makes."""


def line(step: Step, translate: Translate) -> Line:
    """A step of a payment in words."""
    said = MESSAGES.steps[step.code]
    of = SIGNS.get(step.op, " ").join(map(number, step.of))
    shown = _Words({"gives": step.gives, "of": of, **step.values}, translate)
    value = said.value or VALUES[step.makes]
    return Line(
        translate(said.label) % shown, value % shown, said.detail % shown, step.values.get("cards", ())
    )


def told_once(transfers: Iterable[Transfer]) -> Iterator[tuple[Transfer, tuple[Step, ...]]]:
    """Each payment with those of its steps that no payment before it has told already."""
    told: list[tuple[Step, ...]] = []
    for transfer in transfers:
        parts = [step for step in transfer.steps if step.op == "share"]
        amount = transfer.steps[: len(transfer.steps) - len(parts)]
        known = amount and amount in told
        told += [amount] if amount and not known else []
        yield transfer, tuple(parts) if known else transfer.steps


def formula(transfer: Transfer) -> str:
    """A payment as one line of arithmetic, as in ``(54 + 60 = 114 → 110) × 3 = 330``."""
    text, factors = "", ""
    for step in transfer.steps:
        if step.makes == "points":
            text, factors = _joined(text, factors, f" + {_term(step)}"), ""
        elif step.makes == "units":
            text += f" × {number(step.of[-1])}"
        elif step.makes == "factor":
            factors += f" × {step.gives}"
        elif step.makes == "factors":
            factors = _combined(step)
        elif step.op == "sum":
            text += f" = {number(step.gives)}"
        elif step.makes == "total":
            text, factors = _joined(text, factors, _after(step)), ""
    open_end = factors or (transfer.steps and _is_worked_out(transfer.steps[-1]))
    return f"{_grouped(text, factors)} = {number(transfer.points)}" if open_end else text


def _term(step: Step) -> str:
    """Points that are added; those of several equal cards or shares as they are worked out."""
    term = MESSAGES.steps[step.code].term or "%(gives)s"
    return term % _Words({"gives": step.gives, **step.values}, str)


def _is_worked_out(step: Step) -> bool:
    """Whether a formula shows the step as arithmetic, so that its result has to follow."""
    return step.makes == "units" or bool(MESSAGES.steps[step.code].term)


def _combined(step: Step) -> str:
    """All the factors together: one after the other, or added up first."""
    parts = [str(part) for part in step.of]
    return f" × ({' + '.join(parts)})" if step.op == "sum" else "".join(f" × {part}" for part in parts)


def _after(step: Step) -> str:
    """The points that a payment is rounded, shared or limited to; a limited one is worked out first."""
    product = f" = {number(step.of[0])}" if step.op == "least" else ""
    return f"{product} → {number(step.gives)}"


def _joined(text: str, factors: str, more: str) -> str:
    return _grouped(text, factors) + more if text else more.removeprefix(" + ")


def _grouped(text: str, factors: str) -> str:
    if factors and " " in text:
        return f"({text}){factors}"
    return text + factors
