"""Which seat a phone belongs to."""

import re

import pytest

from scorekeeper.circles.models import Membership
from scorekeeper.play.models import GameSession, Seat
from scorekeeper.present.headings import title
from tests.doors import circle_of, membership
from tests.helpers import Phone, html, text

pytestmark = pytest.mark.django_db

YOU = '<span class="tag">you</span>'


def player_at(phone: Phone, seat: int) -> int:
    return Seat.objects.get(session=phone.session, number=seat).player_id


def choose(phone: Phone, value: object) -> int:
    return int(phone.post(phone.url("session_me"), {"player": value}).status_code)


def test_every_seat_is_a_button(player: Phone) -> None:
    page = player.get(player.url("session_me"))
    assert [name in text(page) for name in ("あき", "Ben", "Chie", "大輔")] == [True] * 4
    for seat in range(4):
        assert f'name="player" value="{player_at(player, seat)}" aria-pressed="false"' in html(page)


def test_chosen(player: Phone) -> None:
    response = player.post(player.url("session_me"), {"player": player_at(player, 2)})
    assert (response.status_code, response["Location"]) == (302, player.url("table"))
    assert membership(player).player_id == player_at(player, 2)
    assert "Chie you" in text(player.get(player.url("table")))
    assert html(player.get(player.url("table"))).count(YOU) == 1
    assert f'value="{player_at(player, 2)}" aria-pressed="true"' in html(player.get(player.url("session_me")))


def test_changed_and_taken_back(player: Phone) -> None:
    choose(player, player_at(player, 2))
    choose(player, player_at(player, 0))
    assert "あき you" in text(player.get(player.url("table")))
    assert choose(player, "") == 302
    assert membership(player).player is None
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
    assert text(player.get(player.url("session_me"))).count(title(phone.session)) == 1
    GameSession.objects.update(title="Friday")
    assert "Friday · Gamble Dobon" in text(player.get(player.url("session_me")))


def test_one_person_with_two_phones(phone: Phone, player: Phone) -> None:
    for each in (phone, player):
        assert choose(each, player_at(phone, 1)) == 302
    assert Membership.objects.filter(player=player_at(phone, 1)).count() == 2
    Membership.objects.filter(pk=membership(player).pk).update(player=None)
    assert "Ben has a phone already" in text(player.get(player.url("session_me")))


def test_the_mark_is_everybodys_own(phone: Phone, player: Phone) -> None:
    choose(player, player_at(phone, 1))
    assert YOU not in html(phone.get(phone.url("table")))


@pytest.mark.parametrize("value", ["0", "999999", "x", "-1", "1.5", "9" * 40, "日"])
def test_invalid(player: Phone, value: str) -> None:
    response = player.post(player.url("session_me"), {"player": value})
    assert response.status_code == 422
    assert "Choose one of these people." in text(response)
    assert membership(player).player is None


def test_somebody_of_another_circle(player: Phone, stranger: Phone) -> None:
    assert choose(player, player_at(stranger, 0)) == 422
    assert membership(player).player is None


def test_viewers_go_on_at_once(viewer: Phone) -> None:
    response = viewer.get(viewer.url("session_me"))
    assert (response.status_code, response["Location"]) == (302, viewer.url("table"))
    assert choose(viewer, player_at(viewer, 0)) == 403
    assert membership(viewer).player is None


def test_the_table_leads_there(player: Phone, viewer: Phone) -> None:
    assert player.url("session_me") in html(player.get(player.url("table")))
    assert viewer.url("session_me") not in html(viewer.get(viewer.url("table")))


def test_a_name_of_everybody_in_the_circle(phone: Phone, player: Phone) -> None:
    """The choice at a table offers its seats; the circle's page knows all people."""
    phone.open_table(("Ben", "Eva"), circle_of(phone).public_id)
    assert "Eva" not in text(player.get(player.url("session_me")))
