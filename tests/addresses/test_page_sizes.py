"""Pages stay small whatever a session holds."""

import json
from collections.abc import Callable
from itertools import islice

import pytest

from scorekeeper.archive import import_worker
from scorekeeper.present.charts import CHART_SPOTS
from scorekeeper.scoring.limits import MOST_MOVES
from tests.helpers import Phone, html
from tests.scoring.hostile import TEN, Entry, dobon, text_of, visitors

LARGEST_PAGE = 1024 * 1024
PATIENCE_SECONDS = 600.0
MOVE = {"from": "a", "to": "b", "points": 1, "reason": "&" * 200}


@pytest.fixture(autouse=True)
def _time_to_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """How long the reading may take is tested elsewhere; a busy machine is no fault of the pages."""
    monkeypatch.setattr(import_worker, "PATIENCE_SECONDS", PATIENCE_SECONDS)


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
