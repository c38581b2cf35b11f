"""ギャンブル・ドボン: who pays whom, worked out by hand.

S is the sum of a hand (A 1, 2 fifty, faces ten), R rounds to tens, half up.
"""

from typing import Any

import pytest

from tests.scoring.tables import a_round, correction, dobon, last, paid, problems, session

T0_2 = {"A": "2 J", "B": "A 2 3"}
T0_3 = {**T0_2, "C": "A 2 3 10 K"}
"""S: 50+10 = 60; 1+50+3 = 54; 1+50+3+10+10 = 74."""
EIGHTS = {"A": "8 5", "B": "8", "C": "8 8"}
"""S: 8+5 = 13; 8; 16.  A and B together 21, rounded 20; C rounded 20."""


def out(hands: dict[str, Any], winner: str = "A") -> dict[str, Any]:
    return a_round("out", winner=winner, hands=hands)


# T0-1 to T0-7 are in test_vectors.py; here is who pays whom in the longest of them.
PAYMENTS = {
    # D 3: with 10 13 -> 10 -> 30; with 50+8 61 -> 60 -> 180; with 1+9 13 -> 30; E 50+10 = 60 to each
    "three callers": ("A B C D E",
        dobon("10", {"A": "10", "B": "2 8", "C": "A 9", "D": "3", "E": "2 Q"}, "A B C", "D"),
        "D>A 30, E>A 60, D>B 180, E>B 60, D>C 30, E>C 60"),
    # the starter's own K K is not charged; 4 -> 0
    "deck out": ("A B C", a_round("deckout", starter="A", hands={"A": "K K", "B": "4", "C": "2"}),
        "B>A 0, C>A 50"),
}  # fmt: skip


CLAIM = dobon("K", T0_3)
ON_EIGHTS = dobon("K", EIGHTS)
SWITCHES = {
    # 13 and 8 are known, their 8s are not: 21 -> 20 x 3; C's cards are: 20 x 4
    "sums hide 8s": ({"eights": "summed"}, dobon("K", {"A": {"points": 13}, "B": {"points": 8}, "C": "8 8"}),
        "B>A 60, C>A 80"),
    "the winner's sum hides 8s": ({"eights": "winner"},
        dobon("K", {"A": {"points": 13}, "B": "8", "C": "8 8"}), "B>A 60, C>A 20"),
    # returns that multiply by nothing add nothing either: 9+9 = 18 -> 20 x 3
    "a chain for nothing": ({"returns": "chain", "combine": "each"},
        dobon("9", {"A": "9", "B": "9", "C": "9"}, returns="B A"), "B>A 60, C>A 10"),
    # nothing multiplies a burst: nobody wins it
    "a burst is what it is": ({"burst": "on", "eights": "winner", "jokers": 2, "joker_loss": "all"},
        a_round("burst", player="C", hands={"A": "8", "B": "Jk", "C": "3 4 5 6 7"}), "C>A 10, C>B 10"),
}  # fmt: skip


NINE = {"A": "2 7", "B": "4 5", "C": "9", "D": "J"}
"""S: 57, 9, 9, 10; A and B 66 -> 70 -> 210; C and B 18 -> 20 -> 60; A and C 66 -> 210."""
ON = {"returns": "on"}
RETURNS = {
    "one caller": (ON, "A", "B", "A>B 210, C>B 10, D>B 10", ""),
    "from each of two callers": (ON, "A C", "B", "A>B 210, C>B 60, D>B 10", ""),
    # the hands of A and B both times
    "where the first claim stands": ({**ON, "first_claim": "stands"}, "A", "B",
        "A>B 210, C>B 10, D>B 10, B>A 210", ""),
    "while off": ({}, "A", "B", "A>B 210, C>B 10, D>B 10", "returns.off B"),
    "by a bystander": (ON, "A", "C", "A>C 210, B>C 10, D>C 10", "returns.not_victim C"),
    "of a return": (ON, "A", "B A", "B>A 210, C>A 10, D>A 10", "returns.once A"),
    "all at once": ({}, "A", "C B", "C>B 60, A>B 60, D>B 10",
        "returns.off C, returns.off B, returns.not_victim C"),
}  # fmt: skip


