"""結果の入力 of 闘地主: the form of a deal, from what was typed to facts, with errors beside their fields."""

from collections.abc import Callable, Mapping

from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext_lazy as _

from scorekeeper.play.hands import Facts
from scorekeeper.play.table import Table
from scorekeeper.scoring.doudizhu.facts import FROM_AUCTION, FROM_PLAYS
from scorekeeper.scoring.doudizhu.options import DoudizhuOptions
from scorekeeper.scoring.facts import declared
from scorekeeper.scoring.options import own
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
from .lines import read_auction, read_plays, write_auction, write_plays

KINDS = ("deal", "passed", "adjust")
NAMES = {"winner": "result", "spring": "result"}
"""Fields that are not called like their fact."""
MORE = "more"
"""Among the chips of a number: any above them, typed."""

LOT = "lot"
"""Among the chips of a bid: nobody bid, and the landlord was drawn by lot."""

LONGEST_LINES = 20000

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
"""The four results: who won, and whether it was a spring."""

COUNTED = {"bombs": 5, "robs": 4}
"""Numbers with chips, and how many have one of their own, so that one tap will do."""
USUAL = {
    **dict.fromkeys(("bombs", "rockets", "robs"), "0"),
    **{f"{name}-more": str(most + 1) for name, most in COUNTED.items()},  # above those of the chips
}


def doubling(typed: Typed, table: Table) -> set[str]:
    return {number for number in table.names if typed.of_seat("doubled", number) not in ("", "0")}


def rules_of(table: Table) -> DoudizhuOptions:
    return own(table.options, DoudizhuOptions)


def blank(table: Table) -> Typed:
    return _usual(Typed({"kind": ["deal"]}))


def _usual(typed: Typed) -> Typed:
    typed.put({name: number for name, number in USUAL.items() if name not in typed})
    return typed


def from_post(post: MultiValueDict[str, str]) -> Typed:
    typed = typed_from_post(post)
    typed.put({name: post[name][:LONGEST_LINES] for name in ("auction", "plays") if name in post})
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
    typed["auction"] = write_auction(data.get("auction", ()), table.names)
    typed["plays"] = write_plays(data.get("plays", ()), table.names)
    return typed


def parse(typed: Typed, table: Table) -> Parsed:
    return parse_round(typed, table, KINDS, str(MISSING["kind"]), _read_facts, NAMES)


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
    """The value typed into a field, or into the one beside its chips: nothing there is the usual."""
    above = name in COUNTED and typed.text(name) == MORE
    return (typed.text(f"{name}-more") or USUAL[f"{name}-more"]) if above else typed.text(name)
