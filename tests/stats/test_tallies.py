"""What sessions come to for people; the evenings are the examples of the rules, added up by hand."""

from decimal import Decimal
from typing import Any

import pytest
from django.utils import timezone

from scorekeeper.circles.models import Circle, Player
from scorekeeper.play.ledger import prepare
from scorekeeper.play.models import GameSession
from scorekeeper.play.services import add_round, start_session
from scorekeeper.play.standing_in import change_stand_in
from scorekeeper.play.table import Table
from scorekeeper.scoring.document import read_document
from scorekeeper.stats.models import Claim, Tally, Versus
from scorekeeper.stats.people import (
    balance_by_session,
    figures,
    figures_by_player,
    largest_payments,
    money,
    recent_points,
    recent_tallies,
)
from scorekeeper.stats.scope import Scope
from scorekeeper.stats.tallies import refresh_tallies
from tests.helpers import DOBON, OUT, Phone
from tests.play.evenings import form_version, new_circle, over

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]


@pytest.fixture
def evening(phone: Phone) -> Scope:
    """Two claims by あき on Ben's K, a round that Chie went out in, and one that nobody finished."""
    for facts in (DOBON, DOBON, OUT, {"kind": "nogame"}):
        phone.record(facts)
    scope = Scope(phone.session.circle, "gamble")
    assert refresh_tallies(scope.circle) == 0
    return scope


def person(name: str) -> Player:
    return Player.objects.get(name=name)


def test_rounds_and_cards_of_an_evening(evening: Scope, phone: Phone) -> None:
    """2 J, A 2 3, A 2 3 10 K and 4 are eleven cards, twice; 5, K and 2 10 are four; a no-game is no round.

    Of a hand whose sum alone is known nobody knows the cards; of another table their number is, 2 and 1.
    """
    assert [(row.rounds, row.cards) for row in evening.tallied()] == [(3, 26)]
    phone.record({"kind": "out", "winner": "2", "sum-0": "50", "sum-1": "20", "sum-3": "10"})
    hands = {"B": {"count": 2}, "C": {"count": 1}}
    evening_row(evening.circle, {"kind": "out", "winner": "A", "hands": hands}, game="teyaku")
    assert refresh_tallies(evening.circle) == 0
    assert [(row.rounds, row.cards) for row in evening.tallied()] == [(4, 26)]
    assert [row.cards for row in Scope(evening.circle, "teyaku").tallied()] == [3]


def test_the_largest_payment_of_all_tables(evening: Scope, phone: Phone) -> None:
    """Ben paid あき 330 at the first, and 10 at the next."""
    phone.open_table(("あき", "Ben"), evening.circle.public_id)
    phone.record({"kind": "out", "winner": "0", "hand-1": "K"})
    assert refresh_tallies(evening.circle) == 0
    assert [one.points for one in largest_payments(evening, person("Ben"), person("あき"), 1)] == [330]


def test_a_corrected_session_is_summed_up_again(evening: Scope, phone: Phone) -> None:
    """A refresh that is out of time says how many sessions are left."""
    phone.confirm_change("round_void", 1)
    assert refresh_tallies(evening.circle, seconds=-1) == 1
    assert figures(evening, person("あき"))["points"] == 790
    assert refresh_tallies(evening.circle) == 0
    assert figures(evening, person("あき"))["points"] == 390
    assert Versus.objects.get(giver__name="Ben", taker__name="あき").points == 330
    assert Claim.objects.get().times == 1


def test_a_round_that_does_not_count_is_no_worst_round() -> None:
    """B's stick of 100 is lost in a ノーゲーム; with one card left, B pays 100 to A in the round after it."""
    circle = new_circle()
    rounds = [{"kind": "nogame", "riichi": ["B"]}, {"kind": "out", "winner": "A", "hands": {"B": ["5"]}}]
    data = {"format": 1, "game": "teyaku", "players": ["A", "B"], "rounds": rounds}
    session = start_session(circle, prepare(read_document(data)))
    assert refresh_tallies(circle) == 0
    row = Tally.objects.get(session=session, player__name="B")
    assert (row.points, row.rounds, row.losses, row.lost, row.worst) == (-200, 1, 1, -100, -100)
    assert row.worst_round == session.rounds.get(position=2)


