"""Pages ask the database as often for a long evening as for a short one."""

from functools import partial
from typing import Any

from scorekeeper.stats.tallies import refresh_tallies as count_up
from tests.helpers import DOBON, NAMES, OUT, Phone, count_queries

FACTS: list[dict[str, Any]] = [
    {"kind": "out", "winner": "Chie", "hands": {"あき": ["5"], "Ben": ["K"], "大輔": ["2", "10"]}},
    {"kind": "nogame"},
]


def queries(phone: Phone, url: str) -> int:
    return count_queries(lambda: phone.get(url))


def evening(rounds: int) -> Phone:
    """A table with so many rounds, of which the last was corrected and the one before taken back."""
    data = {"format": 1, "game": "gamble", "players": NAMES, "rounds": (FACTS * rounds)[: rounds - 2]}
    phone = Phone().bring_in(data)
    phone.play(OUT)
    phone.play(DOBON)
    phone.confirm_change("round_void", rounds - 1)
    phone.play({"hand-3": "5"}, "round_edit", rounds)
    phone.get(phone.url("table"))
    return phone


PAGES = (
    *("table", "rounds", "sheet", "board", "settle", "rules", "round_new", "export", "session_changes"),
    *("seats", "streak", "stand_in", "session_me", "settings", "rules_change", "payment", "rate", "share"),
    "referee",
)
ROUND_PAGES = ("round", "round_edit", "round_void", "round_insert", "round_move")
MOST, MOST_OF_SAVING = 14, 18
"""Queries of a page, and of a round that is recorded: so many however many rounds there are."""


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
    """Saving a round asks for nothing more; where the page names earlier rules, one query more."""
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
            phone.record({"kind": "nogame"})
            if number % 2:
                phone.press("session_end")
        count_up(phone.session.circle, seconds=60)
        return queries(phone, phone.circle_url())

    few = open_more(4)
    assert open_more(16) == few <= 32


def test_settings_of_a_circle(db: None) -> None:
    phone = Phone().open_table()
    few = queries(phone, phone.settings_url())  # a host sees links, phones and what they changed
    for _ in range(10):
        phone.open_table(("Ben", "Eva"), phone.session.circle.public_id)
    assert queries(phone, phone.settings_url()) == few <= 12
