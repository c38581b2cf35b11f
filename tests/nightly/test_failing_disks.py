"""A disk under the data folder loses its power, fails, or is full at the first start."""

import os
import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.live.lines import Sender
from tests.nightly.disks import own_disk
from tests.nightly.test_power_cut import (
    PHONES,
    an_evening,
    check_books,
    check_kept,
    check_rescore,
    cut,
    database,
    finish,
    left_behind,
    serve,
)
from tests.server.running import REAL, manage, refused, running
from tests.server.test_trouble import all_read, fill, pages, rounds_of, sent, small_disk

pytestmark = pytest.mark.usefixtures("on_a_file")

FULL = "Free some space."


@pytest.mark.long
def test_the_power_is_cut(tmp_path: Path) -> None:
    """Server and disk end in one moment, twice in an evening; phones go on with each start."""
    rng, rounds = random.Random(4), 40
    with own_disk(tmp_path) as disk, ThreadPoolExecutor(PHONES) as crew:
        folder, first, *moments = disk.place / "data", 10, 25, 0
        with serve(folder) as server:
            evening = an_evening(server, 1, rng, rounds)
            pairs = zip(evening.guests, evening.entries, strict=True)
            working = [crew.submit(guest.play, own) for guest, own in pairs]
            os.sync()  # a first start takes long, and is not what is tried here
            cut(evening, folder, first, rng, disk.cut_power)
        for number, moment in enumerate(moments):
            disk.unmount()
            assert disk.mount()
            check_kept(evening, left_behind(folder, tmp_path / f"left-{number}"))
            with serve(folder) as server:
                evening.house.tell(server=server)
                cut(evening, folder, moment, rng, disk.cut_power) if moment else finish(working)
        check_books(evening, database(folder))
        check_rescore(folder)


@pytest.mark.long
def test_the_system_makes_it_read_only_after_an_error(tmp_path: Path) -> None:
    """Pages are there until the machine is started again; then the round that waited is taken, once."""
    with own_disk(tmp_path) as disk:
        folder = disk.place / "data"
        with running(folder, settings=REAL, fresh=True) as server:
            host = Sender(server).open_table()
            host.play()
            asked, form = pages(host), host.entry()
            disk.fail()
            status, headers, text = sent(host, form)
            assert (status, int(headers["retry-after"]) > 0) == (503, True)
            assert "cannot read or write its database" in text or "not write to it" in text
            assert server.ask("GET", "/readyz")[0] == 503
            all_read(host, asked)
        assert "503 POST round_new: " in server.output
        assert "Traceback" not in server.output
        assert "cannot be written to" in refused(folder)
        disk.repair()
        with running(folder, settings=REAL) as server:
            host.server = server
            assert [sent(host, form)[0] for _ in range(2)] == [204, 204]
            assert rounds_of(folder) == 2


@pytest.mark.long
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


@pytest.mark.long
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
