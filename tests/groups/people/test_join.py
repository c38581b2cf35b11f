"""The link into a circle."""

from datetime import timedelta

import pytest

from scorekeeper.circles.access import link_token
from scorekeeper.circles.models import Device, Entrance, Membership, Role
from scorekeeper.circles.services import revoke_link
from tests.doors import come_in, link_of, may_read, membership, path_of
from tests.helpers import Phone

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("still")]


def token_of(phone: Phone, role: str = "player") -> str:
    return link_token(link_of(phone, role))


def test_admits_and_goes_on_to_an_address_without_the_secret(phone: Phone) -> None:
    other = Phone()
    assert other.get(phone.url("table")).status_code == 404
    response = other.get(phone.join_link())
    assert (response.status_code, response["Location"]) == (302, phone.circle_url())
    assert token_of(phone).split(".")[1] not in response["Location"]
    assert other.get(phone.url("table")).status_code == 200


def test_again_changes_nothing(phone: Phone) -> None:
    for _ in range(3):
        assert phone.get(phone.join_link()).status_code == 302
    assert Device.objects.count() == Membership.objects.count() == 1


def test_cookie(phone: Phone) -> None:
    guest = Phone(HTTP_USER_AGENT="Mozilla/5.0 (Linux; Android 14)")
    guest.get(phone.join_link())
    cookie = guest.cookies["device"]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    assert not cookie["secure"]
    assert cookie["path"] == "/"
    assert cookie["max-age"] >= 180 * 24 * 3600
    device = Device.objects.latest("pk")
    assert device.name == "Android"
    assert cookie.value not in (device.key_hash, device.name)
    assert len(device.key_hash) == 64
    assert len(cookie.value) * 6 >= 128


def test_cookie_is_renewed_now_and_then_and_the_key_of_forms_with_it(phone: Phone) -> None:
    assert list(phone.show("round_new").cookies) == ["csrftoken"]
    assert not phone.show("round_new").cookies
    key, seen = phone.cookies["device"].value, Device.objects.get().last_seen
    Device.objects.update(last_seen=seen - timedelta(hours=1))
    renewed = phone.show("round_new").cookies
    assert set(renewed) == {"device", "csrftoken"}
    assert renewed["device"].value == key
    assert Device.objects.get().last_seen >= seen
    del phone.cookies["csrftoken"]
    assert "csrftoken" in phone.show("round_new").cookies


def test_opening_a_circle_makes_a_host_and_two_links(phone: Phone) -> None:
    assert (membership(phone).role, membership(phone).link) == (Role.HOST, None)
    assert [link.role for link in phone.session.circle.links.all()] == [Role.PLAYER, Role.VIEWER]


@pytest.mark.parametrize("order", [("viewer", "player"), ("player", "viewer")])
def test_the_higher_of_several_roles_holds(phone: Phone, order: tuple[str, str]) -> None:
    guest = come_in(phone, order[0])
    guest.get(path_of(link_of(phone, order[1])))
    assert membership(guest).role == Role.PLAYER
    revoke_link(link_of(phone, "player"))
    assert membership(guest).role == Role.VIEWER
    assert guest.post(guest.url("session_end")).status_code == 403
    revoke_link(link_of(phone, "viewer"))
    assert may_read(guest) == 404


def test_a_host_stays_host_by_a_lesser_link(phone: Phone) -> None:
    phone.get(path_of(link_of(phone, "viewer")))
    assert (membership(phone).role, membership(phone).link) == (Role.HOST, None)
    assert Entrance.objects.filter(membership=membership(phone)).count() == 2


@pytest.mark.parametrize("table", ["nowhere", "%00", "x" * 300])
def test_with_the_table_of_somebody_else_it_goes_to_the_circle(phone: Phone, table: str) -> None:
    response = Phone().get(f"{phone.join_link()}?t={table}")
    assert (response.status_code, response["Location"]) == (302, phone.circle_url())
    other = Phone().open_table(("X", "Y"))
    response = Phone().get(f"{phone.join_link()}?t={other.sid}")
    assert response["Location"] == phone.circle_url()


def test_a_look_ahead_lets_nobody_in(phone: Phone) -> None:
    guest = Phone()
    assert guest.head(phone.join_link()).status_code == 302
    assert "device" not in guest.cookies
    assert Membership.objects.count() == 1


@pytest.mark.parametrize(
    ("agent", "let_in"),
    [
        ("facebookexternalhit/1.1;line-poker/1.0", False),
        ("WhatsApp/2.23.20.0", False),
        ("TelegramBot (like TwitterBot)", False),
        ("Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)", False),
        ("Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)", False),
        ("Mozilla/5.0 (Linux; Android 9; CUBOT X19)", True),
        ("Mozilla/5.0 (iPhone) Line/13.1", True),
    ],
)
def test_a_chat_that_looks_for_a_picture_is_no_device(phone: Phone, agent: str, let_in: bool) -> None:
    """Phones whose names only sound like one are."""
    guest = Phone(HTTP_USER_AGENT=agent)
    assert guest.get(phone.join_link())["Location"] == (phone.circle_url() if let_in else "/")
    assert ("device" in guest.cookies) is let_in
    assert Device.objects.count() == 1 + let_in
