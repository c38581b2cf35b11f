"""結果の入力: the form of a round, from what was typed to facts, with every error beside its field."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from django.http import QueryDict
from django.utils.translation import gettext

from scorekeeper.play.hands import Facts
from scorekeeper.play.table import Table
from scorekeeper.scoring import texts
from scorekeeper.scoring.cards import CardError, read_cards, read_held
from scorekeeper.scoring.dobon.asking import Needs
from scorekeeper.scoring.dobon.endings import ENDINGS, kinds
from scorekeeper.scoring.dobon.needs import needs, required
from scorekeeper.scoring.dobon.options import DobonOptions
from scorekeeper.scoring.options import own
from scorekeeper.scoring.reading import Json
from scorekeeper.scoring.ruleset import Ruleset

from ..fields import (
    LONGEST_FIELD,
    LONGEST_NUMBER,
    Errors,
    Parsed,
    move_field,
    moves_from_facts,
    normalised,
    read_moves,
    typed_moves,
    typed_rows,
    whole,
)
from .endings import ENDINGS as PAGES

EMPTY_HAND = "-"
EMPTY_WORDS = (EMPTY_HAND, "ー", "−", "なし", "0", "0枚")
"""What stands for no cards at all, also in full width."""
MOST_NAMED = 20
MOST_DECLARED = 99

WORDS = (
    *("kind", "winner", "victim", "card", "starter", "player", "count", "target", "turnup", "bottom"),
    *("drawn", "doublings"),
)
"""Fields that hold one text each."""

SHOWN = ("turnup", "bottom", "riichi", "yaku")
"""Fields of every kind of round but corrections, where the table fills them in."""

YAKU = ("yaku-who", "yaku-name", "yaku-n")
BY_THE_ROUNDS = "auto"
"""In the place of a starter: who started is known from the rounds before."""


@dataclass
class Typed:
    """What stands in the fields, exactly as typed; hands, sums, counts and riichi by seat number."""

    kind: str = ""
    winner: str = ""
    callers: list[str] = field(default_factory=list)
    victim: str = ""
    card: str = ""
    starter: str = ""
    player: str = ""
    count: str = ""
    target: str = ""
    turnup: str = ""
    bottom: str = ""
    drawn: str = ""
    doublings: str = ""
    returns: list[str] = field(default_factory=list)
    hands: dict[str, str] = field(default_factory=dict)
    sums: dict[str, str] = field(default_factory=dict)
    counts: dict[str, str] = field(default_factory=dict)
    riichi: dict[str, str] = field(default_factory=dict)
    lapsed: list[str] = field(default_factory=list)
    yaku: list[dict[str, str]] = field(default_factory=list)
    moves: list[dict[str, str]] = field(default_factory=list)

    def filled(self) -> dict[str, bool]:
        """Which of the fields that not every game has hold something."""
        single = {key: bool(getattr(self, key).strip()) for key in WORDS if key not in ("kind", "starter")}
        values = {key: bool(getattr(self, key)) for key in ("returns", "yaku", "lapsed")}
        return {**single, **values, "riichi": _any(self.riichi)}


def _any(texts: Mapping[str, str]) -> bool:
    return any(text.strip() not in ("", "0") for text in texts.values())


def rules_of(table: Table) -> DobonOptions:
    """The house rules of a table of the family."""
    return own(table.options, DobonOptions)


def asked(options: DobonOptions) -> dict[str, Needs]:
    """What the form asks for each way a round can end; corrections last, which ask by themselves."""
    return {**needs(options), "adjust": Needs()}


def blank(table: Table) -> Typed:
    """The form of a new round."""
    return Typed(kind=kinds(rules_of(table))[0])


def typed_from_post(post: QueryDict, table: Table) -> Typed:
    """What a posted form holds."""
    text = {key: post.get(key, "")[:LONGEST_FIELD] for key in WORDS}

    def by_seat(prefix: str) -> dict[str, str]:
        return {number: post.get(f"{prefix}-{number}", "")[:LONGEST_FIELD] for number in table.names}

    return Typed(
        **text,
        callers=_named(post, "callers"),
        returns=_named(post, "returns"),
        hands=by_seat("hand"),
        sums=by_seat("sum"),
        counts=by_seat("count"),
        riichi=by_seat("riichi"),
        lapsed=_named(post, "lapsed"),
        yaku=typed_rows(post, YAKU, "yaku-n"),
        moves=typed_moves(post),
    )


def _named(post: QueryDict, key: str) -> list[str]:
    return [value for value in post.getlist(key)[:MOST_NAMED] if value]


def typed_from_facts(data: Facts, table: Table) -> Typed:
    """The form filled with the facts (JSON by seat number) of a round."""
    typed = Typed()
    for key in WORDS:
        setattr(typed, key, str(data.get(key, "")))
    typed.drawn = " ".join(data.get("drawn", ()))
    if typed.kind == "deckout" and not typed.starter:
        typed.starter = BY_THE_ROUNDS
    typed.callers = list(data.get("callers", ()))
    typed.returns = list(data.get("returns", ()))
    typed.lapsed = list(data.get("lapsed", ()))
    for number, hand in data.get("hands", {}).items():
        _fill_hand(typed, number, hand)
    declared = list(data.get("riichi", ()))
    typed.riichi = {number: str(declared.count(number)) for number in declared}
    _fill_shown(typed, asked(rules_of(table)).get(typed.kind, Needs()))
    typed.yaku = [
        {"yaku-who": number, "yaku-name": item["name"], "yaku-n": str(item["yaku"])}
        for number, items in data.get("extra_yaku", {}).items()
        for item in items
    ]
    typed.moves = moves_from_facts(data)
    return typed


def _fill_shown(typed: Typed, ask: Needs) -> None:
    """A round recorded without a card that is asked for is one where nobody knew it."""
    for key in (*ask.shown, *(ask.declared if typed.riichi else ())):
        setattr(typed, key, getattr(typed, key) or EMPTY_HAND)


def _fill_hand(typed: Typed, number: str, hand: list[str] | dict[str, int]) -> None:
    if not isinstance(hand, dict):
        typed.hands[number] = " ".join(hand) or EMPTY_HAND
    elif "points" in hand:
        typed.sums[number] = str(hand["points"])
    else:
        typed.counts[number] = str(hand["count"])


def parse(typed: Typed, table: Table) -> Parsed:
    """Read the form; every error at once, each under its field."""
    errors: Errors = {}
    asks = asked(rules_of(table))
    if typed.kind not in asks:
        return Parsed({}, {"kind": [gettext("Choose how the round ended.")]})
    data: Facts = {"kind": typed.kind}
    if typed.kind == "adjust":
        data["transfers"] = read_moves(typed.moves, errors)
    else:
        _read_roles(typed, table, asks[typed.kind], data, errors)
        _read_shown(typed, table, data, errors)
        if "hands" in ENDINGS[typed.kind].may:
            data["hands"] = _hands(typed, errors)
    if not errors:
        data = normalised(data, table, errors, _field)
    return Parsed(data, errors)


def _read_roles(typed: Typed, table: Table, ask: Needs, data: Facts, errors: Errors) -> None:
    """Who did what on which card."""
    needed = required(ask, rules_of(table))
    for role in ask.slots:
        value = getattr(typed, role)
        value = value.strip() if isinstance(value, str) else value
        if value and value != BY_THE_ROUNDS:
            data |= {role: value} if role != "drawn" else {}
        elif role in needed and not value:
            errors.setdefault(role, []).append(_missing(role, typed.kind, table.ruleset))
    allowed = ENDINGS[typed.kind].may
    for key in ("victim", "returns"):
        data |= {key: getattr(typed, key)} if key in allowed and getattr(typed, key) else {}
    for key in ("count", "target"):
        if key in allowed:
            _read_number(key, getattr(typed, key), data, errors)


def _missing(role: str, kind: str, ruleset: Ruleset) -> str:
    return texts.for_game(ruleset.key, gettext)(PAGES[kind].slots[role].missing)


def _read_number(key: str, text: str, data: Facts, errors: Errors) -> None:
    if not text.strip():
        return
    data[key] = whole(text)
    if data[key] is None:
        errors[key] = [gettext("Enter a whole number, 0 or more.")]


def _read_shown(typed: Typed, table: Table, data: Facts, errors: Errors) -> None:
    """Cards turned up, declarations and yaku of the table's own."""
    for key in ("turnup", "bottom"):
        text = getattr(typed, key).strip()
        data |= {key: text} if text and not _is_none(text) else {}
    _read_end(typed, data, errors)
    declared: list[str] = []
    for number, text in typed.riichi.items():
        times = whole(text) if text.strip() else 0
        if times is None or times > MOST_DECLARED:
            errors[f"riichi-{number}"] = [gettext("Enter how often, as a whole number.")]
        else:
            declared += [number] * times
    data |= {"riichi": declared} if declared else {}
    data |= {"lapsed": typed.lapsed} if typed.lapsed else {}
    extra = _yaku(typed, errors)
    data |= {"extra_yaku": extra} if extra else {}


