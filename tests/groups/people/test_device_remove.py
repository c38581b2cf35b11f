"""A phone is put out of the circle."""

import pytest

from scorekeeper.circles.models import Role
from tests.doors import (
    ask,
    circle_of,
    come_in,
    everything,
    link_of,
    may_read,
    membership,
    path_of,
    send,
)
from tests.helpers import Phone, forms, html, text

pytestmark = pytest.mark.django_db


def test_out_at_once_while_others_stay(phone: Phone, player: Phone, viewer: Phone) -> None:
    response = send(phone, "device_remove", membership(player).pk)
    assert (response.status_code, response["Location"]) == (302, phone.settings_url() + "#devices")
    assert [may_read(each) for each in (phone, player, viewer)] == [200, 404, 200]
    assert "Android" not in text(phone.get(phone.settings_url()))
    assert ask(phone, "device", membership(player).pk).status_code == 404


def test_asks_first(phone: Phone, player: Phone) -> None:
    shown = ask(phone, "device_remove", membership(player).pk)
    assert "Otherwise it could rejoin as a new phone" in text(shown)
    assert 'method="post"' in html(shown)
    assert may_read(player) == 200


def test_all_its_ways_in_are_closed(phone: Phone, player: Phone) -> None:
    player.get(path_of(link_of(phone, "viewer")))
    send(phone, "device_remove", membership(player).pk)
    assert may_read(player) == 404


def test_it_does_not_come_back_by_the_link_it_came_by(phone: Phone, player: Phone) -> None:
    send(phone, "device_remove", membership(player).pk)
    before = everything()
    refused = player.get(path_of(link_of(phone, "player")))
    assert refused.status_code == 403
    assert "A host has removed this phone from the group." in text(refused)
    assert refused["Referrer-Policy"] == "no-referrer"
    assert circle_of(phone).name not in html(refused)
    assert everything() == before
    assert may_read(player) == 404
    assert come_in(phone, "player").get(phone.url("table")).status_code == 200, "others still do"


def test_back_by_another_link_the_old_one_gives_it_nothing(phone: Phone, player: Phone) -> None:
    send(phone, "device_remove", membership(player).pk)
    player.get(path_of(link_of(phone, "viewer")))
    assert player.get(path_of(link_of(phone, "player"))).status_code == 302
    assert (may_read(player), membership(player).role) == (200, Role.VIEWER)


def test_the_link_is_changed_in_the_same_step(phone: Phone, player: Phone) -> None:
    """Who came by it too stays, and goes with the new one; a browser that looks new is not let in."""
    friend = come_in(phone, "player", agent="iPhone")
    old = link_of(phone, "player")
    shown = ask(phone, "device_remove", membership(player).pk)
    assert "iPhone" in text(shown)
    assert forms(shown)["remove"]["change"] == ["1"]
    send(phone, "device_remove", membership(player).pk, change="1")
    assert [may_read(each) for each in (phone, player, friend)] == [200, 404, 200]
    assert [Phone().get(path_of(old)).status_code, player.get(path_of(old)).status_code] == [404, 404]
    new = link_of(phone, "player")
    assert (new.role, new.label, new.created_by) == (old.role, old.label, membership(phone).device)
    assert membership(friend).link == new
    send(phone, "link_revoke", new.pk)
    assert may_read(friend) == 404


def test_by_the_changed_link_it_comes_back_where_a_host_shows_it(phone: Phone, player: Phone) -> None:
    send(phone, "device_remove", membership(player).pk, change="1")
    assert player.get(path_of(link_of(phone, "player"))).status_code == 302
    assert may_read(player) == 200


def test_a_host_who_leaves_is_asked_too_but_nothing_is_chosen(phone: Phone) -> None:
    second = come_in(phone, "host")
    shown = ask(second, "device_remove", membership(second).pk)
    assert "change" not in forms(shown)["remove"]
    assert "Change the link too" in text(shown)
    assert "Change the link too" not in text(ask(second, "device_remove", membership(phone).pk))


def test_the_last_host_stays_with_the_link_unchanged(phone: Phone) -> None:
    second = come_in(phone, "host")
    link = membership(second).link
    send(second, "device_remove", membership(phone).pk)
    refused = send(second, "device_remove", membership(second).pk, change="1")
    assert refused.status_code == 422
    assert "A group needs a host. Make another phone a host first, with a link for hosts." in text(refused)
    assert forms(refused)["remove"]["change"] == ["1"]
    assert (may_read(second), membership(second).link, membership(second).role) == (200, link, Role.HOST)
    assert link is not None
    assert link_of(second, "host") == link


def test_a_host_who_leaves(phone: Phone) -> None:
    come_in(phone, "host")
    response = send(phone, "device_remove", membership(phone).pk)
    assert (response.status_code, response["Location"]) == (302, "/")
    assert may_read(phone) == 404
