"""残高, 持ち越し: what people have open between them: paid in one go, in part, and at the next table."""

import re
from typing import Any

import pytest

from scorekeeper.circles.models import Circle
from scorekeeper.money import settle
from scorekeeper.play import debts
from scorekeeper.play.models import BillPayment, Clearing, GameSession, SettlementPaid
from scorekeeper.play.payments import pay, undo_payment
from scorekeeper.play.table import Table
from tests.circle_pages import ask, join_by_link, page
from tests.helpers import Phone, count_queries, forms, html, text, words
from tests.money import test_bills
from tests.money.test_bills import settle_together, suggested, tick
from tests.nights.example import ONE
from tests.play.evenings import YEN, form_version, over, running
from tests.seated import sit


@pytest.fixture
def open_nights(phone: Phone) -> Phone:
    """Ben owes あき 300 − 100 = 200円 over two tables, and Chie 40円."""
    circle = phone.session.circle
    GameSession.objects.all().delete()
    over(circle, {("Ben", "あき"): 300, ("Ben", "Chie"): 40}, rate=ONE)
    phone.sid = over(circle, {("あき", "Ben"): 100}, rate=ONE).public_id
    return phone


def values(phone: Phone) -> list[str]:
    """What the buttons send that pay all."""
    return re.findall(r'name="clear" value="([^"]+)"', html(ask(phone, "bills")))


def press(phone: Phone, **fields: str) -> None:
    form = forms(ask(phone, "bills"))[page(phone, "clear")]
    assert phone.post(page(phone, "clear"), {**form, **fields}).status_code == 302


def test_every_two_people_with_the_months(open_nights: Phone) -> None:
    shown = text(ask(open_nights, "bills"))
    assert "円 240円 open" in shown
    assert "B Ben pays あ あき 200円" in shown
    assert "B Ben pays C Chie 40円" in shown
    assert "1 night 200円 All paid Only a part" in shown
    assert "あ あき +200円 C Chie +40円 B Ben −240円" in shown
    assert "You get" not in shown
    sit(open_nights, "Ben")
    assert "You get 0円 You owe 240円" in text(ask(open_nights, "bills"))


@pytest.mark.postgresql
@pytest.mark.parametrize("at_once", [False, True])
def test_all_paid_and_undone(open_nights: Phone, at_once: bool) -> None:
    """By the button of the list, or by that beside what was done.  A second phone comes too late."""
    before, second = values(open_nights), Phone(HTTP_USER_AGENT="iPhone").sit_at(open_nights)
    late = {**forms(ask(second, "bills"))[page(second, "clear")], "clear": before[0]}
    press(open_nights, clear=before[0])
    shown, url = ask(open_nights, "bills"), page(open_nights, "unclear", Clearing.objects.get().pk)
    assert "All paid. Undo" in text(shown)
    assert "円 40円 open" in text(shown)
    assert re.search(r"Paid in one go B Ben あ あき .* 200円 Undo", text(shown))
    assert values(open_nights) == before[1:]
    second.post(page(second, "clear"), late)
    assert "The list has changed. Nothing was ticked" in text(ask(second, "bills"))
    assert Clearing.objects.count() == 1
    log = text(ask(open_nights, "changes"))
    assert "ticked payments of several tables" in log
    assert "Ben → あき 200円" in log

    [toast] = re.findall(r'<form class="toast".*?</form>', html(shown), re.DOTALL)
    form = dict(re.findall(r'name="(\w+)" value="([^"]*)"', toast)) if at_once else forms(shown)[url]
    for _ in range(2):
        assert open_nights.post(url, form).status_code == 302
    assert values(open_nights) == before
    assert "Paid in one go" not in text(ask(open_nights, "bills"))
    log = text(ask(open_nights, "changes"))
    assert "unticked payments of several tables" in log
    assert log.count("Ben → あき 200円") == 2


def test_only_the_shown_balance_is_paid(open_nights: Phone) -> None:
    payer, payee, amount = values(open_nights)[0].split(":")
    for value in ("", "x", f"{payee}:{payer}:{amount}", f"{payer}:{payee}:1", f"{payer}:{payer}:{amount}"):
        press(open_nights, clear=value)
    press(open_nights, clear=values(open_nights)[0], unit="ドル")
    assert not Clearing.objects.exists()


