"""The workflows of GitHub: pinned actions, minimal permissions, the supported versions of Python."""

import re
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[2]
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
WRITERS = {("release.yml", "image"): {"packages"}, ("release.yml", "publish"): {"contents", "packages"}}
"""Jobs with write permissions."""


def jobs(path: Path) -> dict[str, dict[str, Any]]:
    result: dict[str, dict[str, Any]] = yaml.safe_load(path.read_text())["jobs"]
    return result


def versions_of_python() -> dict[str, list[str]]:
    """The versions of Python of each job with a matrix."""
    found = {}
    for path in WORKFLOWS:
        for name, job in jobs(path).items():
            if versions := job.get("strategy", {}).get("matrix", {}).get("python"):
                found[f"{path.name} {name}"] = versions
    return found


def test_every_version_of_python_is_checked_and_built() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    classifiers = [each.rpartition(" ")[2] for each in project["classifiers"] if "Python :: 3." in each]
    assert versions_of_python() == dict.fromkeys(("checks.yml checks", "release.yml packages"), classifiers)
    assert project["requires-python"] == f">={classifiers[0]}"
    promised = re.search(r"for Python ([\d.]+) to\s+([\d.]+\d)", (ROOT / "docs/contributing.md").read_text())
    assert promised
    assert list(promised.groups()) == [classifiers[0], classifiers[-1]]
    assert f"FROM python:{classifiers[-1]}-slim" in (ROOT / "Dockerfile").read_text()


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_foreign_actions_are_pinned_and_jobs_write_only_what_they_need(path: Path) -> None:
    uses = re.findall(r"uses: (?!\./)(.+)", path.read_text())
    assert uses
    for each in uses:
        assert re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", each), each
    usual = yaml.safe_load(path.read_text())["permissions"]
    for name, job in jobs(path).items():
        rights = job.get("permissions", usual)
        written = {what for what, right in rights.items() if right != "read"}
        assert written == WRITERS.get((path.name, name), set()), name


def notes(version: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(["bash", str(ROOT / ".ci/notes"), version], capture_output=True, text=True)


def test_the_notes_of_a_release_are_the_section_of_its_version() -> None:
    changes = (ROOT / "CHANGELOG.md").read_text()
    version = re.findall("^## (.+)$", changes, re.MULTILINE)[0].split()[0]
    shown = notes(version).stdout
    assert "\n## " not in shown
    assert shown.strip() == re.split("^## .+$", changes, flags=re.MULTILINE)[1].strip()


def test_a_version_without_notes_is_not_released() -> None:
    answer = notes("0.0.99")
    assert answer.returncode == 1
    assert "0.0.99" in answer.stderr
