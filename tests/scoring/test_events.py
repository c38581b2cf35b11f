"""What happens between rounds, corrections and changes of seats and rules, and the pot at the end."""

from dataclasses import replace
from typing import Any

import pytest

from scorekeeper.play.ledger import read_state, write_state
from scorekeeper.scoring.closing import with_pot
from scorekeeper.scoring.core import State
from scorekeeper.scoring.document import recall_round, write_round
from scorekeeper.scoring.events import Adjust, Move, Seats
from scorekeeper.scoring.registry import RULESETS
from scorekeeper.scoring.replay import opening, replay
from scorekeeper.scoring.reporting import explain
from scorekeeper.scoring.settlement import Stake
from scorekeeper.scoring.words import translator
from tests.scoring.tables import a_round, correction, document, last, paid, problems, refused, session

GAMBLE = RULESETS["gamble"]

SEATS = {
    "joins at the end": ({"join": ["D"]}, "A B C D", ""),
    "one name without a list": ({"join": "D"}, "A B C D", ""),
    "leaves": ({"leave": ["A"]}, "B C", ""),
    "one leaves": ({"leave": "B"}, "A C", ""),
    "swap": ({"swap": ["A", "C"]}, "C B A", ""),
    "all at once": ({"join": ["D"], "leave": ["B"], "swap": ["A", "D"]}, "D C A", ""),
    "is here already": ({"join": ["B"]}, "A B C", "seats.present B"),
    "moves to the end": ({"leave": ["B"], "join": ["B"]}, "A C B", ""),
    "swaps and leaves": ({"leave": ["B"], "swap": ["A", "B"]}, "A C", "seats.absent B"),
    "everybody leaves": ({"leave": ["A", "B", "C"]}, "", ""),
}  # fmt: skip


@pytest.mark.parametrize(("changes", "seats", "objections"), SEATS.values(), ids=SEATS)
def test_changes_of_seats(changes: dict[str, object], seats: str, objections: str) -> None:
    document = session("A B C", a_round("seats", **changes))
    assert document.replay().state.seats == tuple(seats.split())
    assert problems(last(document)) == objections
    assert not any(last(document).change.values())


def test_leaving_twice_is_objected_to() -> None:
    gone = a_round("seats", leave=["B"])
    assert problems(last(session("A B C", gone, gone))) == "seats.absent B"


CORRECTIONS = {
    "between players": (0, [("A", "B", 5)], "A>B 5", "", 0),
    "into the pot": (0, [("A", "pot", 5)], "A>pot 5", "", 5),
    "out of an empty pot": (0, [("pot", "A", 5)], "bank>A 5", "pot.short", 0),
    "to the bank": (0, [("A", "bank", 5)], "A>bank 5", "", 0),
    "bank to pot": (0, [("bank", "pot", 5)], "bank>pot 5", "", 5),
    "as much as there is, and less": (300, [("pot", "A", 200)], "pot>A 200", "", 100),
    "all of it": (300, [("pot", "A", 300)], "pot>A 300", "", 0),
    "200 too much": (300, [("pot", "A", 500)], "pot>A 300, bank>A 200", "pot.short", 0),
    # 300 - 200 = 100 are left for C
    "together 50 too much": (300, [("pot", "A", 200), ("pot", "C", 150)],
        "pot>A 200, pot>C 100, bank>C 50", "pot.short", 0),
    "what is put in counts": (300, [("pot", "A", 500), ("B", "pot", 200)], "pot>A 500, B>pot 200", "", 0),
    "put in first": (300, [("B", "pot", 200), ("pot", "A", 500)], "B>pot 200, pot>A 500", "", 0),
    "pot to the bank": (300, [("pot", "bank", 500)], "pot>bank 300", "pot.short", 0),
}  # fmt: skip


