"""Every published and derived example of the five games, asked of the command line as anybody can ask it.

The numbers are those of the examples; what a round pays is what everybody wins or loses.  The plays of 闘地主
are in ``doudizhu/test_combinations.py``.
"""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.scoring.presets import PRESETS
from tests.scoring.commands import printed
from tests.scoring.tables import a_round, correction, dobon, document, last, net, opening, session

Data = dict[str, Any]
Ask = Callable[..., Any]  # arguments in, whatever JSON the command prints out


@pytest.fixture(name="ask")
def _ask(capsys: pytest.CaptureFixture[str]) -> Ask:
    return lambda *arguments: printed(capsys, *arguments, "--lang", "en")


def out(**hands: str) -> Data:
    return a_round("out", winner="A", hands=hands)


def stock(*counts: int) -> Data:
    hands = {name: {"count": count} for name, count in zip("ABCD", counts, strict=False)}
    return a_round("deckout", hands=hands)


def won(*kinds: str) -> list[Data]:
    """A wins again and again: by dobon with {4, 5} on a 9, or by going out while B has a card."""
    hit = dobon("9", hands={"A": "4 5"}, turnup="Jk")
    return [hit if kind == "D" else out(A="", B="4") for kind in kinds]


T0_2 = {"A": "2 J", "B": "A 2 3"}
RETURNED = {"A": "2 7", "B": "3 Q"}
COUNTED = {"turnup": "H9", "bottom": "SK", "riichi": "B", "hands": {"B": "H3 H4 S2 Jk"}}
STICKS = a_round("dobon", card="2", callers="B", victim="A", riichi="A A B", hands={"B": "A A"}, turnup="Jk")
PAID: dict[str, tuple[str, str, Data, list[Data], list[int]]] = {
    "T0-1": ("gamble", "A B", {}, [out(B="A 2 3 10 K")], [70, -70]),
    "T0-2": ("gamble", "A B", {}, [dobon("K", hands=T0_2)], [330, -330]),
    "T0-3": ("gamble", "A B C", {}, [dobon("K", hands={**T0_2, "C": "A 2 3 10 K"})], [400, -330, -70]),
    # 4 to 0, 5 to 10, 1+3 to 0, 50+5+10 to 70
    "T0-4": ("gamble", "A B C D E", {}, [out(B="4", C="5", D="A 3", E="2 5 10")], [80, 0, -10, 0, -70]),
    "T0-5": ("gamble", "A B", {}, [dobon("4", hands={"A": "4", "B": "4"})], [30, -30]),
    "T0-6": (
        "gamble", "A B C D", {},
        [dobon("9", callers="A B", victim="C", hands={"A": "4 5", "B": "2 7", "C": "K", "D": "3 8"})],
        [70, 220, -270, -20],
    ),
    "T0-7": ("gamble", "A B", {}, [dobon("K", hands={"A": "6 7", "B": ""})], [30, -30]),
    "K-1": ("kawagoe", "A B", {}, [dobon("9", hands={"A": "4 5", "B": "3 K"})], [25, -25]),
    "K-2": ("kawagoe", "A B", {}, [dobon("9", hands={"A": "2 7", "B": "3 K"})], [50, -50]),
    "K-3": ("kawagoe", "A B", {}, [dobon("9", hands={"A": "2 7 Jk", "B": "3 K"})], [100, -100]),
    "K-4": ("kawagoe", "A B", {}, [dobon("9", hands={"A": "2 2 5", "B": "3 K"})], [100, -100]),
    "K-5": ("kawagoe", "A B", {}, [dobon("9", hands={"A": "4 5 Jk Jk", "B": "3 K"})], [100, -100]),
    # (9+9) x 2; x 2 again for the first caller's 2; (9+15) x 2; and that x 2
    "K-6": ("kawagoe", "A B", {}, [dobon("9", returns="B", hands=RETURNED)], [-36, 36]),
    "K-6 kept": (
        "kawagoe", "A B", {"first_bonus": "kept"}, [dobon("9", returns="B", hands=RETURNED)], [-72, 72],
    ),
    "K-6 the victim's hand": (
        "kawagoe", "A B", {"return_hands": "victim"}, [dobon("9", returns="B", hands=RETURNED)], [-48, 48],
    ),
    "K-6 both": (
        "kawagoe", "A B", {"return_hands": "victim", "first_bonus": "kept"},
        [dobon("9", returns="B", hands=RETURNED)], [-96, 96],
    ),
    "K-7": (
        "kawagoe", "A B", {}, [dobon("9", returns="B", hands={"A": "2 7", "B": "A 8 Jk"})], [-72, 72],
    ),
    "K-8": (
        "kawagoe", "A B C D", {}, [opening("10", hands={"A": "A 2 3 4"})], [42, -14, -14, -14],
    ),
    "K-8 doubled": (
        "kawagoe", "A B C D", {"opening_bonus": "doubled"},
        [opening("10", hands={"A": "A 2 3 4"})], [84, -28, -28, -28],
    ),
    # A puts in 200 and B 100; B wins the 300, and for the joker turned up 1 yaku, 200
    "T2-2": ("teyaku", "A B", {}, [STICKS], [-200 - 200, -100 + 300 + 200]),
    "T2-4": ("teyaku", "A B C D", {}, [stock(2, 4, 5, 3)], [600, -200, -300, -100]),
    "T2-5": ("teyaku", "A B C D", {}, [stock(2, 2, 4, 5)], [250, 250, -200, -300]),
    "T2-5 tens": ("teyaku", "A B C D", {"share_unit": 10}, [stock(2, 2, 4, 5)], [250, 250, -200, -300]),
    "T2-5 sticks": ("teyaku", "A B C D", {"share_unit": 100}, [stock(2, 2, 4, 5)], [300, 300, -200, -400]),
    "T2-6": ("teyaku", "A B C D", {}, [stock(2, 2, 2, 3)], [34, 34, 34, -102]),
    "T2-6 sticks": ("teyaku", "A B C D", {"share_unit": 100}, [stock(2, 2, 2, 3)], [100, 100, 100, -300]),
    "D-4": (
        "dotenko", "A B C D E", {}, [opening("6", hands={"A": "2 4"})], [24, -6, -6, -6, -6],
    ),
    "D-5": (
        "dotenko", "A B C D E", {},
        [dobon("J", victim="E", returns="B", hands={"A": "J", "B": "4 7"})], [-22, 22, 0, 0, 0],
    ),
    "D-6": (
        "dotenko", "A B C D E", {},
        [opening("6", returns="B", hands={"A": "6", "B": "7 Jk"})], [-48, 48, 0, 0, 0],
    ),
    "D-7": ("dotenko", "A B C D E", {}, [a_round("burst", player="A")], [-40, 10, 10, 10, 10]),
    "D-8": (
        "dotenko", "A B C", {}, [dobon("J", returns="B", hands={"A": "J", "B": "4 7"})], [-22, 22, 0],
    ),
    "D-11": (
        "dotenko", "A B C D", {},
        [dobon("J", victim="D", returns="B C", hands={"A": "J", "B": "4 7", "C": "J"})], [0, -44, 44, 0],
    ),
    "W-1": (
        "doudizhu", "A B C", {},
        [a_round("deal", landlord="A", bid=3, bombs=2, rockets=1, winner="landlord")], [48, -24, -24],
    ),
    "W-1 lost": (
        "doudizhu", "A B C", {},
        [a_round("deal", landlord="A", bid=3, bombs=2, rockets=1, winner="farmers")], [-48, 24, 24],
    ),
    "W-2": ("doudizhu", "A B C", {}, [a_round("deal", landlord="A", bid=1, winner="landlord")], [2, -1, -1]),
    "W-3": (
        "doudizhu", "A B C D", {},
        [a_round("deal", landlord="A", bid=2, bombs=1, winner="farmers")], [-12, 4, 4, 4],
    ),
}  # fmt: skip
"""Game, players, house rules, rounds, and what the last round gives everybody."""


