"""The engine stands alone: it needs the standard library only, and is installed as a package of its own."""

import json
import pkgutil
import subprocess
import sys
import venv
from functools import cache
from pathlib import Path

import pytest

from scorekeeper import scoring
from tests.scoring.test_cases import CASES, load, seen

ROOT = Path(__file__).resolve().parents[2]
ENGINE = ROOT / "scorekeeper" / "scoring"
BUILD = (sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory")
INSTALL = (sys.executable, "-m", "uv", "pip", "install", "--quiet", "--offline", "--no-config", "--python")

REPORTS = """
import json, pathlib, sys
from importlib.util import find_spec
from dobon_scoring import load_json, read_document, report
assert find_spec("django") is find_spec("scorekeeper") is None
cases = [load_json(pathlib.Path(name).read_text(encoding="utf-8")) for name in sys.argv[1:]]
print(json.dumps([report(read_document(case["document"]), "en") for case in cases]))
"""


@pytest.fixture(scope="module", name="alone")
def _alone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Python in an environment of its own that has the engine and nothing else."""
    place = tmp_path_factory.mktemp("alone")
    subprocess.run([*BUILD, place], cwd=ENGINE, capture_output=True, timeout=60, check=True)
    venv.create(place / "env", symlinks=True)
    python = place / "env" / "bin" / "python"
    [wheel] = place.glob("*.whl")
    subprocess.run([*INSTALL, python, wheel], timeout=60, check=True)
    return python


def run(alone: Path, *arguments: object) -> subprocess.CompletedProcess[str]:
    command = [str(alone), "-I", *map(str, arguments)]
    return subprocess.run(
        command, cwd=alone.parent, capture_output=True, encoding="utf-8", timeout=60, check=False
    )


def test_every_evening_worked_out_by_hand_has_the_same_points(alone: Path) -> None:
    done = run(alone, "-X", "utf8", "-c", REPORTS, *CASES.values())
    assert done.stderr == ""
    for name, reported in zip(CASES, json.loads(done.stdout), strict=True):
        expect = {key: value for key, value in load(name)["expect"].items() if key != "starters"}
        assert seen(reported, expect) == expect, name


@pytest.mark.parametrize(
    ("language", "line"),
    [("ja", "--game: 「x」というゲームはありません"), ("zh-hans", "--game: 没有“x”这个游戏")],
)
def test_it_speaks_every_language(alone: Path, language: str, line: str) -> None:
    asked = ("claim", "--game", "x", "--card", "9", "--hand", "9", "--lang", language)
    done = run(alone, "-m", "dobon_scoring", *asked)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(line)


def test_its_command_is_installed(alone: Path) -> None:
    command = alone.with_name("dobon-scoring")
    done = subprocess.run(
        [command, "claim", "--game", "kawagoe", "--card", "9", "--hand", "2 7"],
        capture_output=True, encoding="utf-8", timeout=60, check=True,
    )  # fmt: skip
    assert json.loads(done.stdout) == {"valid": True, "how": "2+7=9", "targets": [5, 9]}


def test_the_quick_start(alone: Path) -> None:
    done = run(alone, "-X", "utf8", "-m", "doctest", ROOT / "docs" / "engine.md")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_it_has_types_and_its_licence(alone: Path) -> None:
    [package] = alone.parents[1].rglob("dobon_scoring")
    assert (package / "py.typed").is_file()
    assert (package / "LICENSE").read_text() == (ROOT / "LICENSE").read_text()


MODULES = [
    module.name for module in pkgutil.walk_packages(scoring.__path__, "scorekeeper.scoring.")
    if not module.name.endswith("__main__")
]  # fmt: skip

LOADED = "import json, sys\n{}\nprint(json.dumps(sorted(sys.modules)))"


@cache
def loaded_after(code: str) -> set[str]:
    """Top-level modules that a fresh interpreter has loaded after ``code``."""
    command = [sys.executable, "-c", LOADED.format(code)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=60, check=True)
    return {name.split(".")[0] for name in json.loads(done.stdout.splitlines()[-1])}


@pytest.mark.parametrize(
    "code", ["import " + ", ".join(MODULES), "import scorekeeper.archive.circle_reading"],
    ids=["modules", "imports of files"],
)  # fmt: skip
def test_nothing_but_the_standard_library_is_loaded(code: str) -> None:
    more = loaded_after(code) - loaded_after("")
    assert more <= {*sys.stdlib_module_names, "scorekeeper"}
    assert "django" not in more
