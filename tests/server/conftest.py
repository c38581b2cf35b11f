"""Fixtures with servers in processes of their own."""

from collections.abc import Iterator

import pytest

from tests.server.running import Running, running


def _on_a_file() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("DATABASE_URL", raising=False)
        yield


on_a_file = pytest.fixture(_on_a_file, name="on_a_file")
"""Servers use SQLite even if the tests use PostgreSQL; the test reads the file."""
all_on_a_file = pytest.fixture(_on_a_file, name="all_on_a_file", scope="module")
"""The same for a module whose tests share a server."""


@pytest.fixture(name="server", scope="session")
def _server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server with stub pages and a short timeout for bodies."""
    folder = tmp_path_factory.mktemp("narrow")
    with running(folder, settings="tests.server.narrow_settings") as result:
        yield result
