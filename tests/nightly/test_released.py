"""The packages that `.ci/build` makes, installed with their dependencies."""

import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from tests.server.running import ROOT
from tests.server.test_installed import UV, play, say

pytestmark = pytest.mark.usefixtures("on_a_file")


@pytest.fixture(scope="module", name="released")
def _released(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("released")
    build = ("bash", str(ROOT / ".ci/build"), str(folder))
    subprocess.run(build, env=os.environ | {"PYTHON": sys.executable}, check=True)
    return folder


def test_pip_installs_the_wheel(released: Path, tmp_path: Path) -> None:
    venv.create(tmp_path / "env", with_pip=True)
    [wheel] = released.glob("*.whl")
    pip = (str(tmp_path / "env/bin/pip"), "install", "--quiet", "--disable-pip-version-check", str(wheel))
    subprocess.run(pip, check=True)
    play(tmp_path / "data", str(tmp_path / "env/bin/scorekeeper"))


def test_uvx_runs_the_wheel(released: Path, tmp_path: Path) -> None:
    [wheel] = released.glob("*.whl")
    answer = say(tmp_path, *UV, "tool", "run", "--from", str(wheel), "scorekeeper", "housekeeping")
    assert answer.stdout.startswith("0 unused group(s)"), answer.stderr


def test_one_file_is_played_with(released: Path, tmp_path: Path) -> None:
    """Also when it was unpacked before."""
    program = (sys.executable, str(released / "scorekeeper.pyz"))
    play(tmp_path / "data", *program, SHIV_ROOT=str(tmp_path))
    play(tmp_path / "data", *program, SHIV_ROOT=str(tmp_path))
