"""Where only POSIX would have it, there is another way: what can be said of Windows without one."""

import sys
from pathlib import Path

import pytest

from tests.server.running import manage
from tests.server.test_installed import play

pytestmark = [pytest.mark.usefixtures("on_a_file"), pytest.mark.long]

PROGRAM = (sys.executable, "-m", "tests.server.without_posix")


def test_a_table_is_played_and_its_data_kept(tmp_path: Path) -> None:
    folder, file = tmp_path / "data", str(tmp_path / "cards.zip")
    play(folder, *PROGRAM)
    for command in ("backup", "restore"):
        done = manage(folder, command, file, program=PROGRAM, LANG="ja", PYTHONIOENCODING="cp1252")
        assert (done.returncode, done.stderr) == (0, ""), command
        assert "仲間2組" in done.stdout
