"""The app where pip has put it, without a checkout."""

from pathlib import Path
from zipfile import ZipFile

import pytest

from scorekeeper.server import folder
from tests.server.installing import build, install, say
from tests.server.running import ROOT

pytestmark = pytest.mark.usefixtures("all_on_a_file")


@pytest.fixture(scope="module", name="wheel")
def _wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("built"))


@pytest.fixture(scope="module", name="scorekeeper")
def _scorekeeper(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    return install(wheel, tmp_path_factory.mktemp("installed"))


ITS_OWN = """
import django
django.setup()
from django.contrib.staticfiles.finders import find
from django.template.loader import get_template
from django.utils.translation import gettext, override
print(get_template("base.html").origin.name)
print(find("css/app.css"))
with override("ja"):
    print(gettext("Nothing here"))
"""
"""What the Python of an installation is asked: where its pages and styles are, and a word of its own."""


def test_it_names_its_version_and_has_its_pages_styles_and_words(
    scorekeeper: str, wheel: Path, tmp_path: Path
) -> None:
    said = say(tmp_path, scorekeeper, "--version").stdout
    assert said == f"scorekeeper {wheel.name.split('-')[1]}\n"
    python = Path(scorekeeper).with_name("python")
    page, styles, word = say(tmp_path, str(python), "-c", ITS_OWN).stdout.splitlines()
    assert all(Path(found).is_relative_to(python.parents[1]) for found in (page, styles))
    assert word == "見つかりません"


def test_the_package_holds_every_file(wheel: Path) -> None:
    with ZipFile(wheel) as file:
        held = set(file.namelist())
    for top, place in (
        ("scorekeeper", ""),
        ("templates", "scorekeeper/_site/"),
        ("static", "scorekeeper/_site/"),
    ):
        for path in (ROOT / top).rglob("*"):
            if path.is_file() and path.suffix not in (".pyc", ".po", ".toml"):
                assert f"{place}{path.relative_to(ROOT).as_posix()}" in held, path


@pytest.mark.long
def test_data_is_kept_where_the_system_has_that_of_its_user(scorekeeper: str, tmp_path: Path) -> None:
    answer = say(tmp_path, scorekeeper, "backup", "cards.zip")
    assert answer.stderr.startswith(
        f"CommandError: There is nothing to save yet in {tmp_path}/share/scorekeeper."
    )
    assert (tmp_path / "share" / "scorekeeper" / "secret.key").stat().st_mode & 0o077 == 0


def test_an_image_has_its_version_in_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folder, "BASE_DIR", tmp_path)
    assert folder.version() == "unknown"
    (tmp_path / "VERSION").write_text("0.2.0\n")
    assert folder.version() == "0.2.0"
