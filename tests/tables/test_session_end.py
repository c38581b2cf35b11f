"""Ending a session."""

from tests.helpers import DOBON, Phone, forms, html, text


def test_ends(phone: Phone) -> None:
    phone.play(DOBON)
    response = phone.press("session_end")
    assert (response.status_code, response["Location"]) == (302, phone.url("settle"))
    assert phone.session.ended_at
    shown = text(phone.show("settle"))
    assert "This table has ended. The result is below." in shown
    assert "Final standings" in shown


def test_moves_to_the_earlier_nights(phone: Phone) -> None:
    assert "No table is running." not in text(phone.get(phone.circle_url()))
    phone.press("session_end")
    shown = text(phone.get(phone.circle_url()))
    assert "No table is running." in shown
    assert "0 nights · 0 rounds" in shown
    assert phone.url("table") not in html(phone.get("/"))


def test_stale(phone: Phone, second: Phone) -> None:
    url = phone.url("session_end")
    form = forms(phone.show("settle"))[url]
    second.play(DOBON)
    stale = phone.post(url, form)
    assert stale.status_code == 409
    assert "iPhone · entered Dobon! あき hit Ben on K" in text(stale)
    assert not phone.session.ended_at
    assert phone.post(url, forms(stale)[url]).status_code == 302
    assert phone.session.ended_at


def test_same_form_twice(phone: Phone) -> None:
    url = phone.url("session_end")
    form = forms(phone.show("settle"))[url]
    assert [phone.post(url, form).status_code for _ in range(2)] == [302, 302]
    assert phone.session.edits.count() == 1


def test_without_key(phone: Phone) -> None:
    assert phone.post(phone.url("session_end")).status_code == 409
    assert not phone.session.ended_at


def test_rounds_to_go_are_told_while_it_runs(phone: Phone) -> None:
    """Two of three agreed rounds are left; an ended table has none to go."""
    document = {**phone.show("export").json(), "stake": {"rounds": 3}}
    phone.bring_in(document).play(DOBON)
    assert "2 rounds left" in text(phone.show("table"))
    phone.press("session_end")
    assert "rounds left" not in text(phone.show("table"))
