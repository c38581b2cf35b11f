"""The server is killed again and again while rounds are entered, and starts on the same data.

What a phone was said is kept, is there, once; what it was not said is there once or not at all.  A killed
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
import time
from collections import Counter
from dataclasses import dataclass, field
from itertools import count, cycle
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import urlencode

import pytest

from tests.live.lines import Sender, friend_of
from tests.server.running import ROOT, Running, command, environment, manage, running

pytestmark = pytest.mark.usefixtures("on_a_file")

SETTINGS = "scorekeeper.settings"
FULL = os.environ.get("HYPOTHESIS_PROFILE") == "full"
KILLS, STARTS = (12, 12) if FULL else (3, 3)
SEATS = 4
PATIENCE = 60.0
LONGEST_REQUEST = 0.03
"""Seconds within which a kill comes after the round that it waits for: somewhere in the next requests."""
HASTY = 0.2
"""How many of the rounds are given up by their phone when the line breaks."""
BROKEN = (OSError, http.client.HTTPException)
NUMBERS = count(1)


@dataclass(frozen=True)
class Entry:
    """A round to be entered: ``mark`` is unlike every other, with its points by seat worked out."""

    mark: str
    facts: dict[str, object]
    points: dict[str, int]


def an_entry(rng: random.Random) -> Entry:
    """A correction with a reason of its own, or somebody going out on a sum of its own."""
    number = next(NUMBERS)
    if rng.random() < 0.5:
        payer, payee = map(str, rng.sample(range(SEATS), 2))
        move = {"from-0": payer, "to-0": payee, "points-0": number, "reason-0": f"note {number}"}
        return Entry(f"note {number}", {"kind": "adjust", **move}, {payer: -number, payee: number})
    # R rounds half up to tens; R(1) = 0.
    paid = (number + 5) // 10 * 10
    hands = {"sum-1": number, "sum-2": 1, "sum-3": 1}
    return Entry(str(number), {"kind": "out", "winner": "0", **hands}, {"0": paid, "1": -paid})


def mark_of(happened: dict[str, Any], points: int | None) -> str:
    """What says a kept round from every other: the reason of a correction, or the sum of Ben's hand."""
    return str(happened["transfers"][0]["reason"] if happened["kind"] == "adjust" else points)


@dataclass
class Guest:
    """A phone that enters rounds, by its outbox where it is ``scripted``."""

    sender: Sender
    scripted: bool

    def fill(self, entry: Entry) -> dict[str, object]:
        """The form as it stands now, with a key that no other form has."""
        blank = self.sender.form(f"/t/{self.sender.sid}/rounds/new/", "entry")
        return {**blank, **entry.facts, "key": f"power-cut-{next(NUMBERS)}", "action": "confirm"}

    def send(self, form: dict[str, object]) -> None:
        """Send a form that is recorded; raises BROKEN."""
        headers = {"Cookie": self.sender.cookie, "Content-Type": "application/x-www-form-urlencoded"}
        headers |= {"Sent-By": "outbox"} if self.scripted else {}
        body = urlencode(form, doseq=True).encode()
        path = f"/t/{self.sender.sid}/rounds/new/"
        status, names, text = self.sender.server.ask("POST", path, body, headers)
        answer = (status, names.get("recorded") if self.scripted else names.get("location"))
        wanted = (204, form["key"]) if self.scripted else (302, f"/t/{self.sender.sid}/")
        assert answer == wanted, text


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


