"""Fixtures for servers in processes of their own."""

from collections.abc import Iterator

import pytest


def _on_a_file() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("DATABASE_URL", raising=False)
        yield


on_a_file = pytest.fixture(_on_a_file, name="on_a_file")
"""Servers use SQLite even if the tests use PostgreSQL; the test reads the file."""
all_on_a_file = pytest.fixture(_on_a_file, name="all_on_a_file", scope="module")
"""The same for a module whose tests share a server."""
