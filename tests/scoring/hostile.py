"""Documents of 1 MB that cost as much as a document can, by what is expensive about them."""

import json
from collections.abc import Callable, Iterator
from itertools import chain, repeat
from typing import Any

LARGEST = 1024 * 1024 - 1024
"""Bytes; a form with a file needs some for itself."""
PEOPLE = [*"abcdefghijklmnopqrstuvwxyz0123456789αβγδεζ"]
TWO, FOUR, TEN, TWELVE, ALL = (PEOPLE[:count] for count in (2, 4, 10, 12, 40))
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
MARKS = "\u0315\u0300"
"""Two that change places when a text is put into its normal form."""

Entry = dict[str, Any]


def packed(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def session(game: str, players: list[str], entries: Iterator[Entry], **changes: Any) -> str:
    """As many of the rounds as fit into the size, and at most 2,000."""
    base = {"format": 1, "game": game, "players": players, **changes}
    left = LARGEST - len(packed({**base, "rounds": []}).encode())
    rounds: list[Entry] = []
    for entry in entries:
        left -= len(packed(entry).encode()) + 1
        if left < 0 or len(rounds) == 2000:
            break
        rounds.append(entry)
    return packed({**base, "rounds": rounds})


def again(entry: Entry, *before: Entry) -> Callable[[], Iterator[Entry]]:
    return lambda: chain(before, repeat(entry))


def everybody(entry: Entry) -> Callable[[], Iterator[Entry]]:
    """The same round again and again, after all forty have sat down."""
    return again(entry, {"kind": "seats", "join": ALL[10:]})


def dobon(callers: int, hand: object, people: list[str] = TEN, **more: Any) -> Entry:
    """So many call the last of ``people``, and everybody holds the same."""
    hands = dict.fromkeys(people, hand)
    return {
        "kind": "dobon",
        "callers": people[:callers],
        "victim": people[-1],
        "card": "9",
        "hands": hands,
        **more,
    }


def deal(**more: Any) -> Entry:
    return {"kind": "deal", **more}


def plays(cards: list[str], number: int, people: list[str] = FOUR) -> Entry:
    row = [{"by": people[place % len(people)], "cards": cards} for place in range(number)]
    return deal(landlord="a", bid=3, plays=row)


def visitors() -> Iterator[Entry]:
    """Thirty come and go, and then everybody is said to have had a hand."""
    for place in range(30):
        yield {"kind": "seats", "join": PEOPLE[10 + place], "leave": PEOPLE[9 + place]}
    yield from repeat(dobon(9, [], PEOPLE[:40]))


def come_and_go() -> Iterator[Entry]:
    yield {"kind": "seats", "join": "p0", "leave": "a"}
    for place in range(10**6):
        yield {"kind": "seats", "join": f"p{place + 1}", "leave": f"p{place}"}


def spellings() -> Iterator[Entry]:
    for blanks in range(10**6):
        yield {"kind": "seats", "join": [" " * blanks + "a"], "swap": TWO}


def sums() -> Iterator[Entry]:
    for points in range(10**9, 0, -1):
        payer, payee = TEN[points % 10], TEN[(points * 7 + 3) % 10]
        if payer != payee:
            yield {"kind": "adjust", "transfers": [{"from": payer, "to": payee, "points": points}]}


MOVE = {"from": "a", "to": "b", "points": 1}
GUESTS = {"kind": "seats", "join": TWELVE[10:]}
OUT = {"kind": "out", "winner": "a", "hands": {name: ["2"] for name in TEN[1:]}}
OPENING = {"kind": "opening", "callers": TEN[:5], "card": "9"}
ONE_PLACE = {"kind": "places", "places": [TEN]}
EXTRAS = dict.fromkeys(TEN, ["x"] * 12)
EXTRA = {"zero_sum": True, "bonuses": "x 1"}
COUNTS = {name: {"count": place} for place, name in enumerate(TEN)}
TIED = {name: {"count": place // 5} for place, name in enumerate(TEN)}
OWN_YAKU = {name: [{"name": "y", "yaku": 9}] * 20 for name in TEN}
DOUBLED = deal(landlord="a", bid=3, winner="farmers", bombs=26, rockets=2, robs=20, doubled=FOUR * 10)

ADDED = {"dobon_hands": "all", "claimed_card": "counted", "twos": "summed", "eights": "summed"}
FREE = {"more_cards": "one_operation", "joker_claim": "free", "aces": "plus_minus", "together": "on"}
JOKERS = {**FREE, "joker_loss": "all", "joker_each": "joker", "twos": "double", "joker_factor": "double"}
STAKE = {"start": 10**9, "base": 10**9, "top_bonus": "gap_once", "end_on_bust": True, "rounds": 10**9}
RATE = {"unit": "g", "per_point": "0.000000001", "round_to": "999999999.999999999"}

ROWS: dict[str, tuple[Any, ...]] = {
    "players": ("gamble", [f"p{place}" for place in range(100_000)], again(OUT)),
    "many for this game": ("doudizhu", [f"p{place}" for place in range(100_000)], again(DOUBLED)),
    "joins": ("gamble", TEN, come_and_go),
    "one join of many": ("gamble", TEN, again({"kind": "seats", "join": [f"p{p}" for p in range(99_000)]})),
    "spellings": ("gamble", TEN, spellings),
    "moves": ("gamble", TEN, again({"kind": "adjust", "transfers": [MOVE] * 30_000})),
    "a hundred moves each": ("gamble", TEN, again({"kind": "adjust", "transfers": [MOVE] * 100})),
    "one caller often": ("gamble", TEN, again({**OPENING, "kind": "dobon", "callers": ["a"] * 200_000})),
    "marks in a name": ("gamble", ["a" + MARKS * 240_000, "b"], again(OUT)),
    "marks in a card": ("gamble", TEN, again(dobon(1, ["9" + MARKS * 100_000], TWO))),
    "cards that grow": ("gamble", TEN, again(dobon(1, ["\ufdfa" * 150_000], TWO))),
    "names that grow": ("gamble", ["\ufdfa" * 30, "b"], again({"kind": "nogame"})),
    "a long reason": ("gamble", TEN, again({"kind": "adjust", "transfers": [{"reason": "x " * 500_000}]})),
    "a long option": ("teyaku", TEN, again(OUT), {"options": {"yaku_points": "1 " * 500_000}}),
    "all hands are added": ("gamble", TEN, again(dobon(5, ["A"])), {"options": ADDED}),
    "twelve are seated": ("gamble", TEN, again(dobon(6, ["2"], TWELVE), GUESTS), {"options": ADDED}),
    "all hands and many cards": ("gamble", TEN, again(dobon(5, ["2", "8"] * 12)), {"options": ADDED}),
    "full hands": ("gamble", TEN, again(dobon(5, ["2"] * 216)), {"options": ADDED}),
    "a hand is missing": ("gamble", TEN, again(dobon(5, [], TEN[1:])), {"options": ADDED}),
    "openings": ("dotenko", TEN, again(OPENING), {"options": {"several": "all"}}),
    "returned openings": (
        "dotenko",
        TEN,
        again({**OPENING, "returns": ["f", "g"] * 10}),
        {"options": {"several": "all", "first_claim": "stands"}},
    ),
    "calls": ("dotenko", TEN, again(dobon(9, ["Jk", "A"] * 10))),
    "jokers": ("dotenko", TEN, again(dobon(9, ["Jk"] * 216))),
    "aces and jokers": ("kawagoe", TEN, again(dobon(9, ["A", "Jk"] * 108)), {"options": FREE}),
    "some aces and jokers": ("kawagoe", TEN, again(dobon(5, ["A", "Jk"] * 5)), {"options": JOKERS}),
    "products": ("kawagoe", TEN, again(dobon(9, ["K"] * 216)), {"options": FREE}),
    "jokers double": ("kawagoe", TEN, again(dobon(5, ["Jk"] * 20)), {"options": JOKERS}),
    "too many of each": ("gamble", TEN, again(dobon(1, [f"S{rank}" for rank in RANKS]))),
    "yaku": ("teyaku", TEN, again(dobon(9, ["S2"], turnup="S3", bottom="SA", extra_yaku=OWN_YAKU))),
    "riichi": ("teyaku", TEN, again({"kind": "nogame", "riichi": ["a"] * 10}), {"stake": STAKE}),
    "cards left": ("teyaku", TEN, again({"kind": "deckout", "hands": COUNTS})),
    "ties": ("teyaku", TEN, again({"kind": "deckout", "hands": TIED})),
    "visitors": ("gamble", TEN, visitors),
    "going out": ("gamble", TEN, again(OUT)),
    "going out with nobody's hand": ("gamble", TEN, again({"kind": "out", "winner": "a"}, GUESTS)),
    "money": ("gamble", TEN, sums, {"rate": RATE, "stake": STAKE}),
    "plays": ("doudizhu", FOUR, again(plays(["3"], 400))),
    "plays that beat nothing": ("doudizhu", FOUR[:3], again(plays(["3", "4"], 400, FOUR[:3]))),
    "large plays": ("doudizhu", FOUR, again(plays(["3", "3", "3", "4", "5"] * 8, 40))),
    "all is doubled": ("doudizhu", FOUR, again(DOUBLED), {"options": {"doubling": "on", "bidding": "rob"}}),
    "shared places": ("sheet", TEN, everybody({"kind": "places", "places": [ALL]})),
    "a place each": ("sheet", TEN, everybody({"kind": "places", "places": [[name] for name in ALL]})),
    "extras": ("sheet", TEN, again({"kind": "points", "points": {}, "bonus": EXTRAS}), {"options": EXTRA}),
    "extras for all": (
        "sheet",
        TEN,
        everybody({"kind": "points", "points": {}, "bonus": dict.fromkeys(ALL, ["x"] * 12)}),
        {"options": EXTRA},
    ),
    "points": ("sheet", TEN, everybody({"kind": "points", "points": dict.fromkeys(ALL, 10**9)})),
    "places by number": ("sheet", TEN, again(ONE_PLACE), {"options": {"place_points": "9 " * 500_000}}),
    "auctions": ("doudizhu", FOUR, again(deal(auction=[{"by": "a", "bid": 3}] * 40, winner="farmers"))),
}

TEXTS: dict[str, Callable[[], str]] = {
    "50,000 rounds": lambda: packed(
        {"format": 1, "game": "gamble", "players": TEN, "rounds": [{"kind": "nogame"}] * 50_000}
    ),
    "double keys": lambda: "{" + ",".join(f'"{key}":1' for key in range(100_000)) + ',"99999":1}',
    "deep": lambda: "[" * (LARGEST // 2) + "]" * (LARGEST // 2),
    "nearly deep": lambda: "[" + ",".join(["[" * 400 + "]" * 400] * 1300) + "]",
    "digits": lambda: "[" + "9" * 1_000_000 + "]",
    "places": lambda: "[0." + "9" * 1_000_000 + "]",
    "numbers": lambda: "[" + "1," * 500_000 + "1]",
    "lists": lambda: "[" + "[]," * 340_000 + "1]",
    "objects": lambda: "[" + "{}," * 340_000 + "1]",
    "escapes": lambda: '["' + "\\ud800" * 170_000 + '"]',
    "marks in a key": lambda: packed({"a" + MARKS * 240_000: 1}),
}


def text_of(name: str) -> str:
    """The document of that name."""
    if name in TEXTS:
        return TEXTS[name]()
    game, players, entries, *changes = ROWS[name]
    return session(game, players, entries(), **(changes[0] if changes else {}))
