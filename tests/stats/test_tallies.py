"""What sessions come to for people; the evenings are the examples of the rules, added up by hand."""

import pytest
from django.utils import timezone

from scorekeeper.circles.models import Player
from scorekeeper.play.ledger import prepare
from scorekeeper.play.services import start_session
from scorekeeper.scoring.document import read_document
from scorekeeper.stats.models import Claim, Tally, Versus
from scorekeeper.stats.people import (
    figures,
    recent_points,
    recent_tallies,
)
from scorekeeper.stats.scope import Scope
from scorekeeper.stats.tallies import refresh_tallies
from scorekeeper.stats.versus import (
    balance_by_session,
    largest_payments,
)
from tests.helpers import DOBON, OUT, Phone
from tests.play.evenings import new_circle

pytestmark = pytest.mark.postgresql


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

    Of a hand whose sum alone is known nobody knows the cards.
    """
    assert [(row.rounds, row.cards) for row in evening.tallied()] == [(3, 26)]
    phone.record({"kind": "out", "winner": "2", "sum-0": "50", "sum-1": "20", "sum-3": "10"})
    assert refresh_tallies(evening.circle) == 0
    assert [(row.rounds, row.cards) for row in evening.tallied()] == [(4, 26)]


def test_the_largest_payment_is_at_whichever_table(evening: Scope, phone: Phone) -> None:
    """Ben paid あき 330 at the first, and 10 at the next."""
    phone.open_table(("あき", "Ben"), evening.circle.public_id)
    phone.record({"kind": "out", "winner": "0", "hand-1": "K"})
    assert refresh_tallies(evening.circle) == 0
    assert [one.points for one in largest_payments(evening, person("Ben"), person("あき"), 1)] == [330]


def test_a_correction_is_counted_anew_and_a_second_time_nothing_is(evening: Scope, phone: Phone) -> None:
    phone.confirm_change("round_void", 1)
    assert refresh_tallies(evening.circle) == 0
    assert figures(evening, person("あき"))["points"] == 390
    assert Versus.objects.get(giver__name="Ben", taker__name="あき").points == 330
    assert Claim.objects.get().times == 1


def test_what_time_did_not_suffice_for_is_told(evening: Scope, phone: Phone) -> None:
    phone.confirm_change("round_void", 1)
    assert refresh_tallies(evening.circle, seconds=-1) == 1
    assert figures(evening, person("あき"))["points"] == 790


def test_a_round_that_does_not_count_is_nobodys_worst(db: None) -> None:
    """B's stick of 100 is lost in a ノーゲーム; with one card left, B pays 100 to A in the round after it."""
    circle = new_circle()
    rounds = [{"kind": "nogame", "riichi": ["B"]}, {"kind": "out", "winner": "A", "hands": {"B": ["5"]}}]
    data = {"format": 1, "game": "teyaku", "players": ["A", "B"], "rounds": rounds}
    session = start_session(circle, prepare(read_document(data)))
    assert refresh_tallies(circle) == 0
    row = Tally.objects.get(session=session, player__name="B")
    assert (row.points, row.rounds, row.losses, row.lost, row.worst) == (-200, 1, 1, -100, -100)
    assert row.worst_round == session.rounds.get(position=2)


def test_tables_of_one_moment_are_in_the_order_in_which_they_came(db: None) -> None:
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
