"""PostgreSQL's own tools take a played table out of the database and bring it back."""

import subprocess
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection, connections

from scorekeeper.play.models import Round
from tests.helpers import AFTER_DOBON, DOBON, OUT, Phone
from tests.postgres import programs

pytestmark = [
    pytest.mark.postgresql,
    pytest.mark.skipif(connection.vendor != "postgresql", reason="needs PostgreSQL"),
]


@pytest.mark.usefixtures("transactional_db")
def test_dump_and_restore(tmp_path: Path) -> None:
    """As docs/operating.md has it: the second round came after the dump, and is gone."""
    place = programs()
    assert place
    chosen = connection.settings_dict
    url = f"postgres://{chosen['USER']}@{chosen['HOST']}:{chosen['PORT']}/{chosen['NAME']}"
    dump, phone = str(tmp_path / "cards.dump"), Phone().open_table()
    phone.play(DOBON)
    subprocess.run([place / "pg_dump", "--format=custom", f"--file={dump}", url], check=True)
    phone.play(OUT)
    connections.close_all()
    options = ("--clean", "--if-exists", "--no-owner", "--single-transaction", f"--dbname={url}")
    subprocess.run([place / "pg_restore", *options, dump], check=True)
    assert Round.objects.count() == 1
    assert phone.points() == AFTER_DOBON
    call_command("rescore", check=True)
