"""招待リンク, 復旧コード: making, opening and revoking links and recovery codes."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse

from scorekeeper.circles import models
from scorekeeper.circles.access import link_token
from scorekeeper.circles.codes import ALPHABET, plain_code, renew_recovery_code
from scorekeeper.circles.models import CircleLink, Device, Entrance, Membership, RecoveryCode, Role
from scorekeeper.circles.services import revoke_link
from tests.circle_pages import (
    ask,
    circle_of,
    is_stored,
    join_by_link,
    link_of,
    membership,
    path_of,
    send,
    table_status,
)
from tests.helpers import Phone, forms, html, text

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("still")]
CODE = re.compile(r'name="code" value="([^"]+)"')
INVALID = [
    {},
    {"role": "0"},
    {"role": "4"},
    {"role": "x"},
    {"role": "2", "label": "x" * 41},
    {"role": "2", "label": "\x00"},
]


def token_of(phone: Phone, role: str = "player") -> str:
    return link_token(link_of(phone, role))


def test_a_link_admits_and_redirects_without_the_secret(phone: Phone, stranger: Phone) -> None:
    """To the circle, also with an unknown table in the link."""
    other, link, circle = Phone(), phone.join_link(), phone.circle_url()
    assert other.get(phone.url("table")).status_code == 404
    devices = Device.objects.count()
    for table in ("", "nowhere", "%00", "x" * 300, stranger.sid):
        response = other.get(f"{link}?t={table}" if table else link)
        assert (response.status_code, response["Location"]) == (302, circle), table
    assert token_of(phone).split(".")[1] not in circle
    assert other.get(phone.url("table")).status_code == 200
    assert Device.objects.count() == devices + 1
    assert phone.session.circle.memberships.count() == 2
    other.sid = phone.sid
    assert membership(other).entrances.count() == 1


def test_the_device_cookie(phone: Phone) -> None:
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


def test_device_and_csrf_cookies_are_renewed_together(phone: Phone) -> None:
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


@pytest.mark.parametrize("order", [("viewer", "player"), ("player", "viewer")])
def test_the_higher_of_several_roles_holds(phone: Phone, order: tuple[str, str]) -> None:
    guest = join_by_link(phone, order[0])
    guest.get(path_of(link_of(phone, order[1])))
    assert membership(guest).role == Role.PLAYER
    revoke_link(link_of(phone, "player"))
    assert membership(guest).role == Role.VIEWER
    assert guest.post(guest.url("session_end")).status_code == 403
    revoke_link(link_of(phone, "viewer"))
    assert table_status(guest) == 404


def test_a_host_stays_host_after_opening_a_lower_link(phone: Phone) -> None:
    assert [link.role for link in phone.session.circle.links.all()] == [Role.PLAYER, Role.VIEWER]
    assert (membership(phone).role, membership(phone).link) == (Role.HOST, None)
    phone.get(path_of(link_of(phone, "viewer")))
    assert (membership(phone).role, membership(phone).link) == (Role.HOST, None)
    assert Entrance.objects.filter(membership=membership(phone)).count() == 2


AGENTS = {
    "facebookexternalhit/1.1;line-poker/1.0": False,
    "WhatsApp/2.23.20.0": False,
    "TelegramBot (like TwitterBot)": False,
    "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)": False,
    "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)": False,
    "Mozilla/5.0 (Linux; Android 9; CUBOT X19)": True,
    "Mozilla/5.0 (iPhone) Line/13.1": True,
}


def test_preview_bots_are_not_admitted(phone: Phone) -> None:
    """Nor is who only asks for the headers; phones whose names only resemble one are."""
    link, circle = phone.join_link(), phone.circle_url()
    for agent, admitted in AGENTS.items():
        guest, devices = Phone(HTTP_USER_AGENT=agent), Device.objects.count()
        assert guest.head(link).status_code == 302
        assert "device" not in guest.cookies, agent
        assert guest.get(link)["Location"] == (circle if admitted else "/"), agent
        assert ("device" in guest.cookies) is admitted, agent
        assert Device.objects.count() == Membership.objects.count() == devices + admitted, agent


def test_a_host_makes_a_link(phone: Phone) -> None:
    for data in INVALID:
        response = send(phone, "link_new", **data)
        assert response.status_code == 422
        assert '<p class="err"' in html(response)
        assert circle_of(phone).links.count() == 2
    for role in (Role.HOST, Role.PLAYER, Role.VIEWER):
        response = send(phone, "link_new", role=int(role), label="木曜 👩‍👧 <b>")
        assert (response.status_code, response["Location"]) == (302, phone.settings_url() + "#links")
        link = CircleLink.objects.latest("pk")
        assert (link.role, link.label, link.created_by) == (role, "木曜 👩‍👧 <b>", membership(phone).device)
        assert membership(join_by_link(phone, link=link)).role == role
    shown = phone.get(phone.settings_url())
    assert "木曜 👩‍👧 <b>" in text(shown)
    assert "木曜 👩‍👧 <b>" not in html(shown)
    assert send(phone, "link_new", **forms(ask(phone, "link_new"))["link"]).status_code == 302
    assert CircleLink.objects.latest("pk").role == Role.PLAYER, "the form as it is at first"


def test_invitations_show_the_newest_link_without_a_label(phone: Phone) -> None:
    """Where all have labels, the newest."""
    before = phone.join_link()
    send(phone, "link_new", role=2, label="only for Ken")
    assert phone.join_link() == before
    send(phone, "link_new", role=2)
    assert phone.join_link() == path_of(CircleLink.objects.latest("pk"))
    for link in CircleLink.objects.filter(role=Role.PLAYER, label=""):
        revoke_link(link)
    send(phone, "link_new", role=2, label="for Zoe")
    assert phone.join_link() == path_of(CircleLink.objects.latest("pk")), "where all have labels the newest"


def test_a_public_id_does_not_begin_with_a_dash(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = iter(["-hV53tqCjCxT", "-", "V53tqCjC-xTh"])
    monkeypatch.setattr(models.secrets, "token_urlsafe", lambda size: next(drawn))
    assert models.new_public_id() == "V53tqCjC-xTh"


def test_revoking_a_link_removes_who_joined_by_it_alone(phone: Phone, player: Phone, viewer: Phone) -> None:
    """The rounds that they have recorded stay."""
    both = join_by_link(phone, "player")
    both.get(path_of(link_of(phone, "viewer")))
    player.record()
    link = link_of(phone, "player")
    assert [table_status(each) for each in (phone, player, viewer, both)] == [200] * 4
    response = send(phone, "link_revoke", link.pk)
    assert (response.status_code, response["Location"]) == (302, phone.settings_url() + "#links")
    assert [table_status(each) for each in (phone, player, viewer, both)] == [200, 404, 200, 200]
    assert player.get(player.circle_url()).status_code == 404
    assert player.post(player.url("session_end")).status_code == 404
    assert Phone().get(path_of(link)).status_code == 404
    assert Phone().get(path_of(link_of(phone, "viewer"))).status_code == 302
    assert CircleLink.objects.get(pk=link.pk).revoked_at
    assert ask(phone, "link_revoke", link.pk).status_code == 404
    assert circle_of(phone).name not in text(player.get("/"))
    assert phone.points() == {"あき": 400, "Ben": -330, "Chie": -70, "大輔": 0}
    assert "Android" in text(phone.get(phone.url("round", 1)))


def test_revoking_shows_who_will_be_removed(phone: Phone, player: Phone, viewer: Phone) -> None:
    """Nobody who joined by another link too."""
    link = link_of(phone, "player")
    shown = text(ask(phone, "link_revoke", link.pk))
    assert "Android" in shown
    assert "Windows" not in shown
    player.get(path_of(link_of(phone, "viewer")))
    assert "No phone would be removed." in text(ask(phone, "link_revoke", link.pk))
    assert table_status(player) == 200


def test_a_new_link_in_place_of_a_revoked_one_readmits(phone: Phone, player: Phone) -> None:
    old = link_of(phone, "player")
    CircleLink.objects.filter(pk=old.pk).update(label="Thursdays")
    send(phone, "link_revoke", old.pk, fresh="1")
    new = CircleLink.objects.latest("pk")
    assert (new.role, new.label, new.created_by) == (Role.PLAYER, "Thursdays", membership(phone).device)
    assert table_status(player) == 404
    assert [player.get(path_of(link)).status_code for link in (old, new)] == [404, 302]
    assert table_status(player) == 200
    assert membership(player).ended_at is None


def test_the_link_of_the_last_host_cannot_be_revoked(phone: Phone) -> None:
    """A host may revoke the own link while there is another one; the third phone removes that one first."""
    second = join_by_link(phone, "host")
    link = membership(second).link
    assert "This phone joined with it too and will be removed." in text(ask(second, "link_revoke", link.pk))
    response = send(second, "link_revoke", link.pk)
    assert (response.status_code, response["Location"]) == (302, "/")
    assert (table_status(second), table_status(phone)) == (404, 200)

    third = join_by_link(phone, "host")
    link = membership(third).link
    send(third, "device_remove", membership(phone).pk)
    response = send(third, "link_revoke", link.pk)
    assert response.status_code == 422
    assert "A group needs a host." in text(response)
    assert table_status(third) == 200
    assert not CircleLink.objects.get(pk=link.pk).revoked_at
    assert membership(third).role == Role.HOST


def test_the_settings_list_the_links(phone: Phone, player: Phone) -> None:
    join_by_link(phone, "player")
    shown = text(phone.get(phone.settings_url()))
    assert "2 phones joined with it" in shown
    assert "0 phones joined with it" in shown
    send(phone, "link_revoke", link_of(phone, "player").pk)
    page = phone.get(phone.settings_url())
    assert "revoked" in text(page)
    assert "There is no such link just now." in text(page)
    assert html(page).count("/join/") == 1  # the one for viewers


def make_code(phone: Phone) -> str:
    """Make a code on the page, and return it."""
    response = send(phone, "recovery", action="new")
    assert response.status_code == 200
    match = CODE.search(html(response))
    assert match[1].replace("-", " ") in text(response)
    return match[1]


def test_a_code_is_shown_once_and_stored_as_a_hash(phone: Phone) -> None:
    """28 characters of 32 are 28 times 5 bits, 140.  Only the newest code is valid."""
    code = make_code(phone)
    assert code not in html(ask(phone, "recovery"))
    assert not is_stored(code)
    assert not is_stored(plain_code(code))
    assert len(plain_code(code)) * 5 >= 130
    assert set(plain_code(code)) <= set(ALPHABET)
    newest = make_code(phone)
    assert (recover(Phone(), code), recover(Phone(), newest)) == (422, 302)
    assert RecoveryCode.objects.count() == 2


def test_a_form_sent_twice_makes_one_code_and_shows_it_again(phone: Phone) -> None:
    """So a reload does not revoke it; a repeat after another code was made shows none."""
    form = {**forms(ask(phone, "recovery"))[""], "action": "new"}
    first, second = (html(send(phone, "recovery", **form)) for _ in range(2))
    assert CODE.search(first)[1] == CODE.search(second)[1]
    assert RecoveryCode.objects.count() == 1
    make_code(phone)
    assert not CODE.search(html(send(phone, "recovery", **form)))
    assert RecoveryCode.objects.count() == 2


def test_a_code_changed_meanwhile_answers_409(phone: Phone) -> None:
    """A code that another host has just made is neither revoked nor replaced."""
    make_code(phone)
    shown = forms(ask(phone, "recovery"))
    code = make_code(join_by_link(phone, "host"))
    for form, action in (("", "new"), ("end", "revoke")):
        late = send(phone, "recovery", **shown[form], action=action)
        assert late.status_code == 409
        assert "Somebody has changed this meanwhile." in text(late)
    assert recover(Phone(), code) == 302
    ended = forms(late)["end"]
    assert [send(phone, "recovery", **ended, action="revoke").status_code for _ in range(2)] == [302, 302]
    assert recover(Phone(), code) == 422


def test_the_code_as_a_text_file(phone: Phone, stranger: Phone) -> None:
    """Only of the valid code; an unknown action does nothing."""
    for fields in ({}, {"action": "more"}):
        assert send(phone, "recovery", **fields).status_code == 422, fields
    assert not RecoveryCode.objects.exists()
    code = make_code(phone)
    response = send(phone, "recovery", action="text", code=code)
    assert response["Content-Type"] == "text/plain; charset=utf-8"
    assert response["Content-Disposition"] == 'attachment; filename="recovery-code.txt"'
    assert response.content.decode().splitlines() == [
        circle_of(phone).name,
        "Recovery code",
        code,
        "http://testserver/recover/",
    ]
    for other in ("", "A", make_code(stranger)):
        response = send(phone, "recovery", action="text", code=other)
        assert response.status_code == 422, other
        assert "Content-Disposition" not in response


def test_pages_with_a_code_are_not_cached(phone: Phone) -> None:
    made = send(phone, "recovery", action="new")
    for response in (made, phone.get("/recover/"), phone.post("/recover/", {"code": "A"})):
        assert response["Referrer-Policy"] == "same-origin"  # else a browser's form comes from "null"
        assert "no-store" in response["Cache-Control"]
        assert "noindex" in response["X-Robots-Tag"]


def recover(phone: Phone, code: str) -> int:
    return int(phone.post(reverse("recover"), {"code": code}).status_code)


@pytest.fixture
def code(phone: Phone) -> str:
    return renew_recovery_code(circle_of(phone), None)


def test_a_code_makes_a_host_however_it_is_typed(phone: Phone, code: str) -> None:
    guest = Phone()
    assert f'href="{reverse("recover")}"' in html(guest.get("/"))
    form = forms(guest.get(reverse("recover")))["recover"]
    typed = f" {code.lower().replace('-', '  ').replace('0', 'O')} "
    response = guest.post(reverse("recover"), {**form, "code": typed})
    assert (response.status_code, response["Location"]) == (302, phone.circle_url())
    guest.sid = phone.sid
    assert (membership(guest).role, membership(guest).link) == (Role.HOST, None)
    assert "This phone is a host of the group now." in text(guest.get(phone.circle_url()))


def test_the_log_has_codes_made_revoked_and_used(phone: Phone) -> None:
    send(phone, "recovery", action="new")
    guest = Phone()
    recover(guest, renew_recovery_code(circle_of(phone), None))
    send(phone, "recovery", action="revoke")
    send(phone, "recovery", action="revoke")
    items = [(change.action, change.device) for change in circle_of(phone).changes.order_by("pk")]
    host, other = Device.objects.order_by("pk")
    assert items == [("code", host), ("code", None), ("recover", other), ("uncode", host)]
    message = text(ask(phone, "changes"))
    assert "joined with the recovery code" in message


def test_a_wrong_code_admits_nobody(phone: Phone, code: str) -> None:
    guest = Phone()
    for typed in ("", "----", "\x00", "x" * 201, "0" * 28):
        response = guest.post(reverse("recover"), {"code": typed})
        assert response.status_code == 422, typed
        assert '<p class="err"' in html(response), typed
    assert "device" not in guest.cookies
    assert Membership.objects.count() == Device.objects.count() == 1
