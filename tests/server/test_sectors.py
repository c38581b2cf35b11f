"""A power cut at any point of what SQLite asks of the disk, with the options that the app opens it with.

Every write and every wait for the disk is recorded.  At a cut the disk holds what was waited for, and of
everything else any sectors, in any order; opened again, the file is whole and has all that was acknowledged.
"""

import os
import random
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from scorekeeper.server.database import SQLITE_OPTIONS

FULL = os.environ.get("HYPOTHESIS_PROFILE") == "full"
COMMITS, EVERY = (60, 2) if FULL else (20, 6)
KEPT = (0.0, 0.1, 0.5, 0.9, 1.0) if FULL else (0.0, 0.5, 1.0)
"""How large a part of what nobody waited for may be on the disk."""
SECTOR = 512
NAME = "base"

WRITER = """
import os, sqlite3, sys
base = sqlite3.connect(sys.argv[1], isolation_level=None)
base.executescript(sys.argv[2])
base.execute("PRAGMA wal_autocheckpoint = 8")
base.execute("CREATE TABLE rounds (number, text)")
for number in range(int(sys.argv[3])):
    base.execute("BEGIN IMMEDIATE")
    base.execute("INSERT INTO rounds VALUES (?, ?)", (number, "x" * (number * 397 % 5000)))
    base.execute("COMMIT")
    os.write(1, b"%d " % number)
os._exit(0)
"""
"""Commits row by row, acknowledges each, folds the log back every few commits, and never closes the file."""

CALL = re.compile(
    r"^(?P<call>\w+)\((?P<fd>\d+)<(?P<path>.*?)>"
    r'(?:, (?:"(?P<data>[^"]*)", )?(?P<rest>[\d, ]+))?\)\s+= (?P<done>\d+)'
)


@dataclass(frozen=True)
class Event:
    """A call that was made: a write, a cut to a length, a wait for the disk, or an acknowledgement."""

    call: str
    file: str
    data: bytes = b""
    place: int = 0


def recorded(folder: Path, options: str) -> list[Event]:
    """What a writer asks of the system, in order."""
    trace = folder / "trace"
    watched = "trace=pwrite64,write,fsync,fdatasync,ftruncate"
    command = [
        "strace",
        "-qq",
        "-y",
        "-xx",
        "-s",
        "100000",
        "-e",
        watched,
        "-e",
        "signal=none",
        "-o",
        str(trace),
    ]
    writer = [sys.executable, "-c", WRITER, str(folder / NAME), options, str(COMMITS)]
    done = subprocess.run([*command, "-o", trace, *writer], capture_output=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    return [event for line in trace.read_text("latin-1").splitlines() for event in read(line)]


def read(line: str) -> Iterator[Event]:
    found = CALL.match(line)
    if not found:
        return
    name = os.path.basename(bytes(found["path"], "latin-1").decode("unicode_escape"))
    data = bytes.fromhex((found["data"] or "").replace("\\x", ""))
    numbers = [int(number) for number in re.findall(r"\d+", found["rest"] or "")]
    if found["call"] == "write" and found["fd"] == "1":
        yield Event("told", "", data)
    elif name in {NAME, f"{NAME}-wal"}:
        yield Event(found["call"], name, data[: int(found["done"])], numbers[-1] if numbers else 0)


@dataclass
class Disk:
    """What is on it for certain, and what may be."""

    safe: dict[str, bytes] = field(default_factory=dict)
    pending: list[Event] = field(default_factory=list)
    told: int = 0

    def take(self, event: Event) -> None:
        if event.call == "told":
            self.told += 1
        elif event.call in {"fsync", "fdatasync"}:
            mine = [each for each in self.pending if each.file == event.file]
            self.safe[event.file] = applied(self.safe.get(event.file, b""), mine)
            self.pending = [each for each in self.pending if each.file != event.file]
        else:
            self.pending.append(event)

    def after_a_cut(self, folder: Path, rng: random.Random, kept: float) -> Path:
        """Lay out what the next start finds, with so large a part of what nobody waited for."""
        folder.mkdir()
        some = [part for event in self.pending for part in sectors(event) if rng.random() < kept]
        rng.shuffle(some)
        for name in {*self.safe, *(part.file for part in some)}:
            mine = [part for part in some if part.file == name]
            (folder / name).write_bytes(applied(self.safe.get(name, b""), mine))
        return folder / NAME


def sectors(event: Event) -> Iterator[Event]:
    if event.call == "ftruncate":
        yield event
        return
    begin, end = event.place, event.place + len(event.data)
    while begin < end:
        stop = min(end, (begin // SECTOR + 1) * SECTOR)
        yield Event(event.call, event.file, event.data[begin - event.place : stop - event.place], begin)
        begin = stop


def applied(content: bytes, events: list[Event]) -> bytes:
    made = bytearray(content)
    for event in events:
        if event.call == "ftruncate":
            del made[event.place :]
            continue
        made.extend(bytes(max(0, event.place - len(made))))
        made[event.place : event.place + len(event.data)] = event.data
    return bytes(made)


def lost(file: Path, told: int) -> int:
    """How many acknowledged rows are missing; the file itself is whole."""
    with closing(sqlite3.connect(file)) as base:
        assert base.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        tables = base.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        rows = [row for (row,) in base.execute("SELECT number FROM rounds ORDER BY rowid")] if tables else []
    assert rows == list(range(len(rows)))
    return max(0, told - len(rows))


def losses(folder: Path, options: str) -> list[int]:
    """How many acknowledged rows each of the cuts costs; the file is there before the first of them."""
    file = folder / NAME
    with closing(sqlite3.connect(file)) as base:
        base.executescript(options)
    disk, rng, found = Disk({NAME: file.read_bytes()}), random.Random(1), []
    for number, event in enumerate(recorded(folder, options)):
        disk.take(event)
        if number % EVERY == 0:
            for kept in KEPT:
                place = folder / f"cut-{number}-{kept}"
                found.append(lost(disk.after_a_cut(place, rng, kept), disk.told))
                shutil.rmtree(place)
    assert disk.told == COMMITS
    return found


def test_what_was_acknowledged_is_there(tmp_path: Path) -> None:
    if not shutil.which("strace"):
        pytest.skip("needs strace: tests/run.sh gets it")
    found = losses(tmp_path, str(SQLITE_OPTIONS["init_command"]))
    assert len(found) >= COMMITS
    assert set(found) == {0}


@pytest.mark.long
def test_it_would_be_noticed_if_the_disk_were_not_waited_for(tmp_path: Path) -> None:
    if not shutil.which("strace"):
        pytest.skip("needs strace: tests/run.sh gets it")
    options = str(SQLITE_OPTIONS["init_command"]).replace("synchronous=FULL", "synchronous=NORMAL")
    assert max(losses(tmp_path, options)) > 0
