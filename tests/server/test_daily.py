"""What the server does every day."""

import sqlite3
from pathlib import Path
from time import monotonic

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


def test_what_is_under_way_at_the_end_is_broken_off(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    begun = tmp_path / "begun"
    put_command(tmp_path, f"import time; open({str(begun)!r}, 'w'); time.sleep(600)", monkeypatch)
    with commands.run_housekeeping(0):
        wait_for(begun.exists)
        begin = monotonic()
    assert monotonic() - begin < 10


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
