"""A session for programs: who stands where, the last round, and what ``replay`` prints."""

import json
from functools import partial
from pathlib import Path

import pytest

from scorekeeper.api import views
from scorekeeper.scoring.document import read_document
from scorekeeper.scoring.reporting import report
from scorekeeper.scoring.words import translator
from tests.addresses.test_costs import evening
from tests.helpers import AFTER_DOBON, DOBON, OUT, Phone, count_queries

from .boards import Board, board_of

CASES = Path(__file__).parents[1] / "scoring" / "cases"


def test_a_board(phone: Phone) -> None:
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


def test_as_many_questions_for_many_rounds_as_for_few(db: None) -> None:
    counts = []
    for phone in (evening(10), evening(100)):
        board = board_of(phone)
        board.read("api_session", phone.sid)
        counts.append(count_queries(partial(board.read, "api_session", phone.sid)))
    assert counts[0] == counts[1] <= 8


def test_none_yet(phone: Phone) -> None:
    result = board_of(phone).read("api_session", phone.sid)
    assert (result["rounds"], result["last_round"], result["standing"][0]["change"]) == ([], None, None)


@pytest.mark.parametrize("game", ["gamble", "kawagoe", "teyaku", "dotenko", "doudizhu"])
def test_rounds_are_what_replay_prints(db: None, game: str) -> None:
    path = sorted((CASES / game).glob("*.json"))[0]
    document = json.loads(path.read_text(encoding="utf-8"))["document"]
    phone = Phone().bring_in(document)
    result = board_of(phone).read("api_session", phone.sid, accept_language="en")
    printed = json.loads(json.dumps(report(read_document(document), translator("en"))))
    assert {key: result[key] for key in printed} == printed


@pytest.mark.postgresql
def test_nothing_new_is_not_sent_again(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor scored again: a board asks every other second, and a thousand rounds take half of one."""
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


def test_what_is_not_there_or_of_others(phone: Phone, stranger: Phone) -> None:
    board = board_of(phone)
    for sid in (stranger.sid, "nothing"):
        response = board.ask("api_session", sid)
        assert response.status_code == 404
        assert response.json()["title"] == "Not Found"
    assert Board("").ask("api_session", phone.sid).status_code == 401
    assert phone.get(f"/api/v1/sessions/{phone.sid}").status_code == 401, "a cookie opens nothing here"
