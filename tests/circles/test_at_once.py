"""Concurrent requests: limits hold, forms count once, and nothing deadlocks."""

from functools import partial

import pytest

from scorekeeper.circles.codes import make_token
from scorekeeper.circles.models import Membership, RecoveryCode, Token
from scorekeeper.play.models import Bill, BillPayment, Clearing, ResultLink, SettlementPaid
from scorekeeper.play.sharing import MOST, make_link
from scorekeeper.rules.models import RuleSet
from scorekeeper.rules.sets import save_rules, usual
from scorekeeper.scoring.registry import RULESETS
from scorekeeper.server.limits import TOKENS_OF_CIRCLE
from tests.at_once import at_once, copies
from tests.circle_pages import ask, circle_of, join_by_link, membership, page, send
from tests.helpers import Phone, forms
from tests.money.test_balances import values
from tests.money.test_bills import bill_url, evenings, suggested
from tests.seated import join, sit

pytestmark = [pytest.mark.usefixtures("shared_database"), pytest.mark.postgresql]
MANY = 8


def test_limits_hold_and_equal_things_are_made_once() -> None:
    """Eight requests for the last key, three times, and for the last result page.

    Of eight new recovery codes one is live, and of eight equal rules one is saved.
    """
    phone = Phone().open_table()
    circle, rules = circle_of(phone), usual(RULESETS["gamble"])
    for number in range(TOKENS_OF_CIRCLE - 1):
        make_token(circle, f"Board {number}", None)
    for _ in range(3):
        answers = at_once([partial(send, tab, "tokens", name="One more") for tab in copies(phone, MANY)])
        assert sorted(answer.status_code for answer in answers) == [200] + [422] * (MANY - 1)
        Token.objects.filter(name="One more").delete()
    for _ in range(MOST - 1):
        make_link(phone.session, "en", None)
    at_once([partial(tab.post, tab.url("share"), {}) for tab in copies(phone, MANY)])
    assert ResultLink.objects.filter(revoked_at=None).count() == MOST
    at_once([partial(send, tab, "recovery", action="new") for tab in copies(phone, MANY)])
    assert RecoveryCode.objects.filter(revoked_at=None).count() == 1
    at_once([partial(save_rules, circle, rules, None)] * MANY)
    assert RuleSet.objects.count() == 1


def test_a_group_is_restored_once() -> None:
    for _ in range(3):
        phone = Phone().open_table()
        circle = circle_of(phone)
        send(phone, "circle_delete", typed=circle.name)
        sent = {"circle": circle.public_id}
        answers = at_once([partial(tab.post, "/bring-back/", sent) for tab in copies(phone, MANY)])
        assert {answer["Location"] for answer in answers} == {phone.circle_url()}
        assert circle.changes.filter(action="bring-back").count() == 1


def test_removing_three_members_and_their_link_does_not_deadlock() -> None:
    """All three joined by the same link."""
    for _ in range(5):
        host = Phone().open_table()
        out = [membership(join_by_link(host)).pk for _ in range(3)]
        sent = zip(copies(host, 3), out, ({"change": "1"}, {}, {}), strict=True)
        answers = at_once([partial(send, tab, "device_remove", pk, **fields) for tab, pk, fields in sent])
        assert [answer.status_code for answer in answers] == [302] * 3
        assert not Membership.objects.filter(pk__in=out, ended_at=None).exists()


@pytest.fixture
def phones() -> list[Phone]:
    """あき, who opened the table, then two others."""
    host = sit(Phone().open_table(), "あき")
    return [host, *(join(host, name) for name in ("Ben", "Chie"))]


def test_one_of_three_phones_settles_the_same_evenings(phones: list[Phone]) -> None:
    evenings(phones[0], 300, 40)
    filled = [(phone, forms(ask(phone, "bills"))["together-1"]) for phone in phones]
    answers = at_once([partial(send, phone, "bills", **form) for phone, form in filled])
    assert sorted(answer.status_code for answer in answers) == [302, 409, 409]
    assert Bill.objects.count() == 1


def test_one_of_three_phones_ticks_a_payment(phones: list[Phone]) -> None:
    """Of the bill that the same form has made once, though it was sent four times."""
    evenings(phones[0], 300, 40)
    form = forms(ask(phones[0], "bills"))["together-1"]
    answers = at_once([partial(send, tab, "bills", **form) for tab in copies(phones[0], 4)])
    assert [answer.status_code for answer in answers] == [302] * 4
    assert Bill.objects.count() == 1
    [value] = suggested(phones[0])
    filled = [(phone, {**forms(phone.get(bill_url()))["payments"], "paid": value}) for phone in phones]
    answers = at_once([partial(phone.post, bill_url("bill_paid"), form) for phone, form in filled])
    assert sorted(answer.status_code for answer in answers) == [302, 409, 409]
    assert BillPayment.objects.count() == 1


def test_the_same_form_four_times_pays_once(phones: list[Phone]) -> None:
    evenings(phones[0], 300, 40)
    [value] = values(phones[0])
    form = {**forms(ask(phones[0], "bills"))[page(phones[0], "clear")], "clear": value}
    answers = at_once([partial(send, tab, "clear", **form) for tab in copies(phones[0], 4)])
    assert [answer.status_code for answer in answers] == [302] * 4
    assert (Clearing.objects.count(), SettlementPaid.objects.count()) == (1, 2)
