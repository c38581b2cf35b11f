"""Everything that a circle has entered, as one file."""

import json
from typing import Any

import pytest

from scorekeeper.archive.circle_reading import MOST_SESSIONS
from scorekeeper.server import limits
from tests.archive.books import a_circle, a_whole_file, file_of
from tests.doors import ask, come_in
from tests.helpers import Phone, count_queries, html, text


def test_tells_all_that_was_entered(db: None) -> None:
    data = a_whole_file()
    assert data["circle"] == {"name": "金曜　会", "least_rounds": 2}
    people = {one["name"]: one for one in data["people"]}
    assert people["あき"] == {"name": "あき", "reading": "アキ", "mark": "あ", "color": 0}
    assert people["Dan"] == {"name": "Dan", "color": 3, "guest": True}
    assert people["Benny"] == {"name": "Benny", "color": 5, "hidden": True, "merged_into": "Ben"}
    old, ours = sorted(data["rule_sets"], key=lambda one: "earlier" in one)
    assert (old["name"], old["at"] < old["put_away"], ours["name"], "put_away" in ours) == (
        "Old ones",
        True,
        "Ours now",
        False,
    )
    assert [one["name"] for one in ours["earlier"]] == ["Ours"]
    assert data["seasons"] == [
        {"name": "春", "first": "2026-01-01", "last": "2026-03-31"},
        {"name": "夏", "first": "2026-04-01"},
    ]


def test_tells_an_evening_with_all_that_happened(db: None) -> None:
    circle = a_circle()
    evening, landlord = file_of(circle)["sessions"]
    session = circle.sessions.get(game="gamble")
    assert (evening["id"], evening["title"], evening["rules_name"]) == (session.public_id, "お正月", "Ours")
    assert (evening["started"], evening["ended"]) == (
        "2026-03-01T11:30:00+00:00",
        "2026-03-01T14:30:00+00:00",
    )
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
    assert [("taken_back" in one, bool(one["money"])) for one in evening["payments"]] == [
        (False, True),
        (True, True),
    ]
    assert landlord["document"]["game"] == "doudizhu"
    assert "ended" not in landlord


def secrets_of(phone: Phone) -> list[str]:
    circle = phone.session.circle
    nonces = [link.nonce for link in circle.links.all()] + [link.public_id for link in circle.links.all()]
    return [*nonces, phone.cookies["device"].value, circle.public_id, "Nokia"]


def test_opens_no_door_and_names_no_phone(phone: Phone) -> None:
    phone.play()
    phone.session.circle.memberships.get().device.__class__.objects.update(name="Nokia")
    text = b"".join(ask(phone, "circle_export")).decode()
    assert not [secret for secret in secrets_of(phone) if secret in text]


def test_is_a_file_with_the_name_of_the_group(phone: Phone) -> None:
    phone.play()
    response = ask(phone, "circle_export")
    assert response["Content-Disposition"].startswith("attachment; ")
    assert response["Content-Type"] == "application/json; charset=utf-8"
    data: Any = json.loads(b"".join(response))
    assert data["circle"]["name"] == phone.session.circle.name


def test_asked_for_too_often(phone: Phone, still: None) -> None:
    answers = [ask(phone, "circle_export").status_code for _ in range(limits.CIRCLE_FILES.each + 1)]
    assert answers == [200] * limits.CIRCLE_FILES.each + [429]


def queries(phone: Phone) -> int:
    return count_queries(lambda: b"".join(ask(phone, "circle_export")))  # as it is streamed


def test_queries_follow_neither_rounds_nor_tables(phone: Phone) -> None:
    phone.play()
    once, cid = queries(phone), phone.session.circle.public_id
    for _ in range(3):
        phone.play()
        phone.open_table(cid=cid).play()
    assert queries(phone) == once


@pytest.mark.parametrize("page", ["circle_settings", "circle_delete"])
def test_is_offered_where_a_group_is_looked_after_and_before_it_goes(phone: Phone, page: str) -> None:
    assert ask(phone, "circle_export").wsgi_request.path in html(ask(phone, page))
    guest = come_in(phone)
    assert "Everything as one file" not in text(ask(guest, "circle_settings"))


def test_a_circle_holds_no_more_evenings_than_its_file() -> None:
    assert limits.SESSIONS_OF_CIRCLE == MOST_SESSIONS
