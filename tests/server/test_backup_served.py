"""The commands beside a server that runs: a backup is made meanwhile, and a restore waits for its end."""

from pathlib import Path

import pytest

from tests.server.running import REAL, manage, running

pytestmark = [pytest.mark.usefixtures("on_a_file"), pytest.mark.long]


def test_backup_and_restore(tmp_path: Path) -> None:
    folder, path = tmp_path / "data", tmp_path / "saved.zip"
    with running(folder, settings=REAL) as server:
        made = manage(tmp_path, "backup", str(path), "--data", str(folder))
        assert made.returncode == 0, made.stderr
        refused = manage(tmp_path, "restore", str(path), "--data", str(folder))
        assert refused.returncode == 1
        assert "another server is already using it (http" in refused.stderr
        assert server.ask("GET", "/")[0] == 200
    restored = manage(tmp_path, "restore", str(path), "--data", str(folder))
    assert restored.returncode == 0, restored.stderr
    assert (folder / "scorekeeper.sqlite3.before-restore").exists()
    with running(folder, settings=REAL) as server:
        assert server.ask("GET", "/")[0] == 200
