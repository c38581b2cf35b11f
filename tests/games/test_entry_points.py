"""結果の入力: rounds of every game of the dobon family, entered as people do; points worked out by hand."""

from collections.abc import Mapping
from typing import Any

import pytest

from scorekeeper.scoring.presets import find_preset
from scorekeeper.scoring.registry import RULESETS
from tests.helpers import DOBON, Phone, text

K = {"kind": "dobon", "callers": "0", "victim": "1", "card": "9", "hand-0": "2 7", "hand-1": "3 K"}
OPENING = {"kind": "opening", "callers": "0", "card": "10", "hand-0": "A 2 3 4"}
D = {"kind": "dobon", "callers": "0", "victim": "3", "card": "J"}
SHO = {"kind": "opening", "callers": "0", "card": "6"}
FEWEST = {"kind": "deckout", **{f"count-{seat}": count for seat, count in enumerate("2453")}}
DRAW = {"kind": "draw", "winner": "2", "card": "4", "hand-2": "♠A ♥5"}
CLAIM = {"kind": "dobon", "callers": "0", "victim": "1", "card": "9", "hand-0": "4 5"}
DOUBLED, RIICHI, EACH = {"opening_bonus": "doubled"}, {"riichi": "on"}, {"number_counts": "each"}

Case = tuple[str, Mapping[str, Any], Mapping[str, Any], tuple[int, ...], str]
CASES: dict[str, Case] = {
    # K-2: 9+16=25, a 2 in the winning hand doubles: 50.  Nobody else pays or is asked
    "two hands": ("kawagoe", {}, K, (50, -50, 0, 0), ""),
    # K-3: {2,7,Jk} makes 100
    "a joker doubles once more": ("kawagoe", {}, {**K, "hand-0": "2 7 Jk"}, (100, -100, 0, 0), ""),
    "the payer as a sum": ("kawagoe", {}, {**K, "hand-1": "", "sum-1": "16"}, (50, -50, 0, 0), ""),
    # K-6: the caller pays (9+9)·2 = 36
    "return": (
        "kawagoe", {}, {**K, "hand-1": "3 Q", "returns": ["1"]}, (-36, 36, 0, 0), "Returned! B hit A on 9",
    ),
    # K-8: N=10: everybody pays 14, the 2 does nothing; with the switch 28
    "opening": ("kawagoe", {}, OPENING, (42, -14, -14, -14), "Opening dobon! A on 10"),
    "opening, doubled": ("kawagoe", DOUBLED, OPENING, (84, -28, -28, -28), ""),
    # D-1 without any hand: J is 11
    "only the number": ("dotenko", {}, D, (11, 0, 0, -11, 0), "Dotenko! A hit D on J"),
    # D-5 and D-8: the one who played the J returns: 22 from the caller
    "the player of the card returns": ("dotenko", {}, {**D, "returns": ["3"]}, (-22, 0, 0, 22, 0), ""),
    # D-4: five players, opening claim on 6; D-6: returned, 6 · 4 · 2 = 48 from the caller
    "sho-tenko": ("dotenko", {}, SHO, (24, -6, -6, -6, -6), "Sho-tenko! A on 6"),
    "sho-tenko, returned": ("dotenko", {}, {**SHO, "returns": ["1"]}, (-48, 48, 0, 0, 0), ""),
    # D-7: 10 to each of four others
    "burst": ("dotenko", {}, {"kind": "burst", "player": "4"}, (10, 10, 10, 10, -40), "E burst"),
    # 3+6 played on a 9, where the table counts every card
    "a sum on the table": ("dotenko", EACH, {**D, "card": "6", "target": "9"}, (9, 0, 0, -9, 0), ""),
    # two riichi of Ben: 200 into the pot and to the winner
    "borrowed riichi": ("gamble", RIICHI, {**DOBON, "riichi-1": "2"}, (600, -530, -70, 0), ""),
    # 100 for each card left: 3, 4 and none
    "clear": (
        "teyaku", {}, {"kind": "out", "winner": "0", "count-1": "3", "count-2": "４", "count-3": "0"},
        (700, -300, -400, 0), "A cleared the hand",
    ),
    # T2-4: A2 B4 C5 D3
    "fewest cards": ("teyaku", {}, FEWEST, (600, -200, -300, -100), ""),
    # ツモ without yaku: everybody pays 100; {A,5} wins with a 4
    "drawn": ("teyaku", {}, DRAW, (-100, -100, 300, -100), "C won by drawing on 4"),
    "riichi without a winner": ("teyaku", {}, {"kind": "nogame", "riichi-3": "1"}, (0, 0, 0, -100), "100"),
    # 3 · 10 to each of the others
    "burst by the drawn card": (
        "bottom-card", {}, {"kind": "burst", "player": "1", "drawn": "3"}, (30, -60, 30), "",
    ),
    # 5 · 10 = 50 to each of the others
    "foul by the drawn card": (
        "bottom-card", {"foul": "drawn"}, {"kind": "foul", "player": "2", "drawn": "5"}, (50, 50, -100),
        "Foul by C",
    ),
    # 9 and 3 and 5 in the hands, and the 9: 26
    "everybody's hands": ("everybodys-hands", {}, {**CLAIM, "hand-1": "3", "hand-2": "5"}, (26, -26, 0), ""),
    # B's J twice and C's 3
    "penalty points": ("penalty-points", {}, {**CLAIM, "hand-1": "J", "hand-2": "3"}, (0, -20, -3), ""),
}  # fmt: skip
"""A game or a published variant, what is changed in it, what is entered, and what the table says then."""


@pytest.mark.parametrize(("game", "options", "facts", "points", "words"), CASES.values(), ids=CASES)
def test_points(
    db: None,
    game: str,
    options: Mapping[str, Any],
    facts: Mapping[str, Any],
    points: tuple[int, ...],
    words: str,
) -> None:
    if game not in RULESETS:
        preset = find_preset(game)
        game, options = preset.game, {**preset.options, **options}
    names = "ABCDE"[: len(points)]
    phone = Phone().open_table(tuple(names), game=game, **options)
    assert phone.play(facts).status_code == 302
    assert phone.points() == dict(zip(names, points, strict=True))
    assert words in text(phone.show("table"))