def test_tables_opened_at_once_are_in_order_of_creation() -> None:
    """B loses 10, then 20, at tables that were opened at once: the last one is that of 20."""
    circle = new_circle()
    for lost in (10, 20):
        moves = [{"from": "B", "to": "A", "points": lost}]
        out = {"kind": "out", "winner": "A", "hands": {"B": []}}
        data = {"format": 1, "game": "gamble", "players": ["A", "B"]}
        rounds = [{"kind": "adjust", "transfers": moves}, out]
        start_session(circle, prepare(read_document({**data, "rounds": rounds})))
    circle.sessions.update(started_at=timezone.now())
    assert refresh_tallies(circle) == 0
    scope, player = Scope(circle, "gamble"), circle.players.get(name="B")
    assert [row.points for row in recent_tallies(scope, player, 2)] == [-10, -20]
    assert recent_points(scope, 2)[player.pk] == [-10, -20]
    assert [
        points for _session, points in balance_by_session(scope, player, circle.players.get(name="A"))
    ] == [-10, -20]


PEOPLE = ["A", "B", "C"]


def out(winner: str) -> dict[str, Any]:
    return {"kind": "out", "winner": winner, "hands": {name: ["5"] for name in PEOPLE if name != winner}}


def evening_row(circle: Circle, *rounds: dict[str, Any], game: str = "gamble") -> GameSession:
    data = {"format": 1, "game": game, "players": PEOPLE, "rounds": list(rounds)}
    return start_session(circle, prepare(read_document(data)))


def wins_in_a_row(circle: Circle, game: str = "gamble") -> dict[str, int]:
    assert refresh_tallies(circle) == 0
    names = dict(circle.players.values_list("pk", "name"))
    return {names[pk]: one["streak"] for pk, one in figures_by_player(Scope(circle, game)).items()}


def test_a_streak_ends_with_a_round_that_was_not_won() -> None:
    """A wins twice, B three times, A once; a round that nobody finished and a correction are no rounds.

    A corrected counter is no win.
    """
    between = {"kind": "nogame"}, {"kind": "adjust", "transfers": [{"from": "B", "to": "C", "points": 5}]}
    circle = new_circle()
    evening_row(circle, out("A"), out("A"), out("B"), out("B"), *between, out("B"), out("A"))
    assert wins_in_a_row(circle) == {"A": 2, "B": 3, "C": 0}
    hands = {"A": ["K"], "B": ["4", "5"], "C": ["3"]}
    called = {"kind": "dobon", "callers": ["B"], "victim": "C", "card": "9", "hands": hands}
    evening_row(circle, {"kind": "streak", "wins": {"A": 7}}, called, called, game="kawagoe")
    assert wins_in_a_row(circle, "kawagoe") == {"A": 0, "B": 2, "C": 0}


def test_a_stand_in_has_only_own_wins() -> None:
    """A wins three times, then Sub in A's seat once, then A once more: four of A's own, one of Sub's."""
    circle = new_circle()
    session = evening_row(circle, out("A"), out("A"), out("A"))
    for player, winner in (("Sub", "0"), ("", "0"), ("", "1")):
        change_stand_in(Table(session), "0", player, False, form_version(session))
        losers = {seat: ["5"] for seat in "012" if seat != winner}
        add_round(Table(session), {"kind": "out", "winner": winner, "hands": losers}, form_version(session))
    assert wins_in_a_row(circle) == {"A": 4, "B": 1, "C": 0, "Sub": 1}


def test_decimal_money_adds_up_exactly() -> None:
    """0.1 + 0.2 − 0.3€."""
    circle = new_circle()
    euro = {"unit": "€", "per_point": "0.1", "round_to": "0.1"}
    for moves in ({("Ben", "あき"): 1}, {("Ben", "あき"): 2}, {("あき", "Ben"): 3}):
        over(circle, moves, rate=euro)
    assert refresh_tallies(circle) == 0
    assert set(money(Scope(circle))["€"].values()) == {Decimal(0)}
