"""結果の入力 of 闘地主: parsing and validation of the form of a deal.

Plays and calls are text, one a line: ``Ben: 3334`` and ``Ben: pass``.
"""

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.play.hands import Facts
from scorekeeper.play.table import Table
from scorekeeper.scoring import texts
from scorekeeper.scoring.cards import JOKER, RANK_NAMES, Card, CardError
from scorekeeper.scoring.doudizhu.combinations import rank_of, read_play
from scorekeeper.scoring.doudizhu.facts import FROM_AUCTION, FROM_PLAYS
from scorekeeper.scoring.doudizhu.options import DoudizhuOptions
from scorekeeper.scoring.facts import declared
from scorekeeper.scoring.names import same_name
from scorekeeper.scoring.options import cast_options
from scorekeeper.scoring.reading import Json

from ..fields import (
    ONE_TEXT,
    Errors,
    Parsed,
    Typed,
    parse_round,
    read_counted,
    read_field,
    typed_from_facts,
    typed_from_post,
)

NAMES = {"winner": "result", "spring": "result"}
"""Fields whose name differs from that of their fact."""
MORE = "more"
"""The chip for a larger number, which is typed."""

LOT = "lot"
"""The chip for a landlord drawn by lot, as nobody bid."""

MISSING = {
    "kind": _("Choose how the deal ended."),
    "landlord": _("Choose who was the landlord."),
    "bid": _("Choose the bid."),
    "result": _("Choose who won."),
}
RESULTS: Mapping[str, tuple[str, bool]] = {
    "landlord": ("landlord", False),
    "farmers": ("farmers", False),
    "landlord-spring": ("landlord", True),
    "farmers-spring": ("farmers", True),
}
"""The winner of each result, and whether it was a spring."""

COUNTED = {"bombs": 5, "robs": 4}
"""Numbers with chips, and the largest that has one."""
USUAL = {
    **dict.fromkeys(("bombs", "rockets", "robs"), "0"),
    **{f"{name}-more": str(most + 1) for name, most in COUNTED.items()},  # the first without a chip
}


def doubling(typed: Typed, table: Table) -> set[str]:
    return {number for number in table.names if typed.of_seat("doubled", number) not in ("", "0")}


def rules_of(table: Table) -> DoudizhuOptions:
    return cast_options(table.options, DoudizhuOptions)


def blank(table: Table) -> Typed:
    return _usual(Typed({"kind": ["deal"]}))


def _usual(typed: Typed) -> Typed:
    typed.put({name: number for name, number in USUAL.items() if name not in typed})
    return typed


def from_post(post: MultiValueDict[str, str]) -> Typed:
    typed = typed_from_post(post)
    typed.put({name: post[name][:20000] for name in ("auction", "plays") if name in post})
    return _usual(typed)


def from_facts(data: Facts, table: Table) -> Typed:
    typed = _usual(typed_from_facts(data, table))
    for name, most in COUNTED.items():
        if data.get(name, 0) > most:
            typed.put({name: MORE, f"{name}-more": data[name]})
    if data.get("lot"):
        typed["bid"] = LOT
    won = (data.get("winner"), data.get("spring", False))
    typed["result"] = next((key for key, result in RESULTS.items() if result == won), "")
    calls = [(call["by"], str(call["bid"] or PASSED)) for call in data.get("auction", ())]
    plays = [(play["by"], _shown(play["cards"])) for play in data.get("plays", ())]
    for name, lines in (("auction", calls), ("plays", plays)):
        typed[name] = "\n".join(f"{table.names[by]}: {what}" for by, what in lines)
    return typed


def parse(typed: Typed, table: Table) -> Parsed:
    return parse_round(typed, table, str(MISSING["kind"]), _read_facts, NAMES)


def _read_facts(typed: Typed, table: Table, data: Facts, errors: Errors) -> None:
    _read_lines("auction", read_auction, typed, table, data, errors)
    if typed.kind == "deal":
        _read_deal(typed, table, data, errors)


def _read_lines(
    name: str, read: Callable[..., list[Json]], typed: Typed, table: Table, data: Facts, errors: Errors
) -> None:
    if typed.text(name):
        wrong: list[str] = []
        data[name] = read(typed[name], table.names, wrong)
        errors |= {name: wrong} if wrong else {}


