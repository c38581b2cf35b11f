"""For tests of the server as a process."""

from collections.abc import Iterator

import pytest


def _on_a_file() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("DATABASE_URL", raising=False)
        yield


on_a_file = pytest.fixture(_on_a_file, name="on_a_file")
"""Servers keep what they get in SQLite's file, which the test reads by itself."""
all_on_a_file = pytest.fixture(_on_a_file, name="all_on_a_file", scope="module")
"""The same where tests of a module share servers."""
