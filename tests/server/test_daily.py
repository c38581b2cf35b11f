"""What the server does every day."""

import sqlite3
import time
from pathlib import Path

import pytest
from django.db import OperationalError

from scorekeeper.server import daily
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
        daily._keep_house(0)
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
