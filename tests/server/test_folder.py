"""The secret key of a data folder, and its lock."""

import stat
import subprocess
import sys
from pathlib import Path

import pytest

from scorekeeper.server.folder import USED_BY, lock_folder, read_or_create_key
from tests.server.running import ROOT

HERE, THERE = "http://192.0.2.1:8000/", "http://192.0.2.1:8001/"


def start(code: str, *words: str) -> "subprocess.Popen[str]":
    """Run this code in another process."""
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    return subprocess.Popen([sys.executable, "-c", code, *words], cwd=ROOT, text=True, **pipes)  # type: ignore[call-overload]


def test_a_locked_folder_names_its_server_and_a_kill_or_interrupt_releases_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "en")
    code = (
        "import sys; from pathlib import Path; from scorekeeper.server.folder import lock_folder\n"
        "with lock_folder(Path(sys.argv[1]), sys.argv[2]): print('up', flush=True); sys.stdin.readline()"
    )
    with start(code, str(tmp_path), THERE) as first:
        assert first.stdout
        assert first.stdout.readline() == "up\n"
        with pytest.raises(OSError, match="already") as refusal, lock_folder(tmp_path, HERE):
            pass
        assert THERE in refusal.value.strerror
        assert refusal.value.filename == str(tmp_path)
        first.kill()
        first.wait(30)
        with lock_folder(tmp_path, HERE):
            assert (tmp_path / USED_BY).read_text() == HERE
    with pytest.raises(KeyboardInterrupt), lock_folder(tmp_path, HERE):
        raise KeyboardInterrupt
    assert not (tmp_path / USED_BY).exists()


def test_a_key_is_created_once_and_only_the_owner_can_read_it(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "data"
    key = read_or_create_key(folder)
    assert len(key) >= 64
    assert read_or_create_key(folder) == key
    assert stat.S_IMODE((folder / "secret.key").stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_processes_that_start_at_once_share_one_key(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from scorekeeper.server.folder import read_or_create_key;"
        "sys.stdin.readline(); print(read_or_create_key(Path(sys.argv[1])))"
    )
    processes = [start(code, str(tmp_path)) for _ in range(4)]
    for process in processes:
        assert process.stdin
        process.stdin.write("go\n")
        process.stdin.flush()
    keys = {process.communicate(timeout=60)[0] for process in processes}
    assert keys == {read_or_create_key(tmp_path) + "\n"}
    assert {path.name for path in tmp_path.iterdir()} == {"secret.key", "start.lock"}


def test_a_given_key_is_not_written_and_a_short_one_refused(tmp_path: Path) -> None:
    """It comes from the environment of several machines."""
    assert read_or_create_key(tmp_path / "data", "g" * 50 + "\n") == "g" * 50
    assert list((tmp_path / "data").iterdir()) == []
    with pytest.raises(ValueError, match="SCOREKEEPER_SECRET is too short"):
        read_or_create_key(tmp_path, "g" * 49)
    (tmp_path / "secret.key").touch()
    with pytest.raises(ValueError, match="no key"):
        read_or_create_key(tmp_path)
