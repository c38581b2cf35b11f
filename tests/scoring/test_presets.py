"""Published variants: each has texts, differs from its game, and has an evening worked out by hand."""

from typing import Any

import pytest

from scorekeeper.scoring import options as house_rules
from scorekeeper.scoring.presets import PRESETS, Preset
from scorekeeper.scoring.registry import RULESETS
from scorekeeper.scoring.sources import SOURCES
from tests.scoring.tables import a_round, last, net, paid, problems, session
from tests.scoring.test_cases import document


@pytest.mark.parametrize("preset", PRESETS.values(), ids=PRESETS)
def test_a_preset_has_texts_a_source_and_an_evening_with_its_rules(preset: Preset) -> None:
    assert preset.title
    assert preset.line.endswith(".")
    assert preset.source in SOURCES
    assert preset.options, "rules that differ from those of its game"
    assert house_rules.load(RULESETS[preset.game].defaults, preset.options) == preset.rules
    evening = document(f"{preset.game}/preset-{preset.key}")
    assert (evening.options, evening.stake) == (preset.rules, preset.stake)
    assert len(evening.rounds) >= 3


FEW_WORDS = [
    ("gamble", {}, "dobon ×3 · 2s count 50 · no return"),
    ("gamble", {"face_value": 11, "eights": "summed", "round_unit": 5},
     "dobon ×3 · 2s count 50 · no return · faces count 11 · 8s double · rounded to 5"),
    ("gamble", {"burst": "on", "riichi": "on", "streak": "factor", "returns": "chain", "jokers": 1},
     "dobon ×3 · 2s count 50 · jokers: 1 · returns of returns · streak bonus · riichi · burst 10"),
    ("gamble", {"threes": "summed", "cap": 500},
     "dobon ×3 · 2s count 50 · 3s double · no return · at most 500"),
    ("gamble", {"amount": "flat", "unit_points": 100, "bystanders": "nothing", "deckout": "nogame"},
     "dobon ×3 · 100 for each other player · no return"),
    ("kawagoe", {}, "2s double · jokers: 2 · with return"),
    ("teyaku", {}, "jokers: 2 · with return · streak bonus · riichi"),
    ("dotenko", {}, "jokers: 2 · returns of returns · burst 10"),
    ("dotenko", {"unit_points": 2}, "number ×2 · jokers: 2 · returns of returns · burst 10"),
    ("dotenko", {"drawn_factor": "on", "unit_points": 10},
     "number ×10 · a card is drawn · jokers: 2 · returns of returns · burst 10"),
    ("doudizhu", {}, "bid × bombs"),
    ("doudizhu", {"spring": "triple", "cap": 24, "doubling": "on"},
     "bid × bombs · spring ×3 · doubling · at most 24"),
    ("doudizhu", {"bidding": "rob", "bomb_effect": "add", "unit_points": 2, "rocket_factor": 3,
     "open_hand": "on"}, "robs × bombs · a unit is 2 · bombs are added · rocket ×3 · open hand"),
    ("doudizhu", {"nobody_bids": "lot", "super_bombs": "on"},
     "bid × bombs · by lot when nobody bids · super bombs ×3"),
    ("hearts", {}, "points as written · fewest points win · 26 a round · until 100"),
    ("poker", {}, "points as written · sums to 0"),
    ("old_maid", {}, "points by place: 0·-10"),
]  # fmt: skip


@pytest.mark.parametrize(("game", "changes", "words"), FEW_WORDS)
def test_rules_in_a_few_words(game: str, changes: dict[str, Any], words: str) -> None:
    ruleset = RULESETS[game]
    options = house_rules.load(ruleset.defaults, changes)
    assert " · ".join(phrase.text % phrase.values for phrase in ruleset.summary(options)) == words


def test_every_house_rule_names_sources_that_there_are() -> None:
    rules = (spec for game in RULESETS.values() for spec in house_rules.specs(type(game.defaults)))
    named = {word for spec in rules for word in spec.source.replace(",", " ").split()}
    assert named | {game.source for game in RULESETS.values()} <= set(SOURCES)


def test_titles_are_unique() -> None:
    assert len({preset.title for preset in PRESETS.values()}) == len(PRESETS)


PLAIN: dict[str, Any] = {"deckout": "nogame", "bystanders": "nothing", "dobon_factor": 1, "round_unit": 1}
DRAWN, FLAT = {**PLAIN, "amount": "drawn"}, {**PLAIN, "amount": "flat"}
CLAIM = a_round("dobon", callers="A", victim="B", card="9", hands={"A": "4 5", "B": "J", "C": "3"})


BURSTING: dict[str, Any] = {**DRAWN, "burst": "on", "burst_pays": "drawn"}
DOTENKO = {"game": "dotenko"}
ONE = {**DOTENKO, "single_factor": 2, "joker_claim": "uncounted"}
PENALTY: dict[str, Any] = {"paid_to": "bank", "dobon_hands": "payer"}


def alone(hand: str = "") -> dict[str, Any]:
    """A claims B's 9 with a hand of his own, if it was entered."""
    return a_round("dobon", callers="A", victim="B", card="9", hands={"A": hand} if hand else {})


