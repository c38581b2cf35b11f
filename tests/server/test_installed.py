"""The app as an installed package."""

import re
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path
from zipfile import ZipFile

import pytest
from django.http import HttpResponse

from scorekeeper.server import folder
from tests.helpers import text
from tests.live.clients import Sender
from tests.server.running import REAL, ROOT, environment, manage, running

pytestmark = pytest.mark.usefixtures("all_on_a_file")

UV = (sys.executable, "-m", "uv", "--quiet", "--no-config")


def say(folder: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    """Run a command in an empty home folder."""
    own = {"HOME": str(folder), "XDG_DATA_HOME": str(folder / "share")}
    given = environment(REAL) | own
    return subprocess.run(words, cwd=folder, env=given, capture_output=True, text=True, check=False)


def play(folder: Path, *program: str, **own: str) -> None:
    """A round at a table, without JavaScript: Ann goes out, Ben has 10 10, Chie 5 (counts 10), Dai K."""
    with running(folder, settings=REAL, fresh=True, program=program, own=own) as server:
        sender = Sender(server).open_table()
        sender.play()
        page = sender.get(f"/t/{sender.sid}/settle/")
        shown = text(HttpResponse(page))
        for payment in ("Ben pays A Ann 20", "Chie pays A Ann 10", "Dai pays A Ann 10"):
            assert payment in shown
        for path in re.findall(r'(?:href|src)="(/static/[^"]+)"', page):
            assert server.ask("GET", path)[0] == 200, path
        picture = server.ask("GET", f"/t/{sender.sid}/picture/square.png", headers={"Cookie": sender.cookie})
        assert (picture[0], picture[1]["content-type"]) == (200, "image/png")
        status, circle, _text = sender.ask("POST", "/sample/", sender.form("/", "/sample/"))
        assert status == 302, "a process of its own reads the file"
        assert "Made-up group" in sender.get(circle)
        japanese = server.ask("GET", "/", headers={"Accept-Language": "ja"})[2]
        assert "卓をつくる" in japanese
    assert "Stopped. Everything is saved." in server.output


@pytest.fixture(scope="module", name="wheel")
def _wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the source package, and the wheel from it."""
    folder = tmp_path_factory.mktemp("built")
    how = ("--offline", "--no-build-isolation", "--python", sys.executable)
    subprocess.run([*UV, "build", *how, "--out-dir", str(folder)], cwd=ROOT, check=True)
    return next(folder.glob("scorekeeper-*.whl"))


@pytest.fixture(scope="module", name="scorekeeper")
def _scorekeeper(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """Install the wheel into an environment that shares the packages of this one; the command."""
    folder = tmp_path_factory.mktemp("installed")
    venv.create(folder, symlinks=True)
    place = sysconfig.get_paths("venv", {"base": str(folder), "platbase": str(folder)})
    python = str(Path(place["scripts"], "python"))
    words = ("pip", "install", "--offline", "--no-deps", "--python", python, str(wheel))
    subprocess.run([*UV, *words], check=True)
    Path(place["purelib"], "of_the_tests.pth").write_text(sysconfig.get_path("purelib"))
    return str(Path(place["scripts"], "scorekeeper"))


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
"""Prints the paths of a template and a stylesheet, and a translation."""


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
def test_without_posix_a_table_is_played_and_its_data_kept(tmp_path: Path) -> None:
    """Nothing that Windows lacks is needed, as far as that can be tested without Windows."""
    program, file = (sys.executable, "-m", "tests.server.without_posix"), str(tmp_path / "cards.zip")
    play(tmp_path / "data", *program)
    for command in ("backup", "restore"):
        words = (tmp_path / "data", command, file)
        done = manage(*words, program=program, LANG="ja", PYTHONIOENCODING="cp1252")
        assert (done.returncode, done.stderr) == (0, ""), command
        assert "仲間2組" in done.stdout


@pytest.mark.long
def test_the_data_folder_of_an_installed_app(scorekeeper: str, tmp_path: Path) -> None:
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
