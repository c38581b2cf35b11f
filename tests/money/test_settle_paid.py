"""支払い済み: ticking payments that are made."""

import re

from scorekeeper.play.models import RoundEdit, SettlementPaid
from scorekeeper.play.table import Table
from tests.helpers import DOBON, OUT, Phone, forms, html, text
from tests.rules.test_stakes import table_for
from tests.seated import sit


def suggested(phone: Phone) -> list[tuple[str, str, int]]:
    return [(debt.payer, debt.payee, debt.points) for debt in Table(phone.session).final.debts]


def press(phone: Phone, **button: str) -> int:
    form = forms(phone.show("settle"))["payments"]
    return int(phone.post(phone.url("settle_paid"), {**form, **button}).status_code)


def values(phone: Phone) -> list[str]:
    return re.findall(r'class="tick" name="paid" value="([^"]+)"', html(phone.show("settle")))


def test_tick_and_untick(evening: Phone) -> None:
    assert suggested(evening) == [("Ben", "あき", 340), ("大輔", "あき", 50), ("大輔", "Chie", 10)]
    assert press(evening, paid="1:0:340:") == 302
    assert suggested(evening) == [("大輔", "あき", 50), ("大輔", "Chie", 10)]
    shown = text(evening.show("settle"))
    assert shown.index("Ben pays あ あき 340") < shown.index("大輔 pays"), "it stays where it was"
    row = SettlementPaid.objects.get()
    assert (row.payer, row.payee, row.points, row.money) == ("1", "0", 340, "")
    assert row.device is not None

    assert press(evening, undo=str(row.pk)) == 302
    assert suggested(evening)[0] == ("Ben", "あき", 340)
    row.refresh_from_db()
    assert row.undone_at is not None
    assert row.undone_by == row.device


def test_who_ticked_it_stands_before_the_phone(evening: Phone) -> None:
    press(evening, paid="1:0:340:")
    assert "· unnamed phone" in text(evening.show("settle"))
    sit(evening, "大輔")
    assert "· 大輔 (unnamed phone)" in text(evening.show("settle"))


def test_paying_one_does_not_change_the_others(evening: Phone) -> None:
    """In whatever order they are ticked, what is left is always the rest of the first list."""
    first = values(evening)
    for count, value in enumerate(reversed(first), 1):
        assert press(evening, paid=value) == 302
        assert values(evening) == first[: len(first) - count]
    assert "Everything is paid." in text(evening.show("settle"))
    assert html(evening.show("settle")).count('name="undo"') == len(first)


def test_a_later_correction_leaves_the_difference(evening: Phone) -> None:
    """Ben has paid 340; the first round is taken back: he owed 10 and gets the rest again."""
    press(evening, paid="1:0:340:")
    evening.confirm_change("round_void", 1)
    assert evening.points() == {"あき": -10, "Ben": -10, "Chie": 80, "大輔": -60}
    owed = {"あき": -10 - 340, "Ben": -10 + 340, "Chie": 80, "大輔": -60}
    for payer, payee, points in suggested(evening):
        owed[payer] += points
        owed[payee] -= points
    assert set(owed.values()) == {0}
    assert ("あき", "Ben", 330) in suggested(evening)


def test_money(db: None) -> None:
    """400, −330, −70 at half a yen in steps of 10: exact 200, −165, −35 become 200, −160, −40."""
    phone = table_for(unit="円", per_point="0.5", round_to="10")
    phone.record(DOBON)
    before = values(phone)
    assert before == ["1:0:320:160", "2:0:80:40"] or before == ["1:0:340:170", "2:0:60:30"]
    assert press(phone, paid=before[0]) == 302
    assert values(phone) == before[1:]
    assert SettlementPaid.objects.get().money in ("160", "170")


def test_the_same_form_for_another_payment(evening: Phone) -> None:
    form = forms(evening.show("settle"))["payments"]
    assert evening.post(evening.url("settle_paid"), {**form, "paid": "1:0:340:"}).status_code == 302
    again = evening.post(evening.url("settle_paid"), {**form, "paid": "3:0:50:"})
    assert again.status_code == 409
    assert "Nothing was ticked" in text(again)
    assert SettlementPaid.objects.count() == 1


def test_stale(evening: Phone, second: Phone) -> None:
    form = forms(evening.show("settle"))["payments"]
    second.record(OUT)
    response = evening.post(evening.url("settle_paid"), {**form, "paid": "1:0:340:"})
    assert response.status_code == 409
    assert "entered Chie went out" in text(response)
    assert "Nothing was ticked" in text(response)
    assert not SettlementPaid.objects.exists()
    fresh = forms(response)["payments"]
    value = re.findall(r'name="paid" value="([^"]+)"', html(response))[0]
    assert evening.post(evening.url("settle_paid"), {**fresh, "paid": value}).status_code == 302


def test_a_tick_of_another_table_cannot_be_taken_back(evening: Phone, stranger: Phone) -> None:
    stranger.record({"kind": "out", "winner": "0", "hand-1": "K"})
    press(evening, paid="1:0:340:")
    assert press(stranger, undo=str(SettlementPaid.objects.get().pk)) == 409
    assert SettlementPaid.objects.get().undone_at is None


def test_history_tells_who_and_when(evening: Phone) -> None:
    press(evening, paid="1:0:340:")
    press(evening, undo=str(SettlementPaid.objects.get().pk))
    actions = list(evening.session.edits.order_by("pk").values_list("action", flat=True))
    assert actions == ["add", "add", "pay", "unpay"]
    paid = RoundEdit.objects.get(action="pay")
    assert paid.after == {"from": "1", "to": "0", "points": "340", "money": ""}
    assert paid.device is not None


def test_an_ended_session_can_be_paid(evening: Phone) -> None:
    evening.press("session_end")
    assert press(evening, paid="1:0:340:") == 302
    page = html(evening.show("settle"))
    assert "Ben → あき 340 points ✓" in page
    assert "大輔 → あき 50 points\n" in page
