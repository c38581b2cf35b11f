"""The sessions of a circle for programs, page by page."""

import pytest

from scorekeeper.play.models import GameSession
from tests.doors import circle_of
from tests.helpers import DOBON, Phone, count_queries

from .boards import board_of


def test_newest_first_with_points(phone: Phone, stranger: Phone) -> None:
    first = phone.sid
    phone.record(DOBON)
    phone.open_table(("Ben", "Eva"), circle_of(phone).public_id)
    result = board_of(phone).read("api_sessions")
    assert {key: result[key] for key in ("page", "pages", "count")} == {"page": 1, "pages": 1, "count": 2}
    assert [one["id"] for one in result["sessions"]] == [phone.sid, first]
    assert result["sessions"][1]["rounds"] == 1
    assert {one["name"]: one["points"] for one in result["sessions"][1]["points"]} == {
        "あき": 400,
        "Ben": -330,
        "Chie": -70,
        "大輔": 0,
    }


def test_fifty_a_page(phone: Phone) -> None:
    circle = circle_of(phone)
    night = phone.session.night
    GameSession.objects.bulk_create(GameSession(circle=circle, night=night, game="gamble") for _ in range(50))
    board = board_of(phone)
    assert len(board.read("api_sessions")["sessions"]) == 50
    assert count_queries(lambda: board.read("api_sessions")) <= 8
    headers = {"authorization": f"Bearer {board.secret}"}
    second = board.get("/api/v1/sessions", {"page": "2"}, headers=headers)
    assert (second.json()["page"], len(second.json()["sessions"])) == (2, 1)


@pytest.mark.parametrize("number", ["0", "3", "-1", "x", "1" * 30, "１"])
def test_no_such_page(phone: Phone, number: str) -> None:
    board = board_of(phone)
    headers = {"authorization": f"Bearer {board.secret}"}
    assert board.get("/api/v1/sessions", {"page": number}, headers=headers).status_code == 404


def test_nothing_new_is_not_sent_again(phone: Phone) -> None:
    board = board_of(phone)
    first = board.ask("api_sessions")
    assert board.ask("api_sessions", if_none_match=first["ETag"]).status_code == 304
    phone.record(DOBON)
    assert board.ask("api_sessions", if_none_match=first["ETag"]).status_code == 200
