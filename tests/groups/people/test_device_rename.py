"""A phone gets a name."""

import pytest

from tests.doors import ask, come_in, membership, page, send
from tests.helpers import Phone, forms, html, text

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("name", ["健の iPhone", "👨‍👩‍👧‍👦", "محمد", "x" * 40, "<b>A & B</b>"])
def test_renamed(phone: Phone, player: Phone, name: str) -> None:
    number = membership(player).pk
    response = send(phone, "device_rename", number, name=name)
    assert (response.status_code, response["Location"]) == (302, page(phone, "device", number))
    assert name in text(ask(phone, "device", number))
    assert name in text(phone.get(phone.settings_url()))


def test_the_name_stands_beside_what_it_entered(phone: Phone, player: Phone) -> None:
    player.record()
    send(phone, "device_rename", membership(player).pk, name="Ken's phone")
    assert "Ken's phone" in text(phone.get(phone.url("round", 1)))


def test_another_host_was_faster(phone: Phone, player: Phone) -> None:
    number = membership(player).pk
    url = page(phone, "device_rename", number)
    form = forms(ask(phone, "device", number))[url]
    assert send(come_in(phone, "host"), "device_rename", number, name="Ken's").status_code == 302
    late = phone.post(url, {**form, "name": "Tablet"})
    assert late.status_code == 409
    assert "Somebody has changed this meanwhile." in text(late)
    assert membership(player).device.name == "Ken's"
    assert phone.post(url, forms(late)[url]).status_code == 302
    assert membership(player).device.name == "Tablet"


def test_invalid(phone: Phone, player: Phone) -> None:
    for name in ["", "  ", "x" * 41, "A\x00B"]:
        response = send(phone, "device_rename", membership(player).pk, name=name)
        assert response.status_code == 422
        assert '<p class="err"' in html(response)
        assert membership(player).device.name == "Android"
