"""どてんこ: the number N on the table is what is paid."""

from functools import partial
from typing import Any

import pytest

from tests.scoring import tables
from tests.scoring.tables import a_round, last, net, opening, problems, refused, session

ELEVEN = {"A": "7 4", "B": "4 7", "C": "J", "D": "10 A", "E": "A Q"}
"""Everybody can make 11: 10+1, 12-1."""


dobon = partial(tables.dobon, victim="E")
STANDS = {"first_claim": "stands"}
ALL = {"several": "all"}
# D-4 to D-8 and D-11 are in test_vectors.py.
VECTORS = [
    pytest.param({}, dobon("J", ELEVEN), "A +11, E -11", id="D-1"),
    pytest.param({}, dobon("9", {"A": "2 3 4"}), "A +9, E -9", id="D-2 on a 9"),
    pytest.param({}, opening("7", {"A": "2 5"}), "A +28, B -7, C -7, D -7, E -7", id="D-3"),
    # 11 x 2 x 2
    pytest.param({}, dobon("J", ELEVEN, "A B C"), "B -44, C +44", id="D-11 in the order of the calls"),
    pytest.param({}, dobon("J", ELEVEN, "A B", returns="C"), "B -44, C +44", id="D-11 calls, then a return"),
    # x 2 x 2 x 2
    pytest.param({}, dobon("J", ELEVEN, "A B C D"), "C -88, D +88", id="three returns"),
    # 6 x 4 x 2 x 2
    pytest.param(
        {}, opening("6", {"A": "2 4", "B": "7 Jk", "C": "6"}, returns="B C"), "B -96, C +96",
        id="an opening returned twice",
    ),
    pytest.param({"return_factor": 3}, dobon("J", ELEVEN, "A B C"), "B -99, C +99", id="tripled"),
    pytest.param({"return_factor": 1}, dobon("J", ELEVEN, "A B C"), "B -11, C +11", id="unchanged"),
    # the first claim too: E pays 11 to A
    pytest.param(STANDS, dobon("J", ELEVEN, returns="B"), "A -11, B +22, E -11", id="the first stands"),
    pytest.param(STANDS, dobon("J", ELEVEN, returns="B C"), "A +11, B -44, C +44, E -11", id="and the last"),
    # 6 from each of the others, 48 to B
    pytest.param(
        STANDS, opening("6", {"A": "2 4", "B": "7 Jk"}, returns="B"), "A -24, B +42, C -6, D -6, E -6",
        id="the first opening stands",
    ),
    # all are paid by who played the card
    pytest.param(ALL, dobon("J", ELEVEN, "A B C"), "A +11, B +11, C +11, E -33", id="all are paid"),
    # after E comes A
    pytest.param({"several": "first"}, dobon("J", ELEVEN, "C A"), "A +11, E -11", id="the next in turn"),
    # C, D and E pay 6 to A and to B
    pytest.param(
        ALL, opening("6", {"A": "2 4", "B": "7 Jk"}, "A B"), "A +18, B +18, C -12, D -12, E -12",
        id="two open",
    ),
    pytest.param({}, dobon("5", {"A": "5"}), "A +5, E -5", id="one card"),
    # a joker lies on the table
    pytest.param({"joker_card": "zero"}, dobon("Jk", {"A": "A A"}), "", id="worth nothing: 1 - 1"),
    pytest.param({"joker_card": "one"}, dobon("Jk", {"A": "A"}), "A +1, E -1", id="worth 1"),
    # 3 and 6 were played on a 9, the 6 on top
    pytest.param({}, dobon("6", {"A": "2 4"}), "A +6, E -6", id="the top card's number"),
    pytest.param({"number_counts": "each"}, dobon("6", {"A": "2 7"}, target=9), "A +9, E -9", id="the 9"),
    pytest.param({"burst_points": 25}, a_round("burst", player="E"), "A +25, B +25, C +25, D +25, E -100",
                 id="a dear burst"),
    # 6 + 4
    pytest.param({"opening_extra": 4}, opening("6", {"A": "6"}), "A +40, B -10, C -10, D -10, E -10",
                 id="an extra"),
]  # fmt: skip


