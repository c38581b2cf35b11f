"""The examples in the docstrings are true."""

import doctest
import importlib
import pkgutil

import pytest

import scorekeeper

NAMES = sorted(
    module.name
    for module in pkgutil.walk_packages(scorekeeper.__path__, "scorekeeper.")
    if not module.ispkg and not module.name.endswith(("asgi", "wsgi", "__main__", ".urls"))
    if not module.name.startswith("scorekeeper.office.")  # it is there where it is switched on
)


@pytest.mark.parametrize("name", [name for name in NAMES if ".migrations." not in name])
def test_examples(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0
