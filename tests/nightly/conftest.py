"""All tests here run only with `--full`."""

from pathlib import Path

import pytest

from tests.server.conftest import on_a_file

__all__ = ["on_a_file"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark all tests of this folder as long."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.long)
