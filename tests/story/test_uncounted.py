"""Tables that could not be counted in time: every page whose figures lack them says so."""

import pytest

from scorekeeper.stats import tallies
from tests.doors import ask, circle_of, send
from tests.helpers import DOBON, Phone, text

FIGURES = ("circle", "people", "person", "versus", "pair", "ranking", "rating", "year")
SAID = "2 tables are still being counted."


def test_pages_say_how_many_are_not_counted_yet(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    phone.record(DOBON)
    phone.press("session_end")
    aki, ben = circle_of(phone).players.values_list("pk", flat=True)[:2]
    numbers = {"person": (aki,), "pair": (aki, ben), "year": (phone.session.night.day.year,)}
    for name in FIGURES:
        assert "being counted" not in text(ask(phone, name, *numbers.get(name, ()))), name
    monkeypatch.setattr(tallies, "refresh_tallies", lambda _circle: 2)
    for name in FIGURES:
        assert SAID in text(ask(phone, name, *numbers.get(name, ()))), name
    refused = send(phone, "ranking", rounds="x")
    assert (refused.status_code, SAID in text(refused)) == (422, True)
