"""Places, and money over some evenings; sums are added up by hand."""

from decimal import Decimal

import pytest

from scorekeeper.stats.people import money, places
from scorekeeper.stats.scope import Scope
from scorekeeper.stats.tallies import refresh_tallies
from tests.play.evenings import new_circle, over

pytestmark = pytest.mark.postgresql


def test_places_are_shared_by_equal_points() -> None:
    assert places({1: 5, 2: 7, 3: 5, 4: -17}) == {2: 1, 1: 2, 3: 2, 4: 4}


def test_tenths_add_up_to_nothing(db: None) -> None:
    """0.1 + 0.2 − 0.3€."""
    circle = new_circle()
    euro = {"unit": "€", "per_point": "0.1", "round_to": "0.1"}
    for moves in ({("Ben", "あき"): 1}, {("Ben", "あき"): 2}, {("あき", "Ben"): 3}):
        over(circle, moves, rate=euro)
    assert refresh_tallies(circle) == 0
    assert set(money(Scope(circle))["€"].values()) == {Decimal(0)}
