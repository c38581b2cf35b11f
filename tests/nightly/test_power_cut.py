"""The server is killed again and again while rounds are entered, and starts on the same data.

What a phone was said is kept, is there, once; what it was not said is there once or not at all.  A killed
process leaves what the system had in hand to be written; that the disk is waited for is settled in
``scorekeeper.server.database``.
"""

import http.client
import json
import random
import shutil
import sqlite3
import subprocess
import time
from collections import Counter
from contextlib import closing
from itertools import count, cycle
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Timer
from typing import Any

import pytest

from tests.live.clients import Sender, friend_of
from tests.server.running import DATABASE, REAL, ROOT, Running, command, environment, manage, running
from tests.server.test_database_errors import sent

pytestmark = pytest.mark.usefixtures("on_a_file")

KILLS, STARTS = 12, 12
MOST_S = 0.15
"""Seconds within which a kill comes after a round: somewhere in the requests that follow."""
BROKEN = (OSError, http.client.HTTPException)
NUMBERS = count(1)


def entry(phone: Sender) -> tuple[int, dict[str, object]]:
    """A number that no other round has, and the form by which Ben (seat 1) pays so much to Ann (seat 0)."""
    number = next(NUMBERS)
    form = phone.form(f"/t/{phone.sid}/rounds/new/", "entry")
    move = {"kind": "adjust", "from-0": "1", "to-0": "0", "points-0": number, "reason-0": f"{number}"}
    return number, {**form, **move, "action": "confirm"}


def send(phone: Sender, form: dict[str, object], scripted: bool) -> None:
    """Send a form that is recorded, by the outbox or as a page does; raises BROKEN."""
    if scripted:
        status, headers, text = sent(phone, form)
        assert (status, [headers["recorded"]]) == (204, form["key"]), text
    else:
        assert phone.send(form) == 302


def kept(folder: Path, sid: str) -> Counter[int]:
    """The numbers of the rounds at a table, in whose points they are summed up.

    It looks at a copy of what a killed server left: the next one finds that untouched.
    """
    with TemporaryDirectory() as copy:
        for file in folder.glob(f"{DATABASE}*"):
            shutil.copy(file, copy)
        with closing(sqlite3.connect(Path(copy, DATABASE))) as base:
            assert base.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            assert base.execute("PRAGMA foreign_key_check").fetchall() == []
            session = "SELECT id, revision, standing FROM play_gamesession WHERE public_id = ?"
            number, revision, standing = base.execute(session, (sid,)).fetchone()
            rows = "SELECT happened FROM play_round WHERE session_id = ? ORDER BY position"
            rounds = [json.loads(happened) for (happened,) in base.execute(rows, (number,))]
    numbers = [int(each["transfers"][0]["reason"]) for each in rounds]
    points: dict[str, Any] = json.loads(standing)["points"]
    assert (revision, points["0"], points["1"]) == (len(numbers), sum(numbers), -sum(numbers))
    return Counter(numbers)


def kill(server: Running) -> None:
    server.process.kill()
    server.process.wait(60)


def test_acknowledged_rounds_survive_kills_once(tmp_path: Path) -> None:
    """A form without an answer is sent again with the same key, except in every fifth turn."""
    chance, folder, told = random.Random(1), tmp_path / "data", set[int]()
    with running(folder, settings=REAL) as server:
        host = Sender(server).open_table()
        phones = [host, friend_of(host)]
    for turn in range(KILLS):
        with running(folder, settings=REAL) as server:
            calm = len(told) + chance.randint(1, 8)
            for phone in cycle(phones):
                phone.server = server
                if len(told) == calm:
                    Timer(chance.uniform(0, MOST_S), kill, (server,)).start()
                number, form = 0, dict[str, object]()
                try:
                    number, form = entry(phone)
                    send(phone, form, scripted=phone is not host)
                except BROKEN:
                    break
                told.add(number)
        assert told <= set(kept(folder, host.sid))
        with running(folder, settings=REAL) as server:
            phone.server = server
            if form and turn % 5:
                send(phone, form, scripted=phone is not host)
                told.add(number)
    numbers = kept(folder, host.sid)
    assert told <= set(numbers)
    assert set(numbers.values()) == {1}
    answer = manage(folder, "rescore", "--check")
    assert (answer.returncode, answer.stdout) == (0, ""), answer.stderr


def test_a_repeated_form_after_a_lost_answer_changes_nothing(tmp_path: Path) -> None:
    """The server is killed after its answer, and the phone sends the same form again."""
    with running(tmp_path, settings=REAL) as server:
        phone = Sender(server).open_table()
        number, form = entry(phone)
        send(phone, form, scripted=True)
        kill(server)
    assert kept(tmp_path, phone.sid) == {number: 1}
    with running(tmp_path, settings=REAL) as phone.server:
        send(phone, form, scripted=True)
    assert kept(tmp_path, phone.sid) == {number: 1}


def test_a_server_killed_during_its_first_start_starts_again(tmp_path: Path) -> None:
    """While it creates its key, its database and its static files."""
    chance, folder, nowhere = random.Random(2), tmp_path / "data", subprocess.DEVNULL
    for _ in range(STARTS):
        words = command(folder, "--host", "127.0.0.1", "--port", "0")
        process = subprocess.Popen(words, env=environment(REAL), stdout=nowhere, stderr=nowhere, cwd=ROOT)
        time.sleep(chance.uniform(0.3, 1.5))
        process.kill()
        process.wait(60)
    with running(folder, settings=REAL, fresh=True) as server:
        phone = Sender(server).open_table()
        number, form = entry(phone)
        send(phone, form, scripted=False)
    assert kept(folder, phone.sid) == {number: 1}
