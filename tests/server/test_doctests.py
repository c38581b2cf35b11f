"""The doctests of the modules and of the engine's documentation."""

import doctest
import importlib
import sys
from pathlib import Path

import pytest

from scorekeeper import scoring

ROOT = Path(__file__).parents[2]
ENGINE = ROOT / "docs" / "engine.md"
WITH_EXAMPLES = [path for path in sorted(ROOT.glob("scorekeeper/**/*.py")) if ">>> " in path.read_text()]
NAMES = [
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__") for path in WITH_EXAMPLES
]


@pytest.mark.parametrize("name", NAMES)
def test_examples(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_the_quick_start_of_the_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    """``tests/scoring/test_wheel.py`` runs it with the package that it names."""
    monkeypatch.setitem(sys.modules, "dobon_scoring", scoring)
    result = doctest.testfile(str(ENGINE), module_relative=False)
    assert result.attempted > 8
    assert result.failed == 0
