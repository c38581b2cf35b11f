"""Hostile input: a clear message, nothing typed is lost, no traceback, no text that a database refuses."""

import io
import json
from itertools import product
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from scorekeeper.play.models import GameSession, Round
from scorekeeper.rounds.models import OpenHand, OpenRound
from tests.circle_pages import page
from tests.helpers import DOBON, OUT, Phone, entry_form, html, text
from tests.seated import collect, join, open_round, send_hand, sit, wish

Form = dict[str, Any]

MOVE: Form = {"kind": "adjust", "points-0": "5", "from-0": "0", "to-0": "1"}
BAD: list[tuple[Form, str]] = [
    ({**DOBON, "hand-1": "A 14 3"}, "“14” is not a card"),
    ({**DOBON, "hand-1": "A\x002"}, "is not a card"),
    ({**DOBON, "hand-1": "x" * 500}, "is not a card"),
    ({**DOBON, "hand-1": "K " * 400}, "400 cards; at most 216"),
    ({**DOBON, "card": "99"}, "o card “99”"),
    ({**DOBON, "card": "K Q"}, "o card “K Q”"),
    ({**DOBON, "victim": "0"}, "あき cannot be caller and claimed player at once"),
    ({**DOBON, "hand-0": ""}, "Still needed: hands of あき"),
    ({**DOBON, "hand-0": "", "hand-2": ""}, "Still needed: hands of あき & Chie"),
    ({**DOBON, "callers": []}, "Choose the caller."),
    ({**DOBON, "victim": ""}, "Choose the claimed player."),
    ({**DOBON, "callers": [], "victim": "", "hand-1": "1l"}, "Choose the claimed player."),
    ({**DOBON, "callers": ["9"]}, "obody at this table is called “9”"),
    ({**DOBON, "callers": ["0", "0"]}, "あき"),
    ({**DOBON, "victim": "99"}, "obody at this table is called “99”"),
    ({**DOBON, "victim": "Ben"}, "obody at this table is called"),
    ({**DOBON, "returns": ["0"]}, "called and cannot return that claim"),
    ({**DOBON, "sum-1": "54"}, "Enter the cards or only the sum, not both."),
    ({**OUT, "winner": ""}, "Choose who went out."),
    ({**OUT, "winner": "4"}, "obody at this table is called"),
    ({**OUT, "kind": ""}, "Choose how the round ended."),
    ({**OUT, "kind": "burst"}, "Choose how the round ended."),
    ({**OUT, "kind": "seats"}, "Choose how the round ended."),
    ({**OUT, "kind": "x" * 5000}, "Choose how the round ended."),
    ({**OUT, "hand-0": "", "sum-0": "-5"}, "Enter the sum as a whole number, 0 or more."),
    ({**OUT, "hand-0": "", "sum-0": "999999999"}, "is not between 0 and 1,000,000"),
    ({"kind": "adjust"}, "Enter who pays whom, and how many points."),
    ({"kind": "adjust", "points-0": "5"}, "Choose who pays."),
    ({"kind": "adjust", "points-0": "5", "from-0": "0"}, "Choose who receives."),
    ({**MOVE, "points-0": "0"}, "Enter the points as a whole number, 1 or more."),
    ({**MOVE, "to-0": "0"}, "あき cannot pay あき"),
    ({**MOVE, "to-0": "9"}, "obody at this table is called"),
    ({**MOVE, "reason-0": "x" * 201}, "201 characters; at most 200"),
    ({**MOVE, "reason-0": "a\x00b"}, "invisible control characters"),
    ({**MOVE, "points-1": "", "from-1": "1", "to-1": "2"}, "Enter the points as a whole number, 1 or more."),
]
pytestmark = pytest.mark.django_db
FIELDS = (
    {"hand-1": "A\x002"},
    {"kind": "\0"},
    {"new\0field": "x"},
    {"reason-0": "a\0b"},
    {"callers": ["0", "\0"]},
)
LONG = ("0" * 61, "1" + ",000" * 5, "1 " * 11, "\uff11" * 21, "1" * 20 + "枚")


def test_an_invalid_round_is_refused_with_all_that_was_typed(phone: Phone) -> None:
    """Its preview is shown nevertheless."""
    for form, words in BAD:
        data = {**phone.form_version(), **form}
        response = phone.send(data)
        assert response.status_code == 422, form
        assert words in text(response), form
        kept = entry_form(response)
        for field, value in form.items():
            if field in kept and field.startswith(("hand", "sum", "points", "reason")):
                assert kept[field][0].replace("\x00", "") == value.replace("\x00", "").replace("\ufffd", "")
        assert kept["key"] == [data["key"]], form
        fragment = phone.post(phone.url("round_new"), data, headers={"HX-Request": "true"})
        assert fragment.status_code == 200, form
        assert 'data-ready="0"' in html(fragment), form
    assert not Round.objects.exists()


def test_all_errors_at_once_each_at_its_field(phone: Phone) -> None:
    data = phone.fill({"callers": [], "victim": "", "hand-1": "1l", "sum-2": "-5"})
    assert phone.send(data, "preview").status_code == 200
    page = html(phone.send(data))
    for field in ("callers", "victim", "hand-1", "sum-2"):
        assert f'href="#f-{field}"' in page
        assert f'id="f-{field}"' in page


