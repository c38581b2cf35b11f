"""端末: what a phone changed, whose it is, and how it is removed."""

import re
from typing import NamedTuple

import pytest
from django.urls import reverse

from scorekeeper.circles.models import Membership, Role
from scorekeeper.play.models import GameSession, Seat
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
    send,
    table_status,
)
from tests.helpers import DOBON, NAMES, OUT, Phone, forms, html, text

pytestmark = pytest.mark.django_db
YOU = '<span class="tag">you</span>'


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
