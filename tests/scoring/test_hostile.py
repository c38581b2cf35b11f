"""Documents of 1 MB that take as much work as possible: each is scored or refused within seconds.

Seconds are measured in ordinary rounds, scored in the same run.  Without limits each document takes from ten
seconds to over an hour.
"""

import json
from collections.abc import Callable, Iterator
from functools import cache
from itertools import chain, islice, repeat
from time import process_time
from typing import Any

import pytest

from scorekeeper.scoring import texts
from scorekeeper.scoring.document import load_json, read_document
from scorekeeper.scoring.errors import ReadError
from scorekeeper.scoring.limits import MOST_MOVES, MOST_PAYMENTS, MOST_PEOPLE, MOST_ROUNDS
from scorekeeper.scoring.options import MOST_NUMBERS
from scorekeeper.scoring.replay import Replay

LARGEST = 1024 * 1024 - 1024
"""Bytes; a form with a file needs some for itself."""
PEOPLE = [*"abcdefghijklmnopqrstuvwxyz0123456789αβγδεζ"]
TWO, FOUR, TEN, ALL = (PEOPLE[:count] for count in (2, 4, 10, 40))
MARKS = "\u0315\u0300"
"""Two combining marks that normalization reorders."""

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


def visitors() -> Iterator[Entry]:
    """Thirty come and go, and then every one of them has a hand."""
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


PLAYS = [{"by": name, "cards": ["3"]} for name in FOUR * 100]
SIT_DOWN = {"kind": "seats", "join": ALL[10:]}
MOVE = {"from": "a", "to": "b", "points": 1}
OUT = {"kind": "out", "winner": "a", "hands": {name: ["2"] for name in TEN[1:]}}
OPENING = {"kind": "opening", "callers": TEN[:5], "card": "9"}
EXTRAS = dict.fromkeys(TEN, ["x"] * 12)
EXTRA = {"zero_sum": True, "bonuses": "x 1"}

ADDED = {"dobon_hands": "all", "claimed_card": "counted", "twos": "summed", "eights": "summed"}
FREE = {"more_cards": "one_operation", "joker_claim": "free", "aces": "plus_minus", "together": "on"}
JOKERS = {**FREE, "joker_loss": "all", "joker_each": "joker", "twos": "double", "joker_factor": "double"}

ROWS: dict[str, tuple[Any, ...]] = {
    "players": ("gamble", [f"p{place}" for place in range(100_000)], again(OUT)),
    "joins": ("gamble", TEN, come_and_go),
    "one join of many": ("gamble", TEN, again({"kind": "seats", "join": [f"p{p}" for p in range(99_000)]})),
    "spellings": ("gamble", TEN, spellings),
    "moves": ("gamble", TEN, again({"kind": "adjust", "transfers": [MOVE] * 30_000})),
    "a hundred moves each": ("gamble", TEN, again({"kind": "adjust", "transfers": [MOVE] * 100})),
    "marks in a name": ("gamble", ["a" + MARKS * 240_000, "b"], again(OUT)),
    "marks in a card": ("gamble", TEN, again(dobon(1, ["9" + MARKS * 100_000], TWO))),
    "cards that grow": ("gamble", TEN, again(dobon(1, ["\ufdfa" * 150_000], TWO))),
    "all hands are added": ("gamble", TEN, again(dobon(5, ["A"])), {"options": ADDED}),
    "full hands": ("gamble", TEN, again(dobon(5, ["2"] * 216)), {"options": ADDED}),
    "openings": ("dotenko", TEN, again(OPENING), {"options": {"several": "all"}}),
    "aces and jokers": ("kawagoe", TEN, again(dobon(9, ["A", "Jk"] * 108)), {"options": FREE}),
    "some aces and jokers": ("kawagoe", TEN, again(dobon(5, ["A", "Jk"] * 5)), {"options": JOKERS}),
    "visitors": ("gamble", TEN, visitors),
    "going out": ("gamble", TEN, again(OUT)),
    "plays": ("doudizhu", FOUR, again({"kind": "deal", "landlord": "a", "bid": 3, "plays": PLAYS})),
    "shared places": ("sheet", TEN, again({"kind": "places", "places": [ALL]}, SIT_DOWN)),
    "extras": ("sheet", TEN, again({"kind": "points", "points": {}, "bonus": EXTRAS}), {"options": EXTRA}),
    "places by number": (
        "sheet",
        TEN,
        again({"kind": "nogame"}),
        {"options": {"place_points": "9 " * 500_000}},
    ),
}

