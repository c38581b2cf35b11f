"""What an earlier version wrote, served: the start brings it up to date, and its phones play on."""

import gzip
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.live.lines import Sender
from tests.server.running import DATABASE, ROOT, environment, running

REAL = "scorekeeper.settings"
DATA = ROOT / "tests" / "data"
VERSIONS = sorted(folder.name for folder in DATA.iterdir() if folder.is_dir())
"""One folder for each version that was released with other tables than today's."""


def moved_in(version: str, folder: Path) -> dict[str, Any]:
    """Lay out the data folder of that version; what it said of its sessions is given."""
    kept: dict[str, Any] = json.loads(gzip.decompress((DATA / version / "expected.json.gz").read_bytes()))
    packed = (DATA / version / f"{DATABASE}.gz").read_bytes()
    (folder / DATABASE).write_bytes(gzip.decompress(packed))
    (folder / "secret.key").write_text(f"{kept['secret_key']}\n", "ascii")
    return kept


@pytest.mark.long
@pytest.mark.usefixtures("on_a_file")
@pytest.mark.parametrize("version", VERSIONS)
def test_served_as_it_is(version: str, tmp_path: Path) -> None:
    kept = moved_in(version, tmp_path)
    for _start in range(2):
        with running(tmp_path, settings=REAL) as server:
            host = Sender(server, {"device": kept["devices"]["host"]})
            for sid in kept["own"]:
                exported = json.loads(host.get(f"/t/{sid}/export.json"))
                assert exported == json.loads(kept["sessions"][sid]["export"])
                host.get(f"/t/{sid}/rounds/")
        assert "Traceback" not in server.output
    with running(tmp_path, settings=REAL) as server:
        host.server = server
        host.open_table().play()
    answer = subprocess.run(
        [sys.executable, str(ROOT / "manage.py"), "rescore", "--check"],
        env=environment(REAL) | {"SCOREKEEPER_DATA": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (answer.returncode, answer.stdout) == (0, ""), answer.stderr
