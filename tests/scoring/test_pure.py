"""The engine stands alone: standard library only, and no Django, not even by accident."""

import ast
import json
import pkgutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from scorekeeper import scoring

ROOT = Path(__file__).resolve().parents[2]
FOLDER = Path(scoring.__path__[0])
FILES = sorted(FOLDER.rglob("*.py"))
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
        "from scorekeeper.scoring.__main__ import main; main(['rules', 'gamble'])",
        "from scorekeeper.scoring.__main__ import main;"
        " main(['claim', '--game', 'gamble', '--card', 'K', '--hand', '2 J', '--lang', 'en'])",
    ],
    ids=["modules", "imports of files", "rules", "claim"],
)
def test_nothing_but_the_standard_library_is_loaded(code: str) -> None:
    more = loaded_after(code) - loaded_after("")
    assert more <= {*sys.stdlib_module_names, "scorekeeper"}
    assert "django" not in more


@pytest.mark.parametrize("path", FILES, ids=[str(path.relative_to(FOLDER)) for path in FILES])
def test_no_module_imports_from_outside(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            assert all(name.name.split(".")[0] in sys.stdlib_module_names for name in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            assert (node.module or "").split(".")[0] in sys.stdlib_module_names
