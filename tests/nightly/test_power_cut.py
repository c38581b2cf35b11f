"""The server is killed again and again while four phones enter rounds, and starts on the same data.

What a phone was told is kept, is there, once; what it was not told is there once or not at all.  A killed
process leaves what the system had in hand to be written; that the disk is waited for is settled in
``scorekeeper.server.database``.
"""

import http.client
import json
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from tests.live.lines import Sender, friend_of
from tests.server.running import ROOT, Running, command, environment, running

pytestmark = pytest.mark.usefixtures("on_a_file")

SETTINGS = "scorekeeper.settings"
FULL = os.environ.get("HYPOTHESIS_PROFILE") == "full"
ROUNDS, KILLS, STARTS = (100, 8, 12) if FULL else (30, 2, 3)
PHONES, SEATS = 4, 4
PATIENCE = 60.0
LONGEST_REQUEST = 0.03
"""Seconds within which a kill comes after the round that it waits for: somewhere in the next requests."""
HASTY = 0.2
"""How many of the rounds are given up by their phone when the line breaks."""
BROKEN = (OSError, http.client.HTTPException)
NUMBERS = count(1)


@dataclass(frozen=True)
class Entry:
    """A round to be entered: told from every other by ``mark``, with its points by seat worked out."""

    mark: str
    facts: dict[str, object]
    points: dict[str, int]
    patient: bool


def an_entry(rng: random.Random) -> Entry:
    """A correction with a reason of its own, or somebody going out on a sum of its own."""
    number, patient = next(NUMBERS), rng.random() >= HASTY
    if rng.random() < 0.5:
        payer, payee = map(str, rng.sample(range(SEATS), 2))
        move = {"from-0": payer, "to-0": payee, "points-0": number, "reason-0": f"note {number}"}
        points = {payer: -number, payee: number}
        return Entry(f"note {number}", {"kind": "adjust", **move}, points, patient)
    # R rounds half up to tens; R(1) = 0.
    paid = (number + 5) // 10 * 10
    hands = {"sum-1": number, "sum-2": 1, "sum-3": 1}
    return Entry(str(number), {"kind": "out", "winner": "0", **hands}, {"0": paid, "1": -paid}, patient)


def mark_of(happened: dict[str, Any], points: int | None) -> str:
    """What tells a kept round from every other: the reason of a correction, or the sum of Ben's hand."""
    return str(happened["transfers"][0]["reason"] if happened["kind"] == "adjust" else points)


def wait_for(condition: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.005)


class Evening:
    """Four phones at a table, what each is going to enter, and the server that is up just now."""

    def __init__(self, server: Running, rng: random.Random, rounds: int = ROUNDS) -> None:
        host = Sender(server).open_table()
        self.server, self.sid = server, host.sid
        self.phones = [host, *(friend_of(host) for _ in range(1, PHONES))]
        self.entries = [[an_entry(rng) for _ in range(first, rounds, PHONES)] for first in range(PHONES)]
        self.recorded: list[str] = []
        """The marks of the rounds that a phone was told of."""
        self.through: list[str] = []
        """The marks of those that a phone is through with: also those that it gave up."""
        self.broken = 0

    def play(self, number: int) -> None:
        """One phone enters its rounds, each until it hears that it was recorded."""
        for entry in self.entries[number]:
            if self.enter(self.phones[number], entry, scripted=bool(number % 2)):
                self.recorded.append(entry.mark)
            self.through.append(entry.mark)

    def enter(self, phone: Sender, entry: Entry, scripted: bool) -> bool:
        """Whether the server said that it has the round; False where it was given up on a broken line."""
        form: dict[str, object] = {}
        while True:
            server = phone.server = self.server
            try:
                form = form or fill(phone, entry)
                if send(phone, form, scripted):
                    return True
                form = {}
            except BROKEN:
                self.broken += 1
                if form and not entry.patient:
                    return False
                self.wait_for_next(server)

    def wait_for_next(self, server: Running) -> None:
        wait_for(lambda: self.server is not server)


def fill(phone: Sender, entry: Entry) -> dict[str, object]:
    """The form as it stands now, with a key that no other form has."""
    blank = phone.form(f"/t/{phone.sid}/rounds/new/", "entry")
    return {**blank, **entry.facts, "key": f"power-cut-{next(NUMBERS)}", "action": "confirm"}


def send(phone: Sender, form: dict[str, object], scripted: bool) -> bool:
    """Whether the round was recorded; False where another was first.  Raises BROKEN."""
    headers = {"Cookie": phone.cookie, "Content-Type": "application/x-www-form-urlencoded"}
    headers |= {"Sent-By": "outbox"} if scripted else {}
    body = urlencode(form, doseq=True).encode()
    status, names, text = phone.server.ask("POST", f"/t/{phone.sid}/rounds/new/", body, headers)
    if status == 409:
        return False
    answer = (status, names.get("recorded") if scripted else names.get("location"))
    assert answer == ((204, form["key"]) if scripted else (302, f"/t/{phone.sid}/")), text
    return True


@dataclass(frozen=True)
class Books:
    """What a database holds of one table."""

    marks: Counter[str]
    places: list[int]
    edits: list[tuple[str, int]]
    revision: int
    standing: dict[str, Any]


KEPT = """
    SELECT position, happened, (
        SELECT points FROM play_hand JOIN play_seat ON play_seat.id = seat_id AND number = 1
        WHERE round_id = play_round.id
    )
    FROM play_round WHERE session_id = ? ORDER BY position
"""
"""The rounds of a table: number, what happened, and the sum of Ben's hand."""


