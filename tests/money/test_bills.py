"""まとめて精算: what evenings have left, settling several together, and ticking what is paid."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from scorekeeper.play.idempotency import FormVersion, new_key
from scorekeeper.play.models import Bill, BillPayment, GameSession, SettlementPaid
from scorekeeper.play.payments import bill_summary, pay_bill
from scorekeeper.play.transfers import MoneyTransfer
from tests.addresses.test_costs import queries
from tests.circle_pages import all_rows, ask, join_by_link, send
from tests.helpers import DOBON, OUT, Phone, count_queries, forms, html, text
from tests.money.test_settle import shared_text
from tests.nights.example import address, three_games
from tests.play.evenings import YEN, begin_at, over
from tests.seated import sit


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


def test_open_evenings_by_what_they_are_played_for(phone: Phone) -> None:
    assert "Nothing is left to pay from finished tables." in text(ask(phone, "bills"))
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
    pay_bill(bill, MoneyTransfer(*summary.plan[0][0]), FormVersion(summary.revision, new_key(), None))
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
    assert "2 nights 390円" in text(ask(phone, "bills"))


def test_a_bill_of_tables_that_another_phone_has_settled_is_stale(phone: Phone, second: Phone) -> None:
    """What was chosen stays so, and what was not neither."""
    one, two, three, _four = evenings(phone, 300, 40, 5, 6)
    form = forms(ask(second, "bills"))["together-1"]
    settle_together(phone, one, two)
    response = send(second, "bills", **form | {"table": [two.public_id, three.public_id]})
    assert response.status_code == 409
    assert "One of these tables has changed meanwhile." in text(response)
    assert forms(response)["together-1"]["table"] == [three.public_id]
    assert Bill.objects.count() == 1


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


def bill_url(name: str = "bill") -> str:
    bill = Bill.objects.latest("pk")
    return reverse(name, args=(bill.circle.public_id, bill.public_id))


def two_nights(phone: Phone) -> Phone:
    """Ben owes あき 300円 and Chie owes Ben 300円, on another night."""
    circle = phone.session.circle
    one = over(circle, {("Ben", "あき"): 300}, title="One", rate=YEN)
    two = over(circle, {("Chie", "Ben"): 300}, title="Two", rate=YEN)
    return settle_together(phone, one, two)


def test_viewers_have_no_buttons(phone: Phone) -> None:
    """Neither where several tables are settled together, nor at a table, nor where all is listed."""
    two_nights(phone)
    evenings(phone, 300, 40)
    phone.record(DOBON)
    viewer = join_by_link(phone, "viewer")
    pages = [viewer.get(bill_url()), viewer.show("settle"), ask(viewer, "bills")]
    for page in pages[:2]:
        assert "disabled" in html(page).split('class="tick"')[1].split(">")[0]
    for words in (
        *("Record a payment", "Other amount", "Another amount", "Settle separately"),
        *("Settle each table separately", "Settle these together", "All paid", "Only a part"),
    ):
        assert not [page for page in pages if words in text(page)], words


def test_as_many_queries_for_many_evenings(phone: Phone) -> None:
    """On the page of a settlement, and on that of all."""
    counts = []
    for together, apart in (((1, 2), (3, 4, 5)), (range(10, 16), range(20, 24))):
        settle_together(phone, *evenings(phone, *together))
        evenings(phone, *apart)
        counts.append((queries(phone, bill_url()), count_queries(lambda: ask(phone, "bills"))))
    [(one, whole), more] = counts
    assert (one, whole) == more
    assert one <= 10
    assert whole <= 12


def tick(phone: Phone, **button: str) -> int:
    form = forms(phone.get(bill_url()))["payments"]
    return int(phone.post(bill_url("bill_paid"), {**form, **button}).status_code)


def suggested(phone: Phone) -> list[str]:
    return re.findall(r'name="paid" value="([^"]+)"', html(phone.get(bill_url())))


def test_a_payment_is_ticked_listed_in_the_log_and_undone_there(phone: Phone) -> None:
    nights = two_nights(phone)
    before = nights.get(bill_url())
    for words in (
        *("C Chie pays あ あき 300円", "These are the fewest payments possible.", "One"),
        "Ben → pays あき 300円",  # in the evening itself
    ):
        assert words in text(before)
    assert shared_text(before).splitlines()[1:] == ["・One", "・Two", "Chie → あき 300円"]
    [value] = suggested(nights)
    sit(nights, "大輔")
    assert tick(nights, paid=value) == 302
    page = text(nights.get(bill_url()))
    assert "Everything is paid." in page
    assert re.search(r"paid .* 大輔 \(unnamed phone\)", page)
    assert "undo the payments first" in page
    row = BillPayment.objects.get()
    assert (row.payer.name, row.payee.name, row.amount) == ("Chie", "あき", "300")

    log = ask(nights, "changes")
    for words in ("payment ticked Undo", "Chie → あき 300円", "settled tables together", "2 tables"):
        assert words in text(log)
    assert "payment ticked Undo" not in text(ask(join_by_link(nights, "viewer"), "changes"))
    assert nights.post(bill_url("bill_paid"), forms(log)[bill_url("bill_paid")]).status_code == 302
    assert suggested(nights) == [value]
    row.refresh_from_db()
    assert row.undone_at
    assert row.undone_by == row.device
    after = text(ask(nights, "changes"))
    assert "Undo" not in after.split("payment unticked")[1].split("settled tables")[0]
    noted = nights.session.circle.changes.filter(after__has_key="payment").order_by("pk")
    assert [(one.action, one.device) for one in noted] == [("pay", row.device), ("unpay", row.device)]


def give(phone: Phone, payer: str, payee: str, amount: str) -> int:
    """Fill in the form of a payment, by names."""
    keys = {one.name: str(one.pk) for one in phone.session.circle.players.all()}
    form = forms(phone.get(bill_url("bill_payment")))["payment"]
    data = {**form, "from": keys[payer], "to": keys[payee], "amount": amount}
    return int(phone.post(bill_url("bill_payment"), data).status_code)


def test_invalid_payments_of_a_bill_and_those_to_be_confirmed(phone: Phone) -> None:
    """Only who sat there pays, in steps of 10円; more than is owed or the wrong way round is asked about."""
    nights = two_nights(phone)
    page = nights.get(bill_url("bill_payment"))
    assert [name in text(page) for name in ("あき", "Ben", "Chie", "大輔")] == [True] * 3 + [False]
    for payer, payee, amount in (("Chie", "あき", "105"), ("Chie", "あき", "310"), ("あき", "Chie", "300")):
        assert give(nights, payer, payee, amount) == 422
    assert not BillPayment.objects.exists()


def part(phone: Phone, **button: str) -> int:
    form = forms(phone.get(bill_url())).get("part", {})
    return int(phone.post(bill_url("bill_part"), {**form, **button}).status_code)


def test_splitting_off_one_table_and_then_all(phone: Phone) -> None:
    """Once no payment is left."""
    one, two, three = evenings(phone, 300, 40, 5)
    settle_together(phone, one, two, three)
    tick(phone, paid=suggested(phone)[0])
    assert "part" not in forms(phone.get(bill_url()))
    refused = phone.post(bill_url("bill_part"), {})
    assert refused.status_code == 409
    assert "Undo the payments first" in text(refused)
    tick(phone, undo=str(BillPayment.objects.get().pk))
    seen = bill_summary(Bill.objects.get()).revision
    assert part(phone, table=one.public_id) == 302
    assert bill_summary(Bill.objects.get()).revision > seen
    assert "B Ben pays あ あき 45" in text(phone.get(bill_url()))
    assert "Night 300" in text(ask(phone, "bills"))
    assert part(phone) == 302
    dissolved = text(phone.get(bill_url()))
    assert "Each of these tables is settled separately again." in dissolved
    assert "Record a payment" not in dissolved
    assert Bill.objects.get().dissolved_at
    assert part(phone) == 302  # the form came twice
    shown = text(ask(phone, "bills"))
    assert "Settled together" not in shown
    assert all(f"Night {points}" in shown for points in (300, 40, 5))


@dataclass
class Place:
    """Where payments are ticked: the page, what it posts to, its form, and where the ticks are kept."""

    phone: Phone
    page: str
    target: str
    form: str
    rows: type[SettlementPaid] | type[BillPayment]
    news: str = ""
    """What the page says after another phone has ticked the first suggestion."""

    def seen(self, phone: Phone | None = None) -> dict[str, list[str]]:
        """The form as a phone has it now."""
        return forms((phone or self.phone).get(self.page))[self.form]

    def suggested(self) -> list[str]:
        return re.findall(r'name="paid" value="([^"]+)"', html(self.phone.get(self.page)))


def at_a_table(phone: Phone) -> Place:
    phone.record(DOBON, OUT)
    ways = phone.url("settle"), phone.url("settle_paid"), "payments"
    return Place(phone, *ways, SettlementPaid, "payment ticked Ben → あき 340")


def for_a_bill(phone: Phone) -> Place:
    two_nights(phone)
    ways = bill_url(), bill_url("bill_paid"), "payments"
    return Place(phone, *ways, BillPayment, "payment ticked Chie → あき 300円")


def for_a_night(phone: Phone) -> Place:
    three_games(phone)
    return Place(phone, address(phone), address(phone, "night_paid"), "payments1", BillPayment)


@pytest.fixture(params=[at_a_table, for_a_bill, for_a_night])
def place(phone: Phone, request: pytest.FixtureRequest) -> Place:
    make: Callable[[Phone], Place] = request.param
    return make(phone)


def test_sent_twice(place: Place) -> None:
    form = {**place.seen(), "paid": place.suggested()[0]}
    assert [place.phone.post(place.target, form).status_code for _ in range(2)] == [302, 302]
    undo = {**place.seen(), "undo": str(place.rows.objects.get().pk)}
    assert [place.phone.post(place.target, undo).status_code for _ in range(2)] == [302, 302]
    assert place.phone.post(place.target, form).status_code == 302, "which is done with"
    second = Phone(HTTP_USER_AGENT="iPhone").sit_at(place.phone)
    late = {**place.seen(second), "undo": undo["undo"]}
    assert second.post(place.target, late).status_code == 409, "another phone was faster"
    assert place.rows.objects.get().undone_at


def test_the_same_form_for_another_payment(place: Place) -> None:
    form, value = place.seen(), place.suggested()[0]
    payer, payee, _amount, *money = value.split(":")
    assert place.phone.post(place.target, {**form, "paid": value}).status_code == 302
    again = place.phone.post(place.target, {**form, "paid": ":".join([payer, payee, "10", *money])})
    assert again.status_code == 409
    assert "Nothing was ticked" in text(again)
    assert place.rows.objects.count() == 1


def test_two_phones_tick_the_same(place: Place) -> None:
    second = Phone(HTTP_USER_AGENT="iPhone").sit_at(place.phone)
    mine, theirs = place.seen(), place.seen(second)
    value = place.suggested()[0]
    assert place.phone.post(place.target, {**mine, "paid": value}).status_code == 302
    refused = second.post(place.target, {**theirs, "paid": value})
    assert refused.status_code == 409
    assert "Nothing was ticked" in text(refused)
    assert place.news in text(refused)
    assert place.rows.objects.count() == 1


@pytest.mark.parametrize("place", [at_a_table, for_a_night], indirect=True)
def test_a_page_from_before_another_tick_is_stale(place: Place) -> None:
    """Though what it ticks is still to be paid."""
    second = Phone(HTTP_USER_AGENT="iPhone").sit_at(place.phone)
    theirs, (first, other, *_more) = place.seen(second), place.suggested()
    assert place.phone.post(place.target, {**place.seen(), "paid": first}).status_code == 302
    assert other in place.suggested()
    assert second.post(place.target, {**theirs, "paid": other}).status_code == 409
    assert place.rows.objects.count() == 1


def test_only_suggested_payments_are_ticked(place: Place) -> None:
    value, form, before = place.suggested()[0], place.seen(), all_rows()
    payer, payee, amount, *money = value.split(":")
    turned, other = (":".join([*ends, *money]) for ends in ((payee, payer, amount), (payer, payee, "1")))
    buttons: tuple[dict[str, str], ...] = (
        {},
        *({"paid": paid} for paid in ("", turned, other, f"{value}:1", "x:y:z:0")),
        *({"paid": f"{payer}:{payee}:{'9' * 400}:"}, {"paid": f"{'9' * 30}:{payee}:{amount}"}),
        *({"undo": number} for number in ("x", "99999", "9" * 40)),
    )
    for button in buttons:
        assert place.phone.post(place.target, {**form, **button}).status_code == 409, button
    assert place.phone.post(place.target, {"paid": value}).status_code == 409, "it is no form of ours"
    assert all_rows() == before
