"""Pages ask the database as often for a long evening as for a short one."""

import json
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scorekeeper.stats.tallies import count as count_up
from tests.helpers import DOBON, NAMES, OUT, Phone

pytestmark = pytest.mark.postgresql

FACTS: list[dict[str, Any]] = [
    {"kind": "out", "winner": "Chie", "hands": {"あき": ["5"], "Ben": ["K"], "大輔": ["2", "10"]}},
    {"kind": "nogame"},
]


def queries(phone: Phone, url: str) -> int:
    with CaptureQueriesContext(connection) as caught:
        assert phone.get(url).status_code == 200
    return len(caught)


def evening(rounds: int) -> Phone:
    """A table with so many rounds, of which the last was corrected and the one before taken back."""
    data = {"format": 1, "game": "gamble", "players": NAMES, "rounds": (FACTS * rounds)[: rounds - 2]}
    phone = Phone()
    phone.sid = phone.post("/import/", {"document": json.dumps(data)})["Location"].strip("/").split("/")[1]
    phone.play(OUT)
    phone.play(DOBON)
    phone.confirm_change("round_void", rounds - 1)
    phone.play({"hand-3": "5"}, "round_edit", rounds)
    phone.get(phone.url("table"))
    return phone


PAGES = {
    "table": 9,
    "rounds": 7,
    "sheet": 7,
    "board": 8,
    "settle": 7,
    "rules": 4,
    "round_new": 5,
    "export": 6,
    "session_changes": 12,
    "seats": 5,
    "streak": 4,
    "stand_in": 5,
    "session_me": 6,
    "settings": 5,
    "rules_change": 4,
    "payment": 6,
    "rate": 6,
    "share": 3,
    "referee": 4,
}


ROUND_PAGES = {"round": 8, "round_edit": 7, "round_void": 7, "round_insert": 7, "round_move": 10}

SAVING = 15
"""The device, the session, the table's results and seats; then one statement for each kind of row that a
round is, and for each thing that hangs on it, between begin and end."""


def test_pages(db: None) -> None:
    evenings = evening(10), evening(100), evening(1000)
    asked = [(page, most, [queries(one, one.url(page)) for one in evenings]) for page, most in PAGES.items()]
    asked += [
        (page, most, [queries(one, one.url(page, 4)) for one in evenings])
        for page, most in ROUND_PAGES.items()
    ]
    for page, most, (few, many, most_of_all) in asked:
        assert few <= many == most_of_all <= most, page
        # all rounds fit on one page: there are none before it whose points it goes on from
        assert few == many or page == "rounds", page


def test_saving_a_round(db: None) -> None:
    counts = []
    for rounds in (10, 1000):
        phone = evening(rounds)
        form = phone.fill(DOBON)
        with CaptureQueriesContext(connection) as caught:
            assert phone.send(form).status_code == 302
        counts.append(len(caught))
    told = connection.vendor == "postgresql"  # to the other processes
    assert counts[0] == counts[1] == SAVING + told


def test_a_change_of_rules(db: None) -> None:
    """Saving a round asks for nothing more; where it is told which rules there were, one look does."""
    counts = []
    for changes in ([], [{"kind": "rules", "options": {"dobon_factor": 2}}] * 3):
        data = {"format": 1, "game": "gamble", "players": NAMES, "rounds": [FACTS[0], *changes, FACTS[0]]}
        phone = Phone()
        phone.sid = (
            phone.post("/import/", {"document": json.dumps(data)})["Location"].strip("/").split("/")[1]
        )
        phone.play(OUT)
        form = phone.fill(DOBON)
        with CaptureQueriesContext(connection) as caught:
            assert phone.send(form).status_code == 302
        pages = [queries(phone, phone.url(page)) for page in ("table", "rounds", "settle", "round_new")]
        told = [queries(phone, phone.url(*page)) for page in (("rules",), ("sheet",), ("round", 1))]
        counts.append(([len(caught), *pages], told))
    (few, told), (same, more) = counts
    assert (same, more) == (few, [count + 1 for count in told])


def test_start_page(db: None) -> None:
    phone = Phone().open_table()
    few = queries(phone, "/")
    for _ in range(5):
        circle = phone.session.circle.public_id
        phone.open_table(("Ben", "Eva"), circle)
        phone.open_table()
    assert queries(phone, "/") == few <= 7


def test_circle_page(db: None) -> None:
    """The same for two evenings as for many, once they have been summed up."""
    phone = Phone().open_table()
    circle = phone.session.circle.public_id

    def open_more(count: int) -> int:
        for number in range(count):
            phone.open_table(("Ben", f"Eva {number}"), circle)
            phone.play({"kind": "nogame"})
            if number % 2:
                phone.press("session_end")
        count_up(phone.session.circle, seconds=60)
        return queries(phone, phone.circle_url())

    few = open_more(4)
    assert open_more(16) == few <= 28


def test_settings_of_a_circle(db: None) -> None:
    phone = Phone().open_table()
    few = queries(phone, phone.settings_url())  # a host sees links, phones and what they changed
    for _ in range(10):
        phone.open_table(("Ben", "Eva"), phone.session.circle.public_id)
    assert queries(phone, phone.settings_url()) == few <= 12
