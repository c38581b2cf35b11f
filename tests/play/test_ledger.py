"""What is kept of a round: gains, parts, the number that was claimed, and its outcome as JSON."""

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.play.ledger import RoundRecord, all_names, read_outcome, round_records, write_outcome
from scorekeeper.scoring.core import Note, Outcome, Problem, Step, Transfer
from scorekeeper.scoring.document import Document, Reader, read_document, write_round
from scorekeeper.scoring.replay import opening, recorded
from tests.scoring.tables import a_round, last, session

HANDS = {"A": "2 7", "B": "9", "C": "4 5"}
DEAL = {"kind": "deal", "landlord": "B", "bid": 2, "bombs": 0, "rockets": 0, "spring": False}


def kept(game: str, facts: dict[str, Any], **options: object) -> RoundRecord:
    """What is kept of the first round of A, B and C."""
    table = session("A B C", facts, game=game, **options)
    names = {name: name for name in table.players}
    before = opening(table.players, table.stake)
    return next(round_records(table.ruleset, before, [last(table)], names))


ROUNDS: list[Any] = [
    # 9+9 = 18, doubled by the 2 in A's hand
    pytest.param(
        "kawagoe", a_round("dobon", callers="A", victim="B", card="9", hands=HANDS),
        "A +36 caller winner, B -36 victim, C +0", 9, id="a claim",
    ),
    # B has no 2; A pays the 9 and 2+7, doubled for the return
    pytest.param(
        "kawagoe", a_round("dobon", callers="A", victim="B", card="9", hands=HANDS, returns="B"),
        "A -36 caller returned, B +36 victim returner winner, C +0", 9, id="a claim that was returned",
    ),
    # 9+4 from each of two
    pytest.param(
        "kawagoe", a_round("opening", callers="C", card="9", hands=HANDS),
        "A -13, B -13, C +26 caller winner", 9, id="an opening claim, of nobody",
    ),
    # 10 from a K, 3 rounds to nothing
    pytest.param(
        "gamble", a_round("out", winner="A", hands={"B": "K", "C": "3"}),
        "A +10 winner, B -10, C +0", None, id="out",
    ),
    pytest.param(
        "dotenko", a_round("burst", player="C"), "A +10, B +10, C -20 burst", None, id="a burst",
    ),
    pytest.param("gamble", a_round("nogame"), "A +0, B +0, C +0", None, id="no game"),
    pytest.param(
        "doudizhu", {**DEAL, "winner": "landlord"},
        "A -2 farmer, B +4 landlord winner, C -2 farmer", None, id="the landlord wins",
    ),
    pytest.param(
        "doudizhu", {**DEAL, "winner": "farmers"},
        "A +2 farmer winner, B -4 landlord, C +2 farmer winner", None, id="the farmers win",
    ),
    pytest.param(
        "doudizhu", {**DEAL, "winner": "landlord", "spring": True},
        "A -2 farmer, B +4 landlord winner, C -2 farmer", None, id="a spring that this table does not count",
    ),
    pytest.param("doudizhu", {"kind": "passed"}, "A +0, B +0, C +0", None, id="nobody bid"),
    pytest.param(
        "gamble", a_round("adjust", transfers=[{"from": "B", "to": "pot", "points": 7}]),
        "A +0, B -7, C +0", None, id="a correction has no parts",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("game", "facts", "seats", "number"), ROUNDS)
def test_who_gained_what_and_had_which_part(
    game: str, facts: dict[str, Any], seats: str, number: int | None
) -> None:
    record = kept(game, facts)
    lines = (f"{one['seat']} {one['gain']:+} {' '.join(one['parts'])}".strip() for one in record["seats"])
    assert (", ".join(lines), record["claimed"]) == (seats, number)
    assert all(one["balance"] == one["gain"] for one in record["seats"])


@pytest.mark.parametrize(
    ("winner", "parts"),
    [("landlord", ("farmer", "landlord winner spring")), ("farmers", ("farmer winner spring", "landlord"))],
)
def test_who_won_by_a_spring_that_counts(winner: str, parts: tuple[str, str]) -> None:
    record = kept("doudizhu", {**DEAL, "winner": winner, "spring": True}, spring="double")
    assert tuple(" ".join(one["parts"]) for one in record["seats"][:2]) == parts


def test_cards_played_together_and_who_held_the_card_that_was_drawn_on() -> None:
    """The number of several cards is their sum."""
    drawn = a_round("draw", winner="A", victim="C", card="10", hands={"A": "A 5 4"})
    seats = kept("teyaku", drawn, draw_payers="holder")["seats"]
    assert [" ".join(one["parts"]) for one in seats] == ["drawer winner", "", "holder"]
    claim = a_round("dobon", callers="A", victim="B", card="9", count=2, target=18, hands={"A": "9 9"})
    assert kept("teyaku", claim)["claimed"] == 18


def test_what_lies_in_the_pot_was_moved_too_and_who_put_it_there_is_kept() -> None:
    """Of the game itself too: the bank is no seat."""
    moves = [{"from": who, "to": "pot", "points": points} for who, points in (("B", 7), ("bank", 3))]
    record = kept("gamble", a_round("adjust", transfers=moves))
    assert record["change"] == {"B": -7, "bank": -3, "pot": 10}
    assert (record["kind"], record["counts"], record["problems"]) == ("adjust", False, 0)
    assert (record["state"]["pot"], record["state"]["deposits"]) == (10, {"B": 7, "bank": 3})


def test_objections_are_counted() -> None:
    """2+7 claims no K, nor does a 9, and nobody returns here."""
    claim = a_round("dobon", callers="A", victim="B", card="K", hands=HANDS, returns="B")
    assert kept("gamble", claim)["problems"] == 3


def test_a_first_round() -> None:
    """Points are counted from the start.  Without a streak its winner has won, for practice it has none."""
    won = a_round("out", winner="A", hands={"B": "K", "C": "3"})
    record = kept("gamble", won, first_round="streak", stake={"start": 300})
    assert [one["balance"] for one in record["seats"]] == [310, 290, 300]
    assert [(one["seat"], one["streak"]) for one in record["seats"] if "winner" in one["parts"]] == [("A", 0)]
    record = kept("gamble", won, first_round="practice")
    assert (record["counts"], record["change"], record["state"]["begun"]) == (False, {}, True)
    assert all("winner" not in one["parts"] for one in record["seats"])


CASES = sorted((Path(__file__).parents[1] / "scoring" / "cases").glob("*/*.json"))


def called_otherwise(evening: Document, numbers: Mapping[str, str], names: Mapping[str, str]) -> Document:
    """The same evening of people with other ``names``, by their numbers."""
    reader = Reader(evening.ruleset, evening.options)
    written = (write_round(evening.ruleset, facts, numbers) for facts in evening.rounds)
    players = tuple(names[numbers[name]] for name in evening.players)
    return replace(evening, players=players, rounds=tuple(reader.read(facts, names) for facts in written))


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_a_stored_outcome_can_be_read_with_other_names(path: Path) -> None:
    evening = read_document(json.loads(path.read_text())["document"])
    numbers = {name: str(number) for number, name in enumerate(all_names(evening))}
    names = {number: f"*{name}*" for name, number in numbers.items()}
    wanted = called_otherwise(evening, numbers, names)
    texts = (json.dumps(write_outcome(one.outcome, numbers)) for one in evening.replay().scored)
    outcomes = (read_outcome(json.loads(text), names, type(evening.options)) for text in texts)
    stored = zip(wanted.rounds, outcomes, strict=True)
    assert tuple(recorded(wanted.options, wanted.opening, stored, wanted.stake)) == wanted.replay().scored


def test_what_is_at_its_default_is_left_out() -> None:
    """3 rounds to nothing, K is 10: B pays A."""
    outcome = last(session("A B C", a_round("out", winner="A", hands={"B": "K", "C": "3"}))).outcome
    written = write_outcome(outcome, {"A": "0", "B": "1", "C": "2"})
    hand = {"who": {"seat": "1"}, "cards": {"cards": "K"}}
    assert written["transfers"][0][:3] == ["1", "0", 10]
    assert written["transfers"][0][4][0] == ["hand.cards", 10, "sum", [10], 0, hand]
    assert not {"claims", "problems", "seats", "rules", "counts"} & written.keys()
    assert write_outcome(Outcome(), {}) == {}


def test_an_entry_without_values_keeps_only_the_fields_that_every_entry_has() -> None:
    zero = Transfer("B", "A", 0, "bare", (Step("zero", 0), Step("least", 0, "given", (3,))))
    outcome = Outcome((zero, Transfer("B", "A", 0, "")), notes=(Note("n"),), problems=(Problem("p"),))
    outcome = replace(outcome, claims=(Note(""),), remarks=(Note("r", {"points": 0}),))
    written = write_outcome(outcome, {"A": "0", "B": "1"})
    steps = [["zero", 0], ["least", 0, "given", [3]]]
    assert written == {
        "transfers": [["1", "0", 0, "bare", steps], ["1", "0", 0, ""]],
        "claims": [[""]], "remarks": [["r", {"points": 0}]], "notes": [["n"]], "problems": [["p"]],
    }  # fmt: skip
    assert read_outcome(written, {"0": "A", "1": "B"}, object) == outcome  # type: ignore[arg-type]


def test_reasons_that_people_typed_are_not_read_as_names() -> None:
    move = {"from": "up", "to": "B", "points": 7, "reason": "B"}
    outcome = last(session("up B C", a_round("adjust", transfers=[move]))).outcome
    stored = write_outcome(outcome, {"up": "0", "B": "1", "C": "2"})
    again = read_outcome(stored, {"0": "X", "1": "Y", "2": "Z"}, object)  # type: ignore[arg-type]
    assert again.transfers[0].steps[0].values == {"reason": "B"}
    assert (again.transfers[0].payer, again.transfers[0].payee) == ("X", "Y")
