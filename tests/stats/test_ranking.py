"""Places, and money over some evenings; sums are added up by hand."""

from decimal import Decimal

import pytest

from scorekeeper.circles.models import Player
from scorekeeper.play.models import GameSession
from scorekeeper.stats.ranking import money, places
from scorekeeper.stats.scope import Scope
from scorekeeper.stats.tallies import refresh_tallies
from tests.helpers import DEAL, DOBON, Phone
from tests.play.evenings import new_circle, over

pytestmark = pytest.mark.postgresql


def test_places_are_shared_by_equal_points() -> None:
    assert places({1: 5, 2: 7, 3: 5, 4: -17}) == {2: 1, 1: 2, 3: 2, 4: 4}


def test_money_of_one_unit_is_added_over_games(phone: Phone) -> None:
    """At 1円 a point: あき +400, Ben −330, Chie −70, 大輔 0.

    A landlord who loses 2 points to each of two at 10円: あき and Eva +20, Ben −40.
    """
    phone.record(DOBON)
    end(phone, {"unit": "円", "per_point": "1", "round_to": "10"})
    phone.open_table(("あき", "Ben", "Eva"), phone.session.circle.public_id, game="doudizhu")
    phone.record(DEAL)
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


def test_tenths_add_up_to_nothing(db: None) -> None:
    """0.1 + 0.2 − 0.3€."""
    circle = new_circle()
    euro = {"unit": "€", "per_point": "0.1", "round_to": "0.1"}
    for moves in ({("Ben", "あき"): 1}, {("Ben", "あき"): 2}, {("あき", "Ben"): 3}):
        over(circle, moves, rate=euro)
    assert refresh_tallies(circle) == 0
    assert set(money(Scope(circle))["€"].values()) == {Decimal(0)}
