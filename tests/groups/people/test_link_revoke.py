"""A link is revoked: who came by it alone is out at once, everybody else stays."""

import pytest

from scorekeeper.circles.models import CircleLink, Role
from tests.doors import ask, circle_of, come_in, link_of, may_read, membership, path_of, send
from tests.helpers import Phone, html, text

pytestmark = pytest.mark.django_db


def test_out_at_once_while_others_stay(phone: Phone, player: Phone, viewer: Phone) -> None:
    both = come_in(phone, "player")
    both.get(path_of(link_of(phone, "viewer")))
    link = link_of(phone, "player")
    assert [may_read(each) for each in (phone, player, viewer, both)] == [200] * 4
    response = send(phone, "link_revoke", link.pk)
    assert (response.status_code, response["Location"]) == (302, phone.settings_url() + "#links")
    assert [may_read(each) for each in (phone, player, viewer, both)] == [200, 404, 200, 200]
    assert player.get(player.circle_url()).status_code == 404
    assert player.post(player.url("session_end")).status_code == 404
    assert Phone().get(path_of(link)).status_code == 404
    assert Phone().get(path_of(link_of(phone, "viewer"))).status_code == 302
    assert CircleLink.objects.get(pk=link.pk).revoked_at
    assert ask(phone, "link_revoke", link.pk).status_code == 404
    assert circle_of(phone).name not in text(player.get("/"))


def test_what_they_entered_stays(phone: Phone, player: Phone) -> None:
    player.record()
    send(phone, "link_revoke", link_of(phone, "player").pk)
    assert phone.points() == {"あき": 400, "Ben": -330, "Chie": -70, "大輔": 0}
    assert "Android" in text(phone.get(phone.url("round", 1)))


def test_the_page_says_who_will_be_out(phone: Phone, player: Phone, viewer: Phone) -> None:
    """Nobody who is in by another link too."""
    link = link_of(phone, "player")
    shown = text(ask(phone, "link_revoke", link.pk))
    assert "Android" in shown
    assert "Windows" not in shown
    player.get(path_of(link_of(phone, "viewer")))
    assert "No phone would be removed." in text(ask(phone, "link_revoke", link.pk))
    assert may_read(player) == 200


def test_who_was_out_comes_back_by_a_fresh_one_in_its_place(phone: Phone, player: Phone) -> None:
    old = link_of(phone, "player")
    CircleLink.objects.filter(pk=old.pk).update(label="Thursdays")
    send(phone, "link_revoke", old.pk, fresh="1")
    new = CircleLink.objects.latest("pk")
    assert (new.role, new.label, new.created_by) == (Role.PLAYER, "Thursdays", membership(phone).device)
    assert may_read(player) == 404
    assert [player.get(path_of(link)).status_code for link in (old, new)] == [404, 302]
    assert may_read(player) == 200
    assert membership(player).ended_at is None


def test_the_last_host_stays(phone: Phone) -> None:
    """Two hosts; the first is removed by the second, whose own link then is the only way of a host."""
    second = come_in(phone, "host")
    link = membership(second).link
    assert link
    send(second, "device_remove", membership(phone).pk)
    response = send(second, "link_revoke", link.pk)
    assert response.status_code == 422
    assert "A group needs a host." in text(response)
    assert may_read(second) == 200
    assert not CircleLink.objects.get(pk=link.pk).revoked_at
    assert membership(second).role == Role.HOST


def test_a_host_may_close_the_way_by_which_it_came(phone: Phone) -> None:
    second = come_in(phone, "host")
    link = membership(second).link
    assert link
    assert "This phone joined with it too and will be removed." in text(ask(second, "link_revoke", link.pk))
    response = send(second, "link_revoke", link.pk)
    assert (response.status_code, response["Location"]) == (302, "/")
    assert (may_read(second), may_read(phone)) == (404, 200)


def test_the_circle_page_lists_the_links(phone: Phone, player: Phone) -> None:
    come_in(phone, "player")
    shown = text(phone.get(phone.settings_url()))
    assert "2 phones joined with it" in shown
    assert "0 phones joined with it" in shown
    send(phone, "link_revoke", link_of(phone, "player").pk)
    page = phone.get(phone.settings_url())
    assert "revoked" in text(page)
    assert "There is no such link just now." in text(page)
    assert html(page).count("/join/") == 1  # the one for viewers
