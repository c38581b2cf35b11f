"""Ratings by the places of evenings: small cases on paper, and laws."""

from datetime import timedelta
from math import exp, isclose, sqrt

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.circles.models import Circle, Player
from scorekeeper.play.models import GameSession
from scorekeeper.stats import ratings
from scorekeeper.stats.models import Rated, Rating, Tallied
from scorekeeper.stats.ratings import MEAN, SPREAD, Skill, refresh_ratings, update_skills
from scorekeeper.stats.tallies import refresh_tallies
from tests.helpers import DOBON, OUT, Phone
from tests.play.evenings import begin_at

BETA, TAU = MEAN / 6, MEAN / 300
"""How much one evening hangs on chance, and how much somebody may change between two."""


def test_two_people_on_paper() -> None:
    """For two, the winner gains s²/c · (1 − e^(m/c) / (e^(m/c) + e^(n/c))), the other loses it."""
    variance = SPREAD**2 + TAU**2
    c = sqrt(2 * variance + 2 * BETA**2)
    won = update_skills({}, {1: 1, 2: 2})
    assert isclose(won[1].mean, MEAN + variance / c / 2)
    assert isclose(won[2].mean, MEAN - variance / c / 2)
    assert won[1].evenings == won[2].evenings == 1
    assert won[1].spread == won[2].spread < SPREAD

    again = update_skills(won, {1: 2, 2: 1})  # the weaker one wins this time
    variance = won[1].spread ** 2 + TAU**2
    c = sqrt(2 * variance + 2 * BETA**2)
    expected = exp(won[2].mean / c) / (exp(won[1].mean / c) + exp(won[2].mean / c))
    assert isclose(again[2].mean, won[2].mean + variance / c * (1 - expected))
    assert isclose(again[1].mean, won[1].mean - variance / c * (1 - expected))


def test_a_tie_of_equals_moves_nobody() -> None:
    tied = update_skills({}, {1: 1, 2: 1})
    assert isclose(tied[1].mean, MEAN)
    assert isclose(tied[2].mean, MEAN)
    assert tied[1].spread < SPREAD


def test_equal_places_of_equals_gain_alike() -> None:
    result = update_skills({}, {1: 1, 2: 2, 3: 2, 4: 4})
    assert isclose(result[2].mean, result[3].mean)
    assert result[1].mean > result[2].mean > result[4].mean


def test_beating_the_stronger_is_worth_more() -> None:
    strong, weak = Skill(35, 4, 9), Skill(15, 4, 9)
    assert update_skills({2: strong}, {1: 1, 2: 2})[1].mean > update_skills({2: weak}, {1: 1, 2: 2})[1].mean


def test_nobody_is_rated_alone() -> None:
    assert update_skills({}, {1: 1}) == update_skills({}, {}) == {}


EVENINGS = st.lists(st.dictionaries(st.integers(1, 6), st.integers(1, 6), min_size=2), min_size=1, max_size=5)


def course(evenings: list[dict[int, int]]) -> dict[int, Skill]:
    skills: dict[int, Skill] = {}
    for evening in evenings:
        skills.update(update_skills(skills, evening))
    return skills


@given(EVENINGS, st.permutations(range(1, 7)))
def test_other_names_for_people_change_nothing(evenings: list[dict[int, int]], names: list[int]) -> None:
    other = dict(enumerate(names, 1))
    renamed = course([{other[player]: place for player, place in evening.items()} for evening in evenings])
    for player, skill in course(evenings).items():
        assert renamed[other[player]] == pytest.approx(skill, rel=1e-9)


# ── rows ────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def three(phone: Phone) -> Circle:
    """Three evenings a day apart, of which the second is of other people."""
    circle = phone.session.circle
    phone.record(DOBON)
    phone.open_table(("Ben", "Eva", "あき"), circle.public_id).record({"kind": "out", "winner": "1", **HANDS})
    phone.open_table(cid=circle.public_id).record(OUT)
    for ago, session in enumerate(GameSession.objects.order_by("-pk")):
        begin_at(session, timezone.now() - timedelta(days=ago))
    bring_up(circle)
    return circle


HANDS = {"hand-0": "5", "hand-2": "2 10"}


def bring_up(circle: Circle) -> None:
    assert refresh_tallies(circle) == 0
    circle.refresh_from_db()
    refresh_ratings(circle)