OBJECTIONS = {
    "victim's hand": ({}, dobon("K", {"A": "6 7", "C": "2"}), "C>A 50", "hand.missing B"),
    "bystander's hand": ({}, dobon("K", {"A": "6 7", "B": "A"}), "B>A 30", "hand.missing C"),
    # C pays for C's own cards alone, however many the caller has
    "only the claim needs the caller's hand": ({"single_factor": 2}, dobon("K", {"B": "A", "C": "2"}),
        "C>A 50", "hand.missing A"),
    "no cards": ({}, dobon("K", {"A": [], "B": "5", "C": []}), "B>A 30, C>A 0", "claim.no_cards A"),
    # 0+13 -> 10 x 3
    "the going-out card": ({"out_card": "refused"}, dobon("K", {"A": "6 7", "B": [], "C": []}),
        "B>A 30, C>A 0", "out_card.refused B"),
    "1 left": ({}, out({"A": {"points": 1}, "B": [], "C": []}), "B>A 0, C>A 0", "out.cards_left A"),
    "not out": ({}, out({"A": "K", "B": [], "C": []}), "B>A 0, C>A 0", "out.cards_left A"),
    # a joker counts nothing
    "a joker": ({}, out({"B": "Jk 5", "C": []}), "B>A 10, C>A 0", "deck.joker"),
    # who started would be paid
    "nobody knows who started": ({}, a_round("deckout", hands={"A": "K", "B": "5", "C": "4"}), "",
        "starter.missing"),
}  # fmt: skip


WITHOUT_A = {"B": "8", "C": "8 8", "D": "4"}
"""D's 4 rounds to nothing."""
EIGHTS_OF_A = {
    # how often A's 8s double is not known: nobody pays
    "dobon": (dobon("K", WITHOUT_A), "", "hand.missing A"),
    # A has been entered without a card: 8 -> 10 x3, 16 -> 20
    "an empty hand": (dobon("K", {**WITHOUT_A, "A": []}), "B>A 30, C>A 20, D>A 0", "claim.no_cards A"),
    # C has one 8 now: 13+8 = 21 -> 20 x3 x2
    "one of two callers": (dobon("K", {"B": "8", "C": "8 5", "D": "4"}, "A C"), "B>C 120, D>C 0",
        "hand.missing A"),
    # who went out has nothing to enter: 8 -> 10, 16 -> 20
    "going out": (out(WITHOUT_A), "B>A 10, C>A 20, D>A 0", ""),
    "the starter of a used-up stock": (a_round("deckout", starter="A", hands=WITHOUT_A),
        "B>A 10, C>A 20, D>A 0", ""),
}  # fmt: skip


UNITS = {"amount": "flat", "bystanders": "nothing", "dobon_factor": 1, "deckout": "nogame", "round_unit": 1}
ABSENT = {
    # nobody else sits there: 0 units, and no less
    "a unit for nobody": ("A B", "A B", UNITS, dobon("9", {"A": "4 5"}), "B>A 0",
        "seat.absent B, seat.absent A, deal.seats"),
    # C has left and is charged for nothing, but being claimed pays: 13+1 = 14 -> 10 x 3
    "a victim who has left": ("A B C", "C", {}, dobon("K", {"A": "6 7", "B": "A", "C": "A"}, victim="C"),
        "C>A 30, B>A 0", "seat.absent C"),
    # C counts as having gone out all the same: 10 from each
    "a starter who has left": ("A B C", "C", {}, a_round("deckout", starter="C", hands={"A": "K", "B": "J"}),
        "A>C 10, B>C 10", "seat.absent C"),
}  # fmt: skip


