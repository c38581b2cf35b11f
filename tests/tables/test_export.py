"""Saving a session as a file."""

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
    assert "あき".encode() in response.content, "names are written as they are"
