"""The JSON API: a circle, its sessions and one of them, who may read them, and their description."""

import json
import logging
import re
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import resolve, reverse
from jsonschema import Draft202012Validator

from scorekeeper.api import views
from scorekeeper.api.urls import token_urls
from scorekeeper.circles.codes import make_token
from scorekeeper.circles.models import Role, Token
from scorekeeper.circles.services import make_link
from scorekeeper.play.models import GameSession
from scorekeeper.scoring.document import read_document
from scorekeeper.scoring.reporting import report
from scorekeeper.scoring.words import translator
from scorekeeper.server.limits import STRANGER_READS, TOKEN_READS
from tests.addresses.test_costs import evening
from tests.circle_pages import circle_of, page
from tests.circles.test_limits import allow
from tests.helpers import AFTER_DOBON, DOBON, OUT, Phone, count_queries

ROOT = Path(__file__).parents[2]
DESCRIPTION = json.loads((ROOT / "scorekeeper" / "api" / "openapi.json").read_text(encoding="utf-8"))


class Board(Client):
    """A program with a token and no cookie, which validates each response."""

    def __init__(self, secret: str, **extra: Any) -> None:
        super().__init__(headers={"authorization": f"Bearer {secret}"} if secret else None, **extra)
        self.secret = secret

    def ask(self, name: str, *args: object, method: str = "GET", **headers: str) -> HttpResponse:
        """A response, validated by the description."""
        response: HttpResponse = self.generic(method, reverse(name, args=args), headers=headers)
        assert not response.cookies
        assert response["Access-Control-Allow-Origin"] == "*"
        assert "Access-Control-Allow-Credentials" not in response
        if method == "GET":
            promised(response, name)
        return response

    def read(self, name: str, *args: object, **headers: str) -> Any:
        response = self.ask(name, *args, **headers)
        assert response.status_code == 200
        return response.json()


def board_of(phone: Phone) -> Board:
    """A program that reads the circle of a phone's table."""
    return Board(make_token(circle_of(phone), "Board", None))


PATHS = {"api_circle": "/circle", "api_sessions": "/sessions", "api_session": "/sessions/{id}"}


def promised(response: HttpResponse, name: str) -> None:
    """Validate status, content type and JSON of a response by the description."""
    path = PATHS.get(name, "/sessions/{id}")
    answers = DESCRIPTION["paths"][path]["get"]["responses"]
    assert str(response.status_code) in answers
    answer = answers[str(response.status_code)]
    if "$ref" in answer:
        answer = DESCRIPTION["components"]["responses"][answer["$ref"].rpartition("/")[2]]
    assert set(answer.get("headers", ())) <= set(response.headers)
    if "content" not in answer:
        assert not response.content
        return
    [(kind, content)] = answer["content"].items()
    assert response["Content-Type"] == kind
    schema = {**content["schema"], "components": DESCRIPTION["components"]}
    Draft202012Validator(schema).validate(response.json())


def test_people_and_running_sessions(phone: Phone) -> None:
    ended = phone.sid
    phone.press("session_end")
    phone.open_table(("Ben", "Eva"), circle_of(phone).public_id)
    board = board_of(phone)
    result = board.read("api_circle")
    assert list(result) == ["id", "name", "people", "sessions", "running"]
    assert [one["name"] for one in result["people"]] == ["Ben", "Chie", "Eva", "あき", "大輔"]
    assert (result["sessions"], result["running"]) == (2, [phone.sid])
    assert ended not in result["running"]
    result = board.read("api_session", phone.sid)  # without a round
    assert (result["rounds"], result["last_round"], result["standing"][0]["change"]) == ([], None, None)


def test_responses_contain_no_secrets(phone: Phone) -> None:
    circle = circle_of(phone)
    link = make_link(circle, Role.HOST, None, "for the landlady")
    board = board_of(phone)
    lines = [board.ask(*what).content.decode() for what in (("api_circle",), ("api_session", phone.sid))]
    secrets = (link.public_id, link.nonce, link.label, phone.cookies["device"].value, board.secret, "Board")
    assert not [one for one in secrets for text in lines if one in text]