@dataclass
class Evening:
    """Phones that enter rounds in turn: all that they entered, and what they were told is recorded."""

    guests: list[Guest]
    rng: random.Random
    entered: dict[str, Entry] = field(default_factory=dict)
    told: set[str] = field(default_factory=set)

    def play(self, server: Running, folder: Path) -> tuple[Guest, str, dict[str, object]]:
        """Enter rounds until a kill; gives what got no answer, and its form if there was one."""
        for guest in self.guests:
            guest.sender.server = server
        turns, calm = cycle(self.guests), len(self.told) + self.rng.randint(1, 8)
        while True:
            guest, entry, form = next(turns), an_entry(self.rng), dict[str, object]()
            if len(self.told) == calm:
                Thread(target=self._kill_soon, args=(server, folder)).start()
            try:
                form = guest.fill(entry)
                self.entered[entry.mark] = entry
                guest.send(form)
            except BROKEN:
                return guest, entry.mark, form
            self.told.add(entry.mark)

    def _kill_soon(self, server: Running, folder: Path) -> None:
        """In the requests that follow, or between a round that is just written and its answer."""
        delay = self.rng.uniform(0, LONGEST_REQUEST)
        time.sleep(delay) if self.rng.random() < 1 / 3 else await_writing(folder)
        kill(server)


def await_writing(folder: Path) -> None:
    """Until something is written; reading alone leaves the log as it is for the next server."""
    base = sqlite3.connect(f"{database(folder).as_uri()}?mode=ro", uri=True)
    try:
        version = "PRAGMA data_version"
        before, end = base.execute(version).fetchone(), time.monotonic() + PATIENCE
        while base.execute(version).fetchone() == before and time.monotonic() < end:
            time.sleep(0)
    finally:
        base.close()


def test_what_was_told_is_kept_once(tmp_path: Path) -> None:
    """What got no answer is sent again under its key, but for some of it."""
    rng, folder = random.Random(1), tmp_path / "data"
    with serve(folder) as server:
        host = Sender(server).open_table()
        evening = Evening([Guest(host, False), Guest(friend_of(host), True)], rng)
    for number in range(KILLS):
        with serve(folder) as server:
            guest, mark, form = evening.play(server, folder)
        assert evening.told <= set(books_of(left_behind(folder, tmp_path / f"left-{number}"), host.sid).marks)
        with serve(folder) as server:
            guest.sender.server = server
            if form and rng.random() >= HASTY:
                guest.send(form)
                evening.told.add(mark)
    check_books(evening, books_of(database(folder), host.sid))
    check_rescore(folder)


def check_books(evening: Evening, books: Books) -> None:
    """Every round that a phone heard of once, every other at most once, and the points worked out."""
    assert evening.told <= set(books.marks) <= set(evening.entered)
    assert set(books.marks.values()) == {1}
    numbers = list(range(1, len(books.places) + 1))
    assert books.places == numbers
    assert books.edits == [("add", number) for number in numbers]
    assert books.revision == len(numbers)
    points = Counter(dict.fromkeys(map(str, range(SEATS)), 0))
    for mark in books.marks:
        points.update(evening.entered[mark].points)
    played = sum(evening.entered[mark].facts["kind"] != "adjust" for mark in books.marks)
    assert books.standing == {"points": points, "rounds": played, "elsewhere": 0}
    assert sum(books.standing["points"].values()) == 0


def check_rescore(folder: Path) -> None:
    answer = manage(folder, "rescore", "--check")
    assert (answer.returncode, answer.stdout) == (0, ""), answer.stderr


def test_a_round_whose_answer_was_lost_is_kept_and_sent_again_changes_nothing(tmp_path: Path) -> None:
    """The server is killed as soon as it has answered, and the phone asks again with the same form."""
    folder = tmp_path / "data"
    with serve(folder) as server:
        host = Sender(server).open_table()
        entry, guest = an_entry(random.Random(1)), Guest(host, scripted=True)
        form = guest.fill(entry)
        guest.send(form)
        kill(server)
    assert books_of(left_behind(folder, tmp_path / "left"), host.sid).marks == {entry.mark: 1}
    with serve(folder) as server:
        host.server = server
        guest.send(form)
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
        entry, guest = an_entry(rng), Guest(host, scripted=False)
        guest.send(guest.fill(entry))
    assert books_of(database(folder), host.sid).marks == {entry.mark: 1}
