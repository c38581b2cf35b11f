"""見本: a group of one's own with a made-up year."""

import pytest

from scorekeeper.circles.models import Circle
from scorekeeper.play.models import GameSession
from tests.helpers import Phone, forms, text

pytestmark = pytest.mark.django_db


def start(phone: Phone) -> str:
    form = forms(phone.get("/"))["/sample/"]
    answer = phone.post("/sample/", form)
    assert answer.status_code == 302
    return str(answer["Location"])


def test_anybody_gets_one_of_their_own() -> None:
    """A year with nights of several games, and what is open; who looks is its host and may delete it."""
    phone = Phone()
    assert "made-up year" in text(phone.get("/"))
    place = start(phone)
    circle = Circle.objects.get()
    assert place.startswith(f"/circles/{circle.public_id}/")
    assert phone.get(place).status_code == 200
    assert circle.name == "Made-up group"
    assert GameSession.objects.filter(circle=circle).count() > 50
    assert circle.nights.exclude(name="").exists()
    assert phone.get(f"/circles/{circle.public_id}/delete/").status_code == 200
    assert "Made-up group" in text(phone.get("/"))
    assert Phone().get(f"/circles/{circle.public_id}/").status_code == 404


def test_sent_twice_it_is_one() -> None:
    phone = Phone()
    form = forms(phone.get("/"))["/sample/"]
    places = {phone.post("/sample/", form)["Location"] for _ in range(2)}
    assert len(places) == 1
    assert Circle.objects.count() == 1
