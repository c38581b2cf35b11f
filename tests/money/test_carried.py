"""持ち越し: what is left from earlier evenings, at the next table."""

import re

import pytest

from scorekeeper.circles.models import Circle
from scorekeeper.play.models import BillPayment, GameSession
from scorekeeper.play.payments import pay
from scorekeeper.play.table import Table
from tests.helpers import Phone, count_queries, html, text
from tests.money import test_bills
from tests.money.test_bills import settle_together, suggested, tick
from tests.play.evenings import YEN, form_version, over, running


def evenings(phone: Phone, *points: int, **more: object) -> list[GameSession]:
    """Evenings in yen in which Ben lost so many points to あき."""
    return test_bills.evenings(phone, *points, rate=YEN, **more)


def carried(phone: Phone, page: str = "table") -> str:
    """What a page of the running table says is carried over; empty where it says nothing."""
    text = html(phone.show(page)).split('data-key="carried"')[1].split("data-key")[0]
    return text_of(text) if "Carried over" in text else ""


def text_of(part: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", part).split())


def test_nothing_is_left(phone: Phone) -> None:
    assert carried(phone) == carried(phone, "settle") == ""


@pytest.mark.parametrize("page", ["table", "settle"])
def test_it_stands_apart_from_this_evening(phone: Phone, page: str) -> None:
    """330円 are left from another night; this evening has 40 points of its own."""
    over(phone.session.circle, {("Ben", "あき"): 330}, title="First night", rate=YEN)
    phone.record({"kind": "adjust", "from-0": "1", "to-0": "0", "points-0": "40"})
    message = carried(phone, page)
    assert "Carried over: 1 payment" in message
    assert "First night" in message
    assert "Ben → pays あき 330円" in message
    assert phone.points()["Ben"] == -40
    assert "B Ben pays あ あき 40" in text(phone.show("settle"))


def test_only_among_those_who_sit_here(phone: Phone) -> None:
    circle = phone.session.circle
    over(circle, {("Eva", "あき"): 330}, "Ben", rate=YEN)
    over(circle, {("Eva", "Fred"): 330}, rate=YEN)
    assert carried(phone) == ""
    over(circle, {("大輔", "Chie"): 20}, "Eva", rate=YEN)
    assert "大輔 → pays Chie 20円" in carried(phone)


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


def test_what_is_on_its_way_in_a_file_is_not_carried_over(phone: Phone) -> None:
    """Evenings of a file wait elsewhere until all of them are read; people whom the circle has sit there."""
    staging = Circle.objects.create(name="Friday")
    session = over(phone.session.circle, {("Ben", "あき"): 330}, rate=YEN)
    GameSession.objects.filter(pk=session.pk).update(circle=staging)
    assert carried(phone) == ""


def test_an_ended_table_tells_of_itself_alone(phone: Phone) -> None:
    evenings(phone, 300)
    phone.press("session_end")
    assert carried(phone) == carried(phone, "settle") == ""


def test_many_are_cut_short(phone: Phone) -> None:
    evenings(phone, *range(10, 150, 10))
    text = carried(phone)
    assert "Carried over: 12 payments" in text
    assert "All open payments" in text
    assert "Ben → pays あき 140円" in text
    assert "Ben → pays あき 10円" not in text


def test_updates_do_not_ask_for_it(phone: Phone) -> None:
    evenings(phone, 300)
    for page in ("table", "settle"):
        assert "Carried over" not in html(phone.get(phone.url(page), {"live": "1"}))


def test_it_costs_the_same_for_many_evenings(phone: Phone) -> None:
    """As a rule one query; where something is left the same few for two evenings as for twenty."""

    def asked(page: str) -> int:
        return count_queries(lambda: phone.show(page))

    pages = ("table", "settle")
    few = [asked(page) for page in pages]
    evenings(phone, 10, 20)
    some = [asked(page) for page in pages]
    evenings(phone, *range(100, 300, 10))
    settle_together(phone, *evenings(phone, 50, 60))
    assert [asked(page) for page in pages] == some
    assert all(more <= fewest + 4 for fewest, more in zip(few, some, strict=True))
