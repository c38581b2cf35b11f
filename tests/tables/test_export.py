"""Saving a session as a file."""

from scorekeeper.scoring.document import read_document, write_document
from tests.helpers import DOBON, NAMES, Phone


def test_document(phone: Phone) -> None:
    phone.record(DOBON)
    response = phone.show("export")
    assert response["Content-Type"] == "application/json; charset=utf-8"
    assert response["Content-Disposition"].startswith('attachment; filename="gamble-20')
    assert response.json() == {
        "format": 1,
        "game": "gamble",
        "version": 2,
        "options": {},
        "players": list(NAMES),
        "rounds": [
            {
                "kind": "dobon",
                "callers": ["あき"],
                "victim": "Ben",
                "card": "K",
                "hands": {
                    "あき": ["2", "J"],
                    "Ben": ["A", "2", "3"],
                    "Chie": ["A", "2", "3", "10", "K"],
                    "大輔": ["4"],
                },
            }
        ],
    }


def test_is_a_document_that_the_engine_reads(phone: Phone) -> None:
    phone.record(DOBON)
    data = phone.show("export").json()
    document = read_document(data)
    assert write_document(document) == data
    assert dict(document.replay().state.balances) == phone.points()


def test_names_are_written_as_they_are(phone: Phone) -> None:
    assert "あき".encode() in phone.show("export").content
