"""What happens between rounds: corrections and changes of seats."""

from typing import Any

import pytest

from scorekeeper.scoring.events import Seats, settle_event
from tests.scoring.tables import a_round, last, paid, problems, session

SEATS = [
    pytest.param({"join": ["D"]}, "A B C D", "", id="joins at the end"),
    pytest.param({"join": "D"}, "A B C D", "", id="one name without a list"),
    pytest.param({"leave": ["A"]}, "B C", "", id="leaves"),
    pytest.param({"leave": "B"}, "A C", "", id="one leaves"),
    pytest.param({"swap": ["A", "C"]}, "C B A", "", id="swap"),
    pytest.param({"join": ["D"], "leave": ["B"], "swap": ["A", "D"]}, "D C A", "", id="all at once"),
    pytest.param({"join": ["B"]}, "A B C", "seats.present B", id="is here already"),
    pytest.param({"leave": ["B"], "join": ["B"]}, "A C B", "", id="moves to the end"),
    pytest.param({"leave": ["B"], "swap": ["A", "B"]}, "A C", "seats.absent B", id="swaps and leaves"),
    pytest.param({"leave": ["A", "B", "C"]}, "", "", id="everybody leaves"),
]


@pytest.mark.parametrize(("changes", "seats", "objections"), SEATS)
def test_changes_of_seats(changes: dict[str, object], seats: str, objections: str) -> None:
    document = session("A B C", a_round("seats", **changes))
    assert document.replay().state.seats == tuple(seats.split())
    assert problems(last(document)) == objections
    assert not any(last(document).change.values())


def test_leaving_twice_is_objected_to() -> None:
    gone = a_round("seats", leave=["B"])
    assert problems(last(session("A B C", gone, gone))) == "seats.absent B"


def test_who_leaves_keeps_the_points_and_who_joins_gets_the_start() -> None:
    # B pays 10; D comes with 300; B comes back with 290
    rounds = [
        a_round("out", winner="A", hands={"B": "K", "C": []}),
        a_round("seats", leave=["B"], join=["D"]),
        a_round("out", winner="D", hands={"A": "K", "C": []}),
        a_round("seats", join=["B"]),
    ]
    document = session("A B C", *rounds, stake={"start": 300})
    assert document.replay().state.balances == {"A": 300, "B": 290, "C": 300, "D": 310}
    assert document.replay().state.seats == ("A", "C", "D", "B")


def test_points_of_somebody_who_is_not_known_yet_are_not_lost() -> None:
    document = session("A B", a_round("adjust", transfers=[{"from": "A", "to": "B", "points": 5}]))
    facts = settle_event(document.replay().state, Seats(join=("C",)))
    assert facts.seats == ("A", "B", "C")
    later = session("A B", a_round("seats", join="C"), a_round("seats", leave="C")).rounds[0]
    assert later == Seats(join=("C",))


MOVES = [
    pytest.param(("A", "B", 5), {"A": -5, "B": 5}, 0, id="between players"),
    pytest.param(("A", "pot", 5), {"A": -5, "B": 0, "pot": 5}, 5, id="into the pot"),
    pytest.param(("pot", "A", 5), {"A": 5, "B": 0, "bank": -5}, 0, id="out of an empty pot"),
    pytest.param(("A", "bank", 5), {"A": -5, "B": 0, "bank": 5}, 0, id="to the bank"),
    pytest.param(("bank", "pot", 5), {"A": 0, "B": 0, "bank": -5, "pot": 5}, 5, id="bank to pot"),
]


@pytest.mark.parametrize(("move", "change", "pot"), MOVES)
def test_corrections(move: tuple[str, str, int], change: dict[str, int], pot: int) -> None:
    data = dict(zip(("from", "to", "points"), move, strict=True))
    entry = last(session("A B", a_round("adjust", transfers=[data])))
    assert entry.change == change
    assert entry.pot == pot
    assert not entry.outcome.counts


def test_several_moves_in_one_correction() -> None:
    moves = [{"from": "A", "to": "B", "points": 5, "reason": "late"}, {"from": "B", "to": "C", "points": 3}]
    entry = last(session("A B C", a_round("adjust", transfers=moves)))
    assert paid(entry) == "A>B 5, B>C 3"
    steps = [one.steps[0] for one in entry.outcome.transfers]
    assert [(step.code, step.values["reason"]) for step in steps] == [
        ("adjust.reason", "late"), ("adjust.points", ""),
    ]  # fmt: skip


