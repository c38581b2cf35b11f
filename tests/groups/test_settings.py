"""仲間の設定, 端末: settings, names and deletion of a circle; its phones, and whose they are."""

import re
from collections.abc import Callable
from datetime import timedelta
from itertools import pairwise
from typing import NamedTuple

import pytest
from django.core.management import call_command
from django.urls import reverse
from django.utils import timezone

from scorekeeper.circles.codes import renew_recovery_code
from scorekeeper.circles.models import Circle, CircleChange, CircleLink, Membership, Player, Role
from scorekeeper.play.models import GameSession, Hand, Night, Round, Seat
from scorekeeper.present.words import title
from scorekeeper.rules.sets import code_of, usual
from scorekeeper.scoring.registry import RULESETS
from tests.circle_pages import (
    all_rows,
    ask,
    circle_of,
    join_by_link,
    link_of,
    membership,
    page,
    path_of,
    person,
    send,
    table_status,
)
from tests.helpers import DOBON, NAMES, OUT, Phone, forms, html, text
from tests.nights import example

pytestmark = pytest.mark.django_db
YOU = '<span class="tag">you</span>'
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
    kept, gone = (person(phone, name).pk for name in ("Ben", "Benny"))
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


def test_the_settings_show_the_last_three_changes_of_each_phone(phone: Phone, player: Phone) -> None:
    """Five changes in all: of four by the one phone the last three are named.  Hosts come first."""
    join_by_link(phone, "host", agent="iPad")
    for _ in range(3):
        player.record(DOBON)
    phone.record(OUT)
    player.press("session_end")
    shown = text(phone.get(phone.settings_url()))
    assert "4 changes" in shown
    assert all(words in shown for words in ("table ended", "round 3: entered", "round 2: entered"))
    assert "round 1: entered" not in shown
    assert "round 4: entered" in shown
    assert shown.index("iPad") < shown.index("Android")


def test_the_page_of_a_phone_lists_all_its_changes(phone: Phone, player: Phone) -> None:
    """A round and four changes of saved rules by the one phone, none by the other."""
    rules = reverse("rule_sets_circle", args=(circle_of(phone).public_id,))
    player.record(DOBON)
    kept = player.post(rules, {"code": code_of(usual(RULESETS["gamble"])), "name": "Friday"})
    player.post(kept["Location"] + "edit/", forms(player.get(kept["Location"]))["rename"] | {"name": "Sat"})
    player.post(kept["Location"] + "copy/")
    player.post(kept["Location"] + "away/")
    shown = text(ask(phone, "device", membership(player).pk))
    assert "5 changes" in shown
    message = ("archived rules", "saved rules", "changed rules", "saved rules", "round 1: entered")
    places = [shown.index("5 changes")]
    for words in message:
        places.append(shown.index(words, places[-1] + 1))
    circle = text(phone.get(phone.settings_url())).partition("5 changes")[2]
    assert "archived rules · Sat" in circle
    assert re.findall(r"(\w+) rules ·|entered", circle) == ["archived", "saved", "changed"]
    assert "changed nothing" in text(ask(phone, "device", membership(phone).pk))


def test_a_removed_phone_is_out_at_once(phone: Phone, player: Phone, viewer: Phone) -> None:
    """Also if it joined by two links."""
    player.get(path_of(link_of(phone, "viewer")))
    response = send(phone, "device_remove", membership(player).pk)
    assert (response.status_code, response["Location"]) == (302, phone.settings_url() + "#devices")
    assert [table_status(each) for each in (phone, player, viewer)] == [200, 404, 200]
    assert "Android" not in text(phone.get(phone.settings_url()))
    assert ask(phone, "device", membership(player).pk).status_code == 404


def test_a_removed_phone_cannot_join_again_by_the_same_link(phone: Phone, player: Phone) -> None:
    """Others still do.  Once it has joined by another one, the old one adds no role."""
    send(phone, "device_remove", membership(player).pk)
    before = all_rows()
    refused = player.get(path_of(link_of(phone, "player")))
    assert refused.status_code == 403
    assert "A host has removed this phone from the group." in text(refused)
    assert refused["Referrer-Policy"] == "no-referrer"
    assert circle_of(phone).name not in html(refused)
    assert all_rows() == before
    assert table_status(player) == 404
    assert join_by_link(phone, "player").get(phone.url("table")).status_code == 200
    player.get(path_of(link_of(phone, "viewer")))
    assert player.get(path_of(link_of(phone, "player"))).status_code == 302
    assert (table_status(player), membership(player).role) == (200, Role.VIEWER)


def test_a_phone_is_removed_with_its_link_replaced(phone: Phone, player: Phone) -> None:
    """Another member who joined by it stays, with the new one, which admits the removed phone again if it is
    shown there; the old one admits nobody."""
    friend = join_by_link(phone, "player", agent="iPhone")
    old = link_of(phone, "player")
    shown = ask(phone, "device_remove", membership(player).pk)
    assert "iPhone" in text(shown)
    assert forms(shown)["remove"]["change"] == ["1"]
    send(phone, "device_remove", membership(player).pk, change="1")
    assert [table_status(each) for each in (phone, player, friend)] == [200, 404, 200]
    assert [Phone().get(path_of(old)).status_code, player.get(path_of(old)).status_code] == [404, 404]
    new = link_of(phone, "player")
    assert (new.role, new.label, new.created_by) == (old.role, old.label, membership(phone).device)
    assert membership(friend).link == new
    assert player.get(path_of(new)).status_code == 302
    assert table_status(player) == 200
    send(phone, "link_revoke", new.pk)
    assert table_status(friend) == 404


