"""The app where pip has put it, without a checkout."""

from pathlib import Path

import pytest

from scorekeeper.server import installation
from tests.server.installing import build, install, play, say

pytestmark = pytest.mark.usefixtures("all_on_a_file")


@pytest.fixture(scope="module", name="wheel")
def _wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("built"))


@pytest.fixture(scope="module", name="scorekeeper")
def _scorekeeper(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    return install(wheel, tmp_path_factory.mktemp("installed"))


def test_it_names_its_version_and_a_table_is_played(scorekeeper: str, wheel: Path, tmp_path: Path) -> None:
    play(tmp_path, scorekeeper)
    said = say(tmp_path, scorekeeper, "--version").stdout
    assert said == f"scorekeeper {wheel.name.split('-')[1]}\n"


@pytest.mark.long
def test_data_is_kept_where_the_system_has_that_of_its_user(scorekeeper: str, tmp_path: Path) -> None:
    answer = say(tmp_path, scorekeeper, "backup", "cards.zip")
    assert answer.stderr.startswith(
        f"CommandError: There is nothing to save yet in {tmp_path}/share/scorekeeper."
    )
    assert (tmp_path / "share" / "scorekeeper" / "secret.key").stat().st_mode & 0o077 == 0


def test_an_image_has_its_version_in_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(installation, "BASE_DIR", tmp_path)
    assert installation.version() == "unknown"
    (tmp_path / "VERSION").write_text("0.2.0\n")
    assert installation.version() == "0.2.0"
