"""Two phones and shaky lines: threads that send at the same moment to one database file."""

from collections.abc import Callable
from threading import Barrier, Thread

import pytest
from django.db import connection
from django.http import HttpResponse

from scorekeeper.play.models import Round, RoundEdit
from tests.helpers import AFTER_DOBON, DOBON, Phone, text

pytestmark = [pytest.mark.usefixtures("shared_database"), pytest.mark.postgresql]


def at_once(calls: list[Callable[[], HttpResponse]]) -> list[HttpResponse]:
    """The answers to requests that start together, each in a thread with a connection of its own."""
    start = Barrier(len(calls))
    answers: list[HttpResponse] = []

    def run(call: Callable[[], HttpResponse]) -> None:
        start.wait()
        try:
            answers.append(call())
        finally:
            connection.close()

    threads = [Thread(target=run, args=(call,)) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(answers) == len(calls)
    return answers


def copies(phone: Phone, count: int) -> list[Phone]:
    """More tabs of the same phone."""
    tabs = [Phone() for _ in range(count)]
    for tab in tabs:
        tab.cookies, tab.sid = phone.cookies, phone.sid
    return tabs


def test_the_same_form_eight_times_at_once_is_one_round() -> None:
    phone = Phone().open_table()
    form = phone.fill(DOBON)
    answers = at_once([lambda tab=tab: tab.send(form) for tab in copies(phone, 8)])
    assert [answer.status_code for answer in answers] == [302] * 8
    assert Round.objects.count() == RoundEdit.objects.count() == 1
    assert phone.points() == AFTER_DOBON


def test_eight_forms_of_one_revision_are_one_round_and_seven_told_so() -> None:
    phone = Phone().open_table()
    tabs = copies(phone, 8)
    pages = [tab.fill(DOBON) for tab in tabs]
    assert len({page["key"][0] for page in pages}) == 8
    answers = at_once([lambda t=tab, f=page: t.send(f) for tab, page in zip(tabs, pages, strict=True)])
    assert sorted(answer.status_code for answer in answers) == [302] + [409] * 7
    assert all("Dobon! あき hit Ben on K" in text(answer) for answer in answers if answer.status_code == 409)
    assert Round.objects.count() == 1
    assert phone.session.revision == 1
    assert phone.points() == AFTER_DOBON


def test_two_tables_at_once_do_not_disturb_each_other() -> None:
    phones = [Phone().open_table() for _ in range(4)]
    pages = [phone.fill(DOBON) for phone in phones]
    answers = at_once([lambda p=phone, f=page: p.send(f) for phone, page in zip(phones, pages, strict=True)])
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
