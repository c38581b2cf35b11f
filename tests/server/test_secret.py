import stat
import subprocess
import sys
from pathlib import Path

import pytest

from scorekeeper.server.folder import read_or_make
from tests.server.running import ROOT


def test_is_made_once_for_the_owner_alone(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "data"
    key = read_or_make(folder)
    assert len(key) >= 64
    assert read_or_make(folder) == key
    assert stat.S_IMODE((folder / "secret.key").stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert {path.name for path in folder.iterdir()} == {"secret.key", "start.lock"}


def test_processes_that_start_at_once_end_with_one_key(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from scorekeeper.server.folder import read_or_make;"
        "sys.stdin.readline(); print(read_or_make(Path(sys.argv[1])))"
    )
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", code, str(tmp_path)],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(4)
    ]
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    keys = {process.communicate(timeout=20)[0] for process in processes}
    assert len(keys) == 1
    assert keys == {read_or_make(tmp_path) + "\n"}
    assert {path.name for path in tmp_path.iterdir()} == {"secret.key", "start.lock"}


def test_an_empty_key_is_not_taken(tmp_path: Path) -> None:
    (tmp_path / "secret.key").touch()
    with pytest.raises(ValueError, match="no key"):
        read_or_make(tmp_path)


def test_one_that_is_given_is_kept_nowhere(tmp_path: Path) -> None:
    """Several machines with one database have it from their environment."""
    assert read_or_make(tmp_path / "data", "g" * 50 + "\n") == "g" * 50
    assert list((tmp_path / "data").iterdir()) == []
    with pytest.raises(ValueError, match="SCOREKEEPER_SECRET is too short"):
        read_or_make(tmp_path, "g" * 49)
