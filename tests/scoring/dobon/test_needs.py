"""必要な事実: whose hands and which facts a round needs, by the house rules."""

from typing import Any

import pytest

from scorekeeper.scoring import options as house_rules
from scorekeeper.scoring.dobon.endings import ENDINGS
from scorekeeper.scoring.dobon.facts import Round
from scorekeeper.scoring.dobon.needs import needs, required, unseen_winners
from scorekeeper.scoring.dobon.options import DobonOptions
from scorekeeper.scoring.options import own
from scorekeeper.scoring.registry import RULESETS
from tests.scoring.tables import a_round, last, session


def rules(game: str, **changes: object) -> DobonOptions:
    return own(house_rules.load(RULESETS[game].defaults, changes), DobonOptions)


HANDS = [
    # the caller, the claimed player, and everybody else for the own hand
    pytest.param("gamble", "dobon", {}, "callers victim all", "callers returns victim all", id="hands"),
    pytest.param("gamble", "dobon", {"bystanders": "nothing"}, "callers victim", "callers returns victim",
                 id="hands of the two"),
    pytest.param("gamble", "dobon", {"bystanders": "nothing", "dobon_hands": "all"}, "callers victim all",
                 "callers returns victim all", id="hands of all"),
    # the number and the payer's hand
    pytest.param("kawagoe", "dobon", {}, "callers victim", "callers returns", id="number and hand"),
    pytest.param("kawagoe", "dobon", {"return_hands": "both"}, "callers victim", "callers returns victim",
                 id="the hand of who was claimed first"),
    pytest.param("kawagoe", "dobon", {"added_hand": "caller"}, "callers", "callers returns",
                 id="number and caller's hand"),
    # by yaku the winner's alone
    pytest.param("teyaku", "dobon", {}, "callers", "returns callers", id="yaku"),
    # who holds a joker wins and loses double: the hands of all who pay are needed too
    pytest.param("teyaku", "dobon", {"joker_loss": "all"}, "callers victim", "returns callers",
                 id="held jokers at a dobon"),
    pytest.param("kawagoe", "dobon", {"joker_loss": "all", "added_hand": "caller"}, "callers victim",
                 "callers returns", id="held jokers and a number"),
    pytest.param("teyaku", "dobon", {"joker_loss": "clear"}, "callers", "returns callers",
                 id="held jokers at a clear only"),
    pytest.param("kawagoe", "opening", {}, "callers", "callers returns", id="opening"),
    pytest.param("kawagoe", "opening", {"joker_loss": "all"}, "callers all", "callers returns all",
                 id="held jokers at an opening"),
    pytest.param("teyaku", "draw", {}, "winner", "", id="draw"),
    pytest.param("teyaku", "draw", {"joker_loss": "all"}, "winner all", "", id="held jokers at a draw"),
    pytest.param("teyaku", "draw", {"joker_loss": "clear"}, "winner", "", id="a draw is no clear"),
    pytest.param("dotenko", "dobon", {}, "callers", "callers returns", id="the number alone"),
    pytest.param("gamble", "out", {}, "all", "", id="out"),
    pytest.param("gamble", "deckout", {}, "all", "", id="who started counts as gone out"),
    pytest.param("teyaku", "deckout", {}, "all", "", id="the fewest cards"),
    pytest.param("dotenko", "burst", {}, "", "", id="burst"),
]  # fmt: skip


@pytest.mark.parametrize(("game", "kind", "changes", "hands", "returned"), HANDS)
def test_whose_hands_are_needed(
    game: str, kind: str, changes: dict[str, object], hands: str, returned: str
) -> None:
    need = needs(rules(game, **changes))[kind]
    assert (" ".join(need.hands), " ".join(need.returned)) == (hands, returned)