@pytest.mark.parametrize(
    ("held", "moves", "payments", "objections", "pot"), CORRECTIONS.values(), ids=CORRECTIONS
)
def test_corrections(
    held: int, moves: list[tuple[str, str, int]], payments: str, objections: str, pot: int
) -> None:
    """Nobody takes more out of the pot than is in it."""
    before = [correction(("C", "pot", held))] if held else []
    entry = last(session("A B C", *before, correction(*moves)))
    assert (paid(entry), problems(entry), entry.pot) == (payments, objections, pot)
    assert not entry.outcome.counts


WIN, NO_GAME = a_round("out", winner="A", hands={"B": "K"}), a_round("nogame")
TAKE, GIVE = correction(("B", "A", 100)), correction(("A", "B", 10))
COUNTER, SWAP = a_round("streak", wins={"A": 0}), a_round("seats", swap=["A", "B"])
ENDS = {
    "two rounds": ({"rounds": 2}, [WIN, WIN], ("rounds", 2)),
    "one of two": ({"rounds": 2}, [WIN], None),
    "some do not count": ({"rounds": 1}, [NO_GAME, TAKE, COUNTER, SWAP, WIN, WIN], ("rounds", 5)),
    # 10 - 10 = 0 after the correction, and 10 again after the round
    "nothing left only in between": ({"start": 10, "end_on_bust": True}, [GIVE, WIN], None),
    # 100 - 100 = 0 after the correction; looked at after the next round that counts
    "zero is bust": ({"start": 100, "end_on_bust": True}, [TAKE, NO_GAME, WIN], ("bust", 3)),
    "exactly nothing left": ({"start": 10, "end_on_bust": True}, [WIN], ("bust", 1)),
    "one point left": ({"start": 11, "end_on_bust": True}, [WIN], None),
    "nothing left is not below": ({"start": 10, "end_on_bust": True, "bust": "below"}, [WIN], None),
    "below": ({"start": 9, "end_on_bust": True, "bust": "below"}, [WIN], ("bust", 1)),
    "bust does not matter": ({"start": 10}, [WIN, WIN], None),
    "nobody had points to lose": ({"end_on_bust": True}, [WIN], None),
    "both at once": ({"start": 10, "rounds": 1, "end_on_bust": True}, [WIN], ("rounds", 1)),
}  # fmt: skip


@pytest.mark.parametrize(("stake", "rounds", "ended"), ENDS.values(), ids=ENDS)
def test_the_end(stake: dict[str, object], rounds: list[dict[str, object]], ended: object) -> None:
    over = session("A B", *rounds, stake=stake).replay().ended
    assert (over and (over.by, over.round)) == ended


def rules(**options: object) -> dict[str, Any]:
    return {"kind": "rules", "options": options}


OUT = a_round("out", winner="A", hands={"B": "K", "C": []})


REFUSED = {
    "value": ([rules(returns="maybe")], "rounds[0].options.returns", "option.choice"),
    "key": ([OUT, rules(retorns="on")], "rounds[1].options", "key.unknown"),
    "nothing changes": ([rules()], "rounds[0].options", "rules.empty"),
    "no options": ([{"kind": "rules"}], "rounds[0]", "key.missing"),
    "another key": ([{**rules(returns="on"), "from": 3}], "rounds[0]", "key.unknown"),
    # by itself each can be changed; after the first the second does not go with it any more
    "a round that is not played any more": (
        [rules(amount="flat", bystanders="nothing", deckout="nogame"), OUT], "rounds[1].kind",
        "kind.unknown"),
    "rules that exclude each other by then": (
        [rules(returns="chain", return_by="anyone", several="returns"), rules(return_by="victim")],
        "rounds[1].options.several", "conflict.several_victim"),
}  # fmt: skip


@pytest.mark.parametrize(("rounds", "where", "code"), REFUSED.values(), ids=REFUSED)
def test_a_change_of_rules_is_checked_against_those_in_force(
    rounds: list[dict[str, Any]], where: str, code: str
) -> None:
    assert refused(document("A B C", *rounds)) == (where, code)


