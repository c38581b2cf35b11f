"""A circle for programs, and who may read it at all."""

import logging

import pytest

from scorekeeper.circles.models import Role, Token
from scorekeeper.circles.services import make_link
from scorekeeper.server.limits import STRANGER_READS, TOKEN_READS
from tests.circles.test_limits import allow
from tests.doors import circle_of, page
from tests.helpers import Phone

from .boards import Board, board_of


def test_people_and_running_sessions(phone: Phone) -> None:
    ended = phone.sid
    phone.press("session_end")
    phone.open_table(("Ben", "Eva"), circle_of(phone).public_id)
    result = board_of(phone).read("api_circle")
    assert list(result) == ["id", "name", "people", "sessions", "running"]
    assert [one["name"] for one in result["people"]] == ["Ben", "Chie", "Eva", "あき", "大輔"]
    assert (result["sessions"], result["running"]) == (2, [phone.sid])
    assert ended not in result["running"]


def test_nothing_secret_is_told(phone: Phone) -> None:
    circle = circle_of(phone)
    link = make_link(circle, Role.HOST, None, "for the landlady")
    board = board_of(phone)
    lines = [board.ask(*what).content.decode() for what in (("api_circle",), ("api_session", phone.sid))]
    secrets = (link.public_id, link.nonce, link.label, phone.cookies["device"].value, board.secret, "Board")
    assert not [one for one in secrets for text in lines if one in text]


def test_a_token_counts_until_it_is_revoked(phone: Phone) -> None:
    board = board_of(phone)
    assert board.ask("api_circle").status_code == 200
    assert Token.objects.get().last_seen is not None
    assert phone.post(page(phone, "token_revoke", Token.objects.get().pk)).status_code == 302
    response = board.ask("api_circle")
    assert response.status_code == 401
    assert response["WWW-Authenticate"].startswith("Bearer")


def test_a_token_of_a_deleted_group_opens_nothing(phone: Phone) -> None:
    board, circle = board_of(phone), circle_of(phone)
    assert phone.post(page(phone, "circle_delete"), {"typed": circle.name}).status_code == 302
    assert board.ask("api_circle").status_code == 401


@pytest.mark.parametrize(
    "header", ["", "Bearer", "Bearer ", "Basic abc", "Bearer nonsense", f"Bearer {'x' * 500}"]
)
def test_no_token_no_answer(phone: Phone, header: str) -> None:
    response = Board("").ask("api_circle", **({"authorization": header} if header else {}))
    assert response.status_code == 401


def test_only_the_header_counts(phone: Phone) -> None:
    """Addresses are written down by servers and browsers; a token in one is no token."""
    board = board_of(phone)
    for query in ("token", "access_token", "authorization"):
        assert phone.get("/api/v1/circle", {query: board.secret}).status_code == 401


def test_a_token_is_in_no_log(
    phone: Phone, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = board_of(phone)
    board.raise_request_exception = False
    monkeypatch.setattr("scorekeeper.api.views.faces", lambda _circle: 1 / 0)
    with caplog.at_level(logging.DEBUG):
        response = board.get("/api/v1/circle", headers={"authorization": f"Bearer {board.secret}"})
    assert response.status_code == 500
    assert caplog.records
    assert board.secret not in caplog.text


def test_a_limit_for_each_token(phone: Phone, still: None, monkeypatch: pytest.MonkeyPatch) -> None:
    assert TOKEN_READS.each == 120
    allow(monkeypatch, TOKEN_READS, 6)
    board = board_of(phone)
    assert [board.ask("api_circle").status_code for _ in range(7)] == [200] * 6 + [429]
    response = board.ask("api_circle")
    assert 0 < int(response["Retry-After"]) <= 60
    assert board_of(phone).ask("api_circle").status_code == 200, "another program has its own"
    assert phone.get(phone.circle_url()).status_code == 200


def test_strangers_are_counted_by_where_they_are(
    phone: Phone, still: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert STRANGER_READS.each == 600
    allow(monkeypatch, STRANGER_READS, 6)
    stranger = Board("", REMOTE_ADDR="198.51.100.7")
    assert [stranger.ask("api_circle").status_code for _ in range(7)] == [401] * 6 + [429]
    assert Board(board_of(phone).secret, REMOTE_ADDR="198.51.100.7").ask("api_circle").status_code == 200


def test_a_page_from_elsewhere_asks_first(phone: Phone) -> None:
    response = Board("").ask(
        "api_circle",
        method="OPTIONS",
        origin="https://board.example",
        access_control_request_method="GET",
        access_control_request_headers="authorization",
    )
    assert (response.status_code, response.content) == (204, b"")
    assert "Authorization" in response["Access-Control-Allow-Headers"]
    assert response["Access-Control-Allow-Methods"] == "GET, HEAD"
    assert "Access-Control-Allow-Origin" not in phone.get(phone.url("table")).headers


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
@pytest.mark.parametrize("name", ["api_circle", "api_description"])
def test_nothing_can_be_written(phone: Phone, method: str, name: str) -> None:
    """As a server answers it: a program has no token of a form."""
    board = Board(board_of(phone).secret, enforce_csrf_checks=True)
    response = board.ask(name, method=method)
    assert response.status_code == 405
    assert response["Allow"] == "GET, HEAD, OPTIONS"
    assert response["Content-Type"] == "application/problem+json"