@pytest.mark.parametrize(("options", "facts", "change"), VECTORS)
def test_what_a_round_is_worth(options: dict[str, object], facts: dict[str, Any], change: str) -> None:
    entry = last(session("A B C D E", facts, game="dotenko", **options))
    assert (net(entry), problems(entry)) == (change, "")


OBJECTIONS = [
    pytest.param({}, dobon("10", {"A": "2 3 4"}), "claim.wrong A", id="D-2: 2+3+4 is 9, not 10"),
    pytest.param(
        {"single_claim": "refused"}, dobon("5", {"A": "5"}), "claim.single A", id="two cards needed",
    ),
    pytest.param({}, dobon("Jk", {"A": "A"}), "claim.joker", id="a joker on the table"),
    pytest.param({}, dobon("8", {"A": "A 8"}), "claim.wrong A", id="an ace is never 0"),
    pytest.param({}, dobon("6", {"A": "2 7"}, target=9), "claim.target", id="the sum of a combination"),
    pytest.param({}, dobon("6", {"A": "6"}, count=2), "claim.together", id="two 6s at once"),
    pytest.param(
        {"several": "all", "returns": "on"}, dobon("J", ELEVEN, returns="B C"), "returns.once C",
        id="no chain",
    ),
    pytest.param({}, a_round("burst", player="A", hands={"A": "2 3 4 5"}), "burst.cards A", id="four cards"),
    pytest.param({}, a_round("burst", player="A", hands={"A": "2 3 4 5 5"}), "", id="five cards"),
    pytest.param({}, a_round("burst", player="A", hands={"A": {"count": 4}}), "burst.cards A", id="a count"),
    pytest.param({"burst_cards": 7}, a_round("burst", player="A", hands={"A": {"count": 7}}), "", id="seven"),
    pytest.param({"burst_cards": 2}, a_round("burst", player="A", hands={"A": "2 3"}), "", id="two at least"),
]  # fmt: skip


@pytest.mark.parametrize(("options", "facts", "objections"), OBJECTIONS)
def test_objections(options: dict[str, object], facts: dict[str, Any], objections: str) -> None:
    assert problems(last(session("A B C D E", facts, game="dotenko", **options))) == objections


def test_d_8_the_own_card_cannot_be_claimed() -> None:
    facts = dobon("J", {"E": "4 7"}, "E")
    data = {"format": 1, "game": "dotenko", "players": list("ABCDE"), "rounds": [facts]}
    assert refused(data) == ("rounds[0].victim", "victim.caller")


FLIPPERS = [
    pytest.param([dobon("J", ELEVEN)], "E", id="who was claimed"),
    pytest.param([dobon("J", ELEVEN, "A B C")], "B", id="who was returned last"),
    pytest.param([a_round("burst", player="D")], "D", id="who burst"),
    pytest.param([a_round("burst", player="D"), opening("6", {"A": "6"})], "D", id="everybody lost"),
    pytest.param([opening("6", {"A": "6", "B": "6"}, returns="B")], "A", id="whose opening was returned"),
]


@pytest.mark.parametrize(("rounds", "flipper"), FLIPPERS)
def test_the_loser_turns_the_first_card(rounds: list[dict[str, Any]], flipper: str) -> None:
    assert session("A B C D E", *rounds, game="dotenko").replay().state.starter == flipper


def test_two_players_and_ten() -> None:
    # 6 x 1; 6 x 9
    few = last(session("A B", opening("6", {"A": "6"}), game="dotenko"))
    many = last(session("A B C D E F G H I J", opening("6", {"A": "6"}), game="dotenko"))
    assert (few.change["A"], many.change["A"]) == (6, 54)
