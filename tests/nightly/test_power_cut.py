"""The server is killed again and again while four phones enter rounds, and starts on the same data.

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
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from threading import Condition
from typing import Any
from urllib.parse import urlencode

import pytest

from tests.live.lines import Sender, friend_of
from tests.server.running import ROOT, Running, command, environment, manage, running

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
    """A round to be entered: ``mark`` is unlike every other, with its points by seat worked out."""

    sid: str
    mark: str
    facts: dict[str, object]
    points: dict[str, int]
    patient: bool


def an_entry(sid: str, rng: random.Random) -> Entry:
    """A correction with a reason of its own, or somebody going out on a sum of its own."""
    number, patient = next(NUMBERS), rng.random() >= HASTY
    if rng.random() < 0.5:
        payer, payee = map(str, rng.sample(range(SEATS), 2))
        move = {"from-0": payer, "to-0": payee, "points-0": number, "reason-0": f"note {number}"}
        points = {payer: -number, payee: number}
        return Entry(sid, f"note {number}", {"kind": "adjust", **move}, points, patient)
    # R rounds half up to tens; R(1) = 0.
    paid = (number + 5) // 10 * 10
    hands = {"sum-1": number, "sum-2": 1, "sum-3": 1}
    return Entry(sid, str(number), {"kind": "out", "winner": "0", **hands}, {"0": paid, "1": -paid}, patient)


def mark_of(happened: dict[str, Any], points: int | None) -> str:
    """What says a kept round from every other: the reason of a correction, or the sum of Ben's hand."""
    return str(happened["transfers"][0]["reason"] if happened["kind"] == "adjust" else points)


@dataclass
class House:
    """What the phones share: the server that is up just now, and which rounds they are through with."""

    server: Running
    turn: Condition = field(default_factory=Condition)
    recorded: set[str] = field(default_factory=set)
    through: int = 0
    broken: int = 0
    failed: bool = False

    def tell(self, **news: Any) -> None:
        with self.turn:
            for name, value in news.items():
                setattr(self, name, value)
            self.turn.notify_all()

    def done(self, entry: Entry, recorded: bool) -> None:
        with self.turn:
            self.recorded |= {entry.mark} if recorded else set()
            self.through += 1
            self.turn.notify_all()

    def broke(self, server: Running) -> None:
        """Count a broken line, and wait for the server that comes after this one."""
        with self.turn:
            self.broken += 1
            assert self.turn.wait_for(lambda: self.server is not server or self.failed, PATIENCE)
            assert not self.failed

    def wait(self, through: int) -> None:
        with self.turn:
            assert self.turn.wait_for(lambda: self.through >= through or self.failed, PATIENCE)


class Guest:
    """A phone that enters its rounds, each until it hears that it was recorded."""

    def __init__(self, house: House, sender: Sender, scripted: bool) -> None:
        self.house, self.sender, self.scripted = house, sender, scripted

    def play(self, entries: Sequence[Entry]) -> None:
        try:
            for entry in entries:
                self.house.done(entry, self.enter(entry))
        except BaseException:
            self.house.tell(failed=True)
            raise

    def enter(self, entry: Entry) -> bool:
        """Whether the server said that it has the round; False where it was given up on a broken line."""
        form: dict[str, object] = {}
        while True:
            server = self.sender.server = self.house.server
            try:
                form = form or self.fill(entry)
                if self.send(entry, form):
                    return True
                form = {}
            except BROKEN:
                if form and not entry.patient:
                    return False
                self.house.broke(server)

    def fill(self, entry: Entry) -> dict[str, object]:
        """The form as it stands now, with a key that no other form has."""
        blank = self.sender.form(f"/t/{entry.sid}/rounds/new/", "entry")
        key = f"power-cut-{next(NUMBERS)}"
        return {**blank, **entry.facts, "key": key, "action": "confirm"}

    def send(self, entry: Entry, form: dict[str, object]) -> bool:
        """Whether the round was recorded; False where another was first.  Raises BROKEN."""
        headers = {"Cookie": self.sender.cookie, "Content-Type": "application/x-www-form-urlencoded"}
        headers |= {"Sent-By": "outbox"} if self.scripted else {}
        body = urlencode(form, doseq=True).encode()
        path = f"/t/{entry.sid}/rounds/new/"
        status, names, text = self.sender.server.ask("POST", path, body, headers)
        if status == 409:
            return False
        answer = (status, names.get("recorded") if self.scripted else names.get("location"))
        assert answer == ((204, form["key"]) if self.scripted else (302, f"/t/{entry.sid}/")), text
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


