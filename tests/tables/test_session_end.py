"""Ending a session, and taking it up again."""

import pytest

from tests.helpers import AFTER_DOBON, DOBON, Phone, forms, html, text


def test_ends(phone: Phone) -> None:
    phone.record(DOBON)
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


@pytest.fixture(params=["session_end", "session_reopen"])
def button(request: pytest.FixtureRequest, phone: Phone) -> str:
    """The address of a button at a table where it can be pressed."""
    if request.param == "session_reopen":
        phone.press("session_end")
    return phone.url(request.param)


def test_once_with_its_key_and_on_top_of_what_happened(phone: Phone, second: Phone, button: str) -> None:
    phone.record(DOBON)
    form, before = forms(phone.show("settle"))[button], phone.session.ended_at
    assert phone.post(button).status_code == 409
    second.play({"hand-2": "K"}, "round_edit", 1)
    stale = phone.post(button, form)
    assert stale.status_code == 409
    assert "iPhone · corrected Dobon! あき hit Ben on K" in text(stale)
    assert phone.session.ended_at == before
    again, edits = forms(stale)[button], phone.session.edits.count()
    assert [phone.post(button, again).status_code for _ in range(2)] == [302, 302]
    assert bool(phone.session.ended_at) is not bool(before)
    assert phone.session.edits.count() == edits + 1


def test_rounds_to_go_are_told_while_it_runs(phone: Phone) -> None:
    """Two of three agreed rounds are left; an ended table has none to go."""
    document = {**phone.show("export").json(), "stake": {"rounds": 3}}
    phone.bring_in(document).record(DOBON)
    assert "2 rounds left" in text(phone.show("table"))
    phone.press("session_end")
    assert "rounds left" not in text(phone.show("table"))


def test_taken_up_again_it_goes_on(phone: Phone) -> None:
    phone.press("session_end")
    response = phone.press("session_reopen")
    assert (response.status_code, response["Location"]) == (302, phone.url("table"))
    assert not phone.session.ended_at
    table = phone.show("table")
    assert "The table has been reopened." in text(table)
    assert phone.url("round_new") in html(table)
    phone.record(DOBON)
    assert phone.points() == AFTER_DOBON
