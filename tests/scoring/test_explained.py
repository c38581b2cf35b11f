"""What was entered of a round is in a step, in a check of a claim, or in a note on what did not count."""

from collections.abc import Iterator, Mapping
from typing import Any

from hypothesis import given

from scorekeeper.scoring.core import Outcome, Transfer
from scorekeeper.scoring.dobon.facts import Round
from scorekeeper.scoring.document import read_document
from scorekeeper.scoring.doudizhu.facts import Deal
from scorekeeper.scoring.sheet.facts import Entry
from tests.scoring.strategies import evenings
from tests.scoring.tables import a_round

NOT_OF_HANDS = {
    "note.first_cancelled", "note.return_cancelled", "note.only_first", "note.streak", "note.own_yaku",
    "note.no_yaku", "note.own_one", "note.pot_nearest", "note.not_declared", "note.riichi_lapsed",
    "note.riichi_holds", "note.bottom_unknown", "returns.off", "returns.not_victim", "returns.once",
    "riichi.off", "riichi.points",
}  # fmt: skip
"""Sentences that name a player and are not about the hand."""
LEVEL = {"note.level", "note.derived_share", "note.derived_share_up", "note.derived_share_pot"}
"""Sentences for several players with the fewest cards."""
WHO = ("who", "whose", "by", "to")


def names(values: Mapping[str, Any]) -> Iterator[str]:
    """All players named by a sentence."""
    for key in WHO:
        named = values.get(key, ())
        yield from [named] if isinstance(named, str) else named


def players_named(outcome: Outcome, hands: bool = False) -> set[str]:
    """Players named by a step, check, objection or note; with ``hands``, only by those about a hand."""
    notes = (*outcome.claims, *outcome.remarks, *outcome.notes)
    steps = [step for paid in outcome.transfers for step in paid.steps]
    named = {who for one in (*notes, *steps) for who in names(one.values) if not hands or of_hands(one.code)}
    return named | {one.who for one in outcome.problems if not hands or of_hands(one.code)}


def of_hands(code: str) -> bool:
    return code not in NOT_OF_HANDS


def codes(outcome: Outcome) -> set[str]:
    notes = (*outcome.claims, *outcome.remarks, *outcome.notes, *outcome.problems)
    return {one.code for one in notes} | {step.code for paid in outcome.transfers for step in paid.steps}


def sides(transfers: tuple[Transfer, ...]) -> set[str]:
    return {who for one in transfers for who in (one.payer, one.payee)}


FULL = {"A": ["S2", "H7", "8", "Jk"], "B": ["H3", "S8", "2", "Jk"], "C": ["K", "3"], "D": ["5", "2", "8"]}
OWN = {"A": [{"name": "x", "yaku": 2}], "C": [{"name": "y", "yaku": 1}]}
MORE: dict[str, Any] = {
    "doublings": 2, "turnup": "H9", "bottom": "SK", "riichi": "A B B", "lapsed": "B D", "extra_yaku": OWN,
}  # fmt: skip
CLAIMS: list[dict[str, Any]] = [
    a_round(kind, callers=callers, card="9", hands=hands, drawn=["9", "4"], **answer, **more, **MORE)
    for kind, more in (("dobon", {"victim": "D"}), ("opening", {}))
    for callers, answer in (
        ("A", {}), ("A B", {}), ("A B C", {}), ("A", {"returns": "C"}), ("A B", {"returns": "D"}),
        ("A", {"returns": "D"}), ("A", {"returns": "D A D"}), ("B", {"returns": "C D A"}),
    )
    for hands in (FULL, {})
]  # fmt: skip
OTHERS: list[dict[str, Any]] = [
    a_round("draw", winner="A", card="9", victim="B", hands=FULL, drawn=["9"], **MORE),
    a_round("out", winner="A", hands={**FULL, "A": []}, **MORE),
    a_round("burst", player="D", drawn=["6"], hands={**FULL, "D": "5 2 8 9 J"}, **MORE),
    a_round("foul", player="D", drawn=["6"], hands=FULL, **MORE),
    a_round("nogame", riichi="C"),
    *(
        a_round("deckout", starter="A", hands=dict(zip("ABCD", counts, strict=True)), **MORE)
        for counts in (
            [{"count": 1}] * 4, [{"count": 0}, {"count": 0}, {"count": 2}, {"count": 2}],
            ["9 9", "8 J", "K", "A"], FULL.values(),
        )
    ),
]  # fmt: skip


