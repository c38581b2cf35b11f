"""Who comes first over some evenings; sums and places are added up by hand."""

from decimal import Decimal

import pytest

from scorekeeper.circles.models import Player
from scorekeeper.play.models import GameSession
from scorekeeper.stats.ranking import Rank, money, places, ranking
from scorekeeper.stats.scope import Scope
from scorekeeper.stats.tallies import refresh_tallies
from tests.helpers import DOBON, OUT, Phone
from tests.play.evenings import over

pytestmark = pytest.mark.postgresql


@pytest.fixture
def two(phone: Phone) -> Scope:
    """あき +400, Ben −330, Chie −70, 大輔 0; then あき −10, Ben −10, Chie +80, 大輔 −60."""
    phone.record(DOBON)
    phone.open_table(cid=phone.session.circle.public_id).record(OUT)
    scope = Scope(phone.session.circle, "gamble", rounds=1)
    assert refresh_tallies(scope.circle) == 0
    return scope


def by_name(ranks: list[Rank]) -> dict[str, Rank]:
    names = {player.pk: player.name for player in Player.objects.all()}
    return {names[rank.player]: rank for rank in ranks}


def evening(scope: Scope, number: int) -> Scope:
    """The circle's first evening, or its second."""
    session = GameSession.objects.order_by("pk")[number]
    return Scope(scope.circle, scope.game, evening=session.public_id)


def test_places_are_shared_by_equal_points() -> None:
    assert places({1: 5, 2: 7, 3: 5, 4: -17}) == {2: 1, 1: 2, 3: 2, 4: 4}


def test_two_evenings_together(two: Scope) -> None:
    result = by_name(ranking(two))
    assert list(result) == ["あき", "Chie", "大輔", "Ben"]
    aki = result["あき"]
    assert (aki.place, aki.points, aki.tables, aki.firsts, aki.average) == (1, 390, 2, 1, 1.5)
    assert (result["Chie"].points, result["Chie"].firsts, result["Chie"].average) == (10, 1, 2.0)
    assert (result["大輔"].points, result["Ben"].points) == (-60, -340)
    assert (result["大輔"].average, result["Ben"].average) == (3.0, 3.0)


def test_places_are_compared_with_the_period_before(two: Scope) -> None:
    """あき 1 to 2, Ben 4 to 2 (both −10), Chie 3 to 1, 大輔 2 to 4."""
    result = by_name(ranking(evening(two, 1), evening(two, 0)))
    assert {name: (rank.place, rank.moved) for name, rank in result.items()} == {
        "Chie": (1, 2),
        "あき": (2, -1),
        "Ben": (2, 2),
        "大輔": (4, -2),
    }


def test_who_was_not_there_before_is_new(two: Scope, phone: Phone) -> None:
    phone.open_table(("Eva", "Ben"), phone.session.circle.public_id)
    phone.record({"kind": "out", "winner": "0", "hand-1": "5"})
    refresh_tallies(two.circle)
    result = by_name(ranking(evening(two, 2), evening(two, 1)))
    assert (result["Eva"].moved, result["Ben"].moved) == (None, 0)


def test_guests_and_hidden_people_are_left_out(two: Scope) -> None:
    Player.objects.filter(name="Chie").update(guest=True)
    Player.objects.filter(name="大輔").update(hidden=True)
    result = by_name(ranking(two))
    assert {name: rank.place for name, rank in result.items()} == {"あき": 1, "Ben": 2}


def test_money_of_one_unit_is_added_over_games(phone: Phone) -> None:
    """At 1円 a point: あき +400, Ben −330, Chie −70, 大輔 0.

    A landlord who loses 2 points to each of two at 10円: あき and Eva +20, Ben −40.
    """
    phone.record(DOBON)
    end(phone, {"unit": "円", "per_point": "1", "round_to": "10"})
    phone.open_table(("あき", "Ben", "Eva"), phone.session.circle.public_id, game="doudizhu")
    phone.record(
        {"kind": "deal", "landlord": "1", "bid": "2", "bombs": "0", "rockets": "0", "result": "farmers"}
    )
    end(phone, {"unit": "円", "per_point": "10", "round_to": "10"})
    phone.open_table(("あき", "Ben"), phone.session.circle.public_id)
    phone.record({"kind": "out", "winner": "0", "hand-1": "5"})
    GameSession.objects.filter(public_id=phone.sid).update(
        rate={"unit": "chips", "per_point": "0.5", "round_to": "0.5"}
    )
    scope = Scope(phone.session.circle)
    refresh_tallies(scope.circle)
    names = {player.pk: player.name for player in Player.objects.all()}
    result = money(scope)
    assert list(result) == ["円"]  # the third table is still running
    assert {names[player]: amount for player, amount in result["円"].items()} == {
        "あき": Decimal(420),
        "Eva": Decimal(20),
        "大輔": Decimal(0),
        "Chie": Decimal(-70),
        "Ben": Decimal(-370),
    }


def end(phone: Phone, rate: dict[str, str]) -> None:
    """Play the table for money, and end it."""
    GameSession.objects.filter(public_id=phone.sid).update(rate=rate)
    phone.press("session_end")


def test_tenths_add_up_to_nothing(two: Scope) -> None:
    """0.1 + 0.2 − 0.3€."""
    euro = {"unit": "€", "per_point": "0.1", "round_to": "0.1"}
    for moves in ({("Ben", "あき"): 1}, {("Ben", "あき"): 2}, {("あき", "Ben"): 3}):
        over(two.circle, moves, rate=euro)
    assert refresh_tallies(two.circle) == 0
    assert set(money(Scope(two.circle))["€"].values()) == {Decimal(0)}
