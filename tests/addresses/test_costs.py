"""Queries of a page do not grow with the number of rounds, and pages stay small."""

import json
from collections.abc import Callable
from functools import partial
from itertools import islice
from typing import Any

import pytest

from scorekeeper.archive import uploads
from scorekeeper.present.charts import CHART_SPOTS
from scorekeeper.scoring.limits import MOST_MOVES
from scorekeeper.stats.tallies import refresh_tallies as count_up
from tests.helpers import DOBON, NAMES, OUT, Phone, count_queries, html
from tests.scoring.test_hostile import TEN, Entry, dobon, text_of, visitors

FACTS: list[dict[str, Any]] = [
    {"kind": "out", "winner": "Chie", "hands": {"あき": ["5"], "Ben": ["K"], "大輔": ["2", "10"]}},
    {"kind": "nogame"},
]
PAGES = (
    *("table", "rounds", "sheet", "board", "settle", "rules", "round_new", "export", "session_changes"),
    *("seats", "streak", "stand_in", "session_me", "settings", "rules_change", "payment", "rate", "share"),
    "referee",
)
ROUND_PAGES = ("round", "round_edit", "round_void", "round_insert", "round_move")
MOST, MOST_OF_SAVING = 14, 18
"""Queries of a page, and of recording a round, for any number of rounds."""
LARGEST_PAGE = 1024 * 1024
PATIENCE_SECONDS = 600.0
MOVE = {"from": "a", "to": "b", "points": 1, "reason": "&" * 200}


def queries(phone: Phone, url: str) -> int:
    return count_queries(lambda: phone.get(url))


def evening(rounds: int) -> Phone:
    """A table with so many rounds, of which the last was corrected and the one before voided."""
    data = {"format": 1, "game": "gamble", "players": NAMES, "rounds": (FACTS * rounds)[: rounds - 2]}
    phone = Phone().bring_in(data)
    phone.play(OUT)
    phone.play(DOBON)
    phone.confirm_change("round_void", rounds - 1)
    phone.play({"hand-3": "5"}, "round_edit", rounds)
    phone.get(phone.url("table"))
    return phone


def test_pages_and_saving_a_round(db: None) -> None:
    evenings = evening(10), evening(100), evening(1000)
    asked = [(page, [queries(one, one.url(page)) for one in evenings]) for page in PAGES]
    asked += [(page, [queries(one, one.url(page, 4)) for one in evenings]) for page in ROUND_PAGES]
    for page, (few, many, most_of_all) in asked:
        assert few <= many == most_of_all <= MOST, page
        # all rounds fit on one page: there are none before it whose points it goes on from
        assert few == many or page == "rounds", page
    saving = [count_queries(partial(one.send, one.fill(DOBON)), 302) for one in evenings]
    assert saving[0] == saving[1] == saving[2] <= MOST_OF_SAVING


def test_a_change_of_rules(db: None) -> None:
    """Recording a round needs no more queries, and a page that names earlier rules one more."""
    counts = []
    for changes in ([], [{"kind": "rules", "options": {"dobon_factor": 2}}] * 3):
        data = {"format": 1, "game": "gamble", "players": NAMES, "rounds": [FACTS[0], *changes, FACTS[0]]}
        phone = Phone().bring_in(data)
        phone.play(OUT)
        saving = count_queries(partial(phone.send, phone.fill(DOBON)), 302)
        pages = [queries(phone, phone.url(page)) for page in ("table", "rounds", "settle", "round_new")]
        text = [queries(phone, phone.url(*page)) for page in (("rules",), ("sheet",), ("round", 1))]
        counts.append(([saving, *pages], text))
    (few, text), (same, more) = counts
    assert (same, more) == (few, [count + 1 for count in text])


def test_start_page_and_settings_of_a_circle(db: None) -> None:
    phone = Phone().open_table()
    circle, settings = phone.session.circle.public_id, phone.settings_url()
    few = [queries(phone, "/"), queries(phone, settings)]  # a host sees links, phones and what they changed
    for _ in range(10):
        phone.open_table(("Ben", "Eva"), circle)
        phone.open_table()
    assert [queries(phone, "/"), queries(phone, settings)] == few
    assert few[0] <= 7
    assert few[1] <= 12


def test_circle_page(db: None) -> None:
    """The same for few evenings as for many, once their sums are refreshed."""
    phone = Phone().open_table()
    circle = phone.session.circle.public_id

    def open_more(count: int) -> int:
        for number in range(count):
            phone.open_table(("Ben", f"Eva {number}"), circle)
            phone.record({"kind": "nogame"})
            if number % 2:
                phone.press("session_end")
        count_up(phone.session.circle, seconds=60)
        return queries(phone, phone.circle_url())

    few = open_more(4)
    assert open_more(16) == few <= 32


@pytest.fixture(autouse=True)
def _time_to_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """The timeout of reading a file is tested elsewhere; here the machine may be busy."""
    monkeypatch.setattr(uploads, "PATIENCE_SECONDS", PATIENCE_SECONDS)


def session(entries: list[Entry]) -> str:
    return json.dumps({"format": 1, "game": "gamble", "players": TEN, "rounds": entries})


SESSIONS: dict[str, Callable[[], str]] = {
    "many people": lambda: session(list(islice(visitors(), 60))),
    "many moves": lambda: session([{"kind": "adjust", "transfers": [MOVE] * MOST_MOVES}] * 10),
    "many payments": lambda: session([dobon(5, ["A"] * 40)] * 30),
}


def pages_are_small(phone: Phone) -> None:
    last = phone.session.rounds.count()
    shown = [phone.show(page) for page in ("table", "rounds", "sheet", "board", "settle", "round_new")]
    shown += [phone.show(page, last) for page in ("round", "round_edit", "round_void")]
    for page in shown:
        assert len(page.content) < LARGEST_PAGE, page.request["PATH_INFO"]


@pytest.mark.parametrize("name", SESSIONS)
def test_pages_stay_small(db: None, name: str) -> None:
    pages_are_small(Phone().bring_in(SESSIONS[name]()))


@pytest.mark.long
@pytest.mark.parametrize("name", ["visitors", "going out", "some aces and jokers"])
def test_pages_of_the_largest_documents_stay_small(db: None, name: str) -> None:
    pages_are_small(Phone().bring_in(text_of(name)))


def test_a_long_line_of_the_chart_has_no_more_spots_than_can_be_seen(phone: Phone) -> None:
    out = {"kind": "out", "winner": "a", "hands": {"b": ["4"]}}
    page = html(Phone().bring_in(session([out] * (2 * CHART_SPOTS + 1))).show("table"))
    longest = max(line.partition('"')[0].count(",") for line in page.split('points="')[1:])
    assert CHART_SPOTS / 2 < longest <= CHART_SPOTS + 1