EVERYTHING = (*CLAIMS, *OTHERS)
"""Rounds with all that can be entered; ``test_steps.py`` plays them by every two house rules."""


@given(evenings())
def test_everything_that_was_entered_is_explained(data: dict[str, Any]) -> None:
    document = read_document(data)
    before = document.players
    for entry in document.replay().scored:
        if isinstance(entry.facts, Round):
            check_round(entry.facts, entry.outcome)
        elif isinstance(entry.facts, Deal):
            check_deal(entry.facts, entry.outcome)
        elif isinstance(entry.facts, Entry):
            check_entry(entry.facts, entry.outcome, before)
        before = entry.state.seats


def check_round(facts: Round, outcome: Outcome) -> None:
    named, noted = players_named(outcome), codes(outcome)
    if "note.practice" in noted:
        return
    for who in (*facts.riichi, *facts.lapsed):
        assert who in named | sides(outcome.transfers), ("riichi", who, noted)
    if "note.void" in noted or any(code.endswith(".missing") for code in noted):
        return
    for who in (*facts.callers, *facts.returns):
        assert who in named | sides(outcome.transfers), ("call", who, noted)
    check_hands(facts, outcome, noted)
    check_tie(facts, outcome, noted)
    for who, extra in facts.extra_yaku.items():
        for own in extra:
            steps = (step for paid in outcome.transfers for step in paid.steps)
            notes = (*steps, *outcome.notes)
            shown = any(one.values.get("name") == own.name for one in notes)
            assert shown or "note.penalty_once" in noted, ("yaku", who, noted)
    if facts.doublings and outcome.transfers:
        assert noted & {"factor.doublings", "doublings.off", "note.doublings"}, noted


def check_hands(facts: Round, outcome: Outcome, noted: set[str]) -> None:
    named = players_named(outcome, hands=True)
    if facts.kind == "deckout":  # who has the fewest cards is paid, or shares what is
        named |= {one.payee for one in outcome.transfers if one.code.startswith("deckout.")}
    for who, hand in facts.hands.items():
        if hand.cards or hand.points or hand.count:
            assert who in named or noted & LEVEL, ("hand", facts.kind, who, noted)


def check_tie(facts: Round, outcome: Outcome, noted: set[str]) -> None:
    winners = tuple(outcome.streak or ())
    if len(winners) < 2:
        return
    if facts.kind == "deckout":
        assert noted & (LEVEL | {"note.fewest"}), noted
    elif "note.penalty_once" not in noted:
        assert {*winners} <= {one.payee for one in outcome.transfers}, noted
    taken = {one.payee for one in outcome.transfers if one.code == "pot.won"}
    assert len(taken) != 1 or "note.pot_nearest" in noted, noted


def check_deal(facts: Deal, outcome: Outcome) -> None:
    named, noted = players_named(outcome), codes(outcome)
    for who in facts.doubled:
        assert who in named or "note.no_doubling" in noted, ("doubled", who, noted)
    if outcome.transfers:
        assert not facts.robs or noted & {"factor.robs", "note.no_robs"}
        assert not facts.shown or noted & {"factor.shown", "note.no_shown"}


def check_entry(facts: Entry, outcome: Outcome, seated: tuple[str, ...]) -> None:
    """Everybody in the entry pays or is paid; a note names everybody else at the table."""
    paid = sides(outcome.transfers)
    assert {*facts.points, *facts.bonus, *(who for group in facts.places for who in group)} <= paid
    if facts.kind != "nogame":
        assert {*seated} <= paid | {facts.winner} | players_named(outcome)
    extras = sum(map(len, facts.bonus.values()))
    bonuses = [step for one in outcome.transfers for step in one.steps if step.code == "bonus"]
    assert len(bonuses) >= extras