def test_payments_undone_at_their_table_are_left_out_of_the_clearing(open_nights: Phone) -> None:
    """Of 300 − 100円 first the 300円 are open again, and then all."""
    press(open_nights, clear=values(open_nights)[0])
    assert "200円 Undo" in text(ask(open_nights, "bills"))
    larger, smaller = SettlementPaid.objects.order_by("-points")
    undo_payment(larger.session, larger.pk, form_version(larger.session))
    assert re.search(r"Paid in one go あ あき B Ben .* 100円 Undo", text(ask(open_nights, "bills")))
    undo_payment(smaller.session, smaller.pk, form_version(smaller.session))
    assert "Paid in one go" not in text(ask(open_nights, "bills"))


def url_of(phone: Phone) -> str:
    way = re.search(r'href="([^"]*/clear/part/[^"]*)"', html(ask(phone, "bills")))
    return way[1].replace("&amp;", "&")


def typed(phone: Phone, amount: str, **more: str) -> tuple[str, dict[str, Any]]:
    """The address of the form for what Ben owes あき, and the form with an amount typed in."""
    url = url_of(phone)
    ends = dict(re.findall(r"(from|to)=([0-9]+)", url))
    return url, {**forms(phone.get(url))["payment"], **ends, "amount": amount, **more}


def note(phone: Phone, amount: str, **more: str) -> int:
    return int(phone.post(*typed(phone, amount, **more)).status_code)


@pytest.mark.parametrize("amount", ["150", "200", "１５０円"])
def test_a_repeated_form_of_a_part_and_one_after_it_was_undone(open_nights: Phone, amount: str) -> None:
    """Less is open by the second time, or nothing, and the answer is the same; then all is open again."""
    url, form = typed(open_nights, amount)
    for _ in range(2):
        assert open_nights.post(url, form)["Location"] == page(open_nights, "bills")
        assert "Recorded: Ben → あき " in text(ask(open_nights, "bills"))
    assert Clearing.objects.count() == 1
    undo = page(open_nights, "unclear", Clearing.objects.get().pk)
    open_nights.post(undo, forms(ask(open_nights, "bills"))[undo])
    ask(open_nights, "bills")
    late = open_nights.post(url, form)
    assert late.status_code == 409
    assert forms(late)["payment"]["amount"] == [amount]


def test_a_part_after_another_phones_payment_is_stale(open_nights: Phone) -> None:
    """Perhaps the same one: it is not noted twice unseen."""
    url, form = typed(open_nights, "50")
    assert note(join_by_link(open_nights), "50") == 302
    late = open_nights.post(url, form)
    assert late.status_code == 409
    assert forms(late)["payment"]["amount"] == ["50"]
    assert SettlementPaid.objects.count() == 1
    assert open_nights.post(url, forms(late)["payment"]).status_code == 302
    assert "B Ben pays あ あき 100円" in text(ask(open_nights, "bills"))


def test_the_same_form_for_another_amount(open_nights: Phone) -> None:
    """What was typed stays, and counts when it is sent once more."""
    url, form = typed(open_nights, "150")
    assert open_nights.post(url, form).status_code == 302
    assert "B Ben pays あ あき 50円" in text(ask(open_nights, "bills"))
    refused = open_nights.post(url, {**form, "amount": "40"})
    assert refused.status_code == 409
    again = forms(refused)["payment"]
    assert again["amount"] == ["40"]
    assert Clearing.objects.count() == 1
    assert open_nights.post(url, again).status_code == 302
    assert "B Ben pays あ あき 10円" in text(ask(open_nights, "bills"))


def test_refused_parts(open_nights: Phone) -> None:
    """Not more than is owed, in steps of 10円 only; and the payee does not pay, also if that is agreed to."""
    for amount in ("210", "55", "0", "x", ""):
        assert note(open_nights, amount) == 422, amount
    ends = dict(re.findall(r"(from|to)=([0-9]+)", url_of(open_nights)))
    turned = {"from": ends["to"], "to": ends["from"]}
    agreed = f"{turned['from']}:{turned['to']}:50"
    assert note(open_nights, "50", **turned, agreed=agreed) == 409
    assert not Clearing.objects.exists()


def test_nothing_is_open(open_nights: Phone) -> None:
    url = url_of(open_nights)
    note(open_nights, "200")
    changed = (url.replace("unit=", "unit=x"), url.partition("?")[0], url.replace("from=", "from=x"))
    for wrong in (url, *changed):
        assert open_nights.get(wrong)["Location"] == page(open_nights, "bills")
    assert "Nothing is open between these two." in text(ask(open_nights, "bills"))


