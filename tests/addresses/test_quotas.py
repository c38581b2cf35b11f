"""How much may be kept: new tables and files of one address in a day, and the size of a circle."""

import json
from typing import Any

import pytest

from scorekeeper.circles.models import Circle, Device
from scorekeeper.play import services
from scorekeeper.server import limits
from tests.circles.test_limits import allow, at
from tests.doors import page
from tests.helpers import DOBON, OUT, Phone, text

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("still")]

AWAY, ELSEWHERE = "192.168.1.7", "192.168.1.8"
FILE: dict[str, Any] = {"format": 1, "game": "gamble", "players": ["A", "B"], "rounds": []}


NEW: dict[str, Any] = {"game": "gamble", "name": ["A", "B"]}


def open_table(address: str) -> int:
    return int(at(Phone(), address).post("/new/", NEW).status_code)


def open_another(phone: Phone, address: str) -> int:
    """Another table in the circle of a phone."""
    return int(at(phone, address).post(page(phone, "circle_session_new"), NEW).status_code)


def bring_in(address: str) -> int:
    return int(at(Phone(), address).post("/import/", {"document": json.dumps(FILE)}).status_code)


def test_new_circles_of_an_address(monkeypatch: pytest.MonkeyPatch) -> None:
    allow(monkeypatch, limits.NEW_CIRCLES, 2)
    assert [open_table(AWAY), bring_in(AWAY), open_table(AWAY), bring_in(AWAY)] == [302, 302, 429, 429]
    assert [open_table(ELSEWHERE), open_table("127.0.0.1")] == [302] * 2
    assert Circle.objects.count() == Device.objects.count() == 4


def test_a_table_in_a_circle_that_is_there_opens_none(monkeypatch: pytest.MonkeyPatch, phone: Phone) -> None:
    allow(monkeypatch, limits.NEW_CIRCLES, 1)
    assert [open_table(AWAY), open_table(AWAY)] == [302, 429]
    at(phone, AWAY).open_table(cid=phone.session.circle.public_id)


def test_who_opens_many_tables_at_an_address_does_not_shut_out_a_circle(
    monkeypatch: pytest.MonkeyPatch, phone: Phone
) -> None:
    """What the address may have is gone; a circle that has had one at most goes on with its next table."""
    allow(monkeypatch, limits.NEW_SESSIONS, 3, light=1)
    assert [open_table(AWAY) for _ in range(4)] == [302, 302, 302, 429]
    assert [open_another(phone, AWAY) for _ in range(2)] == [302, 429]


def test_new_sessions_of_a_circle(monkeypatch: pytest.MonkeyPatch, phone: Phone) -> None:
    """From whatever address; those of other circles are not touched."""
    allow(monkeypatch, limits.NEW_SESSIONS, 2)
    assert [open_another(phone, f"192.168.1.{place}") for place in range(3)] == [302, 302, 429]
    assert open_table(ELSEWHERE) == 302


def test_a_form_that_is_not_right_counts_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    allow(monkeypatch, limits.NEW_CIRCLES, 1)
    for path in ("/new/", "/import/"):
        assert at(Phone(), AWAY).post(path, {"game": "gamble", "name": "A"}).status_code == 422
    assert open_table(AWAY) == 302


def test_files_of_an_address(monkeypatch: pytest.MonkeyPatch) -> None:
    """Room for one file and a bit; the wait for the next is given in minutes."""
    size = len(json.dumps(FILE))
    allow(monkeypatch, limits.IMPORTED_BYTES, size + 10, seconds=86400)
    assert bring_in(AWAY) == 302
    refused = at(Phone(), AWAY).post("/import/", {"document": json.dumps(FILE)})
    assert refused.status_code == 429
    assert "minutes" in text(refused)
    assert 0 < int(refused["Retry-After"]) <= 86400
    assert bring_in(ELSEWHERE) == 302


def test_a_circle_that_is_full(monkeypatch: pytest.MonkeyPatch, phone: Phone) -> None:
    """Of sessions, or of changes; what is there goes on."""
    path = page(phone, "circle_session_new")
    assert phone.get(path).status_code == 200
    monkeypatch.setattr(services, "SESSIONS_OF_CIRCLE", 1)
    for refused in (phone.get(path), phone.post(path, NEW)):
        assert refused.status_code == 409
        assert "This group is full" in text(refused)
    assert phone.play(OUT).status_code == 302
    monkeypatch.setattr(services, "SESSIONS_OF_CIRCLE", 9)
    assert phone.get(path).status_code == 200
    monkeypatch.setattr(services, "CHANGES_OF_CIRCLE", 1)
    assert phone.get(path).status_code == 409


def test_a_table_that_is_full_can_still_be_settled(monkeypatch: pytest.MonkeyPatch, phone: Phone) -> None:
    phone.play(DOBON)
    monkeypatch.setattr(services, "CHANGES_OF_SESSION", 1)
    refused = phone.play(OUT)
    assert refused.status_code == 409
    assert "This table is full." in text(refused)
    assert phone.session.rounds.count() == 1
    assert phone.press("session_end").status_code == 302
    assert phone.session.ended_at
