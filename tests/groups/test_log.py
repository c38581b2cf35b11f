"""変更の記録 of a circle and of a table: who changed what and when, and how it is undone."""

import re
from datetime import UTC, datetime

from tests.circle_pages import ask, circle_of, join_by_link, link_of, membership, page, person, send
from tests.helpers import DOBON, OUT, Phone, forms, html, text
from tests.money.test_settle import press, values


def test_the_log_of_a_group(phone: Phone) -> None:
    """Each entry leads to what was changed; a day of another year has its year."""
    other = join_by_link(phone, agent="iPhone")
    phone.record(DOBON)
    before, group = circle_of(phone).name, page(phone, "changes")
    send(phone, "circle_rename", name="金曜会")
    send(phone, "link_new", role="2", label="For Eva")
    send(phone, "ranking", rounds="2")
    send(phone, "device_rename", membership(other).pk, name="Ben's")
    send(phone, "link_revoke", link_of(phone, "viewer").pk)
    answer = phone.get(group)
    shown = text(answer)
    words = (
        "revoked a link",
        "renamed a phone",
        "changed the",
        "made a link",
        "renamed the group",
        "round 1: entered",
        "joined",
    )
    places = [shown.index(one) for one in words]
    assert places == sorted(places)
    assert shown.count("joined") == 2
    assert "joined: Player" in shown
    assert f"{before} becomes 金曜会" in shown
    assert "Player · For Eva" in shown
    assert "iPhone becomes Ben's" in shown
    for said, where in (
        ("made a link", "circle_settings"),
        ("joined", "circle_settings"),
        ("changed the", "ranking"),
    ):
        assert f'href="{page(phone, where)}">{said}' in html(answer)

    phone.session.edits.update(at=datetime(2019, 12, 31, 12, tzinfo=UTC))
    assert "Dec 31, 2019" in html(phone.get(group))
    phone.open_table(("Secret", "Name"))
    phone.record({"kind": "out", "winner": "0", "hand-1": "K"})
    assert "Secret" not in text(phone.get(group)), "another group"


def test_a_merge_in_the_log_can_be_undone_by_a_host(phone: Phone) -> None:
    phone.record(DOBON)
    circle = circle_of(phone)
    phone.open_table(("あき", "Benny", "Eva"), circle.public_id)
    ben, benny = (person(phone, name) for name in ("Ben", "Benny"))
    send(phone, "person_merge", ben.pk, other=str(benny.pk), seen="0")
    shown = html(ask(phone, "changes"))
    assert "merged two people: Ben" in text(ask(phone, "changes"))
    assert f'href="{page(phone, "person_merge", ben.pk)}"' in shown
    viewer = join_by_link(phone, "viewer")
    assert "merged two people: Ben" in text(ask(viewer, "changes"))
    assert page(phone, "person_merge", ben.pk) not in html(ask(viewer, "changes"))


def undo_labels(phone: Phone) -> list[str]:
    """The labels of all undo buttons."""
    return re.findall(r'<(?:a|button) class="link-btn"[^>]*>([^<]+)<', html(phone.show("session_changes")))


def test_the_log_of_a_table_is_newest_first(phone: Phone) -> None:
    other = join_by_link(phone, agent="iPhone")
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


def test_only_the_last_change_of_a_round_can_be_undone(phone: Phone) -> None:
    """A viewer reads the log, and undoes nothing."""
    phone.record(DOBON, OUT)
    phone.confirm_change("round_void", 2)
    assert undo_labels(phone) == ["Restore", "Void"]
    restore = re.search(r'href="([^"]+/restore/[^"]+)"', html(phone.show("session_changes")))
    assert phone.get(restore[1]).status_code == 200
    viewer = join_by_link(phone, "viewer")
    assert "round 1: entered" in text(viewer.show("session_changes"))
    assert undo_labels(viewer) == []


def test_an_end_and_a_payment_are_undone_by_their_forms(phone: Phone) -> None:
    phone.record(DOBON)
    assert press(phone, paid=values(phone)[0]) == 302
    phone.press("session_end")
    assert undo_labels(phone) == ["Reopen the table", "Undo", "Void"]
    shown = forms(phone.show("session_changes"))
    untick = {key: one[0] for key, one in shown[phone.url("settle_paid")].items()}
    assert phone.post(phone.url("settle_paid"), untick).status_code == 302
    assert not phone.session.payments.filter(undone_at=None).exists()
    reopen = forms(phone.show("session_changes"))[phone.url("session_reopen")]
    assert phone.post(phone.url("session_reopen"), reopen).status_code == 302
    assert phone.session.ended_at is None
    assert undo_labels(phone) == ["Void"]
    assert "payment unticked" in text(phone.show("session_changes"))


def test_the_log_is_filtered_by_phone_or_person(phone: Phone) -> None:
    other = join_by_link(phone, agent="iPhone")
    phone.record(DOBON)
    other.record(OUT)
    address = phone.url("session_changes")
    shown = text(phone.get(f"{address}?by=d{membership(other).pk}"))
    assert "round 2: entered" in shown
    assert "round 1: entered" not in shown
    row = membership(other)
    row.player = person(phone, "Ben")
    row.save()
    shown = text(phone.get(f"{address}?by=p{row.player.pk}"))
    assert "Ben (iPhone)" in shown
    assert "1 change " in shown
    assert phone.get(f"{address}?by=d999999").status_code == 404
    assert phone.get(f"{address}?by=x").status_code == 404


def test_the_log_is_paged(phone: Phone) -> None:
    phone.record(*[OUT] * 60)
    shown = html(phone.show("session_changes"))
    assert "round 60: entered" in shown
    assert "round 11: entered" in shown
    assert "round 10: entered" not in shown
    assert "round 10: entered" in html(phone.get(phone.url("session_changes") + "?page=2"))
