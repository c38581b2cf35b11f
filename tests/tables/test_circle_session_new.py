"""A further table of a circle."""

from django.urls import reverse

from tests.helpers import NAMES, Phone, forms, text


def test_invalid(phone: Phone) -> None:
    path = reverse("circle_session_new", args=(phone.session.circle.public_id,))
    response = phone.post(path, {"game": "gamble", "name": ["Ben"]})
    assert response.status_code == 422
    assert "This game takes 2 to 10 players." in text(response)
    assert forms(response)["new"]["name"][0] == "Ben"
    assert NAMES[0] in text(response)