def test_a_change_of_rules_moves_no_points_and_is_remarked() -> None:
    """Stick, starter and wins in a row stay; it is no round of those that were agreed."""
    stick = a_round("dobon", callers="A", victim="B", card="9", turnup="H2", riichi="C", hands={"A": "S4 S5"})
    played = session(
        "A B C", stick, a_round("nogame", riichi="B"), rules(riichi="off", dobon_factor=2), game="teyaku",
        stake={"start": 300, "rounds": 2},
    ).replay()  # fmt: skip
    before, after = played.scored[1].state, played.state
    assert after == replace(before, entries=3, rules={"riichi": "off", "dobon_factor": 2})
    assert (after.pot, after.streak, after.starter, after.counted) == (100, {"A": 1}, "A", 1)
    assert explain(played.scored[2], str) == [
        "House rules from here on: Dobon factor: 2, Riichi: off",
        "The pot is kept for later rounds or for the end: 100",
    ]
    explained = {lang: explain(played.scored[2], translator(lang)) for lang in ("ja", "zh-hans")}
    assert explained["ja"][0] == "ここからのハウスルール：ドボンの倍率：2、リーチ：なし"
    assert explained["zh-hans"][0] == "从这里起的自定规则：Dobon 倍数：2、立直：无"
    assert [entry.options.riichi for entry in played.scored] == ["on", "on", "on"]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "rounds", [[rules(riichi="off")], [a_round("nogame", riichi="B"), rules(dora="off")]]
)
def test_no_remark_on_a_pot_that_is_empty_or_stays(rounds: list[dict[str, Any]]) -> None:
    assert len(explain(last(session("A B C", *rounds, game="teyaku")), str)) == 1


def test_a_streak_that_begins_to_count_is_remarked() -> None:
    """A has won twice, which paid nothing; the third win is the second repeat, and pays it from now on."""
    claim = a_round("dobon", callers="A", victim="B", card="9", hands={"A": "4 5", "B": "K"})
    document = session("A B", claim, claim, rules(streak="points"), claim)
    played = document.replay()
    assert explain(played.scored[2], str)[1:] == ["Wins in a row so far count too: A 2"]
    # 9 and B's 10: 20 x3 = 60, and 100 for each repeat
    assert [entry.change["A"] for entry in played.scored] == [60, 60, 0, 260]
    off = session("A B", claim, rules(streak="points"), rules(streak="off")).replay()
    assert len(explain(off.scored[2], str)) == 1


def test_after_a_change_to_penalty_points_nothing_is_owed() -> None:
    played = session("A B C", OUT, rules(paid_to="bank"))
    assert played.settle_up(session("A B C", OUT).replay().state).debts != ()
    assert played.settle_up(played.replay().state).debts == ()


def test_a_state_is_stored_without_rules_unless_they_changed() -> None:
    numbers = {"A": "0", "B": "1", "C": "2"}
    assert "rules" not in write_state(session("A B C", OUT).replay().state, numbers)
    state = session("A B C", OUT, rules(two_value=2)).replay().state
    assert write_state(state, numbers)["rules"] == {"two_value": 2}
    assert read_state(write_state(state, numbers), {"0": "A", "1": "B", "2": "C"}) == state


RECALLED = {
    "a round that is not played by these rules": (OUT, "flat"),
    "rules that do not go with the others": (rules(several="returns"), "hands"),
    "a change of seats": (a_round("seats", join="C"), "hands"),
}  # fmt: skip


@pytest.mark.parametrize(("facts", "amount"), RECALLED.values(), ids=RECALLED)
def test_a_round_is_read_unscored_under_any_rules(facts: dict[str, Any], amount: str) -> None:
    options = session("A B", bystanders="nothing", deckout="nogame", amount=amount).options
    names = {name: name for name in "ABC"}
    assert write_round(GAMBLE, recall_round(GAMBLE, options, facts, names), names) == {
        **facts, **({"join": ["C"]} if "join" in facts else {})
    }  # fmt: skip


def test_a_correction_may_name_a_player_without_a_seat() -> None:
    early = Adjust((Move("A", "Z", 5),))
    played = replay(GAMBLE, GAMBLE.defaults, opening(["A", "B"], Stake(100)), [early], Stake(100))
    assert played.state.balances == {"A": 95, "B": 100, "Z": 105}


