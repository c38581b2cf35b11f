"""The command line run by tests: as a process of its own, or in this one."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.scoring.__main__ import main

ROOT = Path(__file__).resolve().parents[2]

Run = subprocess.CompletedProcess[str]


def run(*arguments: str, stdin: str = "", **environment: str) -> Run:
    """The command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "scorekeeper.scoring", *arguments],
        input=stdin, capture_output=True, encoding="utf-8", cwd=ROOT, timeout=60, check=False,
        env={**os.environ, **environment},
    )  # fmt: skip


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    """What one command prints, run in this process."""
    assert main(list(arguments)) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert out.count("\n") == 1
    return json.loads(out)


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The one line on standard error of a command that exits with 2."""
    try:
        code = main(list(arguments))
    except SystemExit as stop:
        code = int(str(stop.code))
    out, err = capsys.readouterr()
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    return err.strip()
