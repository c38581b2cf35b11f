"""For tests of the server as a process."""

import pytest


@pytest.fixture
def on_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """Servers keep what they are told in SQLite's file, which the test reads by itself."""
    monkeypatch.delenv("DATABASE_URL", raising=False)
