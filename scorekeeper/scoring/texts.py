"""Codes of the engine in words; a ``translate`` function turns the English ones into other languages.

Steps, problems and errors become sentences here and nowhere else.  Their English texts are in the messages
of each family and in those of all families.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import reduce
from math import prod
from operator import or_

from .cards import JOKER, RANK_NAMES, Card, show_card
from .core import BANK, NO_VALUES, POT, WAY, AnyStep, Note, Operation, Problem, Step, Transfer, Values
from .errors import ReadError
from .messages import COMMON, REASONS, Messages
from .options import Setting, Spec, show_special
from .registry import GAMES, RULESETS
from .words import Translate as Translate
from .words import gettext_noop as _

StepKey = tuple[object, ...]
"""The type of a cache key of a step."""

MESSAGES: Messages = reduce(or_, (ruleset.messages for ruleset in GAMES), COMMON)
"""The texts of all families; no two have the same code for different ones."""

ACCOUNTS: dict[str, str] = {POT: _("pot"), BANK: _("penalty total")}
"""The accounts that belong to no player."""


JOKERS: dict[str, str] = {"B": _("small joker"), "R": _("big joker")}
"""小王 and 大王: the black and the red joker."""

LONGEST_QUOTE = 400
"""Most characters of the input that an error quotes."""

CONTEXT = "\x04"
"""Separates the context from the text of a message in a catalogue."""


def for_game(game: str, translate: Translate) -> Translate:
    """``translate`` with the words of a game: an entry with the game or its family as context comes first.

    ``translate`` is called with ``context + CONTEXT + text``, as catalogues store it, and returns unknown
    messages unchanged.
    """
    contexts = dict.fromkeys((game, RULESETS[game].family))

    def translate_in_game(text: str) -> str:
        in_context = (translate(f"{context}{CONTEXT}{text}") for context in contexts)
        return next((words for words in in_context if CONTEXT not in words), "") or translate(text)

    return translate_in_game


@dataclass(frozen=True, slots=True)
class StepLine:
    """A step in words."""

    label: str
    value: str  # what it comes to: a multiplier, or the points so far
    detail: str = ""  # how, where several numbers are joined
    cards: tuple[Card, ...] = ()


def number(value: int | Decimal) -> str:
    """A number as people read it: grouped by thousands, with a true minus sign.

    >>> number(-12340), number(Decimal("0.50"))
    ('−12,340', '0.50')
    """
    figures = format(abs(value), ",f" if isinstance(value, Decimal) else ",")
    return figures if value >= 0 else f"−{figures}"


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
    """A card as people read it; a joker of known colour in words.

    >>> card(Card(10, "H"), str), card(Card(JOKER, "B"), str)
    ('♥10', 'small joker')
    """
    if item.rank == JOKER and item.suit in JOKERS:
        return translate(JOKERS[item.suit])
    return show_card(item)


def cards(items: Iterable[Card], translate: Translate) -> str:
    return " ".join(card(item, translate) for item in items)


class _Words(dict[str, str]):
    """The values of a step, note, problem or error as texts, each made when a sentence asks for it."""

    def __init__(self, values: Values, translate: Translate) -> None:
        self._values, self._translate = values, translate

    def __missing__(self, key: str) -> str:
        if key == "claim":
            return claim(self._values)
        if key == "who":
            return account(self._values[key], self._translate)
        return _word(self._values[key], self._translate)


def _word(value: object, translate: Translate) -> str:
    if isinstance(value, bool | str):
        return str(value)
    if isinstance(value, int | Decimal):
        return number(value)
    if isinstance(value, tuple):
        named = value and not isinstance(value[0], Card)
        return (
            translate(_(", ")).join(_item(one, translate) for one in value)
            if named
            else cards(value, translate)
        )
    return card(value, translate) if isinstance(value, Card) else str(value)


def _item(value: object, translate: Translate) -> str:
    """One of a row: a house rule with what it is set to, a player with a number, or a word."""
    if isinstance(value, Setting):
        return setting(value, translate)
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def setting(item: Setting, translate: Translate) -> str:
    words = {"rule": translate(item.spec.label), "value": set_to(item.spec, item.value, translate)}
    return translate(_("%(rule)s: %(value)s")) % words


def set_to(spec: Spec, value: object, translate: Translate) -> str:
    """What a house rule is set to, in words; as it is where the rule has no such value."""
    if spec.kind == "cards":
        return show_special(str(value)) or "–"
    labels = dict(spec.choices)
    return translate(labels[str(value)]) if str(value) in labels else str(value)


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


def checked_claim(values: Values) -> str:
    return f"{claim(values)} {'✓' if values['ok'] else '✗'}"


def sentence(table: Mapping[str, str], code: str, values: Values, translate: Translate) -> str:
    return translate(table[code]) % _Words(values, translate)


def problem(item: Problem, translate: Translate) -> str:
    values = {"who": item.who, **item.values}
    if "why" in values:
        values["why"] = note(values["why"], translate)
    return sentence(MESSAGES.problems, item.code, values, translate)


def error(item: ReadError, translate: Translate, more: Mapping[str, str] = NO_VALUES) -> str:
    """An error in words; ``more`` are texts of codes that the engine does not raise itself."""
    values = {key: quoted(value) for key, value in item.values.items()}
    if "reason" in values:
        values["reason"] = translate(REASONS[str(values["reason"])])
    return sentence(more if item.code in more else MESSAGES.errors, item.code, values, translate)


def quoted(value: object) -> object:
    """A value of the input, as an error quotes it."""
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
    if item.code != WAY:
        return sentence(MESSAGES.notes, item.code, item.values, translate)
    words = {"rule": item.values["who"], "value": checked_claim(item.values)}
    return translate(_("%(rule)s: %(value)s")) % words


def reason(transfer: Transfer, translate: Translate) -> str:
    return translate(MESSAGES.transfers[transfer.code])


SIGNS: Mapping[Operation, str] = {"sum": "+", "difference": "−", "product": "×", "quotient": "÷"}


def line(step: AnyStep, translate: Translate) -> StepLine:
    values = step_words(step, translate)
    label = translate(MESSAGES.steps[step.code].label) % values
    if len(parts := step.values.get("parts", ())) > 1:
        label += f" ({SIGNS[step.op].join(map(number, parts))})"
    multiplies = step.takes and step.op == "product"
    value = f"×{number(prod(step.of[1:]))}" if multiplies else number(step.gives)
    joined = SIGNS[step.op].join(map(number, step.of)) if step.op in SIGNS and len(step.of) > 1 else ""
    return StepLine(label, value, joined, step.values.get("cards", ()))


def step_words(step: AnyStep, translate: Translate) -> Mapping[str, str]:
    """The values of a step with its numbers, as ``StepText`` names them."""
    numbers: dict[str, int | Decimal] = {"gives": step.gives, "times": step.gives}
    if step.of:
        numbers |= {"first": step.of[0], "by": step.of[-1]}
    if step.takes and step.op == "product":
        numbers["times"] = prod(step.of[1:])
    return _Words({**numbers, **step.values}, translate)


def step(item: AnyStep, translate: Translate) -> str:
    """A step in one line: what it is about, its numbers named, and its cards."""
    text = line(item, translate)
    return f"{text.label} {cards(text.cards, translate)}" if text.cards else text.label


def step_key(item: AnyStep) -> StepKey:
    """A cache key: steps with the same key have the same text."""
    code, gives, _, of, _, values = item
    if "cards" not in values:
        return (code, gives, of, *values.values())
    lines = [value for key, value in values.items() if key != "cards"]
    # hashing hundreds of cards one by one is slow
    held = values["cards"]
    ranks, suits = bytes([card.rank for card in held]), ",".join([card.suit for card in held])
    return (code, gives, of, ranks, suits, *lines)


def without_repeats(transfers: Iterable[Transfer]) -> Iterator[tuple[Transfer, tuple[Step, ...]]]:
    """Each payment with those of its steps that no payment before it has shown already."""
    shown: set[StepKey] = set()
    for transfer in transfers:
        new = {step_key(item): item for item in transfer.steps}
        yield transfer, tuple(item for key, item in new.items() if key not in shown)
        shown |= new.keys()
