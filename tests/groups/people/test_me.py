"""Whose phone this is: asked for everybody of the circle, and at a table for its seats."""

import re
from typing import NamedTuple

import pytest

from scorekeeper.circles.models import Membership
from scorekeeper.play.models import GameSession, Seat
from scorekeeper.present.words import title
from tests.doors import ask, circle_of, membership, page
from tests.helpers import Phone, html, text

pytestmark = pytest.mark.django_db

YOU = '<span class="tag">you</span>'


def player_at(phone: Phone, seat: int) -> int:
    return Seat.objects.get(session=phone.session, number=seat).player_id


def choose(phone: Phone, value: object) -> int:
    return int(phone.post(phone.url("session_me"), {"player": value}).status_code)


class Place(NamedTuple):
    """Where a phone is asked, and where it goes on to."""

    url: str
    done: str


@pytest.fixture(name="place", params=["circle_me", "session_me"])
def _place(phone: Phone, request: pytest.FixtureRequest) -> Place:
    if request.param == "circle_me":
        return Place(page(phone, "circle_me"), phone.circle_url())
    return Place(phone.url("session_me"), phone.url("table"))


def test_chosen_and_taken_back(player: Phone, place: Place) -> None:
    third = player_at(player, 2)
    pressed = f'name="player" value="{third}" aria-pressed='
    assert f'{pressed}"false"' in html(player.get(place.url))
    chosen = player.post(place.url, {"player": third})
    assert (chosen.status_code, chosen["Location"]) == (302, place.done)
    assert membership(player).player_id == third
    assert f'{pressed}"true"' in html(player.get(place.url))
    assert "This phone is Chie" in text(player.get(player.settings_url()))
    assert player.post(place.url, {"player": ""}).status_code == 302
    assert membership(player).player is None
    assert "Who holds this phone?" in text(player.get(player.settings_url()))


@pytest.mark.parametrize("value", ["0", "x", "9" * 40, "other", "merged"])
def test_nobody_of_the_circle(player: Phone, stranger: Phone, place: Place, value: str) -> None:
    """Nor somebody of another one, or somebody who was merged since the page was opened."""
    keys = {"other": player_at(stranger, 0), "merged": player_at(player, 1)}
    if value == "merged":
        circle_of(player).players.filter(pk=keys["merged"]).update(merged_into=player_at(player, 2))
    refused = player.post(place.url, {"player": keys.get(value, value)})
    assert refused.status_code == 422
    assert "Choose one of these people." in text(refused)
    assert membership(player).player is None


def test_viewers_go_on_at_once(viewer: Phone, place: Place) -> None:
    answer = viewer.get(place.url)
    assert (answer.status_code, answer["Location"]) == (302, place.done)
    assert membership(viewer).player is None
    for shown in (viewer.settings_url(), viewer.url("table")):
        assert place.url not in html(viewer.get(shown))


def test_the_circle_knows_everybody_and_a_table_its_seats(phone: Phone, player: Phone) -> None:
    phone.open_table(("Ben", "Eva"), circle_of(phone).public_id)
    shown = text(ask(player, "circle_me"))
    assert all(name in shown for name in ("あき", "Ben", "Chie", "大輔", "Eva"))
    seats = text(player.get(player.url("session_me")))
    assert [name in seats for name in ("あき", "Ben", "Chie", "大輔", "Eva")] == [True] * 4 + [False]


def test_the_table_shows_whose_phone_it_is_to_that_alone(phone: Phone, player: Phone) -> None:
    assert player.url("session_me") in html(player.get(player.url("table")))
    choose(player, player_at(player, 2))
    assert "Chie you" in text(player.get(player.url("table")))
    assert html(player.get(player.url("table"))).count(YOU) == 1
    choose(player, player_at(player, 0))
    assert "あき you" in text(player.get(player.url("table")))
    assert YOU not in html(phone.get(phone.url("table")))
    choose(player, "")
    assert YOU not in html(player.get(player.url("table")))


def asked(phone: Phone) -> list[str]:
    """The seats that a table's page asks a phone to choose from: of a form that needs no script."""
    page = html(phone.show("table"))
    _before, result, form = page.partition(f'action="{phone.url("session_me")}"')
    return re.findall(r'name="player" value="(\d+)"', form.split("</form>")[0]) if result else []


def test_before_the_first_round_the_table_asks_with_one_tap(phone: Phone) -> None:
    assert asked(phone) == [str(player_at(phone, seat)) for seat in range(4)]
    choose(phone, asked(phone)[1])
    assert asked(phone) == []
    assert "Ben you" in text(phone.show("table"))
    phone.record()
    assert "· Ben (" in text(phone.show("round", 1))


def test_who_goes_on_without_an_answer_is_not_asked_again(phone: Phone, viewer: Phone) -> None:
    assert asked(viewer) == []
    phone.record({"kind": "nogame"})
    assert asked(phone) == []


def test_who_is_known_in_the_circle_is_not_asked(phone: Phone) -> None:
    choose(phone, player_at(phone, 1))
    phone.open_table(("あき", "Eva"), circle_of(phone).public_id)
    assert asked(phone) == []


def test_it_says_which_table_is_meant(phone: Phone, player: Phone) -> None:
    names_of_table = text(player.get(player.url("session_me"))).count(title(phone.session))
    assert names_of_table == 2, "in the title of the page, and once at its top"
    GameSession.objects.update(title="Friday")
    assert "Friday · Gamble Dobon" in text(player.get(player.url("session_me")))


def test_one_person_with_two_phones(phone: Phone, player: Phone) -> None:
    for each in (phone, player):
        assert choose(each, player_at(phone, 1)) == 302
    assert Membership.objects.filter(player=player_at(phone, 1)).count() == 2
    Membership.objects.filter(pk=membership(player).pk).update(player=None)
    assert "Ben has a phone already" in text(player.get(player.url("session_me")))
