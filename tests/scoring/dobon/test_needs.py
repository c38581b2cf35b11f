"""必要な事実: whose hands and which facts a round needs, by the house rules."""

from collections.abc import Iterable
from typing import Any

import pytest

from scorekeeper.scoring import options as house_rules
from scorekeeper.scoring.dobon.endings import ENDINGS, needs, required, unseen_winners
from scorekeeper.scoring.dobon.facts import Round
from scorekeeper.scoring.dobon.options import DobonOptions
from scorekeeper.scoring.options import cast_options
from scorekeeper.scoring.registry import RULESETS
from tests.scoring.tables import a_round, last, session


def rules(game: str, **changes: object) -> DobonOptions:
    return cast_options(house_rules.load(RULESETS[game].defaults, changes), DobonOptions)


HANDS = {
    # the caller, the claimed player, and everybody else for the own hand
    "hands": ("gamble", "dobon", {}, "callers victim all", "callers returns victim all"),
    "hands of the two": ("gamble", "dobon", {"bystanders": "nothing"}, "callers victim",
        "callers returns victim"),
    "hands of all": ("gamble", "dobon", {"bystanders": "nothing", "dobon_hands": "all"}, "callers victim all",
        "callers returns victim all"),
    # the number and the payer's hand
    "number and hand": ("kawagoe", "dobon", {}, "callers victim", "callers returns"),
    "the hand of who was claimed first": ("kawagoe", "dobon", {"return_hands": "both"}, "callers victim",
        "callers returns victim"),
    "number and caller's hand": ("kawagoe", "dobon", {"added_hand": "caller"}, "callers", "callers returns"),
    # by yaku the winner's alone
    "yaku": ("teyaku", "dobon", {}, "callers", "returns callers"),
    # who holds a joker wins and loses double: the hands of all who pay are needed too
    "held jokers at a dobon": ("teyaku", "dobon", {"joker_loss": "all"}, "callers victim", "returns callers"),
    "held jokers and a number": ("kawagoe", "dobon", {"joker_loss": "all", "added_hand": "caller"},
        "callers victim", "callers returns"),
    "opening": ("kawagoe", "opening", {}, "callers", "callers returns"),
    "held jokers at an opening": ("kawagoe", "opening", {"joker_loss": "all"}, "callers all",
        "callers returns all"),
    "draw": ("teyaku", "draw", {}, "winner", ""),
    "held jokers at a draw": ("teyaku", "draw", {"joker_loss": "all"}, "winner all", ""),
    "the number alone": ("dotenko", "dobon", {}, "callers", "callers returns"),
    "the fewest cards": ("teyaku", "deckout", {}, "all", ""),
}  # fmt: skip


ADDED = {
    # what is added to the number is the hand of who pays now, the caller
    "the payer's": ("kawagoe", "dobon", {}, "victim", "payer"),
    "the first payer's": ("kawagoe", "dobon", {"return_hands": "victim"}, "victim", "victim"),
    "both": ("kawagoe", "dobon", {"return_hands": "both"}, "victim", "payer victim"),
    # the first claim stands, so the claimed player pays for its own hand as well
    "also stands": ("kawagoe", "dobon", {"first_claim": "stands"}, "victim", "payer victim"),
    "the caller's": ("kawagoe", "dobon", {"added_hand": "caller"}, "callers", "payer"),
    "of the two": ("kawagoe", "dobon", {"added_hand": "both"}, "victim callers", "payer"),
    "opening": ("kawagoe", "opening", {}, "", ""),
    "hands": ("gamble", "dobon", {}, "all", "all"),
    "out": ("gamble", "out", {}, "all", ""),
    "who started counts as gone out": ("gamble", "deckout", {}, "all", ""),
    "yaku": ("teyaku", "dobon", {}, "", ""),
    "the fewest cards": ("teyaku", "deckout", {}, "", ""),
}  # fmt: skip
RETURNER = [
    ("kawagoe", "dobon", {}, "victim"),
    ("kawagoe", "dobon", {"return_by": "anyone"}, ""),
    ("gamble", "dobon", {}, ""),  # no return
    ("gamble", "dobon", {"returns": "on"}, "victim"),
]
SKIPPED = [
    ("gamble", "out", {}, "winner"),
    ("gamble", "deckout", {}, "starter"),
    ("teyaku", "out", {}, "winner"),
    ("teyaku", "deckout", {}, ""),
    ("gamble", "dobon", {}, ""),
]
"""Who wins by no cards has none to be entered."""
COUNTS = [
    ("teyaku", "out", {}, "first"),
    ("teyaku", "deckout", {}, "first"),
    ("teyaku", "out", {"joker_loss": "clear"}, "also"),
    ("teyaku", "out", {"joker_loss": "all"}, "also"),
]
"""Where jokers double, cards are asked before their number."""
SHOWN = [
    ("teyaku", "dobon", {}, "turnup", "bottom"),
    ("teyaku", "draw", {}, "turnup", "bottom"),
    ("teyaku", "dobon", {"dora": "off"}, "", "bottom"),
    ("teyaku", "dobon", {"riichi": "off"}, "turnup", ""),
    ("teyaku", "out", {}, "", ""),  # a clear is paid by cards
    ("teyaku", "deckout", {}, "", ""),
    ("gamble", "dobon", {}, "", ""),
]


