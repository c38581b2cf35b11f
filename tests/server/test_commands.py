"""Commands in subprocesses, and daily housekeeping."""

import sqlite3
from pathlib import Path
from time import monotonic

import pytest

from scorekeeper.server import commands
from tests.live.clients import Sender
from tests.server.running import DATABASE, REAL, running, wait_for

pytestmark = pytest.mark.usefixtures("on_a_file")


def put_command(folder: Path, code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace every command by this code."""
    (folder / "scorekeeper").mkdir()
    (folder / "scorekeeper" / "__main__.py").write_text(code)
    monkeypatch.setattr(commands.settings, "BASE_DIR", folder)


def test_a_failed_housekeeping_is_logged_and_repeated(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    """The first run fails, later ones succeed."""
    tries = tmp_path / "tries"
    command = "import os; new = not os.path.exists({0!r}); open({0!r}, 'a').write('x'); exit(new)"
    put_command(tmp_path, command.format(str(tries)), monkeypatch)
    with commands.run_housekeeping(0, 0):
        wait_for(lambda: tries.exists() and len(tries.read_text()) >= 3)
    [record] = caplog.records
    assert record.getMessage().startswith("Housekeeping was not possible")


def test_commands_run_in_a_session_of_their_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    seen = tmp_path / "seen"
    command = f"import os; open({str(seen)!r}, 'w').write(str(os.getsid(0) == os.getpid()))"
    put_command(tmp_path, command, monkeypatch)
    commands.start_command("housekeeping").wait(20)
    assert seen.read_text() == "True"


def test_a_running_housekeeping_is_terminated_at_the_end(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    begun = tmp_path / "begun"
    put_command(tmp_path, f"import time; open({str(begun)!r}, 'w'); time.sleep(600)", monkeypatch)
    with commands.run_housekeeping(0):
        wait_for(begun.exists)
        begin = monotonic()
    assert monotonic() - begin < 10


@pytest.mark.long
def test_housekeeping_runs_after_the_start(tmp_path: Path) -> None:
    with running(tmp_path, settings=REAL) as server:
        Sender(server).open_table()
    base = sqlite3.connect(tmp_path / DATABASE)
    base.execute("UPDATE circles_circle SET created_at = '2020-01-01 00:00:00'")
    base.execute("UPDATE circles_device SET last_seen = '2020-01-01 00:00:00'")
    base.commit()
    with running(tmp_path, settings=REAL):
        wait_for(lambda: base.execute("SELECT count(*) FROM circles_circle").fetchone() == (0,), 60)
    base.close()
