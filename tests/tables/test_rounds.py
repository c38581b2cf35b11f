"""Every round in one line."""

from tests.helpers import DOBON, OUT, Phone, html, text


def test_none_yet(phone: Phone) -> None:
    assert "No rounds yet." in text(phone.show("rounds"))


def test_newest_first_with_changes_and_marks(phone: Phone) -> None:
    phone.record(DOBON, OUT)
    shown = text(phone.show("rounds"))
    assert "Total 0 ✓" in shown
    assert shown.index("2 Chie went out") < shown.index("1 Dobon! あき hit Ben on K")
    assert "B Ben −330" in shown
    phone.play({**OUT, "hand-0": "6"}, "round_edit", 2)
    phone.confirm_change("round_void", 1)
    page = html(phone.show("rounds"))
    assert page.count(">corrected<") == 1
    assert page.count(">overruled<") == 0
    assert phone.url("round", 2) in page