SUITS = [
    ("teyaku", "dobon", {}, "returns callers"),
    ("teyaku", "draw", {}, "winner"),
    # dora and ura-dora count by themselves
    ("teyaku", "dobon", {"dora": "off"}, "returns callers"),
    ("teyaku", "dobon", {"riichi": "off"}, "returns callers"),
    ("teyaku", "dobon", {"dora": "off", "riichi": "off"}, ""),
    ("teyaku", "out", {}, ""),
    ("kawagoe", "dobon", {}, ""),
]

DRAWN = {"amount": "drawn"}
SLOTS = [
    ("kawagoe", "dobon", {}, "callers victim card"),
    ("kawagoe", "dobon", DRAWN, "callers victim card drawn"),
    ("kawagoe", "burst", {**DRAWN, "burst": "on", "burst_pays": "drawn"}, "player drawn"),
    ("kawagoe", "foul", {**DRAWN, "foul": "drawn"}, "player drawn"),
]
"""Cards drawn are asked where they are paid."""

Row = tuple[Any, ...]  # game, ending, house rules, and the values
ASKED: dict[tuple[str, ...], Iterable[Row]] = {
    ("hands", "returned"): HANDS.values(),
    ("added", "readded"): ADDED.values(),
    ("shown", "declared"): SHOWN,
    ("suits",): SUITS,
    ("returner",): RETURNER,
    ("skip",): SKIPPED,
    ("counts",): COUNTS,
    ("slots",): SLOTS,
}
"""Rows by the fields of ``Needs`` that they check."""


@pytest.mark.parametrize(("keys", "row"), [(keys, row) for keys, rows in ASKED.items() for row in rows])
def test_the_needs_of_an_ending(keys: tuple[str, ...], row: Row) -> None:
    game, kind, changes, *wanted = row
    need = needs(rules(game, **changes))[kind]
    asked = [getattr(need, key) for key in keys]
    assert [one if isinstance(one, str) else " ".join(one) for one in asked] == wanted
    assert {*need.shown, *need.declared} <= set(need.extras)


