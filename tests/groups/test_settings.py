"""仲間の設定: settings, names and deletion of a circle."""

from collections.abc import Callable
from datetime import timedelta
from itertools import pairwise
from typing import NamedTuple

import pytest
from django.core.management import call_command
from django.utils import timezone

from scorekeeper.circles.codes import renew_recovery_code
from scorekeeper.circles.models import Circle, CircleChange, CircleLink, Player
from scorekeeper.play.models import GameSession, Hand, Night, Round
from tests.circle_pages import (
    ask,
    circle_of,
    join_by_link,
    link_of,
    membership,
    page,
    path_of,
    send,
    table_status,
)
from tests.helpers import DOBON, OUT, Phone, forms, html, text
from tests.nights import example

pytestmark = pytest.mark.django_db
ODD = ("健の iPhone", "👨‍👩‍👧‍👦", "محمد", "<b>A & B</b>")


def test_each_role_sees_its_settings(phone: Phone, player: Phone, viewer: Phone) -> None:
    assert f'href="{page(phone, "circle_settings")}"' in html(ask(phone, "circle"))
    answer = ask(phone, "circle_settings")
    shown = text(answer)
    for words in ("Invite friends", "Who holds this phone?", "House rules", "Links", "Phones", "Rename"):
        assert words in shown
    assert page(phone, "recovery") in html(answer)
    assert page(phone, "link_new") in html(answer)
    assert forms(answer)[page(phone, "circle_rename")]["name"] == [phone.session.circle.name]

    shown = text(ask(player, "circle_settings"))
    assert "Invite friends" in shown
    assert "House rules" in shown
    assert "Invite friends" not in text(ask(viewer, "circle_settings"))
    hosts = ("Rename", "Links", "Phones", "API keys", "recovery", "/devices/", "Everything as one file")
    for other in (player, viewer):
        assert not [words for words in hosts if words in html(ask(other, "circle_settings"))]


def test_a_new_group_has_the_invitation_on_its_page(phone: Phone) -> None:
    """Until its first night is over."""
    assert "Invite friends" in text(ask(phone, "circle"))
    phone.record(OUT)
    phone.press("session_end")
    assert "Invite friends" not in text(ask(phone, "circle"))
    assert "can look at everything" in text(phone.get(page(phone, "circle_settings") + "?link=viewer"))


def delete(phone: Phone) -> int:
    return int(send(phone, "circle_delete", typed=circle_of(phone).name).status_code)


def test_a_group_is_deleted_only_with_its_name_typed(phone: Phone) -> None:
    """The page explains what happens, and offers downloads."""
    assert page(phone, "circle_delete") in html(ask(phone, "circle_settings"))
    shown = ask(phone, "circle_delete")
    assert phone.url("export") in html(shown)
    assert "For 30 days this phone can bring it back" in text(shown)
    for typed in ("", "x", "あき・Ben・Chie"):
        answer = send(phone, "circle_delete", typed=typed)
        assert answer.status_code == 422, typed
        assert "That is not the name." in text(answer)
        assert forms(answer)["delete"]["typed"] == [typed]
    assert table_status(phone) == 200


def test_a_deleted_group_is_gone_for_everybody(phone: Phone, player: Phone, viewer: Phone) -> None:
    phone.record(DOBON)
    link, code = path_of(link_of(phone, "player")), renew_recovery_code(circle_of(phone), None)
    assert delete(phone) == 302
    for one in (phone, player, viewer):
        assert table_status(one) == 404
        assert one.get(one.circle_url()).status_code == 404
    assert Phone().get(link).status_code == 404
    assert Phone().post("/recover/", {"code": code}).status_code == 422
    assert "Bring back" not in text(player.get("/"))