def correction(*moves: tuple[str, str, int]) -> dict[str, Any]:
    keys = ("from", "to", "points")
    return a_round("adjust", transfers=[dict(zip(keys, move, strict=True)) for move in moves])


OUT_OF_THE_POT = [
    pytest.param([("pot", "A", 200)], "pot>A 200", "", 100, id="as much as there is, and less"),
    pytest.param([("pot", "A", 300)], "pot>A 300", "", 0, id="all of it"),
    pytest.param([("pot", "A", 500)], "pot>A 300, bank>A 200", "pot.short", 0, id="200 too much"),
    # 300 - 200 = 100 are left for C
    pytest.param(
        [("pot", "A", 200), ("pot", "C", 150)], "pot>A 200, pot>C 100, bank>C 50", "pot.short", 0,
        id="together 50 too much",
    ),
    pytest.param(
        [("pot", "A", 500), ("B", "pot", 200)], "pot>A 500, B>pot 200", "", 0, id="what is put in counts",
    ),
    pytest.param([("pot", "bank", 500)], "pot>bank 300", "pot.short", 0, id="to the bank"),
]  # fmt: skip


@pytest.mark.parametrize(("moves", "payments", "objections", "pot"), OUT_OF_THE_POT)
def test_nobody_takes_more_out_of_the_pot_than_is_in_it(
    moves: list[tuple[str, str, int]], payments: str, objections: str, pot: int
) -> None:
    entry = last(session("A B C", correction(("C", "pot", 300)), correction(*moves)))
    assert (paid(entry), problems(entry), entry.pot) == (payments, objections, pot)


def test_riichi_after_a_correction_out_of_an_empty_pot_is_won_in_full() -> None:
    # A takes 500 that are not there; B's stick is C's; at the end the bank owes A's 500 and nobody else does
    won = a_round("dobon", callers=["C"], victim="A", card="9", hands={"C": ["4", "5"]}, riichi=["B"])
    document = session("A B C", correction(("pot", "A", 500)), won, game="teyaku")
    assert paid(last(document)) == "B>pot 100, A>C 100, pot>C 100"
    assert document.final_balances(document.replay().state) == {"A": 400, "B": -100, "C": 200}


WIN, NO_GAME = a_round("out", winner="A", hands={"B": "K"}), a_round("nogame")
TAKE = a_round("adjust", transfers=[{"from": "B", "to": "A", "points": 100}])
ENDS = [
    pytest.param({"rounds": 2}, [WIN, WIN], ("rounds", 2), id="two rounds"),
    pytest.param({"rounds": 2}, [WIN], None, id="one of two"),
    pytest.param({"rounds": 1}, [NO_GAME, TAKE, WIN, WIN], ("rounds", 3), id="some do not count"),
    # 100 - 100 = 0 after the correction; looked at after the next round that counts
    pytest.param({"start": 100, "end_on_bust": True}, [TAKE, NO_GAME, WIN], ("bust", 3), id="zero is bust"),
    pytest.param({"start": 10, "end_on_bust": True}, [WIN], ("bust", 1), id="exactly nothing left"),
    pytest.param({"start": 11, "end_on_bust": True}, [WIN], None, id="one point left"),
    pytest.param({"start": 10}, [WIN, WIN], None, id="bust does not matter"),
    pytest.param({"end_on_bust": True}, [WIN], None, id="nobody had points to lose"),
    pytest.param({"start": 10, "rounds": 1, "end_on_bust": True}, [WIN], ("rounds", 1), id="both at once"),
]


@pytest.mark.parametrize(("stake", "rounds", "ended"), ENDS)
def test_the_end(stake: dict[str, object], rounds: list[dict[str, object]], ended: object) -> None:
    found = session("A B", *rounds, stake=stake).replay().ended
    assert (found and (found.by, found.round)) == ended


def test_after_the_end() -> None:
    document = session("A B", WIN, WIN, TAKE, NO_GAME, WIN, stake={"rounds": 1})
    assert [problems(entry) for entry in document.replay().scored] == [
        "",
        "session.over",
        "",
        "",
        "session.over",
    ]
    assert document.replay().state.balances == {"A": 130, "B": -130}
