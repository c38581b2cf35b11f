"""変更の記録 of a table: who changed what and when, from what to what, and the button that takes it back."""

import re

from tests.doors import come_in, membership
from tests.helpers import DOBON, OUT, Phone, forms, html, text


def undo_of(phone: Phone) -> list[str]:
    """The words of all buttons that take something back."""
    return re.findall(r'<(?:a|button) class="link-btn"[^>]*>([^<]+)<', html(phone.show("session_changes")))


def test_newest_first_with_who_and_what(phone: Phone) -> None:
    other = come_in(phone, agent="iPhone")
    other.record(DOBON)
    phone.record(OUT)
    other.play({"hand-3": "5"}, "round_edit", 1)
    phone.confirm_change("round_void", 2)
    shown = text(phone.show("session_changes"))
    assert "4 changes" in shown
    gone = "voided round after round 1"
    order = [f"{gone}: voided", "round 1: corrected", f"{gone}: entered", "round 1: entered"]
    assert re.findall(r"(?:voided round after )?round \d: \w+", shown) == order
    corrected = shown[shown.index("round 1: corrected") : shown.index(f"{gone}: entered")]
    assert "iPhone" in corrected
    assert "大輔 4" in corrected[: corrected.index("becomes")]
    assert "大輔 5" in corrected[corrected.index("becomes") :]


def test_only_the_last_change_of_a_round_is_taken_back_and_by_its_own_page(phone: Phone) -> None:
    phone.record(DOBON, OUT)
    phone.confirm_change("round_void", 2)
    assert undo_of(phone) == ["Restore", "Void"]
    restore = re.search(r'href="([^"]+/restore/[^"]+)"', html(phone.show("session_changes")))
    assert restore
    assert phone.get(restore[1]).status_code == 200


def test_an_end_and_a_payment_are_taken_back_by_their_own_forms(phone: Phone) -> None:
    phone.record(DOBON)
    paid = forms(phone.get(phone.url("settle")))["payments"]
    value = re.findall(r'name="paid" value="([^"]+)"', html(phone.get(phone.url("settle"))))[0]
    assert phone.post(phone.url("settle_paid"), {**paid, "paid": value}).status_code == 302
    phone.press("session_end")
    assert undo_of(phone) == ["Reopen the table", "Undo", "Void"]
    shown = forms(phone.show("session_changes"))
    untick = {key: one[0] for key, one in shown[phone.url("settle_paid")].items()}
    assert phone.post(phone.url("settle_paid"), untick).status_code == 302
    assert not phone.session.payments.filter(undone_at=None).exists()
    reopen = forms(phone.show("session_changes"))[phone.url("session_reopen")]
    assert phone.post(phone.url("session_reopen"), reopen).status_code == 302
    assert phone.session.ended_at is None
    assert undo_of(phone) == ["Void"]
    assert "payment unticked" in text(phone.show("session_changes"))


def test_a_viewer_sees_it_and_takes_nothing_back(phone: Phone) -> None:
    phone.record(DOBON)
    viewer = come_in(phone, "viewer")
    assert "round 1: entered" in text(viewer.show("session_changes"))
    assert undo_of(viewer) == []


def test_by_a_phone_or_a_person(phone: Phone) -> None:
    other = come_in(phone, agent="iPhone")
    phone.record(DOBON)
    other.record(OUT)
    address = phone.url("session_changes")
    shown = text(phone.get(f"{address}?by=d{membership(other).pk}"))
    assert "round 2: entered" in shown
    assert "round 1: entered" not in shown
    row = membership(other)
    row.player = phone.session.circle.players.get(name="Ben")
    row.save()
    shown = text(phone.get(f"{address}?by=p{row.player.pk}"))
    assert "Ben (iPhone)" in shown
    assert "1 change " in shown
    assert phone.get(f"{address}?by=d999999").status_code == 404
    assert phone.get(f"{address}?by=x").status_code == 404


def test_many_changes_have_several_pages(phone: Phone) -> None:
    phone.record(*[OUT] * 60)
    shown = html(phone.show("session_changes"))
    assert "round 60: entered" in shown
    assert "round 10: entered" not in shown
    assert "round 10: entered" in html(phone.get(phone.url("session_changes") + "?page=2"))
