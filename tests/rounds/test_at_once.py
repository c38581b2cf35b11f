"""Phones that do the same thing at the same moment, in threads with connections of their own."""

import pytest

from scorekeeper.play.models import Round, RoundEdit
from tests.helpers import AFTER_DOBON, DOBON, Phone, forms
from tests.rounds.test_twice import at_once
from tests.seated import ROLES, join, opened, sit, wish

pytestmark = [pytest.mark.usefixtures("shared_database"), pytest.mark.postgresql]


@pytest.fixture
def phones() -> list[Phone]:
    """あき, who opened the table, then three others."""
    host = sit(Phone().open_table(), "あき")
    return [host, *(join(host, name) for name in ("Ben", "Chie", "大輔"))]


def test_three_say_ok(phones: list[Phone]) -> None:
    host, *others = phones
    wish(host, second_person="on")
    host.play()
    pages = [forms(phone.get(phone.url("second")))["second"] for phone in others]
    answers = at_once(
        [
            lambda p=phone, f=page: p.post(p.url("second"), {**f, "action": "ok"})
            for phone, page in zip(others, pages, strict=True)
        ]
    )
    assert sorted(answer.status_code for answer in answers) == [302, 409, 409]
    assert Round.objects.count() == RoundEdit.objects.filter(action="add").count() == 1
    assert host.points() == AFTER_DOBON


def test_one_says_ok_and_another_not(phones: list[Phone]) -> None:
    host, yes, no, _ = phones
    wish(host, second_person="on")
    host.play()
    pages = [forms(phone.get(phone.url("second")))["second"] for phone in (yes, no)]
    answers = at_once(
        [
            lambda: yes.post(yes.url("second"), {**pages[0], "action": "ok"}),
            lambda: no.post(no.url("second"), {**pages[1], "action": "no"}),
        ]
    )
    assert sorted(answer.status_code for answer in answers) == [302, 409]
    assert Round.objects.count() == (0 if opened(host) else 1)


def test_four_open_a_round(phones: list[Phone]) -> None:
    pages = [phone.fill(ROLES) for phone in phones]
    answers = at_once(
        [lambda p=phone, f=page: p.send(f, "ask") for phone, page in zip(phones, pages, strict=True)]
    )
    assert [answer.status_code for answer in answers] == [200] * 4
    assert phones[0].session.open_rounds.count() == 1


def test_four_confirm_an_open_round(phones: list[Phone]) -> None:
    phones[0].send(phones[0].fill(ROLES), "ask")
    pages = [phone.fill(DOBON) for phone in phones]
    answers = at_once([lambda p=phone, f=page: p.send(f) for phone, page in zip(phones, pages, strict=True)])
    assert sorted(answer.status_code for answer in answers) == [302, 409, 409, 409]
    assert phones[0].points() == AFTER_DOBON
    assert opened(phones[0]) is None
