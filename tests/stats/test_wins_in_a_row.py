"""連勝: a person's own wins in their own order, in every game."""

from typing import Any

import pytest

from scorekeeper.circles.models import Circle
from scorekeeper.play.ledger import prepare
from scorekeeper.play.models import GameSession
from scorekeeper.play.services import add_round, start_session
from scorekeeper.play.standing_in import change_stand_in
from scorekeeper.play.table import Table
from scorekeeper.scoring.document import read_document
from scorekeeper.stats.people import figures_by_player
from scorekeeper.stats.scope import Scope
from scorekeeper.stats.tallies import refresh_tallies
from tests.play.evenings import form_version, new_circle

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]

PEOPLE = ["A", "B", "C"]


def out(winner: str) -> dict[str, Any]:
    return {"kind": "out", "winner": winner, "hands": {name: ["5"] for name in PEOPLE if name != winner}}


def evening(circle: Circle, *rounds: dict[str, Any], game: str = "gamble") -> GameSession:
    data = {"format": 1, "game": game, "players": PEOPLE, "rounds": list(rounds)}
    return start_session(circle, prepare(read_document(data)))


def wins_in_a_row(circle: Circle, game: str = "gamble") -> dict[str, int]:
    assert refresh_tallies(circle) == 0
    names = dict(circle.players.values_list("pk", "name"))
    return {names[pk]: one["streak"] for pk, one in figures_by_player(Scope(circle, game)).items()}


def test_they_end_with_a_round_that_was_not_won() -> None:
    """A wins twice, B three times, A once; a round that nobody finished and a correction are no rounds."""
    between = {"kind": "nogame"}, {"kind": "adjust", "transfers": [{"from": "B", "to": "C", "points": 5}]}
    circle = new_circle()
    evening(circle, out("A"), out("A"), out("B"), out("B"), *between, out("B"), out("A"))
    assert wins_in_a_row(circle) == {"A": 2, "B": 3, "C": 0}


def test_a_stand_in_has_only_own_wins() -> None:
    """A wins three times, then Sub in A's seat once, then A once more: four of A's own, one of Sub's."""
    circle = new_circle()
    session = evening(circle, out("A"), out("A"), out("A"))
    for player, winner in (("Sub", "0"), ("", "0"), ("", "1")):
        change_stand_in(Table(session), "0", player, False, form_version(session))
        losers = {seat: ["5"] for seat in "012" if seat != winner}
        add_round(Table(session), {"kind": "out", "winner": winner, "hands": losers}, form_version(session))
    assert wins_in_a_row(circle) == {"A": 4, "B": 1, "C": 0, "Sub": 1}


def test_a_corrected_counter_is_no_win() -> None:
    hands = {"A": ["K"], "B": ["4", "5"], "C": ["3"]}
    called = {"kind": "dobon", "callers": ["B"], "victim": "C", "card": "9", "hands": hands}
    circle = new_circle()
    evening(circle, {"kind": "streak", "wins": {"A": 7}}, called, called, game="kawagoe")
    assert wins_in_a_row(circle, "kawagoe") == {"A": 0, "B": 2, "C": 0}
