"""Export and import of a session; the sample group."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scorekeeper.archive import circle_reading as reading
from scorekeeper.archive import uploads
from scorekeeper.circles.limits import Sender
from scorekeeper.circles.models import Circle
from scorekeeper.play.ledger import Prepared, prepare
from scorekeeper.play.management.commands.rescore import movement
from scorekeeper.play.models import GameSession
from scorekeeper.play.results import standing_of
from scorekeeper.play.table import Table
from scorekeeper.scoring.document import Document, read_document
from scorekeeper.scoring.events import BETWEEN
from scorekeeper.scoring.reporting import report
from scorekeeper.server import ratelimit
from scorekeeper.server.limits import LONG_DOCUMENTS
from scorekeeper.server.ratelimit import reset_limits
from tests.helpers import AFTER_DOBON, DOBON, NAMES, OUT, Phone, forms, html, text

URL = "/import/"
CASES = sorted((Path(__file__).parent.parent / "scoring" / "cases").glob("*/*.json"))
FIRST = {path.parent: path for path in reversed(CASES)}.values()
ONE_OF_EACH_GAME = [path if path in FIRST else pytest.param(path, marks=pytest.mark.long) for path in CASES]
GOOD: dict[str, Any] = {
    "format": 1,
    "game": "gamble",
    "players": ["A", "B"],
    "rounds": [{"kind": "out", "winner": "A", "hands": {"B": ["K"]}}],
}
LONG = {**GOOD, "rounds": GOOD["rounds"] * 600}
TAKES = """
import runpy
from scorekeeper.play import documents
documents.load_lasting = lambda text: bytes({megabytes} * 1024**2)
runpy.run_module("scorekeeper.archive.circle_reading", run_name="__main__")
"""
"""Allocates so much memory, in place of reading the document."""
pytestmark = pytest.mark.django_db


def test_an_exported_session_can_be_imported(phone: Phone) -> None:
    """Without the round that was voided; also as an uploaded file with a byte order mark."""
    phone.record(OUT, DOBON)
    phone.confirm_change("round_void", 1)
    response = phone.show("export")
    assert response["Content-Type"] == "application/json; charset=utf-8"
    assert response["Content-Disposition"].startswith('attachment; filename="gamble-20')
    data = response.json()
    assert (data["format"], data["version"], data["players"]) == (1, 2, list(NAMES))
    [dobon] = data["rounds"]
    assert (dobon["callers"], dobon["victim"], dobon["hands"]["あき"]) == (["あき"], "Ben", ["2", "J"])
    assert "あき".encode() in response.content, "names are written as they are"
    file = SimpleUploadedFile("evening.json", f"\ufeff{json.dumps(data)}".encode())
    other = Phone()
    other.sit_down(other.post(URL, {"document": "", "file": file}))
    assert other.show("export").json() == data
    assert other.points() == phone.points() == AFTER_DOBON
    assert other.session.circle != phone.session.circle
    assert phone.get(other.url("table")).status_code == 404


def test_a_round_without_winner_is_imported_and_exported(db: None) -> None:
    used_up = {"kind": "deckout", "starter": "A", "hands": {"B": ["K"]}}
    data = {**GOOD, "options": {"deckout": "nogame"}, "rounds": [used_up, *GOOD["rounds"]]}
    phone = Phone().bring_in(data)
    assert phone.points() == {"A": 10, "B": -10}
    pages = [phone.show("table"), phone.show("rounds"), phone.show("round", 1), phone.show("round_edit", 1)]
    assert [page.status_code for page in pages] == [200] * 4
    assert phone.show("export").json() == data


@pytest.mark.parametrize("path", ONE_OF_EACH_GAME, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_import_of_worked_evenings(db: None, path: Path) -> None:
    case = json.loads(path.read_text(encoding="utf-8"))
    data = case["document"]
    phone = Phone().bring_in(data)
    assert read_document(phone.show("export").json()) == read_document(data)
    assert phone.points() == case["expect"]["balance"]
    debts = [(debt.payer, debt.payee, debt.points) for debt in Table(phone.session).final.debts]
    final = report(read_document(data), str)["final"]
    assert debts == [(one["from"], one["to"], one["points"]) for one in final["payments"]]
    for page in (phone.url("table"), phone.url("settle"), phone.circle_url()):
        assert "Total 0 ✓" in text(phone.get(page))
    for page in ("rounds", "rules", "round_new"):
        assert "Traceback" not in text(phone.show(page))
    last_of_each_kind = {facts["kind"]: number for number, facts in enumerate(data["rounds"], 1)}
    for kind, number in last_of_each_kind.items():
        phone.show("round", number)
        if kind in BETWEEN:  # tests/games/test_entry.py opens every other one, of all evenings
            assert phone.get(phone.url("round_edit", number)).status_code == 302
        phone.show("round_void", number)


def bad(**change: object) -> str:
    return json.dumps({**GOOD, **change})


@pytest.mark.parametrize(
    ("document", "words"),
    [
        ("", "choose a file, or paste its text"),
        ("{", "this is not JSON"),
        ("null", "an object is needed here"),
        ("[" * 100_000, "nested too deeply"),
        (bad(format=2), "format: format 2 is not known"),
        (bad(game="mahjong"), "game: no game “mahjong”"),
        (bad(players=["A", "a"]), "players[1]: “a” is there twice"),
        (bad(players=["A", "<script>alert(1)</script>" * 3]), "players[1]: a name of"),
        (bad(options={"house": 1}), "options: unknown key “house”"),
        (
            bad(rounds=[*GOOD["rounds"], {"kind": "out", "winner": "A", "hands": {"B": ["3", "1l"]}}]),
            "rounds[1].hands.B[1]: no card “1l”",
        ),
        (bad(rate={"unit": "円", "per_point": "0.5", "round_to": "0.1"}), "rate"),
    ],
)
def test_an_import_error_names_its_place(db: None, document: str, words: str) -> None:
    phone = Phone()
    response = phone.post(URL, {"document": document})
    assert response.status_code == 422
    assert words in text(response)
    assert forms(response)["import"]["document"] == [document]
    assert "<script>alert" not in html(response)
    assert not GameSession.objects.exists()


def test_bad_files(db: None) -> None:
    for content, status, words in (
        *((bad, 422, "Please check") for bad in (b"\xff\xfe\x00", b"", "日本".encode("shift_jis"))),
        (b" " * 2_000_000, 413, "larger than 1 MB"),
    ):
        response = Phone().post(URL, {"file": SimpleUploadedFile("x.json", content)})
        assert response.status_code == status, content[:9]
        assert words in text(response)


def test_scoring_precedes_the_transaction(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """So it blocks no other writer."""
    inside: list[int] = []

    def scored(document: Document) -> Prepared:
        inside.append(len(connection.savepoint_ids))
        return prepare(document)

    monkeypatch.setattr(reading, "prepare", scored)
    outside = len(connection.savepoint_ids)
    Phone().bring_in(GOOD)
    assert inside == [outside]


def test_a_long_document_is_read_in_a_subprocess(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """An error in it is named with its place."""
    broken = {**LONG, "rounds": [*LONG["rounds"], {"kind": "out", "winner": "Nobody"}]}
    answer = Phone().post(URL, {"document": json.dumps(broken)})
    assert answer.status_code == 422
    assert "rounds[600].winner: nobody at this table is called “Nobody”" in html(answer)

    reset_limits()
    monkeypatch.setattr(reading, "prepare", None)
    assert len(json.dumps(LONG)) > uploads.SHORT
    with CaptureQueriesContext(connection) as queries:
        phone = Phone().bring_in(LONG)
    assert len(queries) < 45
    assert phone.points() == {"A": 6000, "B": -6000}
    session = phone.session
    table = Table(session)
    assert session.standing == standing_of(table, table.replay.state)


def test_a_long_rule_set_is_no_session() -> None:
    text = json.dumps({"rule_set": {}, "more": "x" * uploads.SHORT})
    assert uploads.incoming(text, Sender(False, ("a",))) is None


def test_a_repeated_long_document_is_not_read_again(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    phone = Phone()
    form = {**forms(phone.get(URL))["import"], "document": json.dumps(LONG)}
    first = phone.post(URL, form)
    monkeypatch.setattr(uploads, "incoming", None)
    again = phone.post(URL, form)
    assert (again.status_code, again["Location"]) == (302, first["Location"])


class Taken:
    """A lock that somebody else holds."""

    def acquire(self, blocking: bool = True) -> bool:
        assert not blocking
        return False


def test_one_long_document_is_read_at_a_time(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another one is answered 429 at once."""
    with monkeypatch.context() as meanwhile:
        meanwhile.setitem(uploads._one_at_a_time, False, Taken())
        answer = Phone().post(URL, {"document": json.dumps(LONG)})
        assert (answer.status_code, answer["Retry-After"]) == (429, "1")
        assert json.loads(forms(answer)["import"]["document"][0]) == LONG
        assert "Please wait 1 second and try again." in text(answer)
        assert Phone().bring_in(GOOD).points() == {"A": 10, "B": -10}
    limits = ratelimit.limiter(LONG_DOCUMENTS)
    monkeypatch.setattr(limits, "clock", lambda: 0.0)  # however long the machine takes over the first one
    assert Phone().bring_in(LONG).points() == {"A": 6000, "B": -6000}
    soon = Phone().post(URL, {"document": json.dumps(LONG)})
    assert (soon.status_code, soon["Retry-After"]) == (429, "5")