def test_the_state_lists_everybody_who_joined_in_order() -> None:
    entries = [
        Seats(join=("C",), leave=("A",)),
        Adjust((Move("B", "C", 5),)),
        Seats(join=("A",), leave=("B",)),
    ]
    played = replay(GAMBLE, GAMBLE.defaults, opening(["A", "B"], Stake()), entries, Stake())
    assert [each.state.joined for each in played.scored] == [("A", "B", "C")] * 3
    assert set(played.state.seats) == {"C", "A"}


POTS = {
    "to the first place": ({"A": 10, "B": 5}, 7, {}, False, {"A": 17, "B": 5}),
    "shared": ({"A": 10, "B": 10, "C": 5}, 7, {}, False, {"A": 14, "B": 13, "C": 5}),
    "given back": ({"A": 10, "B": 5}, 7, {"A": 3, "B": 4}, True, {"A": 13, "B": 9}),
    # 3 of 7 are the bank's: they go to the first place, which is B with 5 + 7 by then
    "the bank's": ({"A": 10, "B": 5}, 10, {"B": 7, "bank": 3}, True, {"A": 10, "B": 15}),
    # somebody took points out by a correction: what was put in cannot all be given back
    "not all there": ({"A": 10, "B": 5}, 3, {"B": 4}, True, {"A": 13, "B": 5}),
    "a pot that owes": ({"A": 10, "B": 5}, -4, {}, False, {"A": 6, "B": 5}),
    "an empty one": ({"A": 10, "B": 5}, 0, {}, True, {"A": 10, "B": 5}),
}  # fmt: skip


@pytest.mark.parametrize(("balances", "pot", "deposits", "returns_pot", "final"), POTS.values(), ids=POTS)
def test_the_pot_that_is_left(
    balances: dict[str, int], pot: int, deposits: dict[str, int], returns_pot: bool, final: dict[str, int]
) -> None:
    state = State(tuple(balances), balances, pot=pot, deposits=deposits)
    options = replace(GAMBLE.defaults, pot_end="returned" if returns_pot else "top")
    assert with_pot(state, options)[0].points == final


# from 5000 each to 8000 5500 4000 2500
AHEAD = correction(("bank", "A", 3000), ("bank", "B", 500), ("C", "bank", 1000), ("D", "bank", 2500))
RAISED = {"start": 5000, "base": 5300}
STICK = a_round("nogame", riichi="D")
FINALS: dict[str, tuple[str, dict[str, Any], dict[str, Any], dict[str, int]]] = {
    # as far on the other side: 2000 4500 6000 7500; less 6000, and 1000 from each of the four for D
    "the fewest points win": ("A B C D", AHEAD, {"game": "hearts", "stake": {"start": 5000, "base": 6000}},
        {"A": -4000, "B": -1500, "C": 0, "D": 5500}),
    # A put in 90; B and C are first, and nobody takes anything back: 45 each
    "a correction left in the pot of a game without one": ("A B C", correction(("A", "pot", 90)),
        {"game": "doudizhu"}, {"A": -90, "B": 45, "C": 45}),
    # 100 by three is 34 33 33, but the top bonus of 4 x 300 is shared by all three: 400 each.
    # less 300: A -266, B and C -267, D -400
    "a point of a shared pot does not decide the top": ("A B C D", STICK, {"game": "teyaku", "stake": RAISED},
        {"A": 134, "B": 133, "C": 133, "D": -400}),
    # D paid 100 and gets it back: all four are first, 300 each
    "the pot can decide the top": ("A B C D", STICK,
        {"game": "teyaku", "stake": RAISED, "pot_end": "returned"}, dict.fromkeys("ABCD", 0)),
}  # fmt: skip


@pytest.mark.parametrize(("players", "facts", "terms", "final"), FINALS.values(), ids=FINALS)
def test_final_results(
    players: str, facts: dict[str, Any], terms: dict[str, Any], final: dict[str, int]
) -> None:
    document = session(players, facts, **terms)
    assert document.settle_up(document.replay().state).result == final