def test_a_host_may_leave_but_not_the_last_one(phone: Phone) -> None:
    """To who leaves a change of the link is not suggested; where the removal is refused, the link stays."""
    second = join_by_link(phone, "host")
    link = membership(second).link
    shown = ask(second, "device_remove", membership(second).pk)
    assert "change" not in forms(shown)["remove"]
    assert "Change the link too" in text(shown)
    assert "Change the link too" not in text(ask(second, "device_remove", membership(phone).pk))
    response = send(phone, "device_remove", membership(phone).pk)
    assert (response.status_code, response["Location"]) == (302, "/")
    assert table_status(phone) == 404

    refused = send(second, "device_remove", membership(second).pk, change="1")
    assert refused.status_code == 422
    assert "A group needs a host. Make another phone a host first, with a link for hosts." in text(refused)
    assert forms(refused)["remove"]["change"] == ["1"]
    assert (table_status(second), membership(second).link, membership(second).role) == (200, link, Role.HOST)
    assert link_of(second, "host") == link


def player_at(phone: Phone, seat: int) -> int:
    return Seat.objects.get(session=phone.session, number=seat).player_id


def choose(phone: Phone, value: object) -> int:
    return int(phone.post(phone.url("session_me"), {"player": value}).status_code)


class Place(NamedTuple):
    """A page that asks who holds a phone, and where it redirects to."""

    url: str
    done: str


@pytest.fixture(name="place", params=["circle_me", "session_me"])
def _place(phone: Phone, request: pytest.FixtureRequest) -> Place:
    if request.param == "circle_me":
        return Place(page(phone, "circle_me"), phone.circle_url())
    return Place(phone.url("session_me"), phone.url("table"))


def test_a_person_is_chosen_and_cleared(player: Phone, viewer: Phone, stranger: Phone, place: Place) -> None:
    """Nobody of another circle, or who was merged since the page was opened; viewers are not asked."""
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

    merged = player_at(player, 1)
    circle_of(player).players.filter(pk=merged).update(merged_into=third)
    for value in ("0", "x", "9" * 40, player_at(stranger, 0), merged):
        refused = player.post(place.url, {"player": value})
        assert refused.status_code == 422, value
        assert "Choose one of these people." in text(refused)
        assert membership(player).player is None

    answer = viewer.get(place.url)
    assert (answer.status_code, answer["Location"]) == (302, place.done)
    for shown in (viewer.settings_url(), viewer.url("table")):
        assert place.url not in html(viewer.get(shown))


def test_only_the_phone_itself_sees_whose_it_is(phone: Phone, player: Phone) -> None:
    """The circle offers everybody, and a table its seats."""
    assert player.url("session_me") in html(player.get(player.url("table")))
    choose(player, player_at(player, 2))
    assert "Chie you" in text(player.get(player.url("table")))
    assert html(player.get(player.url("table"))).count(YOU) == 1
    choose(player, player_at(player, 0))
    assert "あき you" in text(player.get(player.url("table")))
    assert YOU not in html(phone.get(phone.url("table")))
    choose(player, "")
    assert YOU not in html(player.get(player.url("table")))

    names = [*NAMES, "Eva"]
    phone.open_table(("Ben", "Eva"), circle_of(phone).public_id)
    offered, seats = text(ask(player, "circle_me")), text(player.get(player.url("session_me")))
    assert [name for name in names if name in offered] == names
    assert [name for name in names if name in seats] == names[:4]


def asked(phone: Phone) -> list[str]:
    """The people that a table's page offers for "whose phone is this?"."""
    page = html(phone.show("table"))
    _before, result, form = page.partition(f'action="{phone.url("session_me")}"')
    return re.findall(r'name="player" value="(\d+)"', form.split("</form>")[0]) if result else []


def test_before_the_first_round_the_table_asks_whose_phone_it_is(
    phone: Phone, player: Phone, viewer: Phone
) -> None:
    assert asked(viewer) == []
    assert asked(phone) == asked(player) == [str(player_at(phone, seat)) for seat in range(4)]
    choose(phone, asked(phone)[1])
    assert asked(phone) == []
    assert "Ben you" in text(phone.show("table"))
    phone.record({"kind": "nogame"})
    assert "· Ben (" in text(phone.show("round", 1))
    assert asked(player) == [], "once a round is recorded"

    phone.open_table(("あき", "Eva"), circle_of(phone).public_id)
    assert asked(phone) == [], "the circle knows by now"


def test_the_question_names_the_table_and_who_has_a_phone_already(phone: Phone, player: Phone) -> None:
    """A person can have two phones."""
    names_of_table = text(player.get(player.url("session_me"))).count(title(phone.session))
    assert names_of_table == 2, "in the title of the page, and once at its top"
    GameSession.objects.update(title="Friday")
    assert "Friday · Gamble Dobon" in text(player.get(player.url("session_me")))
    for each in (phone, player):
        assert choose(each, player_at(phone, 1)) == 302
    assert Membership.objects.filter(player=player_at(phone, 1)).count() == 2
    Membership.objects.filter(pk=membership(player).pk).update(player=None)
    assert "Ben has a phone already" in text(player.get(player.url("session_me")))