def test_a_timeout_of_the_subprocess_answers_429(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploads, "PATIENCE_SECONDS", 0.0)
    assert Phone().post(URL, {"document": json.dumps(LONG)}).status_code == 429
    monkeypatch.undo()
    reset_limits()
    assert Phone().bring_in(LONG).points() == {"A": 6000, "B": -6000}


@pytest.mark.parametrize(
    ("megabytes", "words"),
    [(512, "an object is needed here"), (3072, "it holds more than this computer can read at once")],
)
def test_too_much_memory_answers_422(
    db: None, monkeypatch: pytest.MonkeyPatch, megabytes: int, words: str
) -> None:
    monkeypatch.setattr(uploads, "COMMAND", [sys.executable, "-c", TAKES.format(megabytes=megabytes)])
    answer = Phone().post(URL, {"document": json.dumps(LONG)})
    assert answer.status_code == 422
    assert words in text(answer)


def test_people_who_join_later_have_seats(db: None) -> None:
    rounds = [{"kind": "seats", "join": ["Zoe", "Ann"], "leave": ["A"]}, *GOOD["rounds"]]
    phone = Phone().bring_in({**GOOD, "rounds": rounds})
    assert list(phone.session.seats.values_list("player__name", "number", "initial")) == [
        ("A", 0, True), ("B", 1, True), ("Zoe", 2, False), ("Ann", 3, False),
    ]  # fmt: skip
    assert not movement(Table(phone.session))


def test_the_sample_group(monkeypatch: pytest.MonkeyPatch) -> None:
    """A year with nights of several games; its visitor is the host.  A repeated form opens one."""
    phone = Phone()
    assert "made-up year" in text(phone.get("/"))
    form = forms(phone.get("/"))["/sample/"]
    place = phone.post("/sample/", form)["Location"]
    with monkeypatch.context() as patch:
        patch.setattr(uploads, "incoming", None)  # the file is not read once more
        assert phone.post("/sample/", form)["Location"] == place
    circle = Circle.objects.get()
    assert place.startswith(f"/circles/{circle.public_id}/")
    assert phone.get(place).status_code == 200
    assert circle.name == "Made-up group"
    assert GameSession.objects.filter(circle=circle).count() > 50
    assert circle.nights.exclude(name="").exists()
    assert phone.get(f"/circles/{circle.public_id}/delete/").status_code == 200
    assert "Made-up group" in text(phone.get("/"))
