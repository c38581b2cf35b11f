"""Back into a circle with its recovery code."""

import pytest
from django.urls import reverse

from scorekeeper.circles.codes import renew_recovery_code
from scorekeeper.circles.models import Device, Membership, Role
from tests.doors import ask, circle_of, membership, send
from tests.helpers import Phone, forms, html, text

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("still")]


def recover(phone: Phone, code: str) -> int:
    return int(phone.post(reverse("recover"), {"code": code}).status_code)


@pytest.fixture
def code(phone: Phone) -> str:
    return renew_recovery_code(circle_of(phone), None)


def test_lets_a_host_in_however_it_is_typed(phone: Phone, code: str) -> None:
    guest = Phone()
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


def test_tries_are_limited(phone: Phone, code: str) -> None:
    guest = Phone()
    assert [recover(guest, "A") for _ in range(6)] == [422] * 5 + [429]
    assert recover(guest, code) == 429
    assert guest.get(reverse("recover")).status_code == 200


def test_the_start_page_leads_there(phone: Phone) -> None:
    assert f'href="{reverse("recover")}"' in html(Phone().get("/"))
