"""The course of a claim: score, headline, roles and deciding hand agree on who called and who returned."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given

from scorekeeper.scoring.cards import Card
from scorekeeper.scoring.dobon.facts import Round, Yaku
from scorekeeper.scoring.dobon.messages import details, round_hand
from scorekeeper.scoring.document import Document, read_document
from scorekeeper.scoring.reading import Hand
from scorekeeper.scoring.registry import RULESETS
from scorekeeper.scoring.replay import Scored
from tests.scoring.strategies import evenings
from tests.scoring.tables import a_round, in_english, last, net, session

HANDS = {"A": "4 5", "B": "9", "C": "2 7", "D": "3 Q"}
NINE: dict[str, Any] = {"card": "9", "hands": HANDS}


def descriptions(document: Document, scored: Sequence[Scored]) -> list[tuple[object, ...]]:
    """The headline, the parts and the deciding hand of every round of the dobon family."""
    ruleset, rounds = document.ruleset, []
    states = [document.opening, *(entry.state for entry in scored)]
    for before, entry in zip(states, scored, strict=False):
        facts, options, outcome = entry.facts, entry.options, entry.outcome
        if isinstance(facts, Round):
            words = tuple(map(in_english, ruleset.headline(facts, options, outcome)))
            hand = ruleset.deciding_hand(facts, options, outcome)
            rounds.append((words, ruleset.parts(before, facts, options, outcome), hand.cards))
    return rounds


CLAIM = {"callers": "A B", "victim": "D", **NINE}
COURSES = {
    # どてんこ: B's call is a return of A's: 9 x 2 from A to B
    "a later caller": ("dotenko", {}, a_round("dobon", **CLAIM), "A -18, B +18",
        "Dotenko returned! B hit A on 9 / the card of D, called by A, then B",
        {"caller": "A", "victim": "D", "returner": "B", "returned": "A", "winner": "B"}, "9",
        ["note.first_cancelled A"]),
    # three: C's call returns B's, 9 x 2 x 2 from B to C; both others are cancelled
    "a chain of three": ("dotenko", {}, a_round("dobon", **{**CLAIM, "callers": "A B C"}), "B -36, C +36",
        "Dotenko returned! C hit B on 9 / the card of D, called by A, then B, then C",
        {"caller": "A", "victim": "D", "returner": "B C", "returned": "A B", "winner": "C"}, "2 7",
        ["note.first_cancelled A", "note.return_cancelled B"]),
    # しょてんこ: A would have got 9 from each of three, 27; B returns: 54 from A alone
    "an opening": ("dotenko", {}, a_round("opening", callers="A B", **NINE), "A -54, B +54",
        "Sho-tenko returned! B hit A on 9 / called by A, then B",
        {"caller": "A", "returner": "B", "returned": "A", "winner": "B"}, "9", ["note.first_cancelled A"]),
    # the first claim stands: D pays A 9 all the same
    "the first claim stands": ("dotenko", {"first_claim": "stands"}, a_round("dobon", **CLAIM),
        "A -9, B +18, D -9", "Dotenko returned! B hit A on 9 / the card of D, called by A, then B",
        {"caller": "A", "victim": "D", "returner": "B", "returned": "A", "winner": "B"}, "9", []),
    # 川越: after D comes A, so B's call is too late; 9 and D's 3 + 12 = 15
    "the next in turn": ("kawagoe", {"several": "first"}, a_round("dobon", **{**CLAIM, "callers": "B A"}),
        "A +24, D -24", "Dobon! A hit D on 9", {"caller": "A", "victim": "D", "winner": "A"}, "4 5",
        ["note.only_first B"]),
    # ... and D returns the one that stands: 9 and A's 9, twice
    "the next in turn is returned on": ("kawagoe", {"several": "first"},
        a_round("dobon", **{**CLAIM, "callers": "B A"}, returns="D"), "A -36, D +36",
        "Returned! D hit A on 9",
        {"caller": "A", "victim": "D", "returner": "D", "returned": "A", "winner": "D"}, "3 Q",
        ["note.first_cancelled A", "note.only_first B"]),
    # D, whose card it was, returns, and A returns that: 9 x 2 x 2
    "to and fro": ("dotenko", {}, a_round("dobon", callers="A", victim="D", returns="D A", **NINE),
        "A +36, D -36", "Dotenko returned! A hit D on 9 / the card of D, called by A, then D, then A",
        {"caller": "A", "victim": "D", "returner": "D A", "returned": "A D", "winner": "A"}, "4 5",
        ["note.first_cancelled A", "note.return_cancelled D"]),
    # where anybody can return, the list says whose card it was
    "the claimed player returns": ("dotenko", {},
        a_round("dobon", callers="A", victim="D", returns="D", **NINE), "A -18, D +18",
        "Dotenko returned! D hit A on 9 / the card of D, called by A, then D",
        {"caller": "A", "victim": "D", "returner": "D", "returned": "A", "winner": "D"}, "3 Q",
        ["note.first_cancelled A"]),
    "a single call": ("dotenko", {}, a_round("dobon", callers="A", victim="D", **NINE), "A +9, D -9",
        "Dotenko! A hit D on 9", {"caller": "A", "victim": "D", "winner": "A"}, "4 5", []),
    # all are paid: both are callers, D pays 24 to A and to B
    "each is paid": ("kawagoe", {}, a_round("dobon", **CLAIM), "A +24, B +24, D -48",
        "Dobon! A & B hit D on 9", {"caller": "A B", "victim": "D", "winner": "A B"}, "4 5", []),
    # 手役: no yaku, 100, from the caller who was countered
    "two are countered": ("teyaku", {}, a_round("dobon", **CLAIM, returns="D"), "A -100, B -100, D +200",
        "Counter! D hit A & B on 9",
        {"caller": "A B", "victim": "D", "returner": "D", "returned": "A B", "winner": "D"}, "3 Q",
        ["note.first_cancelled A", "note.first_cancelled B"]),
}  # fmt: skip


@pytest.mark.parametrize(
    ("game", "options", "facts", "change", "words", "roles", "cards", "notes"), COURSES.values(), ids=COURSES
)
def test_score_headline_and_roles_agree(
    game: str, options: dict[str, object], facts: dict[str, Any], change: str, words: str,
    roles: dict[str, str], cards: str, notes: list[str],
) -> None:  # fmt: skip
    document = session("A B C D", facts, game=game, **options)
    entry = last(document)
    ((line, parts, hand),) = descriptions(document, [entry])
    assert (net(entry), " / ".join(line)) == (change, words)
    assert {part: " ".join(names) for part, names in parts.roles.items()} == roles
    assert " ".join(map(str, hand)) == cards
    courses = ("note.first_cancelled", "note.return_cancelled", "note.only_first")
    named = [f"{one.code} {one.values['who']}" for one in entry.outcome.notes if one.code in courses]
    assert named == notes


@given(evenings(game="dotenko"))
def test_a_later_call_equals_a_return(data: dict[str, Any]) -> None:
    """Written among the returns it gives the same to the last digit and word."""
    document = read_document(data)
    scored = document.replay().scored
    ordered = [as_returns(entry.facts, entry.options) for entry in scored]
    written = replace(document, rounds=tuple(ordered))
    again = written.replay().scored
    assert descriptions(written, again) == descriptions(document, scored)
    assert [entry.outcome for entry in again] == [entry.outcome for entry in scored]


def as_returns(facts: Any, options: Any) -> Any:
    if not isinstance(facts, Round) or options.several != "returns":
        return facts
    return replace(facts, callers=facts.callers[:1], returns=(*facts.callers[1:], *facts.returns))


KAWAGOE = RULESETS["kawagoe"].defaults
HELD = {name: Hand((Card(rank),)) for rank, name in enumerate("ABCD", 2)}


@pytest.mark.parametrize(
    ("kind", "keys", "whose"),
    [
        ("dobon", {"callers": ("C", "A"), "victim": "B"}, "C"),
        ("draw", {"winner": "A", "victim": "B"}, "A"),
        ("out", {"winner": "A"}, ""),
        ("dobon", {"callers": ("E",), "victim": "B"}, ""),
    ],
)
def test_the_deciding_hand(kind: str, keys: dict[str, Any], whose: str) -> None:
    assert round_hand(Round(kind, hands=HELD, **keys), KAWAGOE, None) == HELD.get(whose, Hand())


DETAILS = [
    ({"count": 2, "target": 7}, ["2 cards", "number 7"]),
    ({"count": 1, "target": 0}, ["number 0"]),
    ({"turnup": Card(9, "H"), "bottom": Card(13, "S")}, ["turned up H9", "bottom SK"]),
    ({"drawn": (Card(5), Card(13))}, ["drawn 5 & K"]),
    ({"doublings": 3}, ["doubled ×8"]),
    ({"riichi": ("A", "B", "A"), "lapsed": ("B",)}, ["riichi A ×2", "riichi B ×1", "riichi of B lapsed"]),
    ({"extra_yaku": {"A": (Yaku("last card", 2),)}}, ["A last card +2"]),
]


@pytest.mark.parametrize(("keys", "lines"), DETAILS)
def test_details(keys: dict[str, Any], lines: list[str]) -> None:
    assert list(map(in_english, details(Round("dobon", **keys)))) == lines
