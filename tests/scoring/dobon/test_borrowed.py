"""What one game has, the others can borrow: a round worked out by hand for each.

Without what is borrowed, A's claim on B's 9 with 4 5 is worth 60 in ギャンブル・ドボン (9 and the J, 10, are
19 -> 20, x 3; C's 3 is 0), 20 in 川越ドボン (9 + 11), 100 in 手役ドボン and 9 in どてんこ.
"""

from typing import Any

import pytest

from tests.scoring.tables import a_round, last, net, problems, session


def dobon(caller: str = "A", hand: str = "4 5", **more: Any) -> dict[str, Any]:
    hands = {caller: hand, "B": "J", "C": "3", **more.pop("hands", {})}
    return a_round("dobon", callers=caller, victim="B", card="9", hands=hands, **more)


PLAIN = dobon()
CHAIN = dobon(hands={"A": "9", "B": "9", "C": "9"}, returns="B A")
"""A claims, B returns, A returns that."""
RETURN = dobon(hands={"B": "9"}, returns="B")
TWO_WINS = [PLAIN, PLAIN]
RICHII = [a_round("nogame", riichi="A C C"), PLAIN]
DECKOUT = a_round("deckout", hands={"A": "3", "B": "4 5", "C": "6 7 8"})
BURST = a_round("burst", player="C")

