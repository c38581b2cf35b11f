"""Where only POSIX would have it, there is another way: what can be said of Windows without one."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.server.installing import AT_HOME, play
from tests.server.running import ROOT, environment

pytestmark = [pytest.mark.usefixtures("on_a_file"), pytest.mark.long]

PROGRAM = (sys.executable, "-m", "tests.server.without_posix")


def test_a_table_is_played_and_its_data_kept(tmp_path: Path) -> None:
    folder, file = tmp_path / "data", str(tmp_path / "cards.zip")
    play(folder, *PROGRAM)
    own = {"SCOREKEEPER_DATA": str(folder), "LANG": "ja", "PYTHONIOENCODING": "cp1252"}
    given = environment(AT_HOME) | own
    for words in (["backup", file], ["restore", file]):
        done = subprocess.run([*PROGRAM, *words], cwd=ROOT, env=given, capture_output=True, check=False)
        assert (done.returncode, done.stderr) == (0, b""), words
        assert "仲間2組" in done.stdout.decode()
