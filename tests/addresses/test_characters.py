"""What no database keeps and no answer can repeat is refused in words: NUL, and halves of a character."""

import io
import json
from itertools import product

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from scorekeeper.play.models import Round
from scorekeeper.rounds.models import OpenHand, OpenRound
from tests.doors import page
from tests.helpers import DOBON, OUT, Phone, text
from tests.seated import collect, join, open_round, send_hand, sit, wish

pytestmark = pytest.mark.django_db

FIELDS = (
    {"hand-1": "A\x002"},
    {"kind": "\0"},
    {"new\0field": "x"},
    {"reason-0": "a\0b"},
    {"callers": ["0", "\0"]},
)


@pytest.mark.postgresql
def test_fields_of_a_round(phone: Phone) -> None:
    form = phone.fill(DOBON)
    for field in FIELDS:
        for action in ("ask", "preview", "confirm"):
            response = phone.send({**form, **field}, action)
            assert response.status_code in (200, 302, 422)
    kept = [*Round.objects.values_list("happened"), *OpenRound.objects.values_list("fields", "note")]
    assert "\\u0000" not in json.dumps(kept)


def test_fields_in_an_encoding_that_makes_halves(phone: Phone) -> None:
    body = rb"kind=out&winner=\ud800&action=ask&csrfmiddlewaretoken=x"
    kind = "application/x-www-form-urlencoded; charset=unicode_escape"
    response = phone.generic("POST", phone.url("round_new"), body, kind)
    assert response.status_code == 400


@pytest.mark.postgresql
def test_query(phone: Phone) -> None:
    paths = ("/", "/new/", phone.url("rounds"), page(phone, "circle_session_new"), phone.join_link())
    queries = ("rules=kept.%00", "t=%00", "rules=code.%00", "%00=1", "page=%00", "live=1&page=%00")
    for path, query in product(paths, queries):
        assert phone.get(f"{path}?{query}").status_code in (200, 302, 400)


def test_path(phone: Phone) -> None:
    for path in (
        "/t/x/",
        f"/t/{'x' * 500}/",
        "/t/%ff/",
        "/t/%00/",
        "/rules/%00/",
        "/join/%00/",
        "/circles/%00/",
        "/t/a%00/rounds/1/",
        "/%00",
    ):
        assert phone.get(path).status_code == 404


def test_name_of_a_file(db: None) -> None:
    file = SimpleUploadedFile("x.json", b"{}")
    file._name = "a\0.json"
    response = Phone().post("/import/", {"file": file})
    assert response.status_code in (400, 422)


def test_rules_in_a_file(db: None) -> None:
    body = r'{"format": 1, "rule_set": {"name": "x", "game": "teyaku", "options": {"\ud800": "y"}}}'
    for sent in ({"document": body}, {"file": io.BytesIO(body.encode())}):
        response = Phone().post("/import/", sent)
        assert response.status_code == 422
        assert "a character that cannot be stored: \\u" in text(response)
        assert "(1:" in text(response)


@pytest.mark.postgresql
def test_a_session_in_a_file(db: None) -> None:
    document = {"format": 1, "game": "gamble", "players": ["A\0", "B"], "rounds": []}
    response = Phone().post("/import/", {"document": json.dumps(document)})
    assert response.status_code == 422
    assert "\\u0000 (1:" in text(response)


LONG = ("0" * 61, "1" + ",000" * 5, "1 " * 11, "\uff11" * 21, "1" * 20 + "枚")


@pytest.mark.postgresql
@pytest.mark.parametrize("way", ["sum-1", "count-1"])
def test_numbers_longer_than_their_column(phone: Phone, way: str) -> None:
    """A proposal and a phone's own hand keep them as they were typed; those that are too long are refused."""
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


@pytest.mark.postgresql
def test_a_hand_as_long_as_it_may_be(phone: Phone) -> None:
    sit(phone, "あき")
    ben = join(phone, "Ben")
    collect(phone)
    assert send_hand(ben, "A" + " " * 1990 + "2").status_code == 302
    assert send_hand(ben, "A " * 200).status_code in (302, 422)
