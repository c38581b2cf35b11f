"""Giving a circle another name."""

import pytest

from tests.doors import come_in, page, send
from tests.helpers import Phone, forms, html, text

pytestmark = pytest.mark.django_db


def test_no_other_circle(phone: Phone, stranger: Phone) -> None:
    before = stranger.session.circle.name
    send(phone, "circle_rename", name="木曜会")
    assert (phone.session.circle.name, stranger.session.circle.name) == ("木曜会", before)


@pytest.mark.parametrize("name", ["木曜会", "👨‍👩‍👧‍👦", "محمد", "x" * 60, "<b>A & B</b>"])
def test_renames(phone: Phone, name: str) -> None:
    response = send(phone, "circle_rename", name=name)
    assert (response.status_code, response["Location"]) == (302, phone.circle_url())
    shown = phone.get(phone.circle_url())
    assert name in text(shown)
    assert "<b>A &" not in html(shown)


def test_another_host_was_faster(phone: Phone) -> None:
    url = page(phone, "circle_rename")
    form = forms(phone.get(phone.settings_url()))[url]
    assert send(come_in(phone, "host"), "circle_rename", name="木曜会").status_code == 302
    late = phone.post(url, {**form, "name": "金曜会"})
    assert late.status_code == 409
    assert "木曜会" in text(late)
    assert "Somebody has changed this meanwhile." in text(late)
    assert phone.post(url, forms(late)[url]).status_code == 302
    assert phone.session.circle.name == "金曜会"


def test_invalid(phone: Phone) -> None:
    before = phone.session.circle.name
    for name in ["", "   ", "x" * 61, "x" * 500, "A\x00B"]:
        response = send(phone, "circle_rename", name=name)
        assert response.status_code == 422
        assert '<p class="err"' in html(response)
        typed = forms(response)[page(phone, "circle_rename")]["name"]
        assert typed == [name.replace("\x00", "\ufffd")] or "\x00" in name
        assert phone.session.circle.name == before
        assert before in text(response)
