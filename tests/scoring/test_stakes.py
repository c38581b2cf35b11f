"""配給点 with every game: whole sessions as documents, the end of a session, and what is left in the pot."""

from typing import Any

import pytest

from scorekeeper.scoring.document import Document
from scorekeeper.scoring.registry import RULESETS
from tests.scoring.tables import a_round, correction, last, problems, session

GAMES = list(RULESETS)
CLAIMING = [game for game, ruleset in RULESETS.items() if ruleset.claims]


def results(document: Document) -> dict[str, int]:
    return document.settle_up(document.replay().state).result


def moved(**points: int) -> dict[str, Any]:
    """A correction that gives (+) to some and takes (-) from others, through the bank."""
    given = [("bank", who, more) if more > 0 else (who, "bank", -more) for who, more in points.items()]
    return correction(*given)


T2_1 = moved(A=3000, B=500, C=-1000, D=-2500)
"""From 5000 each to 8000, 5500, 4000, 2500."""


@pytest.mark.parametrize("game", GAMES)
def test_t2_1(game: str) -> None:
    # less 6000: +2000 -500 -2000 -3500; the top gets 1000 from each of the four, himself too
    wanted = {"A": 6000, "B": -500, "C": -2000, "D": -3500}
    if RULESETS[game].defaults.low_wins:
        # as far on the other side of 5000: 2000 4500 6000 7500; less 6000, and 4000 for D, who has the fewest
        wanted = {"A": -4000, "B": -1500, "C": 0, "D": 5500}
    document = session("A B C D", T2_1, game=game, stake={"start": 5000, "base": 6000})
    assert results(document) == wanted


@pytest.mark.parametrize(
    ("bonus", "top", "bank"), [("gap_times_players", 6000, 0), ("gap_once", 3000, 3000), ("none", 2000, 4000)]
)
def test_readings_of_the_top_bonus(bonus: str, top: int, bank: int) -> None:
    stake = {"start": 5000, "base": 6000, "top_bonus": bonus}
    document = session("A B C D", T2_1, game="teyaku", stake=stake)
    accounts = {one.who: one.result for one in document.settle_up(document.replay().state).accounts}
    assert (accounts["A"], accounts.get("bank", 0)) == (top, bank)


TIES = [
    # two at the top share 4000
    (moved(A=1000, B=1000, C=-1000, D=-1000), {"A": 2000, "B": 2000, "C": -2000, "D": -2000}),
    # three: 1334 for the earliest, 1333, 1333; less 1000 each: 0 + 1334 ...
    (moved(A=1000, B=1000, C=1000, D=-3000), {"A": 1334, "B": 1333, "C": 1333, "D": -4000}),
    (moved(D=900, C=900, B=900, A=-2700), {"A": -3700, "B": 1234, "C": 1233, "D": 1233}),
    # nobody has moved: everybody is at the top and pays for it
    (a_round("nogame"), {"A": 0, "B": 0, "C": 0, "D": 0}),
]


@pytest.mark.parametrize(("facts", "result"), TIES)
def test_ties_for_the_top(facts: dict[str, Any], result: dict[str, int]) -> None:
    document = session("A B C D", facts, game="teyaku", stake={"start": 5000, "base": 6000})
    assert results(document) == result


WIN = {
    # J and 4 5: 9+10 = 19 -> 20, x 3
    "gamble": ({}, 60),
    # 9 + 11
    "kawagoe": ({}, 20),
    "teyaku": ({}, 100),
    "dotenko": ({}, 9),
}
"""What A takes from B by a claim on a 9 with 4 5."""


def win() -> dict[str, Any]:
    return a_round("dobon", callers="A", victim="B", card="9", hands={"A": "4 5", "B": "J"})


def foul(points: int) -> dict[str, Any]:
    return a_round("adjust", transfers=[{"from": "A", "to": "B", "points": points, "reason": "foul"}])


@pytest.mark.parametrize("game", CLAIMING)
@pytest.mark.parametrize("more", [0, 1])
def test_bust_is_nothing_left_after_a_round(game: str, more: int) -> None:
    points = WIN[game][1]
    stake = {"start": points + more, "end_on_bust": True}
    ended = session("A B", win(), game=game, stake=stake, streak="off").replay().ended
    assert (ended is None) == bool(more)
    assert more or (ended and ended.by == "bust" and ended.round == 1)


