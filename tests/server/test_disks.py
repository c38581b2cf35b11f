"""A disk without room under the data folder."""

import pytest
from django.db import DatabaseError, connection
from django.db.utils import DatabaseErrorWrapper

from scorekeeper.server.secret import read_or_make
from scorekeeper.server.trouble import Trouble, complaint, trouble_of
from tests.server.test_trouble import fill, opened, small_disk


def test_a_key_for_which_there_is_no_room() -> None:
    with small_disk(16) as disk:
        filler = fill(disk)
        for _ in range(2):
            with pytest.raises(OSError, match="space"):
                read_or_make(disk)
        assert set(disk.iterdir()) == {filler, disk / "start.lock"}
        filler.unlink()
        assert read_or_make(disk) == read_or_make(disk)


def test_a_database_that_cannot_be_opened_for_want_of_room() -> None:
    """The advice is to make room, and not to move the database away."""
    with small_disk(16) as disk:
        with opened(disk) as base:
            base.execute("PRAGMA journal_mode = WAL")
            base.execute("CREATE TABLE t (n)")
        fill(disk)
        with pytest.raises(DatabaseError) as caught, DatabaseErrorWrapper(connection), opened(disk) as base:
            base.execute("SELECT * FROM t").fetchall()
        assert trouble_of(caught.value) is Trouble.FULL


def test_what_is_said_where_a_file_finds_no_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "en")
    with small_disk(1) as disk, pytest.raises(OSError, match="space") as caught:
        (disk / "file").write_bytes(bytes(8192))
    assert complaint(caught.value).startswith("There is no room in ")
    assert complaint(caught.value).endswith("(No space left on device). Free some space.")
