"""A round was recorded and its answer was lost: the phone sends it again, whatever has happened since."""

from collections.abc import Callable
from typing import Any

import pytest
from django.http import HttpResponse

from tests.helpers import DOBON, OUT, Phone, entry_form

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


def later(phone: Phone, form: dict[str, Any], name: str = "round_new", *args: object) -> HttpResponse:
    response: HttpResponse = phone.post(phone.url(name, *args), form, headers={"Sent-By": "outbox"})
    return response


def ends(phone: Phone) -> None:
    assert phone.press("session_end").status_code == 302


def voids(phone: Phone) -> None:
    assert phone.confirm_change("round_void", 1).status_code == 302


def goes_on(phone: Phone) -> None:
    assert phone.play(OUT).status_code == 302


@pytest.mark.parametrize("change", [ends, voids, goes_on])
def test_it_is_recorded_once_and_said_so(
    phone: Phone, second: Phone, change: Callable[[Phone], None]
) -> None:
    form = {**entry_form(phone.send(phone.fill(DOBON), "preview")), "action": "confirm"}
    assert later(phone, form).status_code == 204
    change(second)
    again = later(phone, form)
    assert (again.status_code, again["Recorded"]) == (204, form["key"][0])
    assert phone.session.rounds.filter(happened__kind="dobon").count() == 1


def test_a_correction_too(phone: Phone, second: Phone) -> None:
    phone.play(OUT)
    form = {**phone.fill(DOBON, "round_edit", 1), "action": "confirm"}
    assert later(phone, form, "round_edit", 1).status_code == 204
    voids(second)
    assert later(phone, form, "round_edit", 1).status_code == 204
    assert phone.session.edits.filter(action="edit").count() == 1
