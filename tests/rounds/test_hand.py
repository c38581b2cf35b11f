"""The own hand on the own phone."""

import pytest

from tests.doors import come_in
from tests.helpers import OUT, Phone, forms, html, text
from tests.seated import collect, join, open_round, send_hand

pytestmark = pytest.mark.django_db


def test_a_hand_is_sent_corrected_and_taken_back(host: Phone, ben: Phone) -> None:
    """An empty hand takes back what was sent; before that it is a slip, and the page says so."""
    collect(host)
    result = open_round(host)
    form = forms(ben.get(ben.url("hand")))["hand"]
    assert form["round"] == [str(result.pk)]
    assert [name for name in form if name.startswith("hand-")] == ["hand-1"]

    response = send_hand(ben, "hello")
    assert response.status_code == 422
    assert "hello" in html(response)
    response = send_hand(ben, "")
    assert response.status_code == 422
    assert "Enter your cards first, or say that you have none." in text(response)
    assert not result.hands.exists()

    assert send_hand(ben, "-").status_code == 302
    send_hand(ben, "9")
    assert "You can correct it" in text(ben.show("hand"))
    send_hand(ben, "K")
    assert [hand.cards for hand in result.hands.all()] == ["K"]
    send_hand(ben, "")
    assert not result.hands.exists()


def test_a_hand_for_a_round_that_is_over(host: Phone, ben: Phone) -> None:
    collect(host)
    result = open_round(host)
    host.play(OUT)
    response = ben.post(ben.url("hand"), {"round": result.pk, "hand-1": "K"})
    assert response.status_code == 409
    assert "recorded or cancelled meanwhile" in text(response)
    assert "K" in text(response)
    assert "No round is open" in text(ben.show("hand"))


def test_only_the_own_seat(host: Phone, ben: Phone) -> None:
    """Whatever number the form carries, the hand is that of the seat of the phone; without one it is none."""
    collect(host)
    result = open_round(host)
    ben.post(ben.url("hand"), {"round": result.pk, "hand-0": "K"})
    nobody = come_in(host)
    assert "which seat" in text(nobody.show("hand"))
    assert nobody.post(nobody.url("hand"), {"round": result.pk, "hand-0": "K"}).status_code == 422
    assert [hand.seat for hand in result.hands.all()] == [1]


def test_the_table_offers_the_hand(host: Phone, ben: Phone) -> None:
    assert "Enter your hand" not in text(ben.show("table"))
    collect(host)
    assert "Enter your hand" in text(ben.show("table"))
    assert "Enter your hand" in html(ben.get(ben.url("table") + "?live=1")), "updates offer it too"
    send_hand(ben, "K")
    assert "Correct your hand" in html(ben.get(ben.url("table") + "?live=1"))
    chie = join(host, "Chie")
    assert "Nothing to enter" in text(chie.show("table"))