def rows() -> list[tuple[object, ...]]:
    """Every rating, whatever its key."""
    columns = ("session", "player__name", "mean", "spread", "evenings", "gain", "last")
    return list(Rating.objects.order_by("session", "player").values_list(*columns))


def anew(circle: Circle) -> list[tuple[object, ...]]:
    """What counting everything from nothing gives."""
    for model in (Rating, Rated, Tallied):
        model.objects.all().delete()
    bring_up(circle)
    return rows()


def evening(number: int, phone: Phone) -> Phone:
    phone.sid = GameSession.objects.order_by("started_at")[number].public_id
    return phone


@pytest.mark.postgresql
def test_evenings_follow_each_other(three: Circle) -> None:
    """あき 1, 大輔 2, Chie 3, Ben 4; then Eva 1, Ben 2, あき 3; then Chie 1, あき and Ben 2, 大輔 4."""
    names = {player.pk: player.name for player in Player.objects.all()}
    keys = {name: key for key, name in names.items()}
    places = (
        {"あき": 1, "大輔": 2, "Chie": 3, "Ben": 4},
        {"Eva": 1, "Ben": 2, "あき": 3},
        {"Chie": 1, "あき": 2, "Ben": 2, "大輔": 4},
    )
    expected = course([{keys[name]: place for name, place in one.items()} for one in places])
    newest = Rating.objects.filter(last=True)
    values = {row.player_id: Skill(row.mean, row.spread, row.evenings) for row in newest}
    assert values == expected
    assert Rating.objects.count() == 11
    eva = Rating.objects.get(player__name="Eva")
    assert eva.gain == eva.mean - MEAN


@pytest.mark.postgresql
def test_a_correction_of_an_old_evening_is_as_counting_anew(three: Circle, phone: Phone) -> None:
    before = rows()
    evening(0, phone).confirm_change("round_void", 1)
    bring_up(three)
    corrected = rows()
    assert corrected != before
    assert corrected == anew(three)


@pytest.mark.postgresql
@pytest.mark.parametrize("number", [1, 2])
def test_only_what_follows_a_correction_is_made_anew(three: Circle, phone: Phone, number: int) -> None:
    kept = set(Rating.objects.filter(session__in=sessions()[:number]).values_list("pk", flat=True))
    evening(number, phone).confirm_change("round_void", 1)
    bring_up(three)
    corrected = rows()
    assert kept <= set(Rating.objects.values_list("pk", flat=True))
    assert corrected == anew(three)


def test_one_evening_more_is_as_counting_anew(three: Circle, phone: Phone) -> None:
    phone.open_table(("Chie", "Ben"), three.public_id)
    phone.record({"kind": "out", "winner": "0", "hand-1": "5"})
    bring_up(three)
    played = rows()
    newest = Rating.objects.filter(last=True)
    assert {row.player.name: row.evenings for row in newest} == {
        "あき": 3,
        "Ben": 4,
        "Chie": 3,
        "大輔": 2,
        "Eva": 1,
    }
    assert played == anew(three)


def sessions() -> list[GameSession]:
    return list(GameSession.objects.order_by("started_at"))


def test_a_guest_is_left_out_from_the_first_evening_on(three: Circle) -> None:
    Player.objects.filter(name="Eva").update(guest=True)
    bring_up(three)
    assert not Rating.objects.filter(player__name="Eva").exists()
    assert rows() == anew(three)


def test_evenings_that_are_too_short_do_not_count(three: Circle, phone: Phone) -> None:
    evening(0, phone).record(DOBON)
    Circle.objects.update(least_rounds=2)
    bring_up(three)
    assert set(Rating.objects.values_list("session", flat=True)) == {sessions()[0].pk}
    assert rows() == anew(three)


def test_nothing_new_costs_three_queries_and_no_import(
    three: Circle, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ratings, "update_skills", None)
    with CaptureQueriesContext(connection) as caught:
        refresh_ratings(three)
    assert len(caught) == 3


def test_games_are_rated_apart(three: Circle, phone: Phone) -> None:
    before = rows()
    phone.open_table(("あき", "Ben", "Eva"), three.public_id, game="doudizhu")
    phone.record(
        {"kind": "deal", "landlord": "1", "bid": "2", "bombs": "0", "rockets": "0", "result": "farmers"}
    )
    bring_up(three)
    assert rows()[: len(before)] == before
    new = Rating.objects.filter(session__game="doudizhu")
    assert {row.evenings for row in new} == {1}
    assert all(row.last for row in new)
