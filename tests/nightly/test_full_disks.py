"""A full disk at the first start, while rounds are sent, and for commands."""

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.live.clients import Sender
from tests.server.running import REAL, manage, refused, running
from tests.server.test_database_errors import rounds_of, sent

pytestmark = pytest.mark.usefixtures("on_a_file")

FULL = "Free some space."


@contextmanager
def small_disk(pages_of_4k: int) -> Iterator[Path]:
    """Mount a small disk, or skip the test."""
    place = Path(tempfile.mkdtemp(prefix="scorekeeper-disk-"))
    command = ["mount", "-t", "tmpfs", "-o", f"size={pages_of_4k * 4}k", "tmpfs", str(place)]
    done = shutil.which("mount") and subprocess.run(command, check=False, capture_output=True).returncode == 0
    try:
        if not done:
            pytest.skip("no disk can be mounted here")
        yield place
    finally:
        if done:
            subprocess.run(["umount", "-l", str(place)], check=True)
        place.rmdir()


def fill(disk: Path) -> Path:
    """Leave no byte free."""
    filler = disk / "filler"
    with filler.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(b"x" * 4096)
        except OSError:
            return filler


@pytest.mark.parametrize("pages_of_4k", [4, 800])
def test_a_first_start_on_a_full_disk(pages_of_4k: int) -> None:
    """It fails with a message of one line at whatever step, and starts when there is room."""
    with small_disk(8192) as disk:
        folder, filler = disk / "data", disk / "filler"
        folder.mkdir()
        with filler.open("wb") as file:
            file.write(bytes((8192 - pages_of_4k) * 4096))
        assert FULL in refused(folder)
        filler.unlink()
        with running(folder, settings=REAL) as server:
            Sender(server).open_table().play()
        assert not list(folder.glob("secret.key?*"))
        assert rounds_of(folder) == 1


def test_an_evening_and_commands_on_a_full_disk() -> None:
    """Rounds, a backup and a start are refused with a message, and leave nothing behind."""
    with small_disk(4096) as disk:
        with running(disk / "data", settings=REAL) as server:
            host = Sender(server).open_table()
            host.play()
            filler, taken = fill(disk), 1  # the round before
            while (answer := sent(host, host.entry()))[0] == 204:  # there is room left in the log
                taken += 1
            assert (answer[0], "The disk is full" in answer[2]) == (503, True)
            assert server.ask("GET", "/readyz")[::2] == (503, "database: full\n")
        fill(disk)  # the log is gone
        said = manage(disk / "data", "backup", str(disk / "b.zip"))
        assert (said.returncode, len(said.stderr.splitlines())) == (1, 1), said.stderr
        assert FULL in said.stderr
        assert {path.name for path in disk.iterdir()} == {"data", "filler"}
        assert FULL in refused(disk / "data")
        filler.unlink()
        with running(disk / "data", settings=REAL) as server:
            host.server = server
            host.play()
        assert rounds_of(disk / "data") == taken + 1
