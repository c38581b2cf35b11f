"""A data folder has one server, which a kill ends too."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from scorekeeper.server.folder import USED_BY, in_use
from tests.server.running import ROOT

HERE, THERE = "http://192.0.2.1:8000/", "http://192.0.2.1:8001/"
HOLD = """
import sys, time
from pathlib import Path
from scorekeeper.server.folder import in_use
with in_use(Path(sys.argv[1]), sys.argv[2]):
    print("up", flush=True)
    time.sleep(600)
"""


@contextmanager
def a_server(folder: Path) -> Iterator["subprocess.Popen[str]"]:
    """Another process, which has the folder as a server has it."""
    command = [sys.executable, "-c", HOLD, str(folder), THERE]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout
            assert process.stdout.readline() == "up\n"
            yield process
        finally:
            process.kill()


def test_the_second_learns_where_the_first_is_and_a_kill_makes_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "en")
    with a_server(tmp_path) as first:
        with pytest.raises(OSError, match="already") as refusal, in_use(tmp_path, HERE):
            pass
        assert THERE in refusal.value.strerror
        assert refusal.value.filename == str(tmp_path)
        first.kill()
        first.wait(30)
        with in_use(tmp_path, HERE):
            assert (tmp_path / USED_BY).read_text() == HERE
    assert not (tmp_path / USED_BY).exists()


def test_a_server_that_is_interrupted_takes_its_address_along(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt), in_use(tmp_path, HERE):
        raise KeyboardInterrupt
    assert not (tmp_path / USED_BY).exists()
