"""A disk that is full at the first start, or when a command is run."""

import pytest

from tests.live.lines import Sender
from tests.server.running import REAL, manage, refused, running
from tests.server.test_trouble import fill, rounds_of, small_disk

pytestmark = pytest.mark.usefixtures("on_a_file")

FULL = "Free some space."


@pytest.mark.parametrize("pages_of_4k", [4, 800])
def test_a_first_start_on_a_full_disk(pages_of_4k: int) -> None:
    """Wherever it comes to an end, it says so in a line; with room it starts."""
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


def test_commands_on_a_full_disk() -> None:
    """A backup says that there is no room, and leaves nothing; a start says so too."""
    with small_disk(4096) as disk:
        with running(disk / "data", settings=REAL) as server:
            host = Sender(server).open_table()
            host.play()
        filler = fill(disk)
        answer = manage(disk / "data", "backup", str(disk / "b.zip"))
        assert (answer.returncode, len(answer.stderr.splitlines())) == (1, 1), answer.stderr
        assert FULL in answer.stderr
        assert {path.name for path in disk.iterdir()} == {"data", "filler"}
        assert FULL in refused(disk / "data")
        filler.unlink()
        with running(disk / "data", settings=REAL) as server:
            host.server = server
            host.play()
        assert rounds_of(disk / "data") == 2