def test_a_group_is_restored_by_the_phone_that_deleted_it(phone: Phone, player: Phone, viewer: Phone) -> None:
    """Phones that were removed before stay removed."""
    out = membership(player)
    phone.record(DOBON)
    send(phone, "device_remove", membership(viewer).pk)
    delete(phone)
    start = phone.get("/")
    assert "Deleted groups" in text(start)
    sent = {"circle": circle_of(phone).public_id}
    assert html(start).count(f'value="{sent["circle"]}"') == 1
    for who, circle in ((player, sent["circle"]), (phone, ""), (Phone(), "nosuch")):
        answer = who.post("/bring-back/", {"circle": circle}, follow=True)
        assert "This group cannot be brought back any more." in text(answer)
    assert table_status(phone) == 404
    assert phone.post("/bring-back/", sent).status_code == 302
    assert [table_status(one) for one in (phone, player, viewer)] == [200, 200, 404]
    assert membership(player) == out
    assert phone.points()["あき"] == 400
    assert [row.action for row in CircleChange.objects.all()] == ["remove", "delete", "bring-back"]


@pytest.mark.postgresql
def test_a_deleted_group_is_erased_after_a_month(phone: Phone, stranger: Phone) -> None:
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


class Named(NamedTuple):
    """Something with a name: a group, a phone, or a night."""

    url: str  # of the form's action
    shown: str  # URL of the page with the form
    name: Callable[[], str]
    longest: int
    wrong: tuple[str, ...] = ("", "   ", "A\x00B")


def circle(host: Phone) -> Named:
    shown = page(host, "circle_settings")
    return Named(page(host, "circle_rename"), shown, lambda: circle_of(host).name, 60)


def device(host: Phone) -> Named:
    """The phone of somebody else."""
    other = join_by_link(host, agent="Android")
    key = membership(other).pk
    url, shown = (page(host, name, key) for name in ("device_rename", "device"))
    return Named(url, shown, lambda: membership(other).device.name, 40)


def night(host: Phone) -> Named:
    url, shown = example.address(host, "night_rename"), example.address(host)
    return Named(url, shown, lambda: Night.objects.get().name, 60, ())


@pytest.fixture(name="named", params=[circle, device, night])
def _named(phone: Phone, request: pytest.FixtureRequest) -> Named:
    result: Named = request.param(phone)
    return result


def test_renaming(phone: Phone, named: Named) -> None:
    """The log has each change once."""
    names = [named.name(), *ODD, "x" * named.longest]
    for name in (*names[1:], names[-1]):
        assert phone.post(named.url, {"name": f" {name} "}).status_code == 302
        assert named.name() == name
        shown = phone.get(named.shown)
        assert name in text(shown)
        assert "<b>A &" not in html(shown)
    noted = circle_of(phone).changes.values_list("before__name", "after__name").order_by("pk")
    assert list(noted) == list(pairwise(names))
    assert names[-1] in text(phone.get(page(phone, "changes")))


def test_an_invalid_name_changes_nothing_and_stays_typed(phone: Phone, named: Named) -> None:
    """Only a night may have none."""
    before = named.name()
    for name in ("x" * (named.longest + 1), "x" * 500, *named.wrong):
        refused = phone.post(named.url, {"name": name})
        assert refused.status_code == 422
        assert '<p class="err"' in html(refused)
        assert forms(refused)[named.url]["name"] == [name]
        assert named.name() == before


def test_a_name_changed_meanwhile_answers_409(phone: Phone, named: Named) -> None:
    """The page shows the other name and keeps what was typed, which can be sent again."""
    form, other = forms(phone.get(named.shown))[named.url], join_by_link(phone, "host")
    for _ in range(2):
        assert other.post(named.url, {**form, "name": "木曜会"}).status_code == 302
    late = phone.post(named.url, {**form, "name": "金曜会"})
    assert late.status_code == 409
    assert "木曜会" in text(late)
    assert "Somebody has changed this meanwhile." in text(late)
    assert forms(late)[named.url]["name"] == ["金曜会"]
    assert phone.post(named.url, forms(late)[named.url]).status_code == 302
    assert named.name() == "金曜会"


def test_a_night_has_its_name_beside_its_day(phone: Phone) -> None:
    example.three_games(phone)
    url, day = example.address(phone, "night_rename"), phone.session.night.day
    phone.post(url, {"name": "  誕生日　会 "})
    for shown in (example.look(phone), ask(phone, "circle")):
        assert f"誕生日 会 {day:%a, %b} {day.day}" in text(shown)
    assert phone.post(url, {"name": ""}).status_code == 302
    assert "Night of" in text(example.look(phone))