CHAINED = {"returns": "chain", "return_factor": 2}
FIXED = {"streak": "points", "streak_points": 7}
BORROWED = {
    "gamble": ("gamble", {}, [PLAIN], "A +60, B -60"),
    "kawagoe": ("kawagoe", {}, [PLAIN], "A +20, B -20"),
    "teyaku": ("teyaku", {}, [PLAIN], "A +100, B -100"),
    "dotenko": ("dotenko", {}, [PLAIN], "A +9, B -9"),
    # a return that doubles: hands 9 and 9, 18 -> 20, x 3 x 2; C's 3 is 0
    "gamble return": ("gamble", {"returns": "on", "return_factor": 2}, [RETURN], "A -120, B +120"),
    # a chain: 20 x 3 x 2 x 2, C's 9 is 10; 9+9 = 18 x 4; 100 x 4
    "gamble chain": ("gamble", CHAINED, [CHAIN], "A +250, B -240, C -10"),
    "kawagoe chain": ("kawagoe", CHAINED, [CHAIN], "A +72, B -72"),
    # returns that multiply by nothing add nothing either: 20 x 3
    "gamble chain for nothing": ("gamble", {**CHAINED, "return_factor": 1, "combine": "each"}, [CHAIN],
        "A +70, B -60, C -10"),
    # the second win in a row, as fixed points
    "gamble streak in points": ("gamble", FIXED, TWO_WINS, "A +67, B -67"),
    "dotenko streak in points": ("dotenko", FIXED, TWO_WINS, "A +16, B -16"),
    # the third: two repeats
    "dotenko third win": ("dotenko", FIXED, [*TWO_WINS, PLAIN], "A +23, B -23"),
    # a multiplier of its own: x 2, x 3
    "gamble streak multiplies": ("gamble", {"streak": "factor"}, TWO_WINS, "A +120, B -120"),
    "dotenko third, x 3": ("dotenko", {"streak": "factor"}, [*TWO_WINS, PLAIN], "A +27, B -27"),
    # 20 x (3 + 2): added to the dobon factor
    "gamble streak added": ("gamble", {"streak": "factor", "combine": "sum"}, TWO_WINS, "A +100, B -100"),
    # 300 in the pot go to A
    "gamble riichi": ("gamble", {"riichi": "on"}, RICHII, "A +360, B -60, pot -300"),
    "dotenko riichi for 5": ("dotenko", {"riichi": "on", "riichi_points": 5}, RICHII, "A +24, B -9, pot -15"),
    # a joker is no card and counts nothing; or 50; held by B it doubles what B pays
    "gamble jokers": ("gamble", {"jokers": 2}, [dobon(hands={"B": "J Jk"})], "A +60, B -60"),
    # 9+10+50 = 69 -> 70, x 3
    "gamble jokers count 50": ("gamble", {"jokers": 2, "joker_value": 50}, [dobon(hands={"B": "J Jk"})],
        "A +210, B -210"),
    "gamble held jokers": ("gamble", {"jokers": 2, "joker_loss": "all"}, [dobon(hands={"B": "J Jk"})],
        "A +120, B -120"),
    # 20 -> 40; C holds one too and pays 0 twice
    "gamble joker at a clear": ("gamble", {"jokers": 2, "joker_loss": "clear"},
        [a_round("out", winner="A", hands={"B": "J Jk", "C": "3"})], "A +20, B -20"),
    "gamble jokers of the winner": ("gamble", {"jokers": 2, "joker_factor": "double"}, [dobon(hand="4 5 Jk")],
        "A +120, B -120"),
    "dotenko held jokers": ("dotenko", {"joker_loss": "all"}, [dobon(hands={"B": "J Jk"})], "A +18, B -18"),
    # 1 card against 2 and 3: 100 and 200 whatever the cards are worth
    "gamble fewest": ("gamble", {"deckout": "fewest"}, [DECKOUT], "A +300, B -100, C -200"),
    # 8 1 is 9 too: 9+11 = 20, x 2; 9 x 2; 200
    "kawagoe 8s": ("kawagoe", {"eights": "winner"}, [dobon(hand="8 A")], "A +40, B -40"),
    # the payer's 8 is added up: 9+8 = 17, x 2
    "kawagoe 8s added up": ("kawagoe", {"eights": "summed"}, [dobon(hands={"B": "8"})], "A +34, B -34"),
    # C pays 10 to each
    "gamble burst": ("gamble", {"burst": "on"}, [BURST], "A +10, B +10, C -20"),
    # nothing multiplies a burst: nobody wins it
    "a burst is what it is": ("gamble", {"burst": "on", "eights": "winner", "jokers": 2, "joker_loss": "all"},
        [a_round("burst", player="C", hands={"A": "8", "B": "Jk", "C": "3 4 5 6 7"})], "A +10, B +10, C -20"),
    # arithmetic: 10 - A; two cards make 9 by x
    "gamble 3x3": ("gamble", {"two_cards": "four"}, [dobon(hand="3 3", hands={"C": "3"})], "A +60, B -60"),
    # three 3s are 9: played by B, claimed with 4 5
    "gamble several cards at once": ("gamble", {"together": "on"}, [a_round("dobon", callers="A", victim="B",
        card="3", count=3, target=9, hands={"A": "4 5", "B": "J", "C": ""})], "A +60, B -60"),
    # later calls as returns: C returns A's claim: hands 9 and 9, 20 x 3; B's J is 10
    "gamble calls as returns": ("gamble", {"returns": "chain", "return_by": "anyone", "several": "returns"},
        [a_round("dobon", callers="A C", victim="B", card="9", hands={"A": "4 5", "C": "9", "B": "J"})],
        "A -60, B -10, C +70"),
    # C is next in turn after B; A counts as if there had been no call: 9+3 -> no, S(9) = 9 -> 10
    "gamble first in turn": ("gamble", {"several": "first"},
        [a_round("dobon", callers="A C", victim="B", card="9", hands={"A": "4 5", "C": "9", "B": "J"})],
        "A -10, B -60, C +70"),
    # the first claim stands: B pays A 60 as well; 9 and 9 -> 60 to B; C's 3 is 0
    "gamble both claims": ("gamble", {"returns": "on", "first_claim": "stands"}, [RETURN], ""),
}  # fmt: skip


@pytest.mark.parametrize(("game", "options", "rounds", "change"), BORROWED.values(), ids=BORROWED)
def test_borrowed(game: str, options: dict[str, object], rounds: list[dict[str, Any]], change: str) -> None:
    entry = last(session("A B C", *rounds, game=game, **options))
    assert (net(entry), problems(entry)) == (change, "")
