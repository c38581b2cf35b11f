"""The app where pip has put it, without a checkout."""

from pathlib import Path

import pytest

from tests.server.installing import build, install, play, say

pytestmark = pytest.mark.usefixtures("all_on_a_file")


@pytest.fixture(scope="module", name="wheel")
def _wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("built"))


@pytest.fixture(scope="module", name="scorekeeper")
def _scorekeeper(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    return install(wheel, tmp_path_factory.mktemp("installed"))


def test_a_table_is_played(scorekeeper: str, tmp_path: Path) -> None:
    play(tmp_path, scorekeeper)


def test_it_names_its_version(scorekeeper: str, wheel: Path, tmp_path: Path) -> None:
    said = say(tmp_path, scorekeeper, "--version").stdout
    assert said == f"scorekeeper {wheel.name.split('-')[1]}\n"


def test_data_is_kept_where_the_system_has_that_of_its_user(scorekeeper: str, tmp_path: Path) -> None:
    answer = say(tmp_path, scorekeeper, "backup", "cards.zip")
    assert answer.stderr.startswith(
        f"CommandError: There is nothing to save yet in {tmp_path}/share/scorekeeper."
    )
    assert (tmp_path / "share" / "scorekeeper" / "secret.key").stat().st_mode & 0o077 == 0