@pytest.mark.parametrize("game", CLAIMING)
def test_a_foul_in_the_last_round_does_not_end_the_session_but_counts(game: str) -> None:
    points = WIN[game][1]
    # the foul leaves A with nothing; only the round that follows is looked at, after which B has less
    stake = {"start": points, "end_on_bust": True}
    rounds = [foul(points), a_round("nogame"), win()]
    played = session("A B", *rounds, game=game, stake=stake, streak="off").replay()
    assert [entry.outcome.counts for entry in played.scored] == [False, False, True]
    assert played.ended is None
    assert played.state.balances == {"A": points, "B": points}
    # a foul after the last round moves points without an objection
    whole = session("A B", win(), foul(5), game=game, stake={"start": 500, "rounds": 1}, streak="off")
    assert problems(last(whole)) == ""
    assert results(whole) == {"A": points - 5, "B": 5 - points}
    over = whole.replay().ended
    assert over
    assert (over.by, over.round) == ("rounds", 1)


@pytest.mark.parametrize("game", CLAIMING)
def test_so_many_rounds(game: str) -> None:
    # no-games, corrections, counters and seats are not among them
    counter, seats = a_round("streak", wins={"A": 0}), a_round("seats", swap=["A", "B"])
    between = [a_round("nogame"), foul(1), counter, seats]
    document = session("A B", win(), *between, win(), win(), game=game, stake={"rounds": 2}, streak="off")
    played = document.replay()
    assert played.ended
    assert (played.ended.by, played.ended.round) == ("rounds", 6)
    assert [problems(entry) for entry in played.scored][-2:] == ["", "session.over"]


STICKS = a_round("nogame", riichi="A A B")
LEFT = [
    # 300 to C and D, who are first with 5000
    ({"pot_end": "top"}, [STICKS], {"A": -200, "B": -100, "C": 150, "D": 150}),
    ({"pot_end": "returned"}, [STICKS], {"A": 0, "B": 0, "C": 0, "D": 0}),
    # 100 by three: 34 33 33
    ({"pot_end": "top"}, [a_round("nogame", riichi="A")], {"A": -100, "B": 34, "C": 33, "D": 33}),
    # A pays 200 and wins them; what B put in later goes back
    (
        {"pot_end": "returned"},
        [STICKS, win(), a_round("nogame", riichi="B")],
        {"A": 200, "B": -200, "C": 0, "D": 0},
    ),
]


@pytest.mark.parametrize(("options", "rounds", "result"), LEFT)
def test_a_pot_left_at_the_end(
    options: dict[str, object], rounds: list[dict[str, Any]], result: dict[str, int]
) -> None:
    document = session("A B C D", *rounds, game="teyaku", stake={"start": 5000}, **options)
    assert results(document) == result


@pytest.mark.parametrize("game", ["gamble", "kawagoe", "dotenko"])
def test_a_pot_is_left_in_the_other_games_too(game: str) -> None:
    # 100 to B and C, who are first: 50 each
    document = session("A B C", a_round("nogame", riichi="A"), game=game, stake={"start": 500}, riichi="on")
    assert results(document) == {"A": -100, "B": 50, "C": 50}


def test_what_a_correction_left_in_the_pot_of_a_game_without_one() -> None:
    # A put in 90; B and C are first, and nobody takes anything back: 45 each
    moved = correction(("A", "pot", 90))
    assert results(session("A B C", moved, game="doudizhu")) == {"A": -90, "B": 45, "C": 45}


def test_a_point_of_a_shared_pot_does_not_decide_the_top() -> None:
    # 100 by three is 34 33 33, but the top bonus of 4 x 300 is shared by all three: 400 each.
    # less 300: A -266, B and C -267, D -400
    stake = {"start": 5000, "base": 5300}
    document = session("A B C D", a_round("nogame", riichi="D"), game="teyaku", stake=stake)
    assert results(document) == {"A": 134, "B": 133, "C": 133, "D": -400}


def test_the_pot_can_decide_the_top() -> None:
    # D paid 100 and gets it back: all four are first, 300 each
    stake = {"start": 5000, "base": 5300}
    rounds = a_round("nogame", riichi="D")
    document = session("A B C D", rounds, game="teyaku", stake=stake, pot_end="returned")
    assert results(document) == dict.fromkeys("ABCD", 0)


def test_a_guest_brings_the_start_and_takes_part_in_the_bonus() -> None:
    # E joins with 1000; three put in 100 each for A, who has 1100
    rounds = [win(), a_round("seats", join=["E"])]
    document = session("A B", *rounds, game="teyaku", stake={"start": 1000, "base": 1100})
    assert results(document) == {"A": 300, "B": -200, "E": -100}