@dataclass
class Evening:
    """Phones at their table, and what they are going to enter."""

    house: House
    guests: list[Guest]
    entries: list[list[Entry]]

    @property
    def sid(self) -> str:
        return self.guests[0].sender.sid


def an_evening(server: Running, rng: random.Random) -> Evening:
    host = Sender(server).open_table()
    senders = [host, *(friend_of(host) for _ in range(1, PHONES))]
    house = House(server)
    guests = [Guest(house, sender, bool(index % 2)) for index, sender in enumerate(senders)]
    entries: list[list[Entry]] = [[] for _ in guests]
    for index in range(ROUNDS):
        entries[index % PHONES].append(an_entry(host.sid, rng))
    return Evening(house, guests, entries)


@pytest.fixture(name="crew")
def _crew() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(PHONES) as result:
        yield result


def test_what_was_told_is_kept_once(tmp_path: Path, crew: ThreadPoolExecutor) -> None:
    rng, folder = random.Random(1), tmp_path / "data"
    moments = sorted(rng.sample(range(1, ROUNDS - 2 * PHONES), KILLS))
    with serve(folder) as server:
        evening = an_evening(server, rng)
        working = [
            crew.submit(guest.play, own) for guest, own in zip(evening.guests, evening.entries, strict=True)
        ]
        cut(evening, folder, moments[0], rng)
    for number, moment in enumerate([*moments[1:], None]):
        check_kept(evening, left_behind(folder, tmp_path / f"left-{number}"))
        with serve(folder) as server:
            evening.house.tell(server=server)
            cut(evening, folder, moment, rng) if moment else finish(working)
    check_books(evening, database(folder))
    check_rescore(folder)
    assert evening.house.broken >= KILLS


def cut(evening: Evening, folder: Path, moment: int, rng: random.Random) -> None:
    """Kill the server once so many rounds are through: in the requests that follow, or between a round that
    is just written and its answer."""
    evening.house.wait(moment)
    delay = rng.uniform(0, LONGEST_REQUEST)
    time.sleep(delay) if rng.random() < 1 / 3 else await_writing(folder)
    kill(evening.house.server)


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


def finish(working: Sequence["Future[None]"]) -> None:
    for each in working:
        each.result(PATIENCE)


def check_kept(evening: Evening, file: Path) -> None:
    """What phones had been said by the time of the kill is in what it left behind."""
    with evening.house.turn:
        recorded = set(evening.house.recorded)
    assert recorded <= set(books_of(file, evening.sid).marks)


def check_books(evening: Evening, file: Path) -> None:
    """Every round that a phone heard of once, every other at most once, and the points worked out."""
    books = books_of(file, evening.sid)
    own = {entry.mark: entry for entries in evening.entries for entry in entries}
    assert evening.house.recorded <= set(books.marks) <= set(own)
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
    answer = manage(folder, "rescore", "--check")
    assert (answer.returncode, answer.stdout) == (0, ""), answer.stderr


def test_a_round_whose_answer_was_lost_is_kept_and_sent_again_changes_nothing(tmp_path: Path) -> None:
    """The server is killed as soon as it has answered, and the phone asks again with the same form."""
    folder = tmp_path / "data"
    with serve(folder) as server:
        host = Sender(server).open_table()
        entry = an_entry(host.sid, random.Random(1))
        guest = Guest(House(server), host, scripted=True)
        form = guest.fill(entry)
        assert guest.send(entry, form)
        kill(server)
    assert books_of(left_behind(folder, tmp_path / "left"), host.sid).marks == {entry.mark: 1}
    with serve(folder) as server:
        host.server = server
        assert guest.send(entry, form)
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
        entry = an_entry(host.sid, rng)
        guest = Guest(House(server), host, scripted=False)
        assert guest.send(entry, guest.fill(entry))
    assert books_of(database(folder), host.sid).marks == {entry.mark: 1}
