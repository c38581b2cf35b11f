"""Two phones and shaky lines: threads that send at the same moment to one database file."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier
from typing import Any

import pytest
from django.db import connection
from django.http import HttpResponse

from scorekeeper.play.models import Round, RoundEdit
from tests.helpers import AFTER_DOBON, DOBON, Phone, forms, text
from tests.seated import ROLES, join, opened, sit, wish

pytestmark = [pytest.mark.usefixtures("shared_database"), pytest.mark.postgresql]


def at_once(calls: list[Callable[[], HttpResponse]]) -> list[HttpResponse]:
    """The answers to requests that start together, each in a thread with a connection of its own."""
    start = Barrier(len(calls))

    def run(call: Callable[[], HttpResponse]) -> HttpResponse:
        start.wait()
        try:
            return call()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


def posted(
    phones: list[Phone], forms_of: list[dict[str, Any]], name: str = "round_new", action: str = "confirm"
) -> list[HttpResponse]:
    """The answers to forms that the phones send together."""
    sent = zip(phones, forms_of, strict=True)
    return at_once([partial(one.post, one.url(name), {**form, "action": action}) for one, form in sent])


def copies(phone: Phone, count: int) -> list[Phone]:
    """More tabs of the same phone."""
    tabs = [Phone() for _ in range(count)]
    for tab in tabs:
        tab.cookies, tab.sid = phone.cookies, phone.sid
    return tabs


def test_the_same_form_eight_times_at_once_is_one_round() -> None:
    phone = Phone().open_table()
    form = phone.fill(DOBON)
    answers = posted(copies(phone, 8), [form] * 8)
    assert [answer.status_code for answer in answers] == [302] * 8
    assert Round.objects.count() == RoundEdit.objects.count() == 1
    assert phone.points() == AFTER_DOBON


def test_eight_forms_of_one_revision_are_one_round_and_seven_told_so() -> None:
    phone = Phone().open_table()
    tabs = copies(phone, 8)
    pages = [tab.fill(DOBON) for tab in tabs]
    assert len({page["key"][0] for page in pages}) == 8
    answers = posted(tabs, pages)
    assert sorted(answer.status_code for answer in answers) == [302] + [409] * 7
    assert all("Dobon! あき hit Ben on K" in text(answer) for answer in answers if answer.status_code == 409)
    assert Round.objects.count() == 1
    assert phone.session.revision == 1
    assert phone.points() == AFTER_DOBON


def test_two_tables_at_once_do_not_disturb_each_other() -> None:
    phones = [Phone().open_table() for _ in range(4)]
    pages = [phone.fill(DOBON) for phone in phones]
    answers = posted(phones, pages)
    assert [answer.status_code for answer in answers] == [302] * 4
    assert all(phone.points() == AFTER_DOBON for phone in phones)


def test_the_same_new_name_at_two_tables_of_a_circle_at_once_is_one_player() -> None:
    phone = Phone().open_table()
    circle = phone.session.circle
    tabs = copies(phone, 4)
    at_once(
        [lambda t=tab: t.get(t.open_table(("Ben", "Eva"), circle.public_id).url("table")) for tab in tabs]
    )
    assert circle.players.filter(name="Eva").count() == 1
    assert circle.sessions.count() == 5


# ── a round that several enter together ──────────────────────────────────────────────────────────


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
    answers = posted(others, pages, "second", "ok")
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
    answers = posted(phones, pages, action="ask")
    assert [answer.status_code for answer in answers] == [200] * 4
    assert phones[0].session.open_rounds.count() == 1


def test_four_confirm_an_open_round(phones: list[Phone]) -> None:
    phones[0].send(phones[0].fill(ROLES), "ask")
    pages = [phone.fill(DOBON) for phone in phones]
    answers = posted(phones, pages)
    assert sorted(answer.status_code for answer in answers) == [302, 409, 409, 409]
    assert phones[0].points() == AFTER_DOBON
    assert opened(phones[0]) is None
