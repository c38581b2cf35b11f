"""Ratings by the places of evenings: small cases on paper, and laws."""

from datetime import timedelta
from math import exp, isclose, sqrt

import pytest
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.circles.models import Circle, Player
from scorekeeper.play.models import GameSession
from scorekeeper.stats import ratings as module
from scorekeeper.stats.ratings import MEAN, SPREAD, Skill, rate, ratings
from scorekeeper.stats.scope import Scope
from scorekeeper.stats.tallies import refresh_tallies
from tests.helpers import DOBON, OUT, Phone
from tests.play.evenings import begin_at

BETA, TAU = MEAN / 6, MEAN / 300
"""How much one evening hangs on chance, and how much somebody may change between two."""


def test_ratings_of_two_people_worked_out_by_hand() -> None:
    """For two, the winner gains s²/c · (1 − e^(m/c) / (e^(m/c) + e^(n/c))), the other loses it."""
    assert rate([{1: 1}, {}]) == {}, "nobody alone is rated"
    variance = SPREAD**2 + TAU**2
    c = sqrt(2 * variance + 2 * BETA**2)
    won = rate([{1: 1, 2: 2}])
    assert isclose(won[1].mean, MEAN + variance / c / 2)
    assert isclose(won[2].mean, MEAN - variance / c / 2)
    assert won[1].evenings == won[2].evenings == 1
    assert won[1].spread == won[2].spread < SPREAD

    again = rate([{1: 1, 2: 2}, {1: 2, 2: 1}])  # the weaker one wins this time
    variance = won[1].spread ** 2 + TAU**2
    c = sqrt(2 * variance + 2 * BETA**2)
    expected = exp(won[2].mean / c) / (exp(won[1].mean / c) + exp(won[2].mean / c))
    gain = variance / c * (1 - expected)
    assert isclose(again[2].mean, won[2].mean + gain)
    assert isclose(again[1].mean, won[1].mean - gain)
    assert (again[1].evenings, isclose(again[1].gain, -gain), isclose(again[2].gain, gain)) == (2, True, True)


EVENINGS = st.lists(st.dictionaries(st.integers(1, 6), st.integers(1, 6), min_size=2), min_size=1, max_size=5)


@given(EVENINGS, st.permutations(range(1, 7)))
def test_ratings_do_not_depend_on_keys(evenings: list[dict[int, int]], names: list[int]) -> None:
    other = dict(enumerate(names, 1))
    renamed = rate([{other[player]: place for player, place in evening.items()} for evening in evenings])
    for player, skill in rate(evenings).items():
        assert renamed[other[player]] == pytest.approx(skill, rel=1e-9, abs=1e-9)


# ── of a circle ─────────────────────────────────────────────────────────────────────────────────


HANDS = {"hand-0": "5", "hand-2": "2 10"}
FIRST = {"あき": 1, "大輔": 2, "Chie": 3, "Ben": 4}
SECOND = {"Eva": 1, "Ben": 2, "あき": 3}
THIRD = {"Chie": 1, "あき": 2, "Ben": 2, "大輔": 4}


@pytest.fixture
def three(phone: Phone) -> Circle:
    """Three evenings a day apart, which come to FIRST, SECOND and THIRD; the last was entered first."""
    circle = phone.session.circle
    phone.record(OUT)
    phone.open_table(("Ben", "Eva", "あき"), circle.public_id).record({"kind": "out", "winner": "1", **HANDS})
    phone.open_table(cid=circle.public_id).record(DOBON)
    for ago, session in enumerate(GameSession.objects.order_by("pk")):
        begin_at(session, timezone.now() - timedelta(days=ago))
    return circle


def rated(circle: Circle, game: str = "gamble") -> dict[str, Skill]:
    """Everybody's rating as a page has it."""
    assert refresh_tallies(circle) == 0
    circle.refresh_from_db()
    names = dict(Player.objects.values_list("pk", "name"))
    return {names[pk]: one for pk, one in ratings(Scope(circle, game, rounds=circle.least_rounds)).items()}


def after(*evenings: dict[str, int]) -> dict[str, Skill]:
    """What evenings by names come to; of equals the order of keys decides the last bit."""
    keys = {name: pk for pk, name in Player.objects.values_list("pk", "name")}
    names = {pk: name for name, pk in keys.items()}
    by_key = [{keys[name]: place for name, place in evening.items()} for evening in evenings]
    return {names[pk]: skill for pk, skill in rate(by_key).items()}


@pytest.mark.postgresql
def test_sessions_are_rated_in_order(three: Circle, phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ratings are cached until a session changes: without its only round the first evening is none."""
    shown = rated(three)
    assert shown == after(FIRST, SECOND, THIRD)
    with monkeypatch.context() as patch:
        patch.setattr(module, "rate", lambda _evenings: {})
        assert rated(three) == shown
    phone.sid = GameSession.objects.earliest("started_at").public_id
    phone.confirm_change("round_void", 1)
    assert rated(three) == after(SECOND, THIRD)


def test_an_evening_for_another_with_as_many_changes_counts_at_once(three: Circle, phone: Phone) -> None:
    phone.open_table(("Chie", "Ben"), three.public_id)
    phone.record({"kind": "out", "winner": "0", "hand-1": "5"})
    assert rated(three) == after(FIRST, SECOND, THIRD, {"Chie": 1, "Ben": 2})
    phone.confirm_change("round_void", 1)
    phone.open_table(("Chie", "大輔"), three.public_id)
    phone.record({"kind": "out", "winner": "0", "hand-1": "5"})
    assert rated(three) == after(FIRST, SECOND, THIRD, {"Chie": 1, "大輔": 2})


def test_hidden_people_are_rated_and_guests_are_not(three: Circle, phone: Phone) -> None:
    """A guest is left out from the first evening on.  A correction is no evening."""
    Player.objects.filter(name="Eva").update(hidden=True)
    phone.open_table(("Eva", "Ben"), three.public_id)
    phone.record({"kind": "adjust", "from-0": "0", "to-0": "1", "points-0": "20"})
    assert rated(three) == after(FIRST, SECOND, THIRD)
    Player.objects.filter(name="Eva").update(hidden=False, guest=True)
    assert rated(three) == after(FIRST, {"Ben": 2, "あき": 3}, THIRD)
