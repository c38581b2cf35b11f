"""Taking an ended session up again; what both buttons have in common is among the tests of the end."""

from tests.helpers import AFTER_DOBON, DOBON, Phone, html, text


def test_goes_on(phone: Phone) -> None:
    phone.press("session_end")
    response = phone.press("session_reopen")
    assert (response.status_code, response["Location"]) == (302, phone.url("table"))
    assert not phone.session.ended_at
    table = phone.show("table")
    assert "The table has been reopened." in text(table)
    assert phone.url("round_new") in html(table)
    phone.record(DOBON)
    assert phone.points() == AFTER_DOBON
