"""Giving a circle another name."""

import pytest
from django.urls import reverse

from tests.helpers import Phone, forms, html, text

pytestmark = pytest.mark.django_db


def rename(phone: Phone, name: str) -> object:
    path = reverse("circle_rename", args=(phone.session.circle.public_id,))
    return phone.post(path, {"name": name})


def test_no_other_circle(phone: Phone, stranger: Phone) -> None:
    before = stranger.session.circle.name
    rename(phone, "木曜会")
    assert (phone.session.circle.name, stranger.session.circle.name) == ("木曜会", before)


@pytest.mark.parametrize("name", ["木曜会", "👨‍👩‍👧‍👦", "محمد", "x" * 60, "<b>A & B</b>"])
def test_renames(phone: Phone, name: str) -> None:
    response = rename(phone, name)
    assert (response.status_code, response["Location"]) == (302, phone.circle_url())  # type: ignore[attr-defined, index]
    page = phone.get(phone.circle_url())
    assert name in text(page)
    assert "<b>A &" not in html(page)


@pytest.mark.parametrize("name", ["", "   ", "x" * 61, "x" * 500, "A\x00B"])
def test_invalid(phone: Phone, name: str) -> None:
    before = phone.session.circle.name
    response = rename(phone, name)
    assert response.status_code == 422  # type: ignore[attr-defined]
    page = html(response)  # type: ignore[arg-type]
    assert '<p class="err"' in page
    path = reverse("circle_rename", args=(phone.session.circle.public_id,))
    assert forms(response)[path]["name"] == [name.replace("\x00", "\ufffd")] or "\x00" in name  # type: ignore[arg-type]
    assert phone.session.circle.name == before
    assert before in text(response)  # type: ignore[arg-type]
