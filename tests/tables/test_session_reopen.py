"""Taking an ended session up again."""

from tests.helpers import AFTER_DOBON, DOBON, Phone, forms, html, text


def test_goes_on(phone: Phone) -> None:
    phone.press("session_end")
    response = phone.press("session_reopen")
    assert (response.status_code, response["Location"]) == (302, phone.url("table"))
    assert not phone.session.ended_at
    table = phone.show("table")
    assert "The table has been reopened." in text(table)
    assert phone.url("round_new") in html(table)
    phone.play(DOBON)
    assert phone.points() == AFTER_DOBON


def test_stale(phone: Phone, second: Phone) -> None:
    phone.play(DOBON)
    phone.press("session_end")
    url = phone.url("session_reopen")
    form = forms(phone.show("settle"))[url]
    second.play({"hand-2": "K"}, "round_edit", 1)
    stale = phone.post(url, form)
    assert stale.status_code == 409
    assert "iPhone · corrected" in text(stale)
    assert phone.session.ended_at


def test_without_key(phone: Phone) -> None:
    phone.press("session_end")
    assert phone.post(phone.url("session_reopen")).status_code == 409
    assert phone.session.ended_at
