"""見本: a group of one's own with a made-up year."""

import pytest

from scorekeeper.archive import import_worker
from scorekeeper.circles.models import Circle
from scorekeeper.play.models import GameSession
from tests.helpers import Phone, forms, text

pytestmark = pytest.mark.django_db


def test_anybody_gets_one_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """A year with nights of several games, and what is open; who looks is its host and may delete it.

    The same form sent twice makes one.
    """
    phone = Phone()
    assert "made-up year" in text(phone.get("/"))
    form = forms(phone.get("/"))["/sample/"]
    place = phone.post("/sample/", form)["Location"]
    with monkeypatch.context() as patch:
        patch.setattr(import_worker, "incoming", None)  # the file is not read once more
        assert phone.post("/sample/", form)["Location"] == place
    circle = Circle.objects.get()
    assert place.startswith(f"/circles/{circle.public_id}/")
    assert phone.get(place).status_code == 200
    assert circle.name == "Made-up group"
    assert GameSession.objects.filter(circle=circle).count() > 50
    assert circle.nights.exclude(name="").exists()
    assert phone.get(f"/circles/{circle.public_id}/delete/").status_code == 200
    assert "Made-up group" in text(phone.get("/"))
