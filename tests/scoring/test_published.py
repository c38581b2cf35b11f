"""Examples that the sources publish: what comes out, and by which rules.

Each is a number, a claim or a play that stands in a text; the erratum of ``003`` is there as it is played.
"""

from typing import Any

import pytest

from scorekeeper.scoring.cards import Card, read_cards
from scorekeeper.scoring.doudizhu.combinations import beats, identify
from scorekeeper.scoring.options import load
from scorekeeper.scoring.presets import find_preset
from scorekeeper.scoring.registry import RULESETS
from tests.scoring.tables import a_round, last, net, session

Rules = dict[str, Any]


def of_preset(key: str, **more: object) -> Rules:
    preset = find_preset(key)
    return {"game": preset.game, **preset.options, **more}


CLAIMS: list[tuple[str, Rules, str, bool, list[int], list[int]]] = [
    # source, rules, hand, whether at the opening, numbers it may claim, numbers it may not
    ("000", {"game": "gamble"}, "2 J", False, [13], [12, 9]),
    ("003", {"game": "dotenko"}, "7 4", False, [11], [3]),
    ("003", {"game": "dotenko"}, "2 5", True, [7], [3, 10]),
    ("003", {"game": "dotenko"}, "A 8", False, [7, 9], [8]),
    ("003", {"game": "dotenko"}, "2 3 4", False, [9], [10]),
    ("002", {"game": "teyaku"}, "5 10", False, [2, 5], [1, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13]),
    ("002", {"game": "teyaku"}, "A 5", False, [4, 5, 6], [1, 2, 3, 7, 8, 9, 10, 11, 12, 13]),
    ("002", {"game": "teyaku"}, "9 9", False, [18], [9]),
    ("B14", {"game": "teyaku", "more_cards": "one_operation"}, "10 2 A", False, [13, 7], [9, 11]),
]


@pytest.mark.parametrize(("source", "rules", "hand", "opening", "may", "may_not"), CLAIMS)
def test_claims(
    source: str, rules: Rules, hand: str, opening: bool, may: list[int], may_not: list[int]
) -> None:
    options = dict(rules)
    ruleset = RULESETS[options.pop("game")]
    check = ruleset.claiming.waits(read_cards(hand), load(ruleset.defaults, options), opening)
    assert {*may} <= check.targets.keys()
    assert not {*may_not} & check.targets.keys()


def test_three_6s_played_together() -> None:
    """002: they can be claimed as 6 or as 18."""
    teyaku = RULESETS["teyaku"]
    assert teyaku.claiming.claimable(Card(6), 3, teyaku.defaults) == (6, 18)


