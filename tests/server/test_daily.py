"""What the server does every day."""

import signal
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
import uvicorn
from django.db import OperationalError

from scorekeeper.server import daily, workers
from tests.live.lines import Sender
from tests.server.running import running

pytestmark = pytest.mark.usefixtures("on_a_file")


def test_trouble_is_told_and_tried_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The first time fails, the second works, and the third ends the loop."""
    tries: list[str] = []

    def trouble(*words: object, **more: object) -> None:
        tries.append(str(words[0]))
        if len(tries) == 1:
            raise OperationalError("database is locked")
        if len(tries) == 3:
            raise KeyboardInterrupt

    monkeypatch.setattr(daily, "call_command", trouble)
    monkeypatch.setattr(daily.connections, "close_all", lambda: None)
    with pytest.raises(KeyboardInterrupt):
        daily._run(0)
    assert tries == ["housekeeping"] * 3
    assert [record.getMessage() for record in caplog.records] == [
        "Housekeeping was not possible (OperationalError)"
    ]


def test_the_server_keeps_house_when_it_starts(tmp_path: Path) -> None:
    with running(tmp_path, settings="scorekeeper.settings") as server:
        Sender(server).open_table()
    base = sqlite3.connect(tmp_path / "scorekeeper.sqlite3")
    base.execute("UPDATE circles_circle SET created_at = '2020-01-01 00:00:00'")
    base.execute("UPDATE circles_device SET last_seen = '2020-01-01 00:00:00'")
    base.commit()
    with running(tmp_path, settings="scorekeeper.settings"):
        end = time.monotonic() + 20
        while base.execute("SELECT count(*) FROM circles_circle").fetchone()[0] and time.monotonic() < end:
            time.sleep(0.05)
    assert base.execute("SELECT count(*) FROM circles_circle").fetchone()[0] == 0
    base.close()


def test_who_stops_is_told_whether_the_step_has_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """No connection is to be closed before; what is left to do is done another day."""
    begun, over, left = threading.Event(), threading.Event(), threading.Event()

    def step(*_words: object, **_more: object) -> None:
        begun.set()
        assert over.wait(20)
        try:
            daily.rest(20)
        except daily.Ending:
            left.set()
            raise

    monkeypatch.setattr(daily, "call_command", step)
    daily.keep_house()
    assert begun.wait(20)
    assert not daily.stop(0.05)
    over.set()
    assert daily.stop(20)
    assert left.is_set()


def test_what_is_done_by_hand_afterwards_is_done_to_the_end() -> None:
    assert daily.stop(0)
    daily.rest(0)


PHONES = 2_000
"""So many nobody has seen for years: putting them out takes longer than a round waits."""


def _many_unseen(base: sqlite3.Connection) -> None:
    """Phones beside the host's in the only circle."""
    for table, fresh in (("circles_device", "key_hash"), ("circles_membership", "device_id")):
        names = [row[1] for row in base.execute(f"PRAGMA table_info({table})") if row[1] != "id"]
        values = {"key_hash": "'k' || n", "last_seen": "'2020-01-01 00:00:00'", "role": "1"}
        if fresh == "device_id":
            values = {"role": "1", "device_id": "(SELECT id FROM circles_device WHERE key_hash = 'k' || n)"}
        columns = ", ".join(values.get(name, name) for name in names)
        counted = f"WITH RECURSIVE many(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM many WHERE n < {PHONES})"
        one = f"(SELECT * FROM {table} LIMIT 1)"
        base.execute(f"{counted} INSERT INTO {table} ({', '.join(names)}) SELECT {columns} FROM many, {one}")
    base.commit()


def test_rounds_are_recorded_while_house_is_kept_and_it_ends_with_the_server(tmp_path: Path) -> None:
    with running(tmp_path, settings="scorekeeper.settings") as server:
        sender = Sender(server).open_table()
    base = sqlite3.connect(tmp_path / "scorekeeper.sqlite3")
    _many_unseen(base)
    base.close()
    with running(tmp_path, settings="scorekeeper.settings") as server:
        sender.server = server
        for _ in range(5):
            sender.play()
        assert server.stop() == 0
    assert not (tmp_path / "scorekeeper.sqlite3-wal").exists()
    with closing(sqlite3.connect(tmp_path / "scorekeeper.sqlite3")) as base:
        [left] = base.execute("SELECT count(*) FROM circles_device WHERE key_hash LIKE 'k%'").fetchone()
    assert 0 < left < PHONES, "it was under way"


@pytest.mark.parametrize(("rested", "closed"), [(True, ["leave"]), (False, [])])
def test_house_is_kept_no_more_before_the_processes_that_answer_end(
    monkeypatch: pytest.MonkeyPatch, rested: bool, closed: list[str]
) -> None:
    """They fold the log back when they end, and would wait for the step that is under way."""
    done: list[str] = []

    class Process:
        exitcode, pid = 0, 1

        def __getattr__(self, name: str) -> Callable[..., None]:
            return lambda *_given: done.append(name)

    def stop(_seconds: float) -> bool:
        done.append("rest")
        return rested

    monkeypatch.setattr(workers.daily, "stop", stop)
    monkeypatch.setattr(workers.database, "leave", lambda: done.append("leave"))
    monkeypatch.setattr(signal, "signal", lambda *_given: None)
    several = workers.Supervisor(uvicorn.Config("none"), [])
    several.processes = [Process(), Process()]  # type: ignore[list-item]
    several.terminate_all()
    several.join_all()
    assert done == ["rest", "terminate", "terminate", "join", "join", *closed]
