"""Session documents for the screens: long names, other scripts, large numbers, every kind of row."""

from collections.abc import Sequence
from typing import Any

Facts = dict[str, Any]
USUAL = 4
"""The usual number of players; every game can be played by so many."""
NAMES = [
    "寿限無寿限無五劫の擦り切れ海砂利水魚の水",
    "Wolfeschlegelsteinha",
    "あき",
    "Maximiliane Charlott",
    "さくらのはなのさくころにうまれましたので",
    "Ben",
    "歐陽修與司馬光的朋友們都來打牌的那個晚上",
    "عبد الرحمن بن محمد ب",
    "だい",
    "I",
]
"""Six of them have the full twenty characters."""
LONG = "Wolfeschlegelsteinhausenberger"
LONG_TOO = "寿限無寿限無五劫の擦り切れ海砂利水魚の水行末雲来末風来末食う"
ARABIC = "عبد الرحمن بن محمد"
FAMILY = "👩‍👩‍👧‍👦🎉"
TIGHT = [LONG, LONG_TOO, ARABIC, FAMILY, "だい", "I"]
"""Names of the greatest length, and in other scripts."""
HANDS = (["K", "8"], ["Q"], ["J", "3", "5"], ["10", "7", "A"], ["K", "Q"], ["6"], ["9", "7"], ["3"])
"""The hands of the players who neither claim nor pay, in turn."""
CARRIED = "前回からの持ち越し"
MOVES = ((1, 0, 456_780), (3, 2, 98_760), (5, 4, 123_450))
"""Payer, payee and points, of six digits."""


def claim(callers: Sequence[str], victim: str, card: str = "9", **more: Any) -> Facts:
    """A round in which they call dobon on a card."""
    return {"kind": "dobon", "callers": [*callers], "victim": victim, "card": card, **more}


def last_round(game: str, names: Sequence[str]) -> Facts:
    """A round of the game in which every player has a role or a hand."""
    first, second = names[0], names[1]
    if game == "doudizhu":
        deal = {"kind": "deal", "landlord": second, "bid": 3, "bombs": 2, "rockets": 1}
        return deal | {"winner": "farmers", "spring": True}
    if game == "teyaku":
        hand = {second: ["H3", "H4", "S2"]}
        return claim([second], first, turnup="H9", bottom="SK", riichi=[second], hands=hand)
    claimed = {second: ["4", "5"], first: ["A", "2", "2", "J"]}
    others = dict(zip(names[2:], HANDS, strict=False)) if game == "gamble" else {}
    return claim([second], first, hands=claimed | others)


def evening(game: str, count: int, rounds: bool = True) -> Facts:
    """A session document of so many players."""
    names = NAMES[:count]
    moves = [
        {"from": names[payer], "to": names[payee], "points": points, "reason": CARRIED}
        for payer, payee, points in MOVES
        if payer < count
    ]
    played = [{"kind": "adjust", "transfers": moves}, last_round(game, names)]
    rate = {"unit": "円", "per_point": "2", "round_to": 10}
    document: Facts = {"format": 1, "game": game, "options": {}, "players": names, "rate": rate}
    return document | {"rounds": played if rounds else []}