ROUNDS = {
    "without the card drawn nothing is paid": (CLAIM, DRAWN, "", "drawn.missing"),
    "nor for a burst worth it": (a_round("burst", player="C"), BURSTING, "", "drawn.missing"),
    # who bursts pays, also where a black 3 turns claims round
    "a burst whatever is drawn": (a_round("burst", player="C", drawn=["S3"]),
        {**BURSTING, "special_cards": "S3"}, "A +3, B +3, C -6", ""),
    # a 10 and then a 3: 3 points, faces 10 otherwise
    "the card drawn last counts": ({**CLAIM, "drawn": ["10", "3"]}, DRAWN, "A +3, B -3", ""),
    "a special card without a suit is any of its rank": ({**CLAIM, "drawn": ["H3"]},
        {**DRAWN, "special_cards": "3=30 D3=40"}, "A +30, B -30", ""),
    # 9 x (30+2) = 288
    "special cards multiply too": ({**CLAIM, "drawn": ["D3", "2"]},
        {**DOTENKO, "drawn_factor": "on", "special_cards": "D3=30"}, "A +288, B -288", ""),
    "doublings are off": ({**CLAIM, "doublings": 2}, FLAT, "A +2, B -2", "doublings.off"),
    # both hands 9 and 10 -> 20, x3 x4 = 240; C's 3 is rounded to 0
    "doubled": ({**CLAIM, "doublings": 2}, {"table_doublings": "on"}, "A +240, B -240", ""),
    # 9 x 2; a joker is no card in a claim; two cards
    "one card doubles": (alone("9"), ONE, "A +18, B -18", ""),
    "one card and a joker": (alone("9 Jk"), ONE, "A +18, B -18", ""),
    "two cards": (alone("4 5"), ONE, "A +9, B -9", ""),
    "a hand that may be one card": (alone(), ONE, "", "hand.missing A"),
    # B's own J, 10 x3
    "penalty points once for two callers": (
        {**CLAIM, "callers": ["A", "C"], "hands": {**CLAIM["hands"], "C": ["9"]}}, PENALTY, "B -30, bank +30",
        ""),
    # A and B have one card each, C three: 2 x 100, to nobody
    "a stock to nobody": (a_round("deckout", hands={"A": "3", "B": "9", "C": "4 5 6"}),
        {"paid_to": "bank", "deckout": "fewest"}, "C -200, bank +200", ""),
    # A and A make 2; 1+1, J 10, and 50 for the 2: 62 -> 60, x3 x2
    "a claimed two": (
        a_round("dobon", callers="A", victim="B", card="2", hands={"A": "A A", "B": "J", "C": ""}),
        {"claimed_card": "counted", "twos": "summed"}, "A +360, B -360", ""),
    # A and A claim a 2 that is in nobody's hand: 1+1, J 10: 12 -> 10, x3
    "a claimed two that does not count": (
        a_round("dobon", callers="A", victim="B", card="2", hands={"A": "A A", "B": "J", "C": ""}),
        {"twos": "summed"}, "A +30, B -30", ""),
    # each of two 9s: 9+9, J 10, and 9+9 for the cards: 46 -> 50, x3
    "two claimed cards": (
        {**CLAIM, "count": 2, "target": 18, "hands": {"A": ["9", "9"], "B": ["J"], "C": []}},
        {"claimed_card": "counted", "number_counts": "each", "together": "on"}, "A +150, B -150", ""),
    "its value is missing": (a_round("dobon", callers="A", victim="B", hands={"A": "A A", "B": "J", "C": ""}),
        {"claimed_card": "counted"}, "", "card.missing"),
    # 9 from C, shared by two: 4.5 -> 5
    "callers of an opening share": (
        a_round("opening", callers="A B", card="9", hands={"A": "4 5", "B": "2 7"}),
        {"game": "kawagoe", "opening_extra": 0, "several": "shared"}, "A +5, B +5, C -10", ""),
}  # fmt: skip


@pytest.mark.parametrize(("facts", "rules", "change", "objections"), ROUNDS.values(), ids=ROUNDS)
def test_a_round(facts: dict[str, Any], rules: dict[str, Any], change: str, objections: str) -> None:
    entry = last(session("A B C", facts, **rules))
    assert (net(entry), problems(entry)) == (change, objections)


PUBLISHED = [
    # 6+20+10 = 36; a 2 and a 3 are 2+2 = 4
    pytest.param("2 3 6 8 Q", [], {}, 144, id="cards that multiply"),
    # 15+50+15+25 = 105; the joker 2, the third win in a row 3, yaku of 3 and 5: 13
    pytest.param("A 7 9 Jk", [3, 5], {"A": 2}, 1365, id="a joker, a streak and two yaku"),
]


@pytest.mark.parametrize(("hand", "yaku", "wins", "points"), PUBLISHED)
def test_published_results_of_multipliers_that_are_added(
    hand: str, yaku: list[int], wins: dict[str, int], points: int
) -> None:
    own = {"A": [{"name": f"yaku {number}", "yaku": number} for number in yaku]}
    won = a_round("out", winner="A", hands={"B": hand}, extra_yaku=own)
    before = [a_round("streak", wins=wins)] if wins else []
    rules = dict(PRESETS["penalty-added"].options)
    assert paid(last(session("A B", *before, won, **rules))) == f"B>bank {points}"