ON_PAPER = [(players, {}, [facts], payments, "") for players, facts, payments in PAYMENTS.values()]
ON_PAPER += [("A B C", options, [facts], payments, "") for options, facts, payments in SWITCHES.values()]
ON_PAPER += [
    ("A B C D", options, [dobon("9", NINE, callers, returns=returns)], payments, objections)
    for options, callers, returns, payments, objections in RETURNS.values()
]
ON_PAPER += [("A B C", options, [facts], *wanted) for options, facts, *wanted in OBJECTIONS.values()]
ON_PAPER += [("A B C D", {"eights": "winner"}, [facts], *wanted) for facts, *wanted in EIGHTS_OF_A.values()]
ON_PAPER += [
    (players, options, [a_round("seats", leave=leave.split()), facts], payments, objections)
    for players, leave, options, facts, payments, objections in ABSENT.values()
]


@pytest.mark.parametrize(
    ("players", "options", "rounds", "payments", "objections"), ON_PAPER,
    ids=[*PAYMENTS, *SWITCHES, *RETURNS, *OBJECTIONS, *EIGHTS_OF_A, *ABSENT],
)  # fmt: skip
def test_who_pays_whom(
    players: str, options: dict[str, Any], rounds: list[dict[str, Any]], payments: str, objections: str
) -> None:
    entry = last(session(players, *rounds, **options))
    assert (paid(entry), problems(entry)) == (payments, objections)


STARTERS = {
    "the winner": ({}, [out({})], "A"),
    "who had started": ({}, [a_round("deckout", starter="C")], "C"),
    "the caller": ({}, [dobon("K", {}, "D", "B")], "D"),
    # after B come C, D, A
    "the nearest of two": ({}, [dobon("K", {}, "A D", "B")], "D"),
    "the first of two": ({"next_starter": "first"}, [dobon("K", {}, "A D", "B")], "A"),
    # after D comes A
    "round the corner": ({}, [dobon("K", {}, "C A", "D")], "A"),
    "C called first": ({"next_starter": "first"}, [dobon("K", {}, "C A", "D")], "C"),
    "the returner": ({}, [dobon("K", {}, "A C", "B", returns="B")], "B"),
    "nobody yet": ({}, [a_round("nogame")], ""),
    "as before": ({}, [out({}, "C"), a_round("nogame")], "C"),
    "a correction changes nothing": ({}, [out({}, "C"), correction(("A", "B", 1))], "C"),
    "the winner leaves": ({}, [out({}, "C"), a_round("seats", leave=["C"])], ""),
    "a winner who has left": ({}, [out({}, "B"), a_round("seats", leave=["C"]), out({}, "C")], "B"),
    # D, who has left, is claimed by C and A: nobody sits after D, so who called first
    "a victim who has left": ({}, [a_round("seats", leave=["D"]), dobon("K", {}, "C A", "D")], "C"),
    "another leaves": ({}, [out({}, "C"), a_round("seats", leave=["B"])], "C"),
}  # fmt: skip


OPENINGS = {  # of 川越ドボン
    # all others lost; where two sit at the table, it is one
    "several lost": ("A B C", {}, "A", ""),
    "one lost": ("A B", {}, "A", "B"),
    "all but one called": ("A B C", {}, "A B", "C"),
    "two called, two lost": ("A B C D", {}, "C A", ""),
    # with the winner as starter: nobody was claimed, so who called first
    "who called first": ("A B C D", {"starts": "winner"}, "C A", "C"),
    "the same by rule": ("A B C D", {"starts": "winner", "next_starter": "first"}, "C A", "C"),
}  # fmt: skip


NEXT = [("A B C D", "gamble", *row) for row in STARTERS.values()]
NEXT += [
    (players, "kawagoe", options, [a_round("opening", callers=callers, card="9", hands={})], starter)
    for players, options, callers, starter in OPENINGS.values()
]


@pytest.mark.parametrize(
    ("players", "game", "options", "rounds", "starter"), NEXT, ids=[*STARTERS, *OPENINGS]
)
def test_who_starts_next(
    players: str, game: str, options: dict[str, object], rounds: list[dict[str, Any]], starter: str
) -> None:
    assert session(players, *rounds, game=game, **options).replay().state.starter == starter


