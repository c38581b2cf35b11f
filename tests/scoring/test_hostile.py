"""Documents of 1 MB that are expensive: each is scored or refused in words, and soon.

The time allowed is wide, for a busy machine.  Before there were limits each of
these took from ten seconds to more than an hour.
"""

from time import process_time

import pytest

from scorekeeper.scoring import texts
from scorekeeper.scoring.document import load_json, read_document
from scorekeeper.scoring.errors import ReadError
from scorekeeper.scoring.limits import MOST_MOVES, MOST_PAYMENTS, MOST_PEOPLE, MOST_ROUNDS
from scorekeeper.scoring.options import MOST_NUMBERS
from scorekeeper.scoring.replay import Replay
from tests.scoring.hostile import LARGEST, text_of

SECONDS = 5

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


def answered(text: str) -> Replay:
    """A document as it is read, scored and settled; raises ReadError."""
    assert len(text.encode()) <= LARGEST
    started = process_time()
    try:
        document = read_document(load_json(text))
        played = document.replay()
        document.settle_up(played.state)
    finally:
        assert process_time() - started < SECONDS
    return played


@pytest.mark.parametrize(("name", "place", "code", "number"), REFUSED)
def test_too_much_is_refused_with_the_number(name: str, place: str, code: str, number: object) -> None:
    with pytest.raises(ReadError) as raised:
        answered(text_of(name))
    assert (raised.value.where, raised.value.code) == (place, code)
    number_text = texts.number(number) if isinstance(number, int) else str(number)
    assert number_text in texts.error(raised.value, str)


LONG = ("some aces and jokers", "full hands", "spellings")


@pytest.mark.parametrize(
    "name", ["aces and jokers", "plays", *(pytest.param(name, marks=pytest.mark.long) for name in LONG)]
)
def test_what_is_within_the_limits_is_scored_soon(name: str) -> None:
    assert len(answered(text_of(name)).scored) > 90


def test_ten_people_who_pay_in_every_round_are_within_the_limits() -> None:
    scored = answered(text_of("going out")).scored
    assert len(scored) == MOST_ROUNDS
    assert sum(len(entry.outcome.transfers) for entry in scored) == 9 * MOST_ROUNDS
