"""Published examples beside those of ``test_vectors.py``: what comes out, and by which rules."""

from typing import Any

import pytest

from scorekeeper.scoring.presets import PRESETS
from tests.scoring.tables import a_round, last, net, session

Rules = dict[str, Any]


def of_preset(key: str, **more: object) -> Rules:
    preset = PRESETS[key]
    return {"game": preset.game, **preset.options, **more}


J = {"A": "7 4"}
ONE_AHEAD: list[dict[str, Any]] = [
    {"kind": "streak", "wins": {"A": 3}},  # a counter of two repeats
    a_round("dobon", callers="A", victim="B", card="9", hands={"A": "4 5"}),
]
TEYAKU: Rules = {"game": "teyaku", "dora": "off", "joker_yaku": "off", "riichi": "off"}
POINTS: list[tuple[str, str, Rules, list[dict[str, Any]], str]] = [
    # three yaku are 800 points, and after a clear four are 1600
    ("002", "A B", TEYAKU, ONE_AHEAD, "A +800, B -800"),
    ("002", "A B", TEYAKU, [ONE_AHEAD[0], a_round("out", winner="A", hands={"B": "3"}), ONE_AHEAD[1]],
     "A +1600, B -1600"),
    ("B5", "A B", of_preset("bottom-card", unit_points=1),
     [a_round("dobon", callers="A", victim="B", card="J", drawn=["D3"], hands=J)], "A +30, B -30"),
    ("B5", "A B", of_preset("bottom-card", unit_points=1),
     [a_round("dobon", callers="A", victim="B", card="J", drawn=["C3"], hands=J)], "A -3, B +3"),
]  # fmt: skip


@pytest.mark.parametrize(("source", "players", "rules", "rounds", "expected"), POINTS)
def test_points(source: str, players: str, rules: Rules, rounds: list[dict[str, Any]], expected: str) -> None:
    assert net(last(session(players, *rounds, **rules))) == expected


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