def evenings(phone: Phone, *points: int, **more: object) -> list[GameSession]:
    """Evenings in yen in which Ben lost so many points to あき."""
    return test_bills.evenings(phone, *points, rate=YEN, **more)


def carried(phone: Phone, page: str = "table") -> str:
    """What a page of the running table says is carried over; empty where it says nothing."""
    part = html(phone.show(page)).split('data-key="carried"')[1].split("data-key")[0]
    return words(part) if "Carried over" in part else ""


@pytest.mark.parametrize("page", ["table", "settle"])
def test_carried_over_debts_are_apart_from_this_table(phone: Phone, page: str) -> None:
    """330円 are left from another night; this evening has 40 points of its own."""
    assert carried(phone, page) == ""
    over(phone.session.circle, {("Ben", "あき"): 330}, title="First night", rate=YEN)
    phone.record({"kind": "adjust", "from-0": "1", "to-0": "0", "points-0": "40"})
    message = carried(phone, page)
    assert "Carried over: 1 payment" in message
    assert "First night" in message
    assert "Ben → pays あき 330円" in message
    assert phone.points()["Ben"] == -40
    assert "B Ben pays あ あき 40" in text(phone.show("settle"))


def test_only_among_those_who_sit_here(phone: Phone) -> None:
    """Nor from a file that is being imported: its evenings wait in another circle until all are read."""
    circle = phone.session.circle
    over(circle, {("Eva", "あき"): 330}, "Ben", rate=YEN)
    over(circle, {("Eva", "Fred"): 330}, rate=YEN)
    assert carried(phone) == ""
    session = over(circle, {("大輔", "Chie"): 20}, "Eva", rate=YEN)
    assert "大輔 → pays Chie 20円" in carried(phone)
    session.circle = Circle.objects.create(name="Friday")
    session.save()
    assert carried(phone) == ""


def test_points_that_nobody_pays_are_no_debt(phone: Phone) -> None:
    """Two debts of one evening without a unit; when one is ticked, the other is left."""
    session = over(phone.session.circle, {("Ben", "あき"): 330, ("Chie", "大輔"): 20})
    assert carried(phone) == carried(phone, "settle") == ""
    table = Table(session)
    first = next(table.payment(debt) for debt in table.final.debts if debt.points == 330)
    pay(session, first, form_version(session))
    assert "Carried over: 1 payment" in carried(phone)
    assert "Chie → pays 大輔 20" in carried(phone)


def test_running_tables_and_what_is_paid_are_not_carried_over(phone: Phone) -> None:
    circle = phone.session.circle
    running(circle, {("Ben", "あき"): 330})
    assert carried(phone) == ""
    settle_together(phone, *evenings(phone, 300, 40))
    assert "Ben → pays あき 340" in carried(phone)
    assert "Carried over: 1 payment" in carried(phone)
    tick(phone, paid=suggested(phone)[0])
    assert carried(phone) == ""
    tick(phone, undo=str(BillPayment.objects.get().pk))
    assert "340" in carried(phone)


def test_updates_and_ended_tables_leave_out_carried_over_debts(phone: Phone) -> None:
    evenings(phone, 300)
    for name in ("table", "settle"):
        assert "300円" in carried(phone, name)
        assert "Carried over" not in html(phone.get(phone.url(name), {"live": "1"}))
    phone.press("session_end")
    assert carried(phone) == carried(phone, "settle") == ""


def test_many_are_cut_short(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (debts, settle):
        monkeypatch.setattr(module, "MOST_CARRIED", 2)
    evenings(phone, 10, 20, 30)
    text = carried(phone)
    assert "Carried over: 2 payments" in text
    assert "All open payments" in text
    assert "Ben → pays あき 30円" in text
    assert "Ben → pays あき 10円" not in text


def test_it_costs_the_same_for_many_evenings(phone: Phone) -> None:
    """As a rule one query; where something is left the same few for two evenings as for eight."""

    def asked(page: str) -> int:
        return count_queries(lambda: phone.show(page))

    pages = ("table", "settle")
    few = [asked(page) for page in pages]
    evenings(phone, 10, 20)
    some = [asked(page) for page in pages]
    evenings(phone, *range(100, 140, 10))
    settle_together(phone, *evenings(phone, 50, 60))
    assert [asked(page) for page in pages] == some
    assert all(more <= fewest + 4 for fewest, more in zip(few, some, strict=True))