SHORT_HANDS = {LONG: ["4", "5"], LONG_TOO: ["2", "7"]}
TIGHT_HANDS = SHORT_HANDS | {FAMILY: [*"A23", "10", "K"], "だい": ["8", "8", "K"]}
MANY_HANDS: Facts = {ARABIC: ["K", "Q", "2", "2", "J", "3", "5", "6"], "I": {"points": 64}}
LARGE_SUM = {"from": ARABIC, "to": LONG, "points": 12340, "reason": CARRIED}
LARGE_MOVE = {"kind": "adjust", "transfers": [LARGE_SUM]}
FORGOTTEN = {"from": "I", "to": LONG_TOO, "points": 98760, "reason": "forgotten last week " * 5}
CHAIN_HANDS = {LONG: ["7", "4"], LONG_TOO: ["Q"], ARABIC: ["10", "A"], FAMILY: ["5", "6"]}
CHAIN = claim([LONG], LONG_TOO, "J", returns=[ARABIC, FAMILY], hands=CHAIN_HANDS)
OPENING = {"kind": "opening", "callers": ["だい"], "card": "6", "hands": {"だい": ["2", "4"]}}
WIN = claim([LONG_TOO], FAMILY, turnup="H9", bottom="SK", riichi=[LONG_TOO, ARABIC]) | {
    "extra_yaku": {LONG_TOO: [{"name": "この卓だけの長い名前の役", "yaku": 1}]},
    "hands": {LONG_TOO: ["H3", "H4", "S2", "Jk"]},
}
PLAYS = [
    (LONG, "3 3 3 4 4 4 5 5 6 6"),
    (LONG_TOO, "7 7 7 8 8 8 9 9 10 10"),
    (ARABIC, "J J J J"),
    (FAMILY, "Q Q Q Q Q Q Q Q"),
    (LONG, "JkB JkB JkR JkR"),
    (LONG, "3 3 4 4 5 5 7"),
]
DEAL = {
    "kind": "deal",
    "auction": [{"by": LONG_TOO, "bid": 1}, {"by": ARABIC, "bid": 0}, {"by": LONG, "bid": 3}],
    "plays": [{"by": by, "cards": cards.split()} for by, cards in PLAYS],
    "doubled": [LONG, LONG_TOO, FAMILY, FAMILY],
    "shown": 5,
}
SUMMED = {"kind": "deal", "landlord": FAMILY, "bid": 3, "bombs": 8, "big_bombs": 2, "rockets": 1}
TIGHTEST: dict[str, Facts] = {
    "gamble": {
        "rounds": [
            {"kind": "adjust", "transfers": [LARGE_SUM, FORGOTTEN]},
            claim([LONG, LONG_TOO], ARABIC, hands=TIGHT_HANDS | MANY_HANDS),
            claim(["I"], FAMILY, hands=TIGHT_HANDS | {ARABIC: [], "I": ["3", "5"]}),
            {"kind": "out", "winner": "だい", "hands": TIGHT_HANDS | {"だい": [], ARABIC: ["A"], "I": ["5"]}},
        ],
    },
    "kawagoe": {
        "options": {"together": "on", "returns": "chain", "return_by": "anyone"},
        "rounds": [LARGE_MOVE, CHAIN, OPENING],
        "rate": {"unit": "円", "per_point": "2", "round_to": 50},
    },
    "teyaku": {
        "stake": {"start": 25000, "base": 30000, "top_bonus": "gap_times_players", "rounds": 8},
        "rounds": [LARGE_MOVE, WIN, WIN, {"kind": "nogame", "riichi": [LONG, LONG, "I"]}],
    },
    "dotenko": {
        "rounds": [LARGE_MOVE, CHAIN, OPENING, {"kind": "burst", "player": FAMILY}],
        "rate": {"unit": "chips", "per_point": "0.5", "round_to": 1},
    },
    "doudizhu": {
        "players": TIGHT[:USUAL],
        "options": {
            "unit_points": 10,
            "spring": "triple",
            "doubling": "on",
            "open_hand": "on",
            "four_bombs": "size",
            "cap": 10000,
        },
        "rounds": [DEAL, SUMMED | {"winner": "farmers", "spring": True}, {"kind": "passed"}],
    },
}
"""For each game the session with the longest names and rows."""
GAMES = tuple(TIGHTEST)


def tightest(game: str = "gamble") -> Facts:
    return {"format": 1, "game": game, "players": TIGHT, **TIGHTEST[game]}


OLD = {
    "name": "寿限無寿限無五劫の擦り切れ海砂利水魚の水行末雲来末風来末食う処Wolfeschlegelsteinhausen",
    "game": "dotenko",
    "version": 9,
    "options": {"sevens_skip": "on", "returns": "on", "dora": "on", "burst_points": 20},
    "stake": {"start": 12_345_678, "wind": "east"},
}
"""Rules of another version of the app, with the longest name."""


def ruled() -> Facts:
    """An evening whose house rules change after the first round."""
    document = evening("gamble", USUAL)
    changed = {"kind": "rules", "options": {"dobon_factor": 2, "returns": "on", "streak": "points"}}
    return document | {"rounds": [*document["rounds"], changed, document["rounds"][-1]]}
