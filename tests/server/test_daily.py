"""What the server does every day."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from scorekeeper.server import commands
from tests.live.lines import Sender
from tests.server.running import DATABASE, REAL, running, wait_for

pytestmark = pytest.mark.usefixtures("on_a_file")


def put_command(folder: Path, code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every command that is started be this code."""
    (folder / "scorekeeper").mkdir()
    (folder / "scorekeeper" / "__main__.py").write_text(code)
    monkeypatch.setattr(commands.settings, "BASE_DIR", folder)


def test_trouble_is_told_and_tried_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    """The first time fails, later ones work."""
    tries = tmp_path / "tries"
    command = "import os; new = not os.path.exists({0!r}); open({0!r}, 'a').write('x'); exit(new)"
    put_command(tmp_path, command.format(str(tries)), monkeypatch)
    with commands.run_housekeeping(0, 0):
        wait_for(lambda: tries.exists() and len(tries.read_text()) >= 3)
    [record] = caplog.records
    assert record.getMessage().startswith("Housekeeping was not possible")


def test_ctrl_c_is_for_the_server_alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    seen = tmp_path / "seen"
    command = f"import os; open({str(seen)!r}, 'w').write(str(os.getsid(0) == os.getpid()))"
    put_command(tmp_path, command, monkeypatch)
    commands.start_command("housekeeping").wait(20)
    assert seen.read_text() == "True"


@pytest.mark.long
def test_the_server_keeps_house_when_it_starts(tmp_path: Path) -> None:
    with running(tmp_path, settings=REAL) as server:
        Sender(server).open_table()
    base = sqlite3.connect(tmp_path / DATABASE)
    base.execute("UPDATE circles_circle SET created_at = '2020-01-01 00:00:00'")
    base.execute("UPDATE circles_device SET last_seen = '2020-01-01 00:00:00'")
    base.commit()
    with running(tmp_path, settings=REAL):
        wait_for(lambda: base.execute("SELECT count(*) FROM circles_circle").fetchone() == (0,))
    base.close()


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


@pytest.mark.long
def test_rounds_are_recorded_while_house_is_kept_and_it_ends_with_the_server(tmp_path: Path) -> None:
    with running(tmp_path, settings=REAL) as server:
        sender = Sender(server).open_table()
    base = sqlite3.connect(tmp_path / DATABASE)
    _many_unseen(base)
    base.close()
    with running(tmp_path, settings=REAL) as server:
        sender.server = server
        wait_for(lambda: left(tmp_path) < PHONES)
        for _ in range(5):
            sender.play()
        assert server.stop() == 0
    assert not (tmp_path / f"{DATABASE}-wal").exists()
    assert 0 < left(tmp_path) < PHONES, "it was under way"


def left(folder: Path) -> int:
    """How many phones are still to be put out."""
    with closing(sqlite3.connect(folder / DATABASE)) as base:
        query = "SELECT count(*) FROM circles_device WHERE key_hash LIKE 'k%'"
        return int(base.execute(query).fetchone()[0])