ADDED = [
    # A2: what is added to the number is the hand of who pays now, the caller
    pytest.param("kawagoe", {}, "victim", "payer", "victim", id="the payer's"),
    pytest.param("kawagoe", {"return_hands": "victim"}, "victim", "victim", "victim", id="the first payer's"),
    pytest.param("kawagoe", {"return_hands": "both"}, "victim", "payer victim", "victim", id="both"),
    # the first claim stands, so the claimed player pays for its own hand as well
    pytest.param("kawagoe", {"first_claim": "stands"}, "victim", "payer victim", "victim", id="also stands"),
    pytest.param("kawagoe", {"return_by": "anyone"}, "victim", "payer", "", id="anybody may return"),
    pytest.param("gamble", {}, "all", "all", "", id="no return"),
    pytest.param("gamble", {"returns": "on"}, "all", "all", "victim", id="hands"),
    pytest.param("dotenko", {}, "", "", "", id="the number alone"),
]  # fmt: skip


@pytest.mark.parametrize(("game", "changes", "added", "readded", "returner"), ADDED)
def test_whose_hands_are_added_up_and_who_alone_may_return(
    game: str, changes: dict[str, object], added: str, readded: str, returner: str
) -> None:
    need = needs(rules(game, **changes))["dobon"]
    assert (" ".join(need.added), " ".join(need.readded), need.returner) == (added, readded, returner)


SKIPPED = [
    ("gamble", "out", "winner"),
    ("gamble", "deckout", "starter"),
    ("teyaku", "out", "winner"),
    ("teyaku", "deckout", ""),
    ("gamble", "dobon", ""),
]


@pytest.mark.parametrize(("game", "kind", "skipped"), SKIPPED)
def test_who_wins_by_no_cards_has_none_to_be_entered(game: str, kind: str, skipped: str) -> None:
    assert needs(rules(game))[kind].skip == skipped


COUNTS = [
    ("out", {}, "first"),
    ("deckout", {}, "first"),
    ("out", {"joker_loss": "clear"}, "also"),
    ("out", {"joker_loss": "all"}, "also"),
]


@pytest.mark.parametrize(("kind", "changes", "counts"), COUNTS)
def test_where_jokers_double_cards_are_asked_before_their_number(
    kind: str, changes: dict[str, object], counts: str
) -> None:
    assert needs(rules("teyaku", **changes))[kind].counts == counts


ADDED = [
    ("gamble", "dobon", {}, "all"),
    ("gamble", "out", {}, "all"),
    ("gamble", "deckout", {}, "all"),
    ("kawagoe", "dobon", {}, "victim"),
    ("kawagoe", "dobon", {"added_hand": "caller"}, "callers"),
    ("kawagoe", "dobon", {"added_hand": "both"}, "callers victim"),
    ("kawagoe", "opening", {}, ""),
    ("teyaku", "dobon", {}, ""),
    ("teyaku", "out", {}, ""),
    ("teyaku", "deckout", {}, ""),
    ("dotenko", "dobon", {}, ""),
]


@pytest.mark.parametrize(("game", "kind", "changes", "added"), ADDED)
def test_whose_hands_are_added_up(game: str, kind: str, changes: dict[str, object], added: str) -> None:
    assert " ".join(needs(rules(game, **changes))[kind].added) == added


SHOWN = [
    ("teyaku", "dobon", {}, "turnup", "bottom"),
    ("teyaku", "draw", {}, "turnup", "bottom"),
    ("teyaku", "dobon", {"dora": "off"}, "", "bottom"),
    ("teyaku", "dobon", {"riichi": "off"}, "turnup", ""),
    ("teyaku", "out", {}, "", ""),  # a clear is paid by cards
    ("teyaku", "deckout", {}, "", ""),
    ("gamble", "dobon", {}, "", ""),
]


@pytest.mark.parametrize(("game", "kind", "changes", "shown", "declared"), SHOWN)
def test_cards_that_decide_what_is_paid_are_asked(
    game: str, kind: str, changes: dict[str, object], shown: str, declared: str
) -> None:
    need = needs(rules(game, **changes))[kind]
    assert (" ".join(need.shown), " ".join(need.declared)) == (shown, declared)
    assert {*need.shown, *need.declared} <= set(need.extras)


