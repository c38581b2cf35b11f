"""A further table of a circle."""

from django.urls import reverse

from scorekeeper.circles.models import Circle, Player
from tests.helpers import NAMES, Phone, forms, text
from tests.tables.test_session_new import start


def test_joins_the_circle(phone: Phone) -> None:
    circle = phone.session.circle
    start(phone, ("Ben", "Eva"), circle.public_id)
    assert phone.session.circle == circle
    assert Circle.objects.count() == 1
    assert Player.objects.count() == 5


def test_invalid(phone: Phone) -> None:
    path = reverse("circle_session_new", args=(phone.session.circle.public_id,))
    response = phone.post(path, {"game": "gamble", "name": ["Ben"]})
    assert response.status_code == 422
    assert "This game takes 2 to 10 players." in text(response)
    assert forms(response)["new"]["name"][0] == "Ben"
    assert NAMES[0] in text(response)
