"""A server as people start it, and a way to say what was measured."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.server.running import REAL, Running, running

Say = Callable[[str], None]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    with running(tmp_path, settings=REAL) as result:
        yield result


@pytest.fixture
def say(capsys: pytest.CaptureFixture[str]) -> Say:
    """Print a line, whatever pytest does with output."""

    def print_line(text: str) -> None:
        with capsys.disabled():
            print(f"\n  {text}", end="")

    return print_line
