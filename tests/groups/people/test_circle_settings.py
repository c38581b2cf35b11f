"""仲間の設定: what a circle is looked after with stands one tap from its page."""

import pytest

from tests.doors import ask, page
from tests.helpers import OUT, Phone, forms, html, text

pytestmark = pytest.mark.django_db


def test_a_host_finds_everything_there(phone: Phone) -> None:
    assert f'href="{page(phone, "circle_settings")}"' in html(ask(phone, "circle"))
    answer = ask(phone, "circle_settings")
    shown = text(answer)
    for words in ("Invite friends", "Who holds this phone?", "House rules", "Links", "Phones", "Rename"):
        assert words in shown
    assert page(phone, "recovery") in html(answer)
    assert page(phone, "link_new") in html(answer)
    assert forms(answer)[page(phone, "circle_rename")]["name"] == [phone.session.circle.name]


def test_players_and_viewers_find_what_is_theirs(phone: Phone, player: Phone, viewer: Phone) -> None:
    shown = text(ask(player, "circle_settings"))
    assert "Invite friends" in shown
    assert "House rules" in shown
    assert "Invite friends" not in text(ask(viewer, "circle_settings"))
    hosts = ("Rename", "Links", "Phones", "API keys", "recovery", "/devices/", "Everything as one file")
    for other in (player, viewer):
        assert not [words for words in hosts if words in html(ask(other, "circle_settings"))]


def test_newcomers_see_the_invitation_at_once(phone: Phone) -> None:
    """Until a night is over it stands on the circle's page too, with the choice of the link."""
    assert "Invite friends" in text(ask(phone, "circle"))
    phone.record(OUT)
    phone.press("session_end")
    assert "Invite friends" not in text(ask(phone, "circle"))
    assert "can look at everything" in text(phone.get(page(phone, "circle_settings") + "?link=viewer"))