def _read_end(typed: Typed, data: Facts, errors: Errors) -> None:
    """Cards drawn after the end, and doublings of the round, where this kind of round has them."""
    allowed = ENDINGS[typed.kind].may
    if "drawn" in allowed and typed.drawn.strip():
        data["drawn"] = _cards("drawn", typed.drawn, errors)
    if "doublings" in allowed and typed.doublings.strip() not in ("", "0"):
        _read_number("doublings", typed.doublings, data, errors)


def _yaku(typed: Typed, errors: Errors) -> dict[str, list[Json]]:
    result: dict[str, list[Json]] = {}
    for index, row in enumerate(typed.yaku):
        worth = whole(row["yaku-n"])
        if worth is None:
            errors[f"yaku-n-{index}"] = [gettext("Enter the number of yaku as a whole number.")]
        if not row["yaku-who"]:
            errors[f"yaku-who-{index}"] = [gettext("Choose whose yaku it is.")]
        item = {"name": row["yaku-name"].strip(), "yaku": worth}
        result.setdefault(row["yaku-who"], []).append(item)
    return result


def read_hand(sent: Mapping[str, str], number: str, errors: Errors) -> object:
    """One hand (``hand``, ``sum``, ``count`` as typed) as JSON; None where nothing was entered."""
    fields = ({number: sent.get(key, "")} for key in ("hand", "sum", "count"))
    hands, sums, counts = fields
    return _hand(number, Typed(hands=hands, sums=sums, counts=counts), errors)


