"""Putting a voided round back."""

from tests.helpers import AFTER_DOBON, DOBON, OUT, Phone, html, text


def test_back_as_it_was(phone: Phone) -> None:
    phone.record(DOBON)
    before = phone.show("export").json()
    phone.confirm_change("round_void", 1)
    page = text(phone.show("round_restore", 1))
    assert "Restore voided round before round 1?" in page
    assert "あき 0 becomes 400" in page
    assert phone.confirm_change("round_restore", 1).status_code == 302
    assert phone.points() == AFTER_DOBON
    assert phone.show("export").json() == before
    receipt = phone.show("round", 1)
    assert "restored" in text(receipt)
    assert html(receipt).count("<del>") == 1  # that it was taken back


def test_in_its_place(phone: Phone) -> None:
    for facts in (DOBON, OUT):
        phone.record(facts)
    phone.confirm_change("round_void", 1)
    phone.confirm_change("round_restore", 1)
    assert [data["kind"] for data in phone.show("export").json()["rounds"]] == ["dobon", "out"]
