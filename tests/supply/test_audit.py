"""Nobody is told that all is well who has asked nobody."""

import json
import shutil
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest

from tests.supply import audit

FINE = {"name": "segno", "version": "1", "vulns": []}
PASSED_OVER = {"name": "h11", "skip_reason": "not found"}
WEAKNESS = {"id": "A-1", "fix_versions": ["5.2.1"], "aliases": [], "description": ""}
WEAK = {"name": "django", "version": "5.2", "vulns": [WEAKNESS]}


def answers(monkeypatch: pytest.MonkeyPatch, *parts: dict[str, Any]) -> None:
    told = audit.read(json.dumps({"dependencies": parts}))
    monkeypatch.setattr(audit, "ask", lambda _database: told)
    monkeypatch.setattr(audit, "stand_in", lambda: audit.NOT_ASKED)


@pytest.mark.parametrize(
    ("parts", "code", "said"),
    [
        ([FINE], audit.CLEAN, "pypi: 0 known weaknesses in 1 packages."),
        ([FINE, WEAK], audit.WRONG, "!! WEAK: django 5.2: A-1, mended in 5.2.1"),
        ([PASSED_OVER], audit.NOT_ASKED, "!! NOBODY WAS ASKED FOR KNOWN WEAKNESSES"),
        ([FINE, PASSED_OVER], audit.NOT_ASKED, "!! Not known there: h11"),
        ([PASSED_OVER, WEAK], audit.WRONG, "!! WEAK: django"),
        ([], audit.NOT_ASKED, "!! NOBODY WAS ASKED FOR KNOWN WEAKNESSES"),
    ],
)
def test_what_comes_of_an_answer(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    parts: list[dict[str, Any]],
    code: int,
    said: str,
) -> None:
    answers(monkeypatch, *parts)
    assert audit.main() == code
    assert said in capsys.readouterr().out


@pytest.mark.parametrize("back", [None, ["segno"]])
def test_the_stand_in_never_says_that_all_is_well(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], back: list[str] | None
) -> None:
    monkeypatch.setattr(audit, "installed", lambda: [metadata.distribution("h11")])
    monkeypatch.setattr(audit, "withdrawn", lambda: back)
    assert audit.stand_in() == (audit.WRONG if back else audit.NOT_ASKED)
    said = capsys.readouterr().out
    assert ("WRONG: segno" if back else "could not be asked") in said


def test_a_file_that_was_changed_is_found(tmp_path: Path) -> None:
    here = Path(str(metadata.distribution("h11").locate_file("")))
    [information] = here.glob("h11-*.dist-info")
    for folder in (information, here / "h11"):
        shutil.copytree(folder, tmp_path / folder.name)
    copied = metadata.Distribution.at(tmp_path / information.name)
    assert list(audit.altered(copied)) == []
    with (tmp_path / "h11/_util.py").open("a") as file:
        file.write("\n")
    (tmp_path / "h11/_state.py").unlink()
    assert sorted(audit.altered(copied)) == ["h11/_state.py", "h11/_util.py"]