def _hands(typed: Typed, errors: Errors) -> dict[str, object]:
    hands: dict[str, object] = {}
    for number in dict.fromkeys((*typed.hands, *typed.sums, *typed.counts)):
        hand = _hand(number, typed, errors)
        if hand is not None:
            hands[number] = hand
    return hands


def _hand(number: str, typed: Typed, errors: Errors) -> object:
    """One hand as JSON; None where nothing was entered."""
    cards, total, count = (item.get(number, "").strip() for item in (typed.hands, typed.sums, typed.counts))
    if sum(map(bool, (cards, total, count))) > 1:
        errors[f"hand-{number}"] = [gettext("Enter the cards or only the sum, not both.")]
        return None
    if total:
        return {"points": _whole_or_error(f"sum-{number}", total, errors)}
    if count:
        return {"count": _whole_or_error(f"count-{number}", count, errors)}
    return _typed_cards(number, cards, errors) if cards else None


def _whole_or_error(key: str, text: str, errors: Errors) -> int | None:
    number = whole(text.removesuffix("枚")) if len(text) <= LONGEST_NUMBER else None
    if number is None:
        sentence = (
            gettext("Enter the sum as a whole number, 0 or more.")
            if key.startswith("sum")
            else gettext("Enter the number of cards as a whole number, 0 or more.")
        )
        errors[key] = [sentence]
    return number


def _typed_cards(number: str, text: str, errors: Errors) -> list[str]:
    if _is_none(text):
        return []
    return _cards(f"hand-{number}", text, errors, read_held)


def _is_none(text: str) -> bool:
    """Whether the text says that there is nothing."""
    return unicodedata.normalize("NFKC", text).strip() in EMPTY_WORDS


def _cards(
    key: str, text: str, errors: Errors, read: Callable[[str], Iterable[object]] = read_cards
) -> list[str]:
    try:
        return [str(item) for item in read(text)]
    except CardError as error:
        message = gettext("“%(text)s” is not a card. Cards are A 2 3 … 10 J Q K, separated by spaces.")
        errors[key] = [message % {"text": error.text[:20]}]
        return []


_HAND_FIELDS = {None: "hand", "points": "sum", "count": "count"}


def _field(where: str) -> str:
    """The form field of a place in the facts: ``.hands.2[1]`` is ``hand-2``."""
    path = where.strip(".")
    if hand := re.match(r"hands\.(\w+)(?:\.(points|count))?", path):
        return f"{_HAND_FIELDS[hand[2]]}-{hand[1]}"
    if path.startswith("extra_yaku"):
        return "yaku"
    return move_field(path) or re.split(r"[.\[]", path)[0]
