"""Every command of ours in a folder in which nothing was ever started: it works, or says why in one line."""

import os
from pathlib import Path

import pytest
from django.core.management import get_commands

from tests.postgres import empty_database
from tests.server.running import manage

OURS = sorted(name for name, app in get_commands().items() if str(app).startswith("scorekeeper."))
ARGUMENTS = {
    "arrive": ["5"],
    "backup": ["saved.zip"],
    "export_session": ["nosuch"],
    "import_session": ["-"],
    "restore": ["nosuch.zip"],
    "serve": ["--host", "192.0.2.1"],
}
"""What a command is given; ``serve`` gets an address that this machine has not, and has tests of its own."""
DOCUMENT = '{"format": 1, "game": "gamble", "players": ["Ann", "Ben"], "rounds": []}'
POSTGRESQL = os.environ.get("DATABASE_URL", "").startswith("postgres")
SAID = {
    "arrive": "no upload with the key 5",
    "backup": "With PostgreSQL use pg_dump" if POSTGRESQL else "There is nothing to save yet in",
    "export_session": "no session nosuch",
    "restore": "With PostgreSQL use pg_dump" if POSTGRESQL else "nosuch.zip cannot be used",
    "serve": "Cannot listen on 192.0.2.1",
}
"""Why a command ends that cannot do anything here."""


@pytest.mark.parametrize(
    "name", [name if name == "rescore" else pytest.param(name, marks=pytest.mark.long) for name in OURS]
)
def test_in_a_fresh_folder(name: str, tmp_path: Path) -> None:
    with empty_database():
        words = (name, *ARGUMENTS.get(name, []))
        done = manage(tmp_path / "data", *words, given=DOCUMENT, cwd=tmp_path)
    assert "Traceback" not in done.stderr
    assert done.returncode == (1 if name in SAID else 0), done.stderr
    assert SAID.get(name, "") in done.stderr
    assert len(done.stderr.splitlines()) <= 1
