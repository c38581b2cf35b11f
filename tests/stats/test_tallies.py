"""What sessions come to for people; the evenings are the examples of the rules, added up by hand."""

from datetime import timedelta

import pytest
from django.utils import timezone

from scorekeeper.circles.models import Player
from scorekeeper.play.models import GameSession
from scorekeeper.play.prepared import prepare
from scorekeeper.play.services import start_session
from scorekeeper.scoring.document import read_document
from scorekeeper.stats.models import Claim, Neighbour, Tally, Versus
from scorekeeper.stats.people import (
    figures,
    figures_by_player,
    figures_of_all,
    recent_points,
    recent_tallies,
)
from scorekeeper.stats.scope import Scope
from scorekeeper.stats.tallies import refresh_tallies
from scorekeeper.stats.versus import (
    balance_by_session,
    claims_by_number,
    largest_payments,
    matrix,
    shared_play,
    taken_from_each,
    taken_from_unlisted,
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


def counted(scope: Scope, name: str) -> dict[str, int]:
    return {column: value for column, value in figures(scope, person(name)).items() if value}


def test_a_persons_figures(evening: Scope) -> None:
    assert counted(evening, "あき") == {
        "tables": 1, "firsts": 1, "points": 790, "rounds": 3, "gains": 2, "losses": 1, "won": 800,
        "lost": -10, "best": 400, "worst": -10, "wins": 2, "calls": 2, "streak": 2,
    }  # fmt: skip
    assert counted(evening, "Ben") == {
        "tables": 1, "points": -670, "rounds": 3, "losses": 3, "lost": -670, "worst": -330, "claimed_on": 2,
    }  # fmt: skip


def test_rounds_and_cards_of_an_evening(evening: Scope, phone: Phone) -> None:
    """2 J, A 2 3, A 2 3 10 K and 4 are eleven cards, twice; 5, K and 2 10 are four; a no-game is no round.

    Of a hand whose sum alone is known nobody knows the cards.
    """
    assert [(row.rounds, row.cards) for row in evening.tallied()] == [(3, 26)]
    phone.record({"kind": "out", "winner": "2", "sum-0": "50", "sum-1": "20", "sum-3": "10"})
    assert refresh_tallies(evening.circle) == 0
    assert [(row.rounds, row.cards) for row in evening.tallied()] == [(4, 26)]


def test_everybodys_points_sum_to_zero(evening: Scope) -> None:
    assert sum(one["points"] for one in figures_by_player(evening).values()) == 0
    assert figures_of_all(evening)["rounds"] == 12


def test_guests_are_left_out_but_have_figures_of_their_own(evening: Scope) -> None:
    Player.objects.filter(name="Ben").update(guest=True)
    assert person("Ben").pk not in figures_by_player(evening)
    assert person("Ben").pk in figures_by_player(evening, guests=True)
    assert figures(evening, person("Ben"))["points"] == -670
    assert all(person("Ben").pk not in pair for pair in matrix(evening))


def test_the_largest_round_is_known(evening: Scope, phone: Phone) -> None:
    tally = Tally.objects.get(player__name="あき")
    assert (tally.best_round_id, tally.worst_round_id) == tuple(
        phone.session.rounds.get(position=number).pk for number in (1, 3)
    )
    assert tally.place == 1
    assert Tally.objects.get(player__name="大輔").place == Tally.objects.get(player__name="Chie").place == 2


def test_who_took_what_from_whom(evening: Scope) -> None:
    aki, ben, chie = map(person, ("あき", "Ben", "Chie"))
    assert matrix(evening)[aki.pk, ben.pk] == 660
    assert matrix(evening)[ben.pk, aki.pk] == -660
    assert sum(matrix(evening).values()) == 0
    assert taken_from_each(evening, aki) == {ben.pk: 660, chie.pk: 140 - 10}
    assert claims_by_number(evening, caller=aki, victim=ben) == {13: 2}
    assert claims_by_number(evening, caller=ben, victim=aki) == {}
    assert [points for _session, points in balance_by_session(evening, ben, aki)] == [-660]
    assert [(one.giver, one.taker, one.points) for one in largest_payments(evening, chie, aki, 3)] == [
        (chie, aki, 70),
        (chie, aki, 70),
        (aki, chie, 10),
    ]


def test_the_largest_payment_is_at_whichever_table(evening: Scope, phone: Phone) -> None:
    """Ben paid あき 330 at the first, and 10 at the next."""
    phone.open_table(("あき", "Ben"), evening.circle.public_id)
    phone.record({"kind": "out", "winner": "0", "hand-1": "K"})
    assert refresh_tallies(evening.circle) == 0
    assert [one.points for one in largest_payments(evening, person("Ben"), person("あき"), 1)] == [330]


def test_two_people_played_together(evening: Scope, phone: Phone) -> None:
    """Three rounds that count; the one that nobody finished is none, and neither is a correction."""
    aki, ben = person("あき"), person("Ben")
    begun = timezone.localdate(phone.session.started_at - timedelta(hours=6))
    together = {"tables": 1, "rounds": 3, "since": begun}
    assert shared_play(evening, aki, ben) == shared_play(evening, ben, aki) == together
    phone.open_table(("あき", "Eva"), evening.circle.public_id)
    phone.record({"kind": "out", "winner": "0", "hand-1": "K"})
    assert refresh_tallies(evening.circle) == 0
    assert shared_play(evening, aki, person("Eva"))["rounds"] == 1
    assert shared_play(evening, ben, person("Eva")) == {"tables": 0, "rounds": 0, "since": None}
    assert [points for _session, points in balance_by_session(evening, aki, person("Eva"))] == [10]


def test_what_guests_paid_stands_by_itself(evening: Scope) -> None:
    Player.objects.filter(name="Ben").update(guest=True)
    aki, ben, chie = map(person, ("あき", "Ben", "Chie"))
    assert taken_from_unlisted(evening) == {aki.pk: 660, chie.pk: 10, ben.pk: -670}
    assert matrix(evening)[aki.pk, chie.pk] == 130
    assert [points for _session, points in balance_by_session(evening, aki, ben)] == [660]


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


def test_who_sits_before_whom(evening: Scope) -> None:
    rows = evening.rows(Neighbour).filter(player__name="Ben")
    assert [(row.before.name, row.rounds, row.points) for row in rows] == [("あき", 3, -670)]
    rows = evening.rows(Neighbour).filter(player__name="あき")
    assert [(row.before.name, row.rounds, row.points) for row in rows] == [("大輔", 3, 790)]


def test_a_scope_bounds_by_days_games_and_length(evening: Scope) -> None:
    begun = GameSession.objects.get().started_at.astimezone()
    assert figures_by_player(evening.of_year(begun.year))
    assert figures_by_player(evening.of_month(begun.year, begun.month))
    assert not figures_by_player(evening.of_year(begun.year - 1))
    assert not figures_by_player(Scope(evening.circle, "teyaku"))
    assert not figures_by_player(Scope(evening.circle, "gamble", rounds=4))
    assert figures_by_player(Scope(evening.circle, "gamble", rounds=3))


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
