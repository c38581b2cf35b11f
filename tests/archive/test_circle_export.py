"""Export of a circle as a file, with its nights."""

import json
from datetime import date, datetime
from decimal import Decimal

import pytest
from django.utils import timezone

from scorekeeper.circles.models import Circle, Device
from scorekeeper.play.idempotency import FormVersion, new_key
from scorekeeper.play.nights import rename_night
from scorekeeper.play.payments import bill_summary, night_summaries, pay_night
from scorekeeper.play.services import change_settings
from scorekeeper.play.transfers import MoneyTransfer
from scorekeeper.server import limits
from tests.archive.books import a_circle, a_whole_file, file_of
from tests.archive.test_importing import empty, import_data
from tests.circle_pages import ask, join_by_link
from tests.helpers import Phone, count_queries, html, text
from tests.nights.example import ONE
from tests.play.evenings import begin_at, form_version, new_circle, over

pytestmark = pytest.mark.django_db


def test_the_file_has_people_rules_and_seasons() -> None:
    data = a_whole_file()
    assert data["circle"] == {"name": "金曜　会", "least_rounds": 2}
    people = {one["name"]: one for one in data["people"]}
    assert people["あき"] == {"name": "あき", "reading": "アキ", "mark": "あ", "color": 0}
    assert people["Dan"] == {"name": "Dan", "color": 3, "guest": True}
    assert people["Benny"] == {"name": "Benny", "color": 5, "hidden": True, "merged_into": "Ben"}
    old, ours = sorted(data["rule_sets"], key=lambda one: "earlier" in one)
    assert (old["name"], ours["name"]) == ("Old ones", "Ours now")
    assert old["at"] < old["put_away"]
    assert "put_away" not in ours
    assert [one["name"] for one in ours["earlier"]] == ["Ours"]
    assert data["seasons"] == [
        {"name": "春", "first": "2026-01-01", "last": "2026-03-31"},
        {"name": "夏", "first": "2026-04-01"},
    ]


def test_the_file_has_a_whole_evening() -> None:
    circle = a_circle()
    evening, landlord = file_of(circle)["sessions"]
    session = circle.sessions.get(game="gamble")
    assert (evening["id"], evening["title"], evening["rules_name"]) == (session.public_id, "お正月", "Ours")
    assert evening["started"] == "2026-03-01T11:30:00+00:00"
    assert evening["ended"] == "2026-03-01T14:30:00+00:00"
    assert evening["seats"] == ["あき", "Ben", "Chie", "Dan"]
    assert (evening["hidden_hands"], "second_person" in evening) == (True, False)
    kinds = [facts["kind"] for facts in evening["document"]["rounds"]]
    assert kinds == ["seats", "out", "out", "adjust"]
    taken_back, joined, by_eva, by_eva_for_ben, _correction = evening["entries"]
    assert taken_back["taken_back"]["hands"] == {"Ben": ["K"], "Chie": ["5", "H3"]}
    assert joined == {"at": "2026-03-01T11:34:00+00:00"}
    assert by_eva["stand_ins"] == [{"for": "Ben", "by": "Eva"}]
    assert by_eva_for_ben["stand_ins"] == [{"for": "Ben", "by": "Eva", "keeps_figures": True}]
    assert evening["playing"] == [{"for": "Ben", "by": "Eva", "keeps_figures": True}]
    assert ["taken_back" in one for one in evening["payments"]] == [False, True]
    assert all(one["money"] for one in evening["payments"])
    assert landlord["document"]["game"] == "doudizhu"
    assert "ended" not in landlord


def test_the_download_is_named_after_the_group_and_has_no_secrets_and_no_phones(phone: Phone) -> None:
    phone.play()
    Device.objects.update(name="Nokia")
    response = ask(phone, "circle_export")
    assert response["Content-Disposition"].startswith("attachment; ")
    assert response["Content-Type"] == "application/json; charset=utf-8"
    text = b"".join(response).decode()
    assert json.loads(text)["circle"]["name"] == phone.session.circle.name
    circle = phone.session.circle
    secrets = [phone.cookies["device"].value, circle.public_id, "Nokia"]
    secrets += [secret for link in circle.links.all() for secret in (link.nonce, link.public_id)]
    assert not [secret for secret in secrets if secret in text]


def test_the_rate_limit_of_exports(phone: Phone, still: None) -> None:
    answers = [ask(phone, "circle_export").status_code for _ in range(limits.CIRCLE_FILES.each + 1)]
    assert answers == [200] * limits.CIRCLE_FILES.each + [429]


