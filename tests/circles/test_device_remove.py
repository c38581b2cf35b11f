"""A phone is put out of the circle."""

import pytest
from pytest_django import DjangoCaptureOnCommitCallbacks

from scorekeeper.circles.models import Role
from scorekeeper.circles.signals import access_changed
from tests.play.helpers import Phone, html, text

from .helpers import ask, circle_of, come_in, link_of, may_read, membership, page, path_of, send

pytestmark = pytest.mark.django_db


def test_out_at_once_while_others_stay(phone: Phone, player: Phone, viewer: Phone) -> None:
    response = send(phone, "device_remove", membership(player).pk)
    assert (response.status_code, response["Location"]) == (302, phone.circle_url() + "#devices")
    assert [may_read(each) for each in (phone, player, viewer)] == [200, 404, 200]
    assert "Android" not in text(phone.get(phone.circle_url()))
    assert ask(phone, "device", membership(player).pk).status_code == 404


def test_asks_first(phone: Phone, player: Phone) -> None:
    shown = ask(phone, "device_remove", membership(player).pk)
    assert "Whoever still has the link can come back" in text(shown)
    assert 'method="post"' in html(shown)
    assert may_read(player) == 200


def test_all_its_ways_in_are_closed(phone: Phone, player: Phone) -> None:
    player.get(path_of(link_of(phone, "viewer")))
    send(phone, "device_remove", membership(player).pk)
    assert may_read(player) == 404


def test_it_comes_back_by_a_link_that_is_open(phone: Phone) -> None:
    """A host by a link of its own, who is removed and comes by the one for viewers, only watches."""
    second = come_in(phone, "host")
    send(phone, "device_remove", membership(second).pk)
    second.get(path_of(link_of(phone, "viewer")))
    assert membership(second).role == Role.VIEWER
    assert may_read(second) == 200


def test_the_last_host_stays(phone: Phone, player: Phone) -> None:
    response = send(phone, "device_remove", membership(phone).pk)
    assert response.status_code == 422
    assert "A group needs a host. Make another phone a host first, with a link for hosts." in text(response)
    assert (may_read(phone), membership(phone).role) == (200, Role.HOST)


def test_a_host_who_leaves(phone: Phone) -> None:
    come_in(phone, "host")
    response = send(phone, "device_remove", membership(phone).pk)
    assert (response.status_code, response["Location"]) == (302, "/")
    assert may_read(phone) == 404


def test_for_hosts_only(phone: Phone, player: Phone, viewer: Phone) -> None:
    for other in (player, viewer):
        assert ask(other, "device_remove", membership(phone).pk).status_code == 403
        assert send(other, "device_remove", membership(phone).pk).status_code == 403
    assert may_read(phone) == 200


def test_no_such_phone(phone: Phone, stranger: Phone) -> None:
    for number in (10**6, membership(stranger).pk):
        assert ask(phone, "device_remove", number).status_code == 404
        assert send(phone, "device_remove", number).status_code == 404
    assert may_read(stranger) == 200


def test_twice(phone: Phone, player: Phone) -> None:
    address = page(phone, "device_remove", membership(player).pk)
    assert [phone.post(address).status_code for _ in range(2)] == [302, 404]


def test_told_after_commit(
    phone: Phone, player: Phone, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    heard: list[int] = []

    def hear(circle_id: int, **_: object) -> None:
        heard.append(circle_id)

    access_changed.connect(hear)
    with django_capture_on_commit_callbacks(execute=True):
        send(phone, "device_remove", membership(player).pk)
    with django_capture_on_commit_callbacks(execute=True):
        send(phone, "device_remove", membership(phone).pk)  # refused: nothing has changed
    access_changed.disconnect(hear)
    assert heard == [circle_of(phone).pk]
