"""復旧コード: the host's recovery code, and the way back into a circle with it."""

import re

import pytest
from django.urls import reverse

from scorekeeper.circles.codes import ALPHABET, plain_code, renew_recovery_code
from scorekeeper.circles.models import Device, Membership, RecoveryCode, Role
from tests.doors import ask, circle_of, come_in, is_kept, membership, send
from tests.helpers import Phone, forms, html, text

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("still")]
CODE = re.compile(r'name="code" value="([^"]+)"')


def make(phone: Phone) -> str:
    """The code as the page shows it, in words."""
    response = send(phone, "recovery", action="new")
    assert response.status_code == 200
    match = CODE.search(html(response))
    assert match
    assert match[1].replace("-", " ") in text(response)
    return match[1]


def test_shown_once_and_kept_as_a_hash(phone: Phone) -> None:
    code = make(phone)
    assert code not in html(ask(phone, "recovery"))
    assert not is_kept(code)
    assert not is_kept(plain_code(code))


def test_long_enough(phone: Phone) -> None:
    """28 characters of 32 are 28 times 5 bits, 140; two codes are never the same."""
    first, second = plain_code(make(phone)), plain_code(make(phone))
    assert len(first) * 5 >= 130
    assert set(first) <= set(ALPHABET)
    assert first != second


def test_a_new_one_takes_the_place_of_the_old_one(phone: Phone) -> None:
    first, second = make(phone), make(phone)
    assert (recover(Phone(), first), recover(Phone(), second)) == (422, 302)
    assert RecoveryCode.objects.count() == 2


def test_a_form_sent_twice_makes_one_code_and_shows_it_again(phone: Phone) -> None:
    """A reload of the page does not end the code that somebody has just noted; an old one stays old."""
    form = {**forms(ask(phone, "recovery"))[""], "action": "new"}
    first, second = (html(send(phone, "recovery", **form)) for _ in range(2))
    assert CODE.search(first)[1] == CODE.search(second)[1]
    assert RecoveryCode.objects.count() == 1
    make(phone)
    assert not CODE.search(html(send(phone, "recovery", **form)))
    assert RecoveryCode.objects.count() == 2


def test_another_host_was_faster(phone: Phone) -> None:
    """The code that somebody else has just made is neither revoked nor replaced unseen."""
    make(phone)
    shown = forms(ask(phone, "recovery"))
    code = make(come_in(phone, "host"))
    for form, action in (("", "new"), ("end", "revoke")):
        late = send(phone, "recovery", **shown[form], action=action)
        assert late.status_code == 409
        assert "Somebody has changed this meanwhile." in text(late)
    assert recover(Phone(), code) == 302
    ended = forms(late)["end"]
    assert [send(phone, "recovery", **ended, action="revoke").status_code for _ in range(2)] == [302, 302]
    assert recover(Phone(), code) == 422


def test_as_text(phone: Phone) -> None:
    code = make(phone)
    response = send(phone, "recovery", action="text", code=code)
    assert response["Content-Type"] == "text/plain; charset=utf-8"
    assert response["Content-Disposition"] == 'attachment; filename="recovery-code.txt"'
    assert response.content.decode().splitlines() == [
        circle_of(phone).name,
        "Recovery code",
        code,
        "http://testserver/recover/",
    ]


def test_no_text_of_another_code(phone: Phone, stranger: Phone) -> None:
    for code in ("", "A", make(stranger)):
        response = send(phone, "recovery", action="text", code=code)
        assert response.status_code == 422
        assert "Content-Disposition" not in response


def test_something_else_is_asked_for(phone: Phone) -> None:
    assert send(phone, "recovery", action="more").status_code == 422
    assert send(phone, "recovery").status_code == 422
    assert not RecoveryCode.objects.exists()


def test_nobody_keeps_the_pages(phone: Phone) -> None:
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


def test_lets_a_host_in_however_it_is_typed(phone: Phone, code: str) -> None:
    guest = Phone()
    assert f'href="{reverse("recover")}"' in html(guest.get("/"))
    form = forms(guest.get(reverse("recover")))["recover"]
    typed = f" {code.lower().replace('-', '  ').replace('0', 'O')} "
    response = guest.post(reverse("recover"), {**form, "code": typed})
    assert (response.status_code, response["Location"]) == (302, phone.circle_url())
    guest.sid = phone.sid
    assert (membership(guest).role, membership(guest).link) == (Role.HOST, None)
    assert "This phone is a host of the group now." in text(guest.get(phone.circle_url()))


def test_changes_tell_who_made_a_code_ended_it_and_came_by_it(phone: Phone) -> None:
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


@pytest.mark.parametrize("typed", ["", "----", "\x00", "x" * 201, "0" * 28])
def test_wrong(phone: Phone, code: str, typed: str) -> None:
    guest = Phone()
    response = guest.post(reverse("recover"), {"code": typed})
    assert response.status_code == 422
    assert '<p class="err"' in html(response)
    assert "device" not in guest.cookies
    assert Membership.objects.count() == Device.objects.count() == 1
