"""仲間の削除: out of sight at once, back from the phone that deleted it, gone for good after a month."""

from datetime import timedelta

import pytest
from django.core.management import call_command
from django.utils import timezone

from scorekeeper.circles.codes import renew_recovery_code
from scorekeeper.circles.models import Circle, CircleChange, CircleLink, Player
from scorekeeper.play.models import GameSession, Hand, Round
from tests.doors import ask, circle_of, link_of, may_read, membership, page, path_of, send
from tests.helpers import DOBON, Phone, forms, html, text


def delete(phone: Phone) -> int:
    return int(send(phone, "circle_delete", typed=circle_of(phone).name).status_code)


def test_what_goes_is_said_and_can_be_saved_first(phone: Phone) -> None:
    shown = ask(phone, "circle_delete")
    assert phone.url("export") in html(shown)
    assert "For 30 days this phone can bring it back" in text(shown)
    assert page(phone, "circle_delete") in html(ask(phone, "circle_settings"))


@pytest.mark.parametrize("typed", ["", "x", "あき・Ben・Chie"])
def test_only_with_its_name(phone: Phone, typed: str) -> None:
    answer = send(phone, "circle_delete", typed=typed)
    assert answer.status_code == 422
    assert "That is not the name." in text(answer)
    assert forms(answer)["delete"]["typed"] == [typed]
    assert may_read(phone) == 200


def test_out_of_sight_for_everybody(phone: Phone, player: Phone, viewer: Phone) -> None:
    phone.record(DOBON)
    link, code = path_of(link_of(phone, "player")), renew_recovery_code(circle_of(phone), None)
    assert delete(phone) == 302
    for one in (phone, player, viewer):
        assert may_read(one) == 404
        assert one.get(one.circle_url()).status_code == 404
    assert Phone().get(link).status_code == 404
    assert Phone().post("/recover/", {"code": code}).status_code == 422
    assert "Bring back" not in text(player.get("/"))


@pytest.mark.postgresql
def test_back_from_the_phone_that_deleted_it(phone: Phone, player: Phone) -> None:
    out = membership(player)
    phone.record(DOBON)
    delete(phone)
    start = phone.get("/")
    assert "Deleted groups" in text(start)
    sent = {"circle": circle_of(phone).public_id}
    assert html(start).count(f'value="{sent["circle"]}"') == 1
    player.post("/bring-back/", sent)
    assert may_read(phone) == 404
    assert phone.post("/bring-back/", sent).status_code == 302
    assert (may_read(phone), may_read(player)) == (200, 200)
    assert membership(player) == out
    assert phone.points()["あき"] == 400
    assert [row.action for row in CircleChange.objects.all()] == ["delete", "bring-back"]


def test_who_was_out_before_stays_out(phone: Phone, player: Phone) -> None:
    phone.post(page(phone, "device_remove", membership(player).pk))
    delete(phone)
    phone.post("/bring-back/", {"circle": circle_of(phone).public_id})
    assert (may_read(phone), may_read(player)) == (200, 404)


@pytest.mark.postgresql
def test_gone_for_good_after_a_month(phone: Phone, stranger: Phone) -> None:
    phone.record(DOBON)
    first = phone.sid
    phone.open_table(("Benny", "あき"), circle_of(phone).public_id)
    form = {**forms(phone.show("stand_in"))["stand-in"], "seat": "0", "player": "Eva"}
    phone.post(phone.url("stand_in"), form)
    phone.record({"kind": "out", "winner": "0", "hand-1": "K"})
    kept, gone = (circle_of(phone).players.get(name=name).pk for name in ("Ben", "Benny"))
    assert send(phone, "person_merge", kept, other=gone, seen="0").status_code == 302
    phone.sid = first
    delete(phone)
    call_command("housekeeping", verbosity=0)
    assert Circle.objects.count() == 2
    Circle.objects.filter(pk=circle_of(phone).pk).update(deleted_at=timezone.now() - timedelta(days=31))
    assert "Deleted groups" not in text(phone.get("/"))
    call_command("housekeeping", verbosity=0)
    assert [circle.pk for circle in Circle.objects.all()] == [circle_of(stranger).pk]
    assert GameSession.objects.count() == 1
    assert not Round.objects.exists()
    assert not Hand.objects.exists()
    assert {player.circle_id for player in Player.objects.all()} == {circle_of(stranger).pk}
    assert {link.circle_id for link in CircleLink.objects.all()} == {circle_of(stranger).pk}


@pytest.mark.parametrize("circle", ["", "nosuch"])
def test_nothing_to_bring_back(phone: Phone, circle: str) -> None:
    answer = phone.post("/bring-back/", {"circle": circle}, follow=True)
    assert "This group cannot be brought back any more." in text(answer)
    assert Phone().post("/bring-back/", {"circle": circle}).status_code == 302
