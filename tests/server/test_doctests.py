"""The examples in the docstrings are true, and those for other programs."""

import doctest
import importlib
import pkgutil
import sys
from pathlib import Path

import pytest

import scorekeeper
from scorekeeper import scoring

ENGINE = Path(__file__).parents[2] / "docs" / "engine.md"

NAMES = sorted(
    module.name
    for module in pkgutil.walk_packages(scorekeeper.__path__, "scorekeeper.")
    if not module.ispkg and not module.name.endswith(("asgi", "wsgi", "__main__", ".urls"))
    if not module.name.startswith("scorekeeper.office.")  # it is there where it is switched on
)


@pytest.mark.parametrize("name", [name for name in NAMES if ".migrations." not in name])
def test_examples(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_the_quick_start_of_the_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    """``tests/scoring/test_wheel.py`` runs it with the package that it names."""
    monkeypatch.setitem(sys.modules, "dobon_scoring", scoring)
    result = doctest.testfile(str(ENGINE), module_relative=False)
    assert result.attempted > 8
    assert result.failed == 0
