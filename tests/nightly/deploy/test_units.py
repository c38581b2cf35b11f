"""The systemd units: valid, restricted, and sufficient for the app."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import get_commands

from tests.nightly.deploy.sandbox import values
from tests.server.running import ROOT, manage
from tests.server.test_installed import play

DEPLOY = ROOT / "scorekeeper/server/deploy"
SERVE, DAILY = DEPLOY / "scorekeeper.service", DEPLOY / "scorekeeper-daily.service"
TIMER = DEPLOY / "scorekeeper-daily.timer"
EXPOSURE = 20
"""Tenths of what `systemd-analyze security` calls 2.0 of 10; most of what is left is the network."""


def test_the_units_name_existing_folders_and_commands() -> None:
    for key in ("WorkingDirectory", "EnvironmentFile"):
        assert values(SERVE, key) == values(DAILY, key) != []
    text = values(SERVE, "ExecStart") + values(DAILY, "ExecStart")
    commands = re.findall(r"manage\.py (\w+)", " ".join(text))
    assert commands == ["serve", "backup", "housekeeping"]
    assert set(commands) <= get_commands().keys()
    [backups] = values(DAILY, "ReadWritePaths")
    assert all(backups in line for line in text if "backup" in line)


@pytest.fixture(name="systemd", scope="session")
def _systemd() -> str:
    text = shutil.which("systemd-analyze")
    assert text, "systemd-analyze is missing: Debian has it in the package systemd"
    return text


@pytest.mark.parametrize("unit", [SERVE, DAILY, TIMER], ids=lambda unit: unit.name)
def test_systemd_finds_nothing_wrong(unit: Path, systemd: str, tmp_path: Path) -> None:
    """With programs and folders of this machine; the timer names the daily unit."""
    for each in (DAILY, unit):
        text = each.read_text().replace("/srv/scorekeeper/.venv/bin/python", sys.executable)
        (tmp_path / each.name).write_text(text.replace("/srv/scorekeeper", str(ROOT)))
    command = [systemd, "verify", "--man=no", str(tmp_path / unit.name)]
    result = subprocess.run(command, capture_output=True, text=True)
    mine = [line for line in result.stderr.splitlines() if "scorekeeper" in line]
    assert (result.returncode, mine) == (0, []), result.stderr


@pytest.mark.parametrize("unit", [SERVE, DAILY], ids=lambda unit: unit.name)
def test_the_exposure_of_the_units_is_low(unit: Path, systemd: str) -> None:
    command = [systemd, "security", "--offline=true", "--no-pager", f"--threshold={EXPOSURE}", str(unit)]
    result = subprocess.run(command, capture_output=True, text=True)
    assert result.returncode == 0, result.stdout + result.stderr


def confined(unit: Path) -> list[str]:
    """The start of a command line that is confined like a unit."""
    return [sys.executable, "-m", "tests.nightly.deploy.sandbox", str(unit), sys.executable, "manage.py"]


def test_an_evening_within_the_system_calls_of_the_unit(systemd: str, tmp_path: Path) -> None:
    """And the daily unit does its work."""
    assert systemd
    folder, backup = tmp_path / "data", tmp_path / "backup.zip"
    play(folder, *confined(SERVE))
    for words in (("backup", str(backup)), ("housekeeping",)):
        done = manage(folder, *words, program=confined(DAILY))
        assert done.returncode == 0, done.stderr