def test_errors_of_corrections_stay_with_their_row(phone: Phone) -> None:
    rows = dict.fromkeys(("from-0", "to-0", "points-0", "reason-0", "from-2", "to-2", "points-2"), "")
    rows |= {"from-1": "0", "to-1": "1", "points-1": "x"}
    response = phone.send(phone.fill({"kind": "adjust", **rows}))
    assert response.status_code == 422
    page = html(response)
    at = page.index('value="x"')
    row = page[page.rindex('class="adjust-row"', 0, at) : page.index("</div>", at)]
    assert "Enter the points as a whole number" in row
    assert 'aria-describedby="f-points-0_error"' in row
    assert 'id="f-points-0_error"' in row
    assert 'aria-describedby="f-from-0_error"' not in row


def test_odd_and_large_bodies(phone: Phone) -> None:
    response = phone.send({**phone.fill(DOBON), **{f"x{number}": "1" for number in range(600)}})
    assert response.status_code == 400
    assert "This could not be read" in text(response)
    response = phone.post(phone.url("round_new"), {"hand-0": "x" * 10_000_000})
    assert response.status_code == 413
    assert "larger than 1 MB" in text(response)
    for body, kind in (
        (b"\xff\xfe=%zz&kind=%00", "application/x-www-form-urlencoded"),
        (b"{}", "application/json"),
        (b"--x\r\nbroken", "multipart/form-data; boundary=x"),
        (b"x", "multipart/form-data"),
        (b"", "text/plain"),
    ):
        response = phone.generic("POST", phone.url("round_new"), body, kind)
        assert response.status_code in (200, 400), body
        response = phone.generic("POST", "/new/", body, kind)
        assert response.status_code in (400, 422), body
    assert not Round.objects.exists()
    assert GameSession.objects.count() == 1


def test_wrong_cookie(phone: Phone) -> None:
    other = Phone()
    for cookie in ("", "x" * 4000, "\xe6\x97", "\x01"):
        other.cookies["device"] = cookie
        assert other.get("/").status_code == 200, cookie
        assert other.get(phone.url("table")).status_code == 404, cookie


@pytest.mark.postgresql
def test_fields_of_a_round(phone: Phone) -> None:
    form = phone.fill(DOBON)
    for field in FIELDS:
        for action in ("ask", "preview", "confirm"):
            response = phone.send({**form, **field}, action)
            assert response.status_code in (200, 302, 422)
    kept = [*Round.objects.values_list("happened"), *OpenRound.objects.values_list("fields", "note")]
    assert "\\u0000" not in json.dumps(kept)


@pytest.mark.postgresql
def test_query(phone: Phone) -> None:
    paths = ("/", "/new/", phone.url("rounds"), page(phone, "circle_session_new"), phone.join_link())
    queries = (
        "rules=kept.%00",
        "rules=code.%00",
        "after=%00",
        "t=%00",
        "%00=1",
        "page=%00",
        "live=1&page=%00",
    )
    for path, query in product(paths, queries):
        assert phone.get(f"{path}?{query}").status_code in (200, 302, 400), (path, query)


def test_path(phone: Phone) -> None:
    for path in (
        *("/t/x/", f"/t/{'x' * 500}/", "/t/%ff/", "/t/%00/", "/t/a%00/rounds/1/"),
        *("/rules/%00/", "/join/%00/", "/circles/%00/", "/%00"),
    ):
        assert phone.get(path).status_code == 404, path


@pytest.mark.postgresql
def test_texts_and_names_of_files(db: None) -> None:
    phone, file = Phone(), SimpleUploadedFile("x.json", b"{}")
    file._name = "a\0.json"
    assert phone.post("/import/", {"file": file}).status_code in (400, 422)
    body = r'{"format": 1, "rule_set": {"name": "x", "game": "teyaku", "options": {"\ud800": "y"}}}'
    session = json.dumps({"format": 1, "game": "gamble", "players": ["A\0", "B"], "rounds": []})
    for sent, refused in (
        ({"document": body}, "a character that cannot be stored: \\u"),
        ({"file": io.BytesIO(body.encode())}, "a character that cannot be stored: \\u"),
        ({"document": session}, "\\u0000 (1:"),
    ):
        response = phone.post("/import/", sent)
        assert response.status_code == 422
        assert refused in text(response)
        assert "(1:" in text(response)


@pytest.mark.postgresql
@pytest.mark.parametrize("way", ["sum-1", "count-1"])
def test_numbers_and_hands_longer_than_their_column(phone: Phone, way: str) -> None:
    """A proposal and a phone's own hand store them as typed; too long ones are refused, long hands not."""
    sit(phone, "あき")
    ben = join(phone, "Ben")
    collect(phone)
    result = open_round(phone)
    wish(phone, second_person="on")
    form = {**phone.fill(OUT), "hand-1": ""}
    for number in LONG:
        assert phone.send({**form, way: number}).status_code == 422
        assert ben.post(ben.url("hand"), {"round": result.pk, way: number}).status_code == 422
    assert not OpenHand.objects.exists()
    assert ben.post(ben.url("hand"), {"round": result.pk, way: "5" + " " * 30}).status_code == 302
    assert OpenHand.objects.get().sum + OpenHand.objects.get().count == "5"
    assert send_hand(ben, "A" + " " * 1990 + "2").status_code == 302
    assert send_hand(ben, "A " * 200).status_code in (302, 422)