def _read_deal(typed: Typed, table: Table, data: Facts, errors: Errors) -> None:
    without_bid = rules_of(table).bidding == "rob"
    for name in () if "auction" in data else ("landlord", "bid"):
        if not typed.text(name) and not (without_bid and name == "bid"):
            errors[name] = [str(MISSING[name])]
    if typed.text("bid") == LOT and "auction" not in data:
        data["lot"] = True
    _read_lines("plays", read_plays, typed, table, data, errors)
    known = (*(FROM_AUCTION if "auction" in data else ()), *(FROM_PLAYS if "plays" in data else ()))
    for name, item in declared(table.ruleset.facts).items():
        if name in known or item.kind.name not in ONE_TEXT or (name == "bid" and "lot" in data):
            continue
        if name == "winner" and typed.text("result") in RESULTS:
            data["winner"], data["spring"] = RESULTS[typed.text("result")]
        elif name == "winner":
            errors["result"] = [str(MISSING["result"])]
        elif value := read_field(name, _number_typed(typed, name), item.kind.name, errors):
            data[name] = value
    if doubled := read_counted("doubled", typed, table, errors):
        data["doubled"] = doubled


def _number_typed(typed: Typed, name: str) -> str:
    """The value of a field, or that of the field beside its chips, which has a default."""
    above = name in COUNTED and typed.text(name) == MORE
    return (typed.text(f"{name}-more") or USUAL[f"{name}-more"]) if above else typed.text(name)


PASS_WORDS = ("", "-", "−", "ー", "pass", "パス", "不要", "要不起", "不出", "不叫", "过", "過", "0")
PASSED = "-"
"""A pass, as the form shows it."""

MOST_LINES = 400
"""Lines that are read; no deal has more plays or calls."""


@dataclass(frozen=True, slots=True)
class TypedLine:
    """A play or call."""

    number: int  # of the line, from 1
    place: int  # from 0, without blank lines
    by: str  # the seat number
    text: str

    @property
    def passed(self) -> bool:
        return _plain(self.text).lower() in PASS_WORDS


def _plain(text: str) -> str:
    """The start of a text in NFKC; every known word is shorter."""
    return unicodedata.normalize("NFKC", text[:100]).strip()


def split_lines(text: str, names: Mapping[str, str], errors: list[str]) -> list[TypedLine]:
    """The lines that are not blank, each with the player whose name it begins with."""
    typed = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    lines = []
    for place, (number, words) in enumerate(typed[:MOST_LINES]):
        by, rest = _named(words, names)
        if by:
            lines.append(TypedLine(number, place, by, rest))
        else:
            nobody = gettext("nobody at this table is called “%(name)s”")
            errors.append(_at(number, nobody % {"name": texts.visible(rest[:40])}))
    return lines


def _named(words: str, names: Mapping[str, str]) -> tuple[str, str]:
    """The seat number of the leading name, and the rest; "" and the unknown name if nobody has it."""
    for seat, name in sorted(names.items(), key=lambda item: -len(item[1])):
        if words.startswith(name) and re.match(r"[\s:\uff1a]|$", words[len(name) :]):
            return seat, re.sub(r"^\s*[:\uff1a]?\s*", "", words[len(name) :])
    head, _, rest = words.replace("\uff1a", ":").partition(":")
    seat = next((seat for seat, name in names.items() if same_name(name) == same_name(head.strip())), "")
    return seat, rest.strip() if seat else head.strip()


def _at(number: int, words: str) -> str:
    return gettext("Line %(number)d: %(what)s") % {"number": number, "what": words}


def cards_of(line: TypedLine, errors: list[str]) -> tuple[Card, ...]:
    if line.passed:
        return ()
    try:
        return read_coloured(line.text)
    except CardError as error:
        errors.append(_at(line.number, card_error(error)))
        return ()


def read_coloured(text: str) -> tuple[Card, ...]:
    """The cards of a play; raises CardError, as for a joker without colour."""
    cards = read_play(text)
    for card in cards:
        rank_of(card)
    return cards


def card_error(error: CardError) -> str:
    if error.text == RANK_NAMES[JOKER]:
        return gettext("a joker needs its colour here: JkB or JkR")
    return gettext("no card “%(text)s”") % {"text": texts.visible(error.text[:20])}


def read_plays(text: str, names: Mapping[str, str], errors: list[str]) -> list[Json]:
    lines = split_lines(text, names, errors)
    return [{"by": line.by, "cards": [str(card) for card in cards_of(line, errors)]} for line in lines]


def read_auction(text: str, names: Mapping[str, str], errors: list[str]) -> list[Json]:
    calls = []
    for line in split_lines(text, names, errors):
        bid = _plain(line.text)
        known = bid in ("1", "2", "3")
        if not (known or line.passed):
            errors.append(_at(line.number, gettext("a call is 1, 2, 3 or pass")))
        calls.append({"by": line.by, "bid": int(bid) if known else 0})
    return calls


def _shown(cards: Sequence[str]) -> str:
    """Cards as text: without spaces (``3334``) if none has a suit or colour."""
    return ("" if set(cards) <= set(RANK_NAMES[1:]) else " ").join(cards) or PASSED
