"""One phone asks for the costliest pages there are, twelve at once, and another table plays on.

Which pages these are is not written here: every page that links lead to is asked for in a circle as large as
its file allows, and what takes longest is chosen.
"""

import json
import re
import sqlite3
import time
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from dataclasses import replace
from operator import itemgetter
from pathlib import Path
from statistics import median
from threading import Event
from typing import Any

import pytest
from django.urls import resolve

from tests.live.lines import Sender
from tests.server.running import DATABASE, running

AT_ONCE = 12
HOUSE, GREEDY = "127.0.0.77", "127.0.0.2"
TIMES = 3
"""How many times as long as alone a round may take."""
FLOOR = 0.6
"""Seconds that a round may take in any case: less says nothing on a machine that does other things too."""
APART = {"export", "circle_export"}
"""Files that are sent piece by piece."""
YEAR = 2026
AT = f"{YEAR}-03-01T20:00:00+09:00"


PEOPLE, TABLES, ROUNDS = 1900, 1000, 1990
"""Of the circle: its people, its running tables, the rounds of the longest."""
PAGES = 5
"""So many of the costliest pages are tried."""


def evening(uid: str, players: list[str], rounds: int, **more: object) -> dict[str, Any]:
    losers = {name: ["2", "3", "K"] for name in players[1:]}
    facts = [{"kind": "out", "winner": players[0], "hands": losers}] * rounds
    document = {"format": 1, "game": "gamble", "players": players, "rounds": facts}
    return {"id": uid, "started": AT, "document": document, **more}


def big_circle() -> str:
    """Many people, a long table, many that nobody ended, and one of everything that has an address."""
    names = [f"Pérsön 札 {number:04}" for number in range(PEOPLE)]
    tables = [evening(f"t{number}", names[number % 100 :][:4], 1) for number in range(TABLES)]
    over = [evening(f"e{number}", names[:4], 1, ended=AT) for number in range(5)]
    data = {
        "format": 1,
        "circle": {"name": "Big"},
        "people": [{"name": name} for name in names],
        "rule_sets": [{"name": "Ours", "game": "gamble", "at": AT}],
        "seasons": [{"name": "Spring", "first": f"{YEAR}-01-01"}],
        "bills": [{"at": AT, "game": "gamble", "sessions": ["e0", "e1"]}],
        "sessions": [*tables, *over, evening("long", names[:10], ROUNDS)],
    }
    return json.dumps(data)


def longest_table(folder: Path) -> str:
    with closing(sqlite3.connect(f"file:{folder / DATABASE}?mode=ro", uri=True)) as file:
        longest = "SELECT public_id FROM play_gamesession ORDER BY length(standing) DESC, id DESC LIMIT 1"
        return f"/t/{file.execute(longest).fetchone()[0]}/"


def asked(phone: Sender, path: str) -> tuple[float, str]:
    """How long a page took, and its text; each is there, or says kindly that it is not."""
    while True:
        began = time.monotonic()
        status, _where, text = phone.ask("GET", path)
        if status != 429:
            assert status < 500, (path, status)
            return time.monotonic() - began, text
        time.sleep(1)


def costliest(phone: Sender, *starts: str) -> list[tuple[float, str, str]]:
    """So many pages that take longest, with their seconds: of each kind the first that links lead to.

    What is summed up once is no measure, so those that took longest are asked for again.
    """
    first: dict[str, tuple[float, str]] = {}
    waiting = deque(starts)
    while waiting:
        path = waiting.popleft()
        if (name := resolve(path).view_name) not in first and name not in APART:
            seconds, text = asked(phone, path)
            first[name] = seconds, path
            waiting += re.findall(r'(?:href|src)="(/(?!static/)[^"?#]*)', text)
    slow = sorted(first.items(), key=itemgetter(1), reverse=True)[: 2 * PAGES + 4]
    return sorted(((asked(phone, path)[0], name, path) for name, (_, path) in slow), reverse=True)[:PAGES]


def rounds(table: Sender, count: int) -> list[float]:
    """How long so many rounds took: to open the form, to send it, and to see the table after it."""
    result = []
    for _ in range(count):
        began = time.monotonic()
        table.play()
        table.get(f"/t/{table.sid}/")
        result.append(time.monotonic() - began)
    return result


def beside(phone: Sender, path: str, table: Sender, count: int) -> list[float]:
    """The same while a phone has so many requests for a page under way all the time."""
    over = Event()

    def ask() -> None:
        while not over.is_set():
            with suppress(TimeoutError):  # it stands in line behind itself
                if phone.ask("GET", path)[0] == 429:
                    over.wait(0.5)

    with ThreadPoolExecutor(AT_ONCE) as greedy:
        asked = [greedy.submit(ask) for _ in range(AT_ONCE)]
        time.sleep(1)
        try:
            return rounds(table, count)
        finally:
            over.set()
            for one in asked:
                one.result(120)


def fill(phone: Sender) -> str:
    """Bring the circle in; gives its address."""
    phone.open_table()
    body, headers = phone.file_form("/import/", "import", big_circle())
    status, answer, shown = phone.server.ask("POST", "/import/", body, headers)
    assert status == 302, shown
    here = answer["location"]
    while 'id="coming"' in phone.get(here):
        time.sleep(0.3)
    return here.partition("file/")[0]


@pytest.mark.long
def test_a_table_plays_on_beside_the_costliest_pages(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with running(tmp_path, settings="scorekeeper.settings") as server:
        greedy, table = Sender(replace(server, address=GREEDY)), Sender(replace(server, address=HOUSE))
        circle = fill(greedy)
        table.open_table()
        result = costliest(greedy, longest_table(tmp_path), circle)
        rounds(table, 2)
        for seconds, name, path in result:
            time.sleep(1)
            alone = median(rounds(table, 5))
            meanwhile = beside(greedy, path, table, 7)
            with capsys.disabled():
                print(f"\n{name} {seconds:.2f} s: {alone:.3f} → {median(meanwhile):.3f}")
            assert median(meanwhile) <= max(TIMES * alone, FLOOR), name