OPTIONAL = [
    # a number of its own can be claimed where cards are played together, or where it counts for each claim
    ("kawagoe", "dobon", {"together": "on"}, "target", True),
    ("kawagoe", "dobon", {"number_counts": "each"}, "target", True),
    ("kawagoe", "dobon", {"together": "off", "number_counts": "once"}, "target", False),
    ("teyaku", "dobon", {"riichi_lasts": "turn"}, "lapsed", True),
    ("teyaku", "dobon", {"riichi_lasts": "round"}, "lapsed", False),
    ("teyaku", "dobon", {"riichi_lasts": "turn", "riichi": "off"}, "lapsed", False),
    ("kawagoe", "dobon", {"table_doublings": "on"}, "doublings", True),
    ("kawagoe", "dobon", {}, "doublings", False),
    ("teyaku", "foul", {"foul": "points"}, "riichi", True),
    ("teyaku", "foul", {"foul": "points", "riichi": "off"}, "riichi", False),
    ("kawagoe", "foul", {"amount": "drawn", "foul": "drawn", "table_doublings": "on"}, "doublings", True),
    ("kawagoe", "foul", {"amount": "drawn", "foul": "drawn", "table_doublings": "off"}, "doublings", False),
    ("kawagoe", "foul", {"amount": "drawn", "foul": "points", "table_doublings": "on"}, "doublings", False),
]


@pytest.mark.parametrize(("game", "kind", "changes", "fact", "asked"), OPTIONAL)
def test_what_may_be_entered_too(
    game: str, kind: str, changes: dict[str, object], fact: str, asked: bool
) -> None:
    assert (fact in needs(rules(game, **changes))[kind].extras) == asked


@pytest.mark.parametrize(("changes", "asked"), [({"amount": "drawn"}, True), ({}, False)])
def test_cards_drawn_are_asked_where_they_count(changes: dict[str, object], asked: bool) -> None:
    assert ("drawn" in needs(rules("kawagoe", **changes))["dobon"].slots) == asked


@pytest.mark.parametrize("game", ["gamble", "kawagoe", "teyaku", "dotenko"])
def test_what_the_facts_must_have_is_needed(game: str) -> None:
    options = rules(game)
    for kind, need in needs(options).items():
        ending = ENDINGS[kind]
        assert set(ending.must) <= set(required(need, options)) <= set(need.slots)
        asked = {"extra_yaku" if name == "yaku" else name for name in (*need.slots, *need.extras)}
        assert asked <= {*ending.must, *ending.may}


UNSEEN = [
    # 2s and jokers of the caller double
    pytest.param("kawagoe", {}, {"kind": "dobon", "victim": "B"}, "A", id="2s"),
    pytest.param("kawagoe", {"twos": "off", "joker_factor": "off"}, {"kind": "dobon", "victim": "B"}, "",
                 id="nothing doubles"),
    # but not at an opening, where its bonus is flat
    pytest.param("kawagoe", {}, {"kind": "opening"}, "", id="a flat opening"),
    pytest.param("kawagoe", {"opening_bonus": "doubled"}, {"kind": "opening"}, "A", id="a doubled opening"),
    # what else multiplies does so there too
    pytest.param("kawagoe", {"joker_loss": "all"}, {"kind": "opening"}, "A", id="held jokers at an opening"),
    pytest.param("kawagoe", {"single_factor": 2}, {"kind": "opening"}, "A", id="one card at an opening"),
    pytest.param("teyaku", {"joker_loss": "all"}, {"kind": "dobon", "victim": "B"}, "A", id="held jokers"),
    pytest.param("teyaku", {"joker_loss": "clear"}, {"kind": "dobon", "victim": "B"}, "", id="at a clear"),
]  # fmt: skip


@pytest.mark.parametrize(("game", "changes", "facts", "unseen"), UNSEEN)
def test_a_winner_whose_cards_multiply_has_to_be_seen(
    game: str, changes: dict[str, object], facts: dict[str, Any], unseen: str
) -> None:
    # every payment is there, whatever is still missing of the hand that multiplies it
    full = a_round(card="9", callers="A", hands={"A": "4 5", "B": "3", "C": "6"}, **facts)
    entry = last(session("A B C", full, game=game, **changes))
    played = entry.facts
    assert isinstance(played, Round)
    options = rules(game, **changes)
    assert unseen_winners(played, entry.outcome.transfers, options) == set()
    blank = Round(**{**{key: getattr(played, key) for key in played.__slots__}, "hands": {}})
    assert unseen_winners(blank, entry.outcome.transfers, options) == set(unseen)