def queries(phone: Phone) -> int:
    return count_queries(lambda: b"".join(ask(phone, "circle_export")))  # as it is streamed


def test_queries_do_not_grow_with_rounds_or_tables(phone: Phone) -> None:
    phone.play()
    once, cid = queries(phone), phone.session.circle.public_id
    for _ in range(3):
        phone.play()
        phone.open_table(cid=cid).play()
    assert queries(phone) == once


def test_settings_and_deletion_offer_the_export(phone: Phone) -> None:
    for page in ("circle_settings", "circle_delete"):
        assert ask(phone, "circle_export").wsgi_request.path in html(ask(phone, page)), page
    assert "Everything as one file" not in text(ask(join_by_link(phone), "circle_settings"))


FIRST, SECOND = date(2026, 1, 9), date(2026, 1, 16)


def pay(circle: Circle, day: date, amount: int) -> None:
    """Ben pays あき an amount for the tables of a night."""
    night = circle.nights.get(day=day)
    [book] = night_summaries(night)
    ben, aki = (str(circle.players.get(name=name).pk) for name in ("Ben", "あき"))
    version = FormVersion(book.revision, new_key(), None)
    pay_night(night, "円", MoneyTransfer(ben, aki, Decimal(amount)), version, suggested=False)


@pytest.fixture
def circle() -> Circle:
    """Two tables of a named night, one moved to the night of the week after, where 30 of 50円 are paid."""
    circle = new_circle()
    for hour in (20, 22):
        session = over(circle, {("Ben", "あき"): 10}, rate=ONE)
        begin_at(session, timezone.make_aware(datetime(2026, 1, 9, hour)))
    moved = over(circle, {("Ben", "あき"): 50}, rate=ONE)
    begin_at(moved, timezone.make_aware(datetime(2026, 1, 9, 23)))
    change_settings(moved, {}, form_version(moved), day=SECOND)
    rename_night(circle.nights.get(day=FIRST), "新年会", None)
    pay(circle, SECOND, 30)
    return circle


def nights(circle: Circle) -> list[tuple[date, str, list[tuple[int, int]]]]:
    """The nights with their names, and the hours and numbers of their tables."""
    result = []
    for night in circle.nights.order_by("day"):
        tables = night.sessions.order_by("started_at")
        hours = [(timezone.localtime(table.started_at).hour, table.number) for table in tables]
        result.append((night.day, night.name, hours))
    return result


def test_an_import_restores_nights(circle: Circle) -> None:
    """A night that follows from the start of its tables is not in the file."""
    other, data = empty(), file_of(circle)
    assert data["nights"] == [{"day": "2026-01-09", "name": "新年会"}]
    assert [session.get("night") for session in data["sessions"]] == [None, None, "2026-01-16"]
    import_data(other, data)
    assert nights(circle) == [(FIRST, "新年会", [(20, 1), (22, 2)]), (SECOND, "", [(23, 0)])]
    assert nights(other) == nights(circle)
    night = other.nights.get(day=SECOND)
    [book] = night_summaries(night)
    assert book.bill.night == night
    assert [amount for _payer, _payee, amount in book.plan[0]] == [20]
    assert file_of(other)["nights"] == data["nights"]
    plain = new_circle()
    over(plain, {("A", "B"): 1})
    assert "nights" not in file_of(plain)


def test_a_night_with_a_settlement_in_both_groups(circle: Circle) -> None:
    """Of the same day and in the same unit: both settlements stay, with their payments."""
    other = new_circle()
    session = over(other, {("Ben", "あき"): 20}, rate=ONE)
    begin_at(session, timezone.make_aware(datetime(2026, 1, 16, 20)))
    pay(other, SECOND, 5)
    result = import_data(other, file_of(circle))
    assert (result.sessions, result.bills, result.bills_left) == (3, 1, 0)
    [book] = night_summaries(other.nights.get(day=SECOND))
    theirs = bill_summary(other.bills.get(night=None))
    assert [amount for _payer, _payee, amount in book.plan[0]] == [15]
    assert [amount for _payer, _payee, amount in theirs.plan[0]] == [20]


def test_an_imported_table_joins_an_existing_night(circle: Circle) -> None:
    """Of the same day: its tables are numbered together, and its name stays."""
    other = new_circle()
    session = over(other, {("Ben", "あき"): 10})
    begin_at(session, timezone.make_aware(datetime(2026, 1, 9, 21)))
    rename_night(other.nights.get(), "Ours", None)
    import_data(other, file_of(circle))
    assert nights(other)[0] == (FIRST, "Ours", [(20, 1), (21, 2), (22, 3)])
