"""The link into a circle."""

from datetime import timedelta
from urllib.parse import quote

import pytest
from django.apps import apps
from django.db import models
from django.urls import reverse

from scorekeeper.circles.access import link_token
from scorekeeper.circles.models import Device, Membership
from tests.play.helpers import Phone, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def phone() -> Phone:
    return Phone().open_table()


def test_admits_and_goes_on_to_an_address_without_the_secret(phone: Phone) -> None:
    other = Phone()
    assert other.get(phone.url("table")).status_code == 404
    response = other.get(phone.join_link())
    assert (response.status_code, response["Location"]) == (302, phone.circle_url())
    assert link_token(phone.session.circle).split(".")[1] not in response["Location"]
    assert other.get(phone.url("table")).status_code == 200


def test_again_changes_nothing(phone: Phone) -> None:
    for _ in range(3):
        assert phone.get(phone.join_link()).status_code == 302
    assert Device.objects.count() == Membership.objects.count() == 1


def test_a_link_opens_its_own_circle_only(phone: Phone) -> None:
    other = Phone().open_table(("X", "Y"))
    Phone().sit_at(phone)
    assert phone.get(other.url("table")).status_code == 404


@pytest.mark.parametrize("change", ["cut", "longer", "swapped", "none", "dot", "wrong", "unicode", "case"])
def test_tampered(phone: Phone, change: str) -> None:
    token = link_token(phone.session.circle)
    public_id, secret = token.split(".")
    other = link_token(Phone().open_table(("X", "Y")).session.circle)
    tampered = {
        "cut": token[:-1],
        "longer": token + "A",
        "swapped": f"{public_id}.{other.split('.')[1]}",
        "none": public_id,
        "dot": f"{public_id}.",
        "wrong": f"{public_id}.{'A' * len(secret)}",
        "unicode": f"{public_id}.日本",
        "case": f"{public_id}.{secret.swapcase()}",
    }[change]
    guest = Phone()
    response = guest.get(f"/join/{quote(tampered)}/")
    assert response.status_code == 404
    assert "Nothing here" in text(response)
    assert "device" not in guest.cookies
    assert guest.get(phone.url("table")).status_code == 404


def test_secret_is_long_and_never_stored(phone: Phone) -> None:
    phone.play()
    secret = link_token(phone.session.circle).split(".")[1]
    assert len(secret) * 6 >= 128
    for model in apps.get_models():
        columns = [field.name for field in model._meta.fields if not isinstance(field, models.ForeignKey)]
        for row in model.objects.values_list(*columns):
            assert secret not in " ".join(map(str, row))


def test_another_nonce_makes_another_link(phone: Phone) -> None:
    old = phone.join_link()
    circle = phone.session.circle
    circle.link_nonce = "other"
    circle.save()
    assert Phone().get(old).status_code == 404
    assert phone.join_link() != old


def test_wrong_tries_are_limited(phone: Phone) -> None:
    guest = Phone()
    wrong = reverse("join", args=("x.y",))
    codes = [guest.get(wrong).status_code for _ in range(31)]
    assert codes == [404] * 30 + [429]
    refused = guest.get(phone.join_link())
    assert refused.status_code == 429
    assert int(refused["Retry-After"]) > 0


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


def test_cookie_is_renewed_now_and_then(phone: Phone) -> None:
    assert "device" not in phone.get("/").cookies
    device = Device.objects.get()
    Device.objects.update(last_seen=device.last_seen - timedelta(hours=1))
    assert phone.get("/").cookies["device"].value == phone.cookies["device"].value
    assert Device.objects.get().last_seen >= device.last_seen
