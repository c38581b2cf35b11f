"""The settings of a table."""

import pytest

from tests.helpers import Phone, forms, text
from tests.seated import wish

pytestmark = pytest.mark.django_db


def test_usually_hands_are_shown_and_one_phone_is_enough(phone: Phone) -> None:
    assert (phone.session.hidden_hands, phone.session.second_person) == (False, False)
    assert "Settings" in text(phone.show("table"))


def test_both_wishes_are_kept_and_told(phone: Phone, second: Phone) -> None:
    assert wish(second, hidden_hands="on", second_person="on").status_code == 302
    assert (phone.session.hidden_hands, phone.session.second_person) == (True, True)
    rules = text(phone.show("rules"))
    assert "Hands stay hidden until the round is recorded." in rules
    assert "A new round counts once a second person has said OK." in rules
    wish(phone)
    assert (phone.session.hidden_hands, phone.session.second_person) == (False, False)


def test_the_change_is_written_down(phone: Phone) -> None:
    wish(phone, second_person="on")
    edit = phone.session.edits.get()
    assert edit.action == "settings"
    assert (edit.before["second_person"], edit.after["second_person"]) == (False, True)


def test_somebody_else_was_first(phone: Phone, second: Phone) -> None:
    form = forms(phone.get(phone.url("settings")))["settings"]
    wish(second, second_person="on")
    response = phone.post(phone.url("settings"), {**form, "hidden_hands": "on"})
    assert response.status_code == 409
    assert "changed the settings" in text(response)
    assert phone.session.hidden_hands is False


def test_a_form_without_its_key(phone: Phone) -> None:
    assert phone.post(phone.url("settings"), {"hidden_hands": "on"}).status_code == 422
    assert phone.session.hidden_hands is False


def test_a_stranger(phone: Phone, stranger: Phone) -> None:
    assert stranger.get(phone.url("settings")).status_code == 404
