"""Saving a session as a file."""

from tests.helpers import DOBON, NAMES, Phone


def test_document(phone: Phone) -> None:
    phone.record(DOBON)
    response = phone.show("export")
    assert response["Content-Type"] == "application/json; charset=utf-8"
    assert response["Content-Disposition"].startswith('attachment; filename="gamble-20')
    data = response.json()
    assert (data["format"], data["version"], data["players"]) == (1, 2, list(NAMES))
    [dobon] = data["rounds"]
    assert (dobon["callers"], dobon["victim"], dobon["hands"]["あき"]) == (["あき"], "Ben", ["2", "J"])
    assert "あき".encode() in response.content, "names are written as they are"