TEXTS: dict[str, Callable[[], str]] = {
    "50,000 rounds": lambda: packed(
        {"format": 1, "game": "gamble", "players": TEN, "rounds": [{"kind": "nogame"}] * 50_000}
    ),
    "double keys": lambda: "{" + ",".join(f'"{key}":1' for key in range(100_000)) + ',"99999":1}',
}


def text_of(name: str) -> str:
    """The document of that name."""
    if name in TEXTS:
        return TEXTS[name]()
    game, players, entries, *changes = ROWS[name]
    return session(game, players, entries(), **(changes[0] if changes else {}))


FLOORS = 60
"""The time allowed: that of 12,000 ordinary rounds."""

REFUSED = [
    ("50,000 rounds", "rounds", "rounds.many", MOST_ROUNDS),
    ("double keys", "", "json.twice", "99999"),
    ("players", "players", "players.count", 10),
    ("joins", "rounds[30].join", "people.many", MOST_PEOPLE),
    pytest.param(
        "one join of many", "rounds[0].join[30]", "people.many", MOST_PEOPLE, marks=pytest.mark.long
    ),
    pytest.param("moves", "rounds[0].transfers", "list.many", MOST_MOVES, marks=pytest.mark.long),
    ("a hundred moves each", "rounds[200]", "payments.many", MOST_PAYMENTS),
    ("marks in a name", "players[0]", "name.long", 30),
    ("marks in a card", "rounds[0].hands.a[0]", "card.unknown", "9\u0315\u0300"),
    pytest.param("cards that grow", "rounds[0].hands.a[0]", "card.unknown", "\ufdfa", marks=pytest.mark.long),
    pytest.param("openings", "rounds[800]", "payments.many", MOST_PAYMENTS, marks=pytest.mark.long),
    ("shared places", "rounds[501]", "payments.many", MOST_PAYMENTS),
    pytest.param("extras", "rounds[18]", "payments.many", MOST_PAYMENTS, marks=pytest.mark.long),
    ("places by number", "options.place_points", "option.numbers", MOST_NUMBERS),
]


def scored(text: str) -> Replay:
    """A document as it is read, scored and settled; raises ReadError."""
    document = read_document(load_json(text))
    played = document.replay()
    document.settle_up(played.state)
    return played


@cache
def floor() -> float:
    """Seconds for 200 rounds in which ten people pay."""
    ordinary = session("gamble", TEN, islice(again(OUT)(), 200))

    def seconds() -> float:
        started = process_time()
        scored(ordinary)
        return process_time() - started

    return min(seconds() for _ in range(3))


def answered(text: str) -> Replay:
    """A document that is scored or refused in time."""
    assert len(text.encode()) <= LARGEST
    allowed = FLOORS * floor()
    started = process_time()
    try:
        return scored(text)
    finally:
        assert process_time() - started < allowed


@pytest.mark.parametrize(("name", "place", "code", "number"), REFUSED)
def test_more_than_a_limit_is_refused(name: str, place: str, code: str, number: object) -> None:
    with pytest.raises(ReadError) as raised:
        answered(text_of(name))
    assert (raised.value.where, raised.value.code) == (place, code)
    number_text = texts.number(number) if isinstance(number, int) else str(number)
    assert number_text in texts.error(raised.value, str)


LONG = ("some aces and jokers", "full hands", "spellings")


@pytest.mark.parametrize(
    "name", ["aces and jokers", "plays", *(pytest.param(name, marks=pytest.mark.long) for name in LONG)]
)
def test_the_largest_documents_are_scored_in_time(name: str) -> None:
    assert len(answered(text_of(name)).scored) > 90


def test_ten_people_who_pay_in_every_round_are_within_the_limits() -> None:
    rounds = answered(text_of("going out")).scored
    assert len(rounds) == MOST_ROUNDS
    assert sum(len(entry.outcome.transfers) for entry in rounds) == 9 * MOST_ROUNDS