DOUBLED = {"table_doublings": "on"}
TWO, STICK = dobon("9", NINE, "A C"), {**ON, "riichi": "on"}
SPECIAL = {"amount": "drawn", "bystanders": "nothing", "deckout": "nogame", "special_cards": "S3"}
FEWEST = a_round("deckout", hands={"A": "K", "B": "8", "C": "7", "D": "4"})
NOTES = {
    "callers who share": ({**ON, "several": "shared"}, TWO, "note.claimed_card note.callers_share"),
    "the pot of two": ({**STICK, "pot_split": "nearest"}, {**TWO, "riichi": ["D"]},
        "note.claimed_card note.callers_apart note.pot_nearest"),
    # 100 by two in hundreds
    "a pot too small to share": ({**STICK, "share_unit": 100}, {**TWO, "riichi": ["D"]},
        "note.claimed_card note.callers_apart note.pot_small"),
    # there are no ura-dora, so the bottom card is not missing
    "riichi without yaku": (STICK, dobon("9", {"A": "4 5", "B": "J"}, riichi="A"), "note.claimed_card"),
    "the going-out card": (ON, dobon("K", {"A": "6 7", "B": []}), "note.claimed_card note.out_card"),
    "deck out": ({}, a_round("deckout", starter="A"), "note.starter_hand"),
    "8s unknown": ({"eights": "summed"}, out({"B": {"points": 8}}), "note.eights_unknown"),
    "2s unknown": ({"twos": "summed"}, out({"B": {"points": 8}}), "note.twos_unknown"),
    "3s unknown": ({"threes": "summed"}, out({"B": {"points": 8}}), "note.ranks_unknown"),
    "jokers unknown": ({"joker_factor": "summed", "jokers": 2}, out({"B": {"points": 8}}),
        "note.ranks_unknown"),
    "the first round": ({"first_round": "streak", "streak": "points"}, out({"B": "8"}), "note.no_streak"),
    "the 3 that swaps": (SPECIAL, dobon("9", {"A": "4 5"}, drawn=["S3"]), "note.swapped note.no_return"),
    "a 3 of no suit": (SPECIAL, dobon("9", {"A": "4 5"}, drawn=["3"]), "note.no_return note.no_special"),
    # only the winner's 8s would double, and who goes out has none
    "8s that would not double": ({"eights": "winner"}, out({"B": {"points": 8}}), ""),
    "8s of the winner unknown": ({"eights": "winner", "claimed_card": "counted", "returns": "on"},
        dobon("K", {"A": {"points": 13}, "B": "5", "C": "4", "D": "4"}), "note.eights_unknown"),
    # no note on C's full hand
    "a hand at a burst": ({"burst": "on"}, a_round("burst", player="C", hands={"A": "8", "C": "3 4 5 6 7"}),
        "note.full_hand note.idle_hand"),
    "fixed points": ({**DOUBLED, "deckout": "fewest"}, {**FEWEST, "doublings": 1},
        "note.level note.doublings"),
    "doubled at the end of the stock": ({**DOUBLED, "deckout": "starter"},
        {**FEWEST, "starter": "A", "doublings": 1}, "note.starter_hand"),
}  # fmt: skip


@pytest.mark.parametrize(("options", "facts", "notes"), NOTES.values(), ids=NOTES)
def test_notes(options: dict[str, object], facts: dict[str, Any], notes: str) -> None:
    entry = last(session("A B C D", facts, **options))
    assert " ".join(note.code for note in (*entry.outcome.remarks, *entry.outcome.notes)) == notes


def test_a_stock_that_nobody_wins_is_a_no_game() -> None:
    # the same facts where who started wins: 10 from B
    facts = a_round("deckout", starter="A", hands={"B": "K"})
    won, void = last(session("A B", facts)), last(session("A B", facts, deckout="nogame"))
    assert (paid(won), won.outcome.counts) == ("B>A 10", True)
    assert (paid(void), problems(void), void.outcome.counts) == ("", "", False)
    assert void.state.starter == ""
    assert [note.code for note in void.outcome.notes] == ["note.void"]
