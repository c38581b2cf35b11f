"""With PostgreSQL the commands for backups name its own tools."""

from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection


@pytest.mark.parametrize("command", ["backup", "restore"])
def test_they_name_the_tools(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "en")
    monkeypatch.setattr(connection, "vendor", "postgresql")
    with pytest.raises(CommandError, match="With PostgreSQL use pg_dump and pg_restore") as refusal:
        call_command(command, str(tmp_path / "saved.zip"))
    assert "\n" not in str(refusal.value)
    assert not list(tmp_path.iterdir())