OPTIONAL = [
    # a number of its own can be claimed where cards are played together, or where it counts for each claim
    ("kawagoe", "dobon", {"together": "on"}, "target", True),
    ("kawagoe", "dobon", {"number_counts": "each"}, "target", True),
    ("kawagoe", "dobon", {"together": "off", "number_counts": "once"}, "target", False),
    ("teyaku", "dobon", {"riichi_lasts": "turn"}, "lapsed", True),
    ("teyaku", "dobon", {"riichi_lasts": "round"}, "lapsed", False),
    ("teyaku", "dobon", {"riichi_lasts": "turn", "riichi": "off"}, "lapsed", False),
    ("kawagoe", "dobon", {"together": "on"}, "count", True),
    ("dotenko", "dobon", {"number_counts": "each"}, "count", False),  # one card at a time
    ("gamble", "dobon", {"returns": "on"}, "returns", True),
    ("gamble", "dobon", {}, "returns", False),
    ("gamble", "out", {"yaku_factor": "on"}, "yaku", True),
    ("gamble", "deckout", {"riichi": "on"}, "riichi", True),
    ("gamble", "deckout", {}, "riichi", False),
    ("gamble", "out", {}, "yaku", False),
    ("kawagoe", "dobon", {"table_doublings": "on"}, "doublings", True),
    ("kawagoe", "dobon", {}, "doublings", False),
    ("teyaku", "foul", {"foul": "points"}, "riichi", True),
    ("teyaku", "foul", {"foul": "points", "riichi": "off"}, "riichi", False),
    ("kawagoe", "foul", {"amount": "drawn", "foul": "drawn", "table_doublings": "on"}, "doublings", True),
    ("kawagoe", "foul", {"amount": "drawn", "foul": "drawn", "table_doublings": "off"}, "doublings", False),
    ("kawagoe", "foul", {"amount": "drawn", "foul": "points", "table_doublings": "on"}, "doublings", False),
]


@pytest.mark.parametrize(("game", "kind", "changes", "fact", "asked"), OPTIONAL)
def test_optional_facts_that_are_asked(
    game: str, kind: str, changes: dict[str, object], fact: str, asked: bool
) -> None:
    assert (fact in needs(rules(game, **changes))[kind].extras) == asked


@pytest.mark.parametrize("game", ["gamble", "kawagoe", "teyaku", "dotenko"])
def test_required_facts_are_asked(game: str) -> None:
    options = rules(game)
    for kind, need in needs(options).items():
        ending = ENDINGS[kind]
        assert set(ending.required) <= set(required(need, options)) <= set(need.slots)
        asked = {"extra_yaku" if name == "yaku" else name for name in (*need.slots, *need.extras)}
        assert asked <= {*ending.required, *ending.optional}


FIELDS = [
    ("gamble", {}, "callers victim"),
    ("gamble", {"claimed_card": "counted"}, "callers victim card"),
    ("kawagoe", {}, "callers victim card"),
    ("kawagoe", DRAWN, "callers victim"),
]
"""The card is required where it is paid for; cards drawn may be missing."""


@pytest.mark.parametrize(("game", "changes", "fields"), FIELDS)
def test_required_fields_of_a_dobon(game: str, changes: dict[str, object], fields: str) -> None:
    options = rules(game, **changes)
    assert " ".join(required(needs(options)["dobon"], options)) == fields


JOKERS = {"joker_loss": "all", "jokers": 2}
PENALTY = {**JOKERS, "paid_to": "bank"}
UNSEEN = {
    "held jokers": ("dotenko", JOKERS, {}, {}, "A"),
    "the hand is there": ("dotenko", JOKERS, {}, {"A": "9"}, ""),
    "at a clear": ("teyaku", {"joker_loss": "clear"}, {}, {}, ""),
    "penalty points": ("dotenko", PENALTY, {}, {}, "A"),
    "an opening": ("dotenko", JOKERS, {"kind": "opening", "victim": None}, {}, "A"),
    "who returned": ("dotenko", JOKERS, {"returns": "B"}, {}, "B"),
    "the first claim stands": ("dotenko", {**JOKERS, "first_claim": "stands"}, {"returns": "B"}, {}, "A B"),
    # after B comes C
    "nobody who called too late": ("dotenko", {**JOKERS, "several": "first"}, {"callers": "A C"}, {}, "C"),
}  # fmt: skip


@pytest.mark.parametrize(("game", "changes", "facts", "hands", "unseen"), UNSEEN.values(), ids=UNSEEN)
def test_winners_with_a_missing_hand_that_may_double(
    game: str, changes: dict[str, object], facts: dict[str, Any], hands: dict[str, str], unseen: str
) -> None:
    keys = {"kind": "dobon", "victim": "B", "callers": "A", "card": "9", "hands": hands, **facts}
    claim = a_round(**{key: value for key, value in keys.items() if value})
    entry = last(session("A B C", claim, game=game, **changes))
    assert isinstance(entry.facts, Round)
    assert unseen_winners(entry.facts, rules(game, **changes), entry.outcome) == set(unseen.split())
