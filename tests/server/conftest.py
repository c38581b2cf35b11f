"""For tests of the server as a process."""

from collections.abc import Iterator

import pytest

from tests.server.running import Running, running


def _on_a_file() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("DATABASE_URL", raising=False)
        yield


on_a_file = pytest.fixture(_on_a_file, name="on_a_file")
"""Servers keep what they get in SQLite's file, which the test reads by itself."""
all_on_a_file = pytest.fixture(_on_a_file, name="all_on_a_file", scope="module")
"""The same where tests of a module share servers."""


@pytest.fixture(name="server", scope="session")
def _server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server with plain pages that waits only a second for a body, for modules that have no other."""
    folder = tmp_path_factory.mktemp("narrow")
    with running(folder, settings="tests.server.narrow_settings") as result:
        yield result