def books_of(file: Path, sid: str) -> Books:
    base = sqlite3.connect(file)
    try:
        assert base.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert base.execute("PRAGMA foreign_key_check").fetchall() == []
        session = "SELECT id, revision, standing FROM play_gamesession WHERE public_id = ?"
        number, revision, standing = base.execute(session, (sid,)).fetchone()
        rounds = base.execute(KEPT, (number,)).fetchall()
        lines = "SELECT action, revision FROM play_roundedit WHERE session_id = ? ORDER BY revision"
        edits = base.execute(lines, (number,)).fetchall()
    finally:
        base.close()
    marks = Counter(mark_of(json.loads(happened), points) for _, happened, points in rounds)
    return Books(marks, [place for place, _, _ in rounds], edits, revision, json.loads(standing))


def database(folder: Path) -> Path:
    return folder / "scorekeeper.sqlite3"


def left_behind(folder: Path, into: Path) -> Path:
    """A copy of what a killed server left, so that the next one finds it untouched."""
    into.mkdir()
    for file in folder.glob("scorekeeper.sqlite3*"):
        shutil.copy(file, into)
    return database(into)


def kill(server: Running) -> None:
    server.process.kill()
    server.process.wait(PATIENCE)


def serve(folder: Path, fresh: bool = FULL) -> Any:
    return running(folder, "--host", "127.0.0.1", settings=SETTINGS, fresh=fresh)


def test_what_was_told_is_kept_once(tmp_path: Path) -> None:
    rng, folder = random.Random(1), tmp_path / "data"
    moments = sorted(rng.sample(range(1, ROUNDS - 2 * PHONES), KILLS))
    with ThreadPoolExecutor(PHONES) as crew:
        with serve(folder) as server:
            evening = Evening(server, rng)
            working = [crew.submit(evening.play, number) for number in range(PHONES)]
            cut(evening, moments[0], rng)
        for number, moment in enumerate([*moments[1:], None]):
            check_kept(evening, left_behind(folder, tmp_path / f"left-{number}"))
            with serve(folder) as server:
                evening.server = server
                if moment:
                    cut(evening, moment, rng)
                for each in working if not moment else ():
                    each.result(PATIENCE)
    check_books(evening, database(folder))
    check_rescore(folder)
    assert evening.broken >= KILLS


def cut(evening: Evening, moment: int, rng: random.Random) -> None:
    """Kill the server in the requests that follow once so many rounds are through."""
    wait_for(lambda: len(evening.through) >= moment)
    time.sleep(rng.uniform(0, LONGEST_REQUEST))
    kill(evening.server)


def check_kept(evening: Evening, file: Path) -> None:
    """What phones had been told by the time of the kill is in what it left behind."""
    told = set(evening.recorded)
    assert told <= set(books_of(file, evening.sid).marks)


def check_books(evening: Evening, file: Path) -> None:
    """Every round that a phone was told of once, every other at most once, and the points worked out."""
    books, own = books_of(file, evening.sid), {entry.mark: entry for one in evening.entries for entry in one}
    assert set(evening.recorded) <= set(books.marks) <= set(own)
    assert set(books.marks.values()) == {1}
    numbers = list(range(1, len(books.places) + 1))
    assert books.places == numbers
    assert books.edits == [("add", number) for number in numbers]
    assert books.revision == len(numbers)
    points = Counter(dict.fromkeys(map(str, range(SEATS)), 0))
    for mark in books.marks:
        points.update(own[mark].points)
    played = sum(own[mark].facts["kind"] != "adjust" for mark in books.marks)
    assert books.standing == {"points": points, "rounds": played, "elsewhere": 0}
    assert sum(books.standing["points"].values()) == 0


def check_rescore(folder: Path) -> None:
    answer = subprocess.run(
        [sys.executable, str(ROOT / "manage.py"), "rescore", "--check"],
        env=environment(SETTINGS) | {"SCOREKEEPER_DATA": str(folder)},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=PATIENCE,
        check=False,
    )
    assert (answer.returncode, answer.stdout) == (0, ""), answer.stderr


def test_a_round_whose_answer_was_lost_is_kept_and_sent_again_changes_nothing(tmp_path: Path) -> None:
    """The server is killed as soon as it has answered, and the phone asks again with the same form."""
    folder = tmp_path / "data"
    with serve(folder) as server:
        host = Sender(server).open_table()
        entry = an_entry(random.Random(1))
        form = fill(host, entry)
        assert send(host, form, scripted=True)
        kill(server)
    assert books_of(left_behind(folder, tmp_path / "left"), host.sid).marks == {entry.mark: 1}
    with serve(folder) as server:
        host.server = server
        assert send(host, form, scripted=True)
    books = books_of(database(folder), host.sid)
    assert (books.marks, books.revision) == ({entry.mark: 1}, 1)


def test_a_server_killed_while_it_first_starts_starts_again(tmp_path: Path) -> None:
    """Also while it makes its key, its database and its static files."""
    rng, folder = random.Random(2), tmp_path / "data"
    for _ in range(STARTS):
        process = subprocess.Popen(
            command(folder, "--host", "127.0.0.1", "--port", "0"),
            env=environment(SETTINGS),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.STDOUT,
            cwd=ROOT,
        )
        time.sleep(rng.uniform(0.3, 1.5))
        process.kill()
        process.wait(PATIENCE)
    with serve(folder, fresh=True) as server:
        host = Sender(server).open_table()
        entry = an_entry(rng)
        assert send(host, fill(host, entry), scripted=False)
    assert books_of(database(folder), host.sid).marks == {entry.mark: 1}