@pytest.mark.parametrize("vector", PAID)
def test_what_a_round_pays(vector: str, ask: Ask, tmp_path: Path) -> None:
    game, players, options, rounds, change = PAID[vector]
    last = replayed(ask, tmp_path, game, players, rounds, options)["rounds"][-1]
    assert [last["change"][name] for name in players.split()] == change
    assert last["problems"] == []


def replayed(
    ask: Ask, folder: Path, game: str, players: str, rounds: list[Data], options: Data, **terms: Data
) -> Data:
    data = document(players, *rounds, game=game, **options, **terms)
    file = folder / "evening.json"
    file.write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")
    output: Data = ask("replay", str(file))
    return output


def test_the_top_bonus(ask: Ask, tmp_path: Path) -> None:
    # T2-1
    moves = [("D", "A", 2500), ("C", "A", 500), ("C", "B", 500)]
    adjust = correction(*moves)
    stake = {"start": 5000, "base": 6000}
    final = replayed(ask, tmp_path, "teyaku", "A B C D", [adjust], {}, stake=stake)["final"]
    assert list(final["balance"].values()) == [8000, 5500, 4000, 2500]
    assert list(final["result"].values()) == [6000, -500, -2000, -3500]


def test_five_yaku(ask: Ask, tmp_path: Path) -> None:
    # T2-3: dora 3 and 4, ura-dora 2, a joker, the second win: 5 yaku are 3,200
    rounds = [dobon("9", callers="B", victim="A", hands={"B": "4 5"}, turnup="Jk"),
              a_round("dobon", card="9", callers="B", victim="A", **COUNTED)]  # fmt: skip
    paid = replayed(ask, tmp_path, "teyaku", "A B", rounds, {})["rounds"][-1]["transfers"][1]
    assert (paid["from"], paid["to"], paid["points"]) == ("A", "B", 3200)
    assert paid["formula"] == "dora 2 + ura-dora 1 + jokers 1 + streak 1 = 5 yaku → 3,200"


