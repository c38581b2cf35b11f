"""Outcomes as JSON: what was written is read back the same, by seat number and in no language."""

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from scorekeeper.play.ledger import all_names, read_outcome, write_outcome
from scorekeeper.scoring.core import Outcome
from scorekeeper.scoring.document import Document, Reader, read_document, write_round
from scorekeeper.scoring.replay import recorded
from tests.scoring.tables import a_round, last, session

CASES = sorted((Path(__file__).parents[1] / "scoring" / "cases").glob("*/*.json"))


def called_otherwise(evening: Document, numbers: Mapping[str, str], names: Mapping[str, str]) -> Document:
    """The same evening of people with other ``names``, by their numbers."""
    reader = Reader(evening.ruleset, evening.options)
    written = (write_round(evening.ruleset, facts, numbers) for facts in evening.rounds)
    players = tuple(names[numbers[name]] for name in evening.players)
    return replace(evening, players=players, rounds=tuple(reader.read(facts, names) for facts in written))


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_players_may_be_called_otherwise_when_it_is_read(path: Path) -> None:
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


def test_words_of_the_table_are_no_players() -> None:
    move = {"from": "up", "to": "B", "points": 7, "reason": "B"}
    outcome = last(session("up B C", a_round("adjust", transfers=[move]))).outcome
    stored = write_outcome(outcome, {"up": "0", "B": "1", "C": "2"})
    again = read_outcome(stored, {"0": "X", "1": "Y", "2": "Z"}, object)  # type: ignore[arg-type]
    assert again.transfers[0].steps[0].values == {"reason": "B"}
    assert (again.transfers[0].payer, again.transfers[0].payee) == ("X", "Y")
