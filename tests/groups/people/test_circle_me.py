"""Which person of the circle holds a phone."""

import pytest

from tests.doors import ask, circle_of, membership, page, send
from tests.helpers import Phone, html, text

pytestmark = pytest.mark.django_db


def test_everybody_of_the_circle(phone: Phone, player: Phone) -> None:
    phone.open_table(("Ben", "Eva"), circle_of(phone).public_id)
    shown = text(ask(player, "circle_me"))
    assert all(name in shown for name in ("あき", "Ben", "Chie", "大輔", "Eva"))


def test_chosen(player: Phone) -> None:
    ben = circle_of(player).players.get(name="Ben")
    response = send(player, "circle_me", player=ben.pk)
    assert (response.status_code, response["Location"]) == (302, player.circle_url())
    assert membership(player).player == ben
    assert "This phone is Ben" in text(player.get(player.settings_url()))
    send(player, "circle_me", player="")
    assert "Who holds this phone?" in text(player.get(player.settings_url()))


def test_invalid(player: Phone, stranger: Phone) -> None:
    other = circle_of(stranger).players.first()
    assert other
    for value in ("x", str(other.pk)):
        assert send(player, "circle_me", player=value).status_code == 422
    assert membership(player).player is None


def test_somebody_who_was_merged_since_the_page_was_opened(player: Phone) -> None:
    ben, chie = (circle_of(player).players.get(name=name) for name in ("Ben", "Chie"))
    ben.merged_into = chie
    ben.save()
    answer = send(player, "circle_me", player=ben.pk)
    assert answer.status_code == 422
    assert "Choose one of these people." in text(answer)
    assert membership(player).player is None


def test_viewers_go_on_at_once(viewer: Phone) -> None:
    assert ask(viewer, "circle_me")["Location"] == viewer.circle_url()
    assert send(viewer, "circle_me", player="").status_code == 403
    assert page(viewer, "circle_me") not in html(viewer.get(viewer.settings_url()))
