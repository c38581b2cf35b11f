"""The settings of a table."""

import pytest

from tests.helpers import Phone, forms, text
from tests.seated import wish

pytestmark = pytest.mark.django_db


def test_both_wishes_are_kept_and_told(phone: Phone, second: Phone) -> None:
    assert "Settings" in text(phone.show("table"))
    assert (phone.session.hidden_hands, phone.session.second_person) == (False, False)
    assert wish(second, hidden_hands="on", second_person="on").status_code == 302
    assert (phone.session.hidden_hands, phone.session.second_person) == (True, True)
    rules = text(phone.show("rules"))
    assert "Hands stay hidden until the round is recorded." in rules
    assert "A new round counts once a second person has said OK." in rules
    edit = phone.session.edits.get()
    assert (edit.action, edit.before["second_person"], edit.after["second_person"]) == (
        "settings",
        False,
        True,
    )
    shown = text(phone.show("session_changes"))
    assert "A second person confirms: no becomes" in shown
    assert "A second person confirms: yes" in shown
    wish(phone)
    assert (phone.session.hidden_hands, phone.session.second_person) == (False, False)


def test_a_table_gets_another_name_and_its_old_one_back(phone: Phone) -> None:
    assert wish(phone, title="  Friday  night ", second_person="on").status_code == 302
    assert phone.session.title == "Friday night"
    assert "Friday night" in text(phone.show("table"))
    wish(phone, title="Saturday", second_person="on")
    shown = phone.show("session_changes")
    assert "Friday night becomes Saturday" in text(shown)
    assert phone.post(phone.url("settings"), forms(shown)[phone.url("settings")]).status_code == 302
    assert (phone.session.title, phone.session.second_person) == ("Friday night", True)


def test_a_page_of_an_earlier_version_leaves_the_name(phone: Phone) -> None:
    wish(phone, title="Friday")
    form = forms(phone.show("settings"))["settings"]
    del form["title"]
    assert phone.post(phone.url("settings"), {**form, "hidden_hands": "on"}).status_code == 302
    assert (phone.session.title, phone.session.hidden_hands) == ("Friday", True)


def test_a_name_that_is_none(phone: Phone) -> None:
    answer = wish(phone, title="x" * 61)
    assert answer.status_code == 422
    assert phone.session.title == ""
    assert forms(answer)["settings"]["title"] == ["x" * 61]


def test_a_form_that_was_wrong_still_goes_by_what_it_had_seen(phone: Phone, second: Phone) -> None:
    """Its page shows what is wrong, not what somebody else has chosen meanwhile."""
    form = forms(phone.get(phone.url("settings")))["settings"]
    wish(second, second_person="on")
    refused = phone.post(phone.url("settings"), {**form, "title": "x" * 61})
    assert refused.status_code == 422
    again = phone.post(phone.url("settings"), {**forms(refused)["settings"], "title": "Friday"})
    assert again.status_code == 409
    assert "changed the settings" in text(again)
    assert (phone.session.title, phone.session.second_person) == ("", True)