J, FIVE = {"A": "7 4"}, "A B C D E"
DOTENKO: Rules = {"game": "dotenko"}
LANDLORD = {"kind": "deal", "landlord": "A", "bid": 3, "bombs": 2, "rockets": 1}
ONE_AHEAD: list[dict[str, Any]] = [
    {"kind": "streak", "wins": {"A": 3}},  # a counter of two repeats
    a_round("dobon", callers="A", victim="B", card="9", hands={"A": "4 5"}),
]
TEYAKU: Rules = {"game": "teyaku", "dora": "off", "joker_yaku": "off", "riichi": "off"}
POINTS: list[tuple[str, str, Rules, list[dict[str, Any]], str]] = [
    ("000", "A B", {}, [a_round("out", winner="A", hands={"B": "A 2 3 10 K"})], "A +70, B -70"),
    ("000", "A B", {},
     [a_round("dobon", callers="A", victim="B", card="K", hands={"A": "2 J", "B": "A 2 3"})],
     "A +330, B -330"),
    ("003", FIVE, DOTENKO, [a_round("dobon", callers="A", victim="B", card="J", hands=J)], "A +11, B -11"),
    ("003", FIVE, DOTENKO, [a_round("opening", callers="A", card="6", hands={"A": "2 4"})],
     "A +24, B -6, C -6, D -6, E -6"),
    ("003", FIVE, DOTENKO,
     [a_round("dobon", callers="A", victim="B", card="J", returns="C", hands={**J, "C": "4 7"})],
     "A -22, C +22"),
    ("003", FIVE, DOTENKO,
     [a_round("opening", callers="A", card="6", returns="C", hands={"A": "2 4", "C": "7 Jk"})],
     "A -48, C +48"),
    ("003", FIVE, DOTENKO,
     [a_round("dobon", callers="C", victim="A", card="J", returns="A", hands={**J, "C": "5 6"})],
     "A +22, C -22"),
    ("003", FIVE, DOTENKO, [a_round("burst", player="E")], "A +10, B +10, C +10, D +10, E -40"),
    # three yaku are 800 points, and after a clear four are 1600
    ("002", "A B", TEYAKU, ONE_AHEAD, "A +800, B -800"),
    ("002", "A B", TEYAKU, [ONE_AHEAD[0], a_round("out", winner="A", hands={"B": "3"}), ONE_AHEAD[1]],
     "A +1600, B -1600"),
    ("004", "A B C", {"game": "doudizhu"}, [{**LANDLORD, "winner": "landlord"}], "A +48, B -24, C -24"),
    ("004", "A B C", {"game": "doudizhu"}, [{**LANDLORD, "winner": "farmers"}], "A -48, B +24, C +24"),
    ("B5", "A B", of_preset("bottom-card", unit_points=1),
     [a_round("dobon", callers="A", victim="B", card="J", drawn=["D3"], hands=J)], "A +30, B -30"),
    ("B5", "A B", of_preset("bottom-card", unit_points=1),
     [a_round("dobon", callers="A", victim="B", card="J", drawn=["C3"], hands=J)], "A -3, B +3"),
    ("B8", "A B", of_preset("penalty-added"), [a_round("out", winner="A", hands={"B": "2 3 6 8 Q"})],
     "B -144"),
    ("B8", "A B", of_preset("penalty-added"),
     [{"kind": "streak", "wins": {"A": 2}},
      a_round("out", winner="A", hands={"B": "A 7 9 Jk"},
              extra_yaku={"A": [{"name": "x", "yaku": 3}, {"name": "y", "yaku": 5}]})], "B -1365"),
]  # fmt: skip


@pytest.mark.parametrize(("source", "players", "rules", "rounds", "expected"), POINTS)
def test_points(source: str, players: str, rules: Rules, rounds: list[dict[str, Any]], expected: str) -> None:
    moved = net(last(session(players, *rounds, **rules)))
    assert moved.removesuffix(f", bank {moved.rpartition(' ')[2]}") == expected


def test_a_published_sheet_of_five_rounds() -> None:
    """B6: a dobon, two explosions, a dobon and a return, with everybody's points after each."""
    rounds = [
        a_round("dobon", callers="A", victim="C", card="9", hands={"A": "4 5"}),
        a_round("burst", player="C"),
        a_round("burst", player="D"),
        a_round("dobon", callers="D", victim="B", card="9", hands={"D": "4 5"}),
        a_round("dobon", callers="B", victim="C", card="7", returns="C", hands={"B": "3 4", "C": "2 5"}),
    ]
    played = session("A B C D", *rounds, **of_preset("flat-units")).replay()
    assert [list(entry.balance.values()) for entry in played.scored] == [
        [3, 0, -3, 0], [4, 1, -6, 1], [5, 2, -5, -2], [5, -1, -5, 1], [5, -7, 1, 1],
    ]  # fmt: skip


LEGAL = "6668 QQQ66 TTTKK 89TJQ TTJJQQKK 444555 77788836 88899944JJ 666689 JJJJ99QQ"


@pytest.mark.parametrize("play", LEGAL.split())
def test_plays(play: str) -> None:
    assert identify(play) is not None


def test_no_play() -> None:
    assert identify("333444677") is None


@pytest.mark.parametrize(
    ("play", "before"),
    [("9993", "888A"), ("QQQ66", "TTTKK"), ("5557", "3339"), ("KKKJ", "5557"), ("AAA3", "KKKJ")],
)
def test_plays_that_beat_others(play: str, before: str) -> None:
    higher, lower = identify(play), identify(before)
    assert higher is not None
    assert lower is not None
    assert beats(higher, lower)
