"""残っている支払い: what evenings have left, and settling several of them together."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from scorekeeper.play.given import Given
from scorekeeper.play.idempotency import FormVersion, new_key
from scorekeeper.play.models import Bill, GameSession
from scorekeeper.play.payments import bill_summary, pay_bill
from tests.doors import ask, come_in, send
from tests.helpers import Phone, count_queries, forms, html, text
from tests.play.evenings import YEN, begin_at, over


def evenings(phone: Phone, *points: int, **more: object) -> list[GameSession]:
    """Evenings in which Ben lost so many points to あき."""
    circle = phone.session.circle
    return [over(circle, {("Ben", "あき"): some}, title=f"Night {some}", **more) for some in points]


def settle_together(phone: Phone, *sessions: GameSession) -> Phone:
    """Settle evenings together by the form; gives the phone."""
    form = forms(ask(phone, "bills"))["together-1"]
    response = send(phone, "bills", **form | {"table": [one.public_id for one in sessions]})
    assert response.status_code == 302, text(response)
    return phone


def test_nothing_is_open(phone: Phone) -> None:
    assert "Nothing is left to pay from finished tables." in text(ask(phone, "bills"))


def test_open_evenings_by_what_they_are_played_for(phone: Phone) -> None:
    evenings(phone, 300, 40)
    evenings(phone, 5000, rate=YEN)
    shown = text(ask(phone, "bills"))
    assert "円 Night 5000" in shown
    assert "Gamble Dobon: points Night 40" in shown
    assert "Ben → pays あき 5,000円" in shown
    assert "Ben → pays あき 300" in shown
    assert html(ask(phone, "bills")).count('type="checkbox"') == 2  # money has no other to be settled with


def test_all_of_a_kind_are_chosen_and_one_tap_settles_them(phone: Phone) -> None:
    evenings(phone, 300, 40, 7)
    form = forms(ask(phone, "bills"))["together-1"]
    assert len(form["table"]) == 3
    response = send(phone, "bills", **form)
    bill = Bill.objects.get()
    assert response["Location"].endswith(f"/bills/{bill.public_id}/")
    shown = text(phone.get(response["Location"]))
    assert "B Ben pays あ あき 347" in shown
    open_ = text(ask(phone, "bills"))
    assert "Settled together Nov" in open_
    assert "Ben → pays あき 347" in open_
    assert "together-1" not in forms(ask(phone, "bills"))
    assert send(phone, "bills", **form)["Location"] == response["Location"]
    assert Bill.objects.count() == 1


def test_one_evening_is_not_several(phone: Phone) -> None:
    one, two = evenings(phone, 300, 40)
    form = forms(ask(phone, "bills"))["together-1"]
    for chosen in ([], [one.public_id], [one.public_id, one.public_id]):
        response = send(phone, "bills", **form | {"table": chosen})
        assert response.status_code == 422
        assert "Choose two or more tables." in text(response)
    assert forms(response)["together-1"]["table"] == [one.public_id]
    assert send(phone, "bills", table=[one.public_id, two.public_id]).status_code == 422
    assert not Bill.objects.exists()


def test_a_night_is_settled_once_what_it_is_settled_with_is_paid(phone: Phone) -> None:
    """Of the two nights of a settlement neither is before."""
    one, two = evenings(phone, 300, 40, rate=YEN)
    begin_at(one, timezone.now() - timedelta(days=10))
    settle_together(phone, one, two)
    shown = text(ask(phone, "circle"))
    assert "In money あ あき +300円" in shown
    assert "In money あ あき +40円" in shown
    assert "円 settled" not in shown
    bill, summary = Bill.objects.get(), bill_summary(Bill.objects.get())
    pay_bill(bill, Given(*summary.plan[0][0]), FormVersion(summary.revision, new_key(), None))
    shown = text(ask(phone, "circle"))
    assert "In money あ あき +300円 settled" in shown
    assert "In money あ あき +40円 settled" in shown


def test_a_balance_counts_the_nights_of_a_settlement(phone: Phone) -> None:
    """Two, also with another table of the second."""
    one, two = evenings(phone, 300, 40, rate=YEN)
    begin_at(one, timezone.now() - timedelta(days=10))
    settle_together(phone, one, two)
    assert "2 nights 340円" in text(ask(phone, "bills"))
    evenings(phone, 50, rate=YEN)
    shown = text(ask(phone, "bills"))
    assert "2 nights 390円" in shown
    assert "2 nights 340円" not in shown


def test_somebody_was_faster(phone: Phone, second: Phone) -> None:
    one, two, three = evenings(phone, 300, 40, 5)
    form = forms(ask(second, "bills"))["together-1"]
    settle_together(phone, one, two)
    response = send(second, "bills", **form | {"table": [two.public_id, three.public_id]})
    assert response.status_code == 409
    assert "One of these tables has changed meanwhile." in text(response)
    assert Bill.objects.count() == 1


def test_what_was_not_chosen_stays_so_where_somebody_was_faster(phone: Phone, second: Phone) -> None:
    one, two, three, _four = evenings(phone, 300, 40, 5, 6)
    form = forms(ask(second, "bills"))["together-1"]
    phone.sid = one.public_id
    phone.press("session_reopen")
    late = send(second, "bills", **form | {"table": [one.public_id, two.public_id, three.public_id]})
    assert late.status_code == 409
    assert set(forms(late)["together-1"]["table"]) == {two.public_id, three.public_id}


def test_viewers_look_on(phone: Phone) -> None:
    one, two = evenings(phone, 300, 40)
    viewer = come_in(phone, "viewer")
    page = ask(viewer, "bills")
    assert "Ben → pays あき 300" in text(page)
    assert "Settle these together" not in text(page)
    chosen = [one.public_id, two.public_id]
    assert send(viewer, "bills", table=chosen, key="k" * 20).status_code == 403


def test_it_costs_the_same_for_many_evenings(phone: Phone) -> None:
    evenings(phone, 1, 2, 3)
    settle_together(phone, *evenings(phone, 4, 5))
    few = count_queries(lambda: ask(phone, "bills"))
    settle_together(phone, *evenings(phone, *range(10, 18)))
    evenings(phone, *range(20, 30))
    assert count_queries(lambda: ask(phone, "bills")) == few <= 12


def test_more_than_one_bill_holds(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scorekeeper.play.payments.MOST_SESSIONS", 2)
    one, two, three = evenings(phone, 300, 40, 5)
    page = ask(phone, "bills")
    assert "Older tables will be listed here once these are settled." in text(page)
    form = forms(page)["together-1"]
    assert form["table"] == [three.public_id, two.public_id]
    chosen = [one.public_id, two.public_id, three.public_id]
    assert send(phone, "bills", **form | {"table": chosen}).status_code == 409
    settle_together(phone, three, two)
    assert "Older tables will" not in text(ask(phone, "bills"))


def test_a_table_says_that_it_is_settled_with_others(phone: Phone) -> None:
    one, two = evenings(phone, 300, 40)
    settle_together(phone, one, two)
    phone.sid = one.public_id
    page = phone.show("settle")
    assert "This table is settled together with others. Settle together" in text(page)
    assert re.search(r'href="[^"]+/bills/[^"]+/"', html(page))
    assert not {"payments", phone.url("session_reopen")} & forms(page).keys()
    assert "pays" not in text(page).replace("Who pays whom", "")
    assert "Record a payment" not in text(page)
    shared = html(page).split('<textarea id="share-text"')[1].split("</textarea>")[0]
    assert "→" not in shared
    assert "This table is settled together with others." in shared
