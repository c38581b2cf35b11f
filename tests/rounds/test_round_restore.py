"""Putting a voided round back."""

from tests.helpers import DOBON, OUT, Phone, html, text


def test_back_in_its_place_as_it_was(phone: Phone) -> None:
    phone.record(DOBON, OUT)
    before, points = phone.show("export").json(), phone.points()
    phone.confirm_change("round_void", 1)
    page = text(phone.show("round_restore", 1))
    assert "Restore voided round before round 1?" in page
    assert "あき −10 becomes 390" in page
    assert phone.confirm_change("round_restore", 1).status_code == 302
    assert phone.points() == points
    assert phone.show("export").json() == before
    receipt = phone.show("round", 1)
    assert "restored" in text(receipt)
    assert html(receipt).count("<del>") == 1  # that it was taken back
