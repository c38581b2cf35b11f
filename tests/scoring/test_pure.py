"""The engine stands alone: standard library only, and no Django, not even by accident."""

import json
import pkgutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from scorekeeper import scoring

ROOT = Path(__file__).resolve().parents[2]
MODULES = [
    module.name for module in pkgutil.walk_packages(scoring.__path__, "scorekeeper.scoring.")
    if not module.name.endswith("__main__")
]  # fmt: skip

LOADED = "import json, sys\n{}\nprint(json.dumps(sorted(sys.modules)))"


@cache
def loaded_after(code: str) -> set[str]:
    """Top-level modules that a fresh interpreter has loaded after ``code``."""
    done = subprocess.run(
        [sys.executable, "-c", LOADED.format(code)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=60,
        check=True,
    )
    return {name.split(".")[0] for name in json.loads(done.stdout.splitlines()[-1])}


@pytest.mark.parametrize(
    "code",
    [
        "import " + ", ".join(MODULES),
        "import scorekeeper.archive.incoming",
    ],
    ids=["modules", "imports of files"],
)
def test_nothing_but_the_standard_library_is_loaded(code: str) -> None:
    more = loaded_after(code) - loaded_after("")
    assert more <= {*sys.stdlib_module_names, "scorekeeper"}
    assert "django" not in more