STREAKS = [
    # T2-7: 0, 1, 2, not paid, 4 yaku and the one for the joker turned up
    ("T2-7", {}, "DDDCD", [1, 2, 3, None, 5]),
    # T2-8: 0, 2, not paid, 4
    ("T2-8", {"streak_first": 2}, "DDCD", [1, 3, None, 5]),
]


@pytest.mark.parametrize(("vector", "options", "kinds", "yaku"), STREAKS, ids=lambda value: str(value))
def test_streaks(
    vector: str, options: Data, kinds: str, yaku: list[int | None], ask: Ask, tmp_path: Path
) -> None:
    output = replayed(ask, tmp_path, "teyaku", "A B", won(*kinds), options)["rounds"]
    steps = [[step for step in entry["transfers"][0]["steps"] if step["op"] == "table"] for entry in output]
    assert [items[0]["of"][0] if items else None for items in steps] == yaku


@pytest.mark.parametrize(("hand", "objections"), [("2 9", []), ("A 5", ["claim.wrong"])])
def test_a_counter_makes_the_number_that_was_claimed(
    hand: str, objections: list[str], ask: Ask, tmp_path: Path
) -> None:
    # T2-9: three 6s claimed as 18 with {9, 9}; 2 x 9 is 18, of A and 5 comes 4, 5 or 6
    facts = dobon("6", count=3, target=18, returns="B", turnup="Jk", hands={"A": "9 9", "B": hand})
    items = replayed(ask, tmp_path, "teyaku", "A B", [facts], {})["rounds"][0]["problems"]
    assert [problem["code"] for problem in items] == objections


PAIRS = {
    "5 10": [2, 5], "A 5": [4, 5, 6], "2 10": [5, 8, 12], "2 3": [1, 5, 6], "2 6": [3, 4, 8, 12],
    "3 7": [4, 10], "4 4": [1, 8], "A A": [1, 2], "2 2": [1, 4], "3 Q": [4, 9], "K K": [1], "Q K": [1],
    "7 J": [4], "A 8": [7, 8, 9],
}  # fmt: skip
WAITS = [
    *(("kawagoe", hand, numbers) for hand, numbers in PAIRS.items()),
    # D-1, D-2, D-9, D-10
    ("dotenko", "7 4", [11]), ("dotenko", "2 3 4", [9]), ("dotenko", "A 8", [7, 9]),
    ("dotenko", "Jk 8", [7, 8, 9]), ("dotenko", "A A 9", [7, 9, 11]), ("dotenko", "A Jk 7", [5, 6, 7, 8, 9]),
    ("dotenko", "Jk Jk 8", [6, 7, 8, 9, 10]), ("dotenko", "A K", [12, 14]),
]  # fmt: skip


@pytest.mark.parametrize(("game", "hand", "numbers"), WAITS)
def test_what_a_hand_waits_on(game: str, hand: str, numbers: list[int], ask: Ask) -> None:
    assert ask("claim", "--game", game, "--card", "9", "--hand", hand)["targets"] == numbers


CLAIMS = [
    ("K-9", "kawagoe --card 10 --opening --hand", "3 7 Jk Jk", True),
    ("K-9", "kawagoe --card 10 --opening --hand", "2 5 Jk Jk", False),
    ("D-1", "dotenko --card J --hand", "7 4", True),
    ("D-2", "dotenko --card 10 --hand", "2 3 4", False),
    ("D-2", "dotenko --card 9 --hand", "2 3 4", True),
    ("D-3", "dotenko --card 7 --opening --hand", "2 5", True),
    *(("T2-9", "teyaku --card 6 --count 3 --hand", hand, True)
      for hand in ("9 9", "3 6", "2 9", "5 K", "8 10", "7 J", "Q 6")),
    ("T2-9", "teyaku --card 6 --count 3 --hand", "A 4", False),
]  # fmt: skip


@pytest.mark.parametrize(("vector", "asked", "hand", "valid"), CLAIMS)
def test_claims(vector: str, asked: str, hand: str, valid: bool, ask: Ask) -> None:
    assert ask("claim", "--game", *asked.split(), hand)["valid"] is valid


def test_no_example_is_left_out() -> None:
    """The published and derived examples are numbered through."""
    source = Path(__file__).read_text(encoding="utf-8")
    items = set(re.findall(r"\b(?:T[02]|[KDW])-\d+", source))
    last = {"T0": 7, "K": 9, "T2": 9, "D": 11, "W": 3}
    assert {f"{kind}-{number}" for kind, most in last.items() for number in range(1, most + 1)} <= items


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
