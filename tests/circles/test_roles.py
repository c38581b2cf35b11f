"""What each role sees and may do."""

import pytest

from tests.doors import may_read, page
from tests.helpers import Phone, html, text

pytestmark = pytest.mark.django_db


def test_what_a_role_may_not_do_is_said(viewer: Phone, player: Phone) -> None:
    assert "You are watching" in text(viewer.get(viewer.url("round_new")))
    assert "Only for the host" in text(player.get(page(player, "recovery")))


WRITING = ("round_new", "seats", "streak")
ROUND_WRITING = ("round_edit", "round_insert", "round_void")


def test_no_buttons_that_do_not_work(phone: Phone, viewer: Phone) -> None:
    phone.record()
    table, receipt = html(viewer.get(viewer.url("table"))), html(viewer.get(viewer.url("round", 1)))
    for name in WRITING:
        assert viewer.url(name) not in table
    for name in ROUND_WRITING:
        assert viewer.url(name, 1) not in table + receipt
    settle = html(viewer.get(viewer.url("settle")))
    assert viewer.url("session_end") not in settle
    assert 'class="tick" disabled' in settle
    circle = html(viewer.get(viewer.circle_url()))
    assert viewer.circle_url() + "new/" not in circle
    assert "rename/" not in circle


def test_players_see_theirs(phone: Phone, player: Phone) -> None:
    phone.record()
    table, receipt = html(player.get(player.url("table"))), html(player.get(player.url("round", 1)))
    assert player.url("round_new") in table
    assert player.url("seats") in table
    assert player.url("round_edit", 1) in receipt
    assert player.circle_url() + "new/" in html(player.get(player.circle_url()))
    assert player.play().status_code == 302


def test_a_viewer_of_one_circle_plays_in_another(viewer: Phone) -> None:
    watched = viewer.sid
    viewer.open_table(("A", "B"))
    assert viewer.get(viewer.url("round_new")).status_code == 200
    viewer.sid = watched
    assert viewer.get(viewer.url("round_new")).status_code == 403
    assert may_read(viewer) == 200