def test_without_a_valid_token_the_answer_is_401(phone: Phone) -> None:
    """A token in the query string is ignored, as URLs are logged by servers and browsers."""
    assert Board("").ask("api_circle").status_code == 401
    for header in ("Bearer", "Bearer ", "Basic abc", "Bearer nonsense", f"Bearer {'x' * 500}"):
        assert Board("").ask("api_circle", authorization=header).status_code == 401, header
    board, other = board_of(phone), board_of(phone)
    for query in ("token", "access_token", "authorization"):
        assert phone.get("/api/v1/circle", {query: board.secret}).status_code == 401, query
    assert board.ask("api_circle").status_code == 200
    token = Token.objects.exclude(last_seen=None).get()
    assert phone.post(page(phone, "token_revoke", token.pk)).status_code == 302
    response = board.ask("api_circle")
    assert response.status_code == 401
    assert response["WWW-Authenticate"].startswith("Bearer")
    assert other.ask("api_circle").status_code == 200
    assert phone.post(page(phone, "circle_delete"), {"typed": circle_of(phone).name}).status_code == 302
    assert other.ask("api_circle").status_code == 401, "of a deleted group"


def test_a_token_is_not_logged(
    phone: Phone, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = board_of(phone)
    board.raise_request_exception = False
    monkeypatch.setattr("scorekeeper.api.views.people_by_key", lambda _circle: 1 / 0)
    with caplog.at_level(logging.DEBUG):
        response = board.get("/api/v1/circle")
    assert response.status_code == 500
    assert caplog.records
    assert board.secret not in caplog.text


def test_rate_limits(phone: Phone, still: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of each token, and of strangers by address."""
    assert (TOKEN_READS.each, STRANGER_READS.each) == (120, 600)
    allow(monkeypatch, TOKEN_READS, 6)
    allow(monkeypatch, STRANGER_READS, 6)
    board, stranger = board_of(phone), Board("", REMOTE_ADDR="198.51.100.7")
    assert [board.ask("api_circle").status_code for _ in range(7)] == [200] * 6 + [429]
    assert 0 < int(board.ask("api_circle")["Retry-After"]) <= 60
    assert [stranger.ask("api_circle").status_code for _ in range(7)] == [401] * 6 + [429]
    other = Board(board_of(phone).secret, REMOTE_ADDR="198.51.100.7")
    assert other.ask("api_circle").status_code == 200, "another program has its own"
    assert phone.get(phone.circle_url()).status_code == 200


def test_a_cors_preflight(phone: Phone) -> None:
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


@pytest.mark.parametrize("name", ["api_circle", "api_description"])
def test_other_methods_answer_405(phone: Phone, name: str) -> None:
    """As a server answers it: a program has no CSRF token."""
    board = Board(board_of(phone).secret, enforce_csrf_checks=True)
    for method in ("POST", "PUT", "PATCH", "DELETE"):
        response = board.ask(name, method=method)
        assert response.status_code == 405, method
        assert response["Allow"] == "GET, HEAD, OPTIONS"
        assert response["Content-Type"] == "application/problem+json"


def test_sessions_are_listed_newest_first_with_points(phone: Phone, stranger: Phone) -> None:
    """While nothing changes, the answer is 304."""
    first, board = phone.sid, board_of(phone)
    before = board.ask("api_sessions")
    assert board.ask("api_sessions", if_none_match=before["ETag"]).status_code == 304
    phone.record(DOBON)
    assert board.ask("api_sessions", if_none_match=before["ETag"]).status_code == 200
    phone.open_table(("Ben", "Eva"), circle_of(phone).public_id)
    result = board.read("api_sessions")
    assert {key: result[key] for key in ("page", "pages", "count")} == {"page": 1, "pages": 1, "count": 2}
    assert [one["id"] for one in result["sessions"]] == [phone.sid, first]
    assert result["sessions"][1]["rounds"] == 1
    assert {one["name"]: one["points"] for one in result["sessions"][1]["points"]} == AFTER_DOBON


def test_sessions_are_paged_by_fifty(phone: Phone) -> None:
    circle = circle_of(phone)
    night = phone.session.night
    GameSession.objects.bulk_create(GameSession(circle=circle, night=night, game="gamble") for _ in range(50))
    board = board_of(phone)
    assert len(board.read("api_sessions")["sessions"]) == 50
    assert count_queries(lambda: board.read("api_sessions")) <= 8
    second = board.get("/api/v1/sessions", {"page": "2"})
    assert (second.json()["page"], len(second.json()["sessions"])) == (2, 1)
    for number in ("0", "3", "-1", "x", "1" * 30, "１"):
        assert board.get("/api/v1/sessions", {"page": number}).status_code == 404, number


CASES = Path(__file__).parents[1] / "scoring" / "cases"


def test_a_session(phone: Phone) -> None:
    """The example of the rules, then Chie goes out: 390 − 340 + 10 − 60 is 0."""
    phone.record(DOBON, OUT)
    result = board_of(phone).read("api_session", phone.sid, accept_language="en")
    assert list(result) == [
        *("id", "title", "game", "started_at", "ended_at", "revision", "unit", "standing", "elsewhere"),
        *("last_round", "rounds", "ended", "final"),
    ]
    assert result["game"] == {"key": "gamble", "name": "Gamble Dobon"}
    stands = [(one["place"], one["name"], one["points"], one["change"]) for one in result["standing"]]
    assert stands == [
        (1, "あき", 390, -10),
        (2, "Chie", 10, 80),
        (3, "大輔", -60, -60),
        (4, "Ben", -340, -10),
    ]
    last = result["last_round"]
    assert (last["number"], last["kind"], last["claimed"]) == (2, "out", None)
    assert last["change"] == {"あき": -10, "Ben": -10, "Chie": 80, "大輔": -60}
    assert result["rounds"][0]["balance"] == AFTER_DOBON
    assert result["final"]["balance"] == {"あき": 390, "Ben": -340, "Chie": 10, "大輔": -60}


def test_queries_do_not_grow_with_rounds(db: None) -> None:
    counts = []
    for phone in (evening(10), evening(100)):
        board = board_of(phone)
        board.read("api_session", phone.sid)
        counts.append(count_queries(partial(board.read, "api_session", phone.sid)))
    assert counts[0] == counts[1] <= 8


@pytest.mark.parametrize("game", ["gamble", "kawagoe", "teyaku", "dotenko", "doudizhu"])
def test_rounds_are_what_replay_prints(db: None, game: str) -> None:
    path = sorted((CASES / game).glob("*.json"))[0]
    document = json.loads(path.read_text(encoding="utf-8"))["document"]
    phone = Phone().bring_in(document)
    result = board_of(phone).read("api_session", phone.sid, accept_language="en")
    printed = json.loads(json.dumps(report(read_document(document), translator("en"))))
    assert {key: result[key] for key in printed} == printed


@pytest.mark.postgresql
def test_an_unchanged_session_answers_304_and_is_not_scored(
    phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A board polls every two seconds, and scoring a thousand rounds takes half a second."""
    phone.record(DOBON)
    board = board_of(phone)
    first = board.ask("api_session", phone.sid)
    with monkeypatch.context() as patched:
        patched.setattr(views, "board", None)
        same = board.ask("api_session", phone.sid, if_none_match=first["ETag"])
    assert (same.status_code, same.content) == (304, b"")
    phone.record(OUT)
    changed = board.ask("api_session", phone.sid, if_none_match=first["ETag"])
    assert changed.status_code == 200
    player = phone.session.seats.first().player
    player.name = "Akiko"
    player.save()
    renamed = board.ask("api_session", phone.sid, if_none_match=changed["ETag"])
    assert renamed.json()["standing"][0]["name"] == "Akiko", "a name is part of it, though no round changed"
    other = board.ask("api_session", phone.sid, if_none_match=renamed["ETag"], accept_language="en")
    assert other.status_code == 200, "in another language it is another answer"


def test_what_is_not_there_answers_404(phone: Phone, stranger: Phone) -> None:
    board = board_of(phone)
    for sid in (stranger.sid, "nothing"):
        response = board.ask("api_session", sid)
        assert response.status_code == 404
        assert response.json()["title"] == "Not Found"
    assert Board("").ask("api_session", phone.sid).status_code == 401
    assert phone.get(f"/api/v1/sessions/{phone.sid}").status_code == 401, "a cookie opens nothing here"
    assert board.get("/api/v1/").status_code == 404
    for url in ("/api/v1/circles", "/api/v1/sessions/a/b", "/api/v1/circle/"):
        response = board.get(url)
        assert (response.status_code, response["Content-Type"]) == (404, "application/problem+json"), url
        assert Client().get(url).status_code == 401, url


def test_the_description(db: None) -> None:
    """It is public, names every address, and all that it refers to is there and used."""
    response = Client().get("/api/v1/openapi.json")
    assert response.json() == DESCRIPTION
    assert response["Access-Control-Allow-Origin"] == "*"
    assert DESCRIPTION["openapi"].startswith("3.1.")
    prefix = DESCRIPTION["servers"][0]["url"]
    named = {resolve(prefix + path.replace("{id}", "a")).url_name for path in DESCRIPTION["paths"]}
    assert named == {entry.name for entry in token_urls} - {"api_other"}
    for schema in DESCRIPTION["components"]["schemas"].values():
        Draft202012Validator.check_schema(schema)
    parts = DESCRIPTION["components"].items()
    there = {(kind, name) for kind, named in parts if kind != "securitySchemes" for name in named}
    assert set(re.findall(r'"#/components/(\w+)/(\w+)"', json.dumps(DESCRIPTION))) == there
