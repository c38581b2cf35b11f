"""How many processes answer, and how many connections each of them holds."""

import argparse
import resource

import pytest

from scorekeeper.server import connections
from scorekeeper.server.arguments import add_arguments
from scorekeeper.server.limits import CONNECTIONS, LINES
from scorekeeper.server.management.commands.serve import server_config

pytestmark = pytest.mark.postgresql


def parsed(*given: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser(exit_on_error=False)
    add_arguments(parser)
    return parser.parse_args(given)


def test_one_process_unless_asked() -> None:
    assert parsed().processes == server_config().workers == 1
    assert parsed("--processes", "4").processes == server_config(4).workers == 4


@pytest.mark.parametrize("given", ["0", "-1", "33", "two", "", "1.5"])
def test_not_a_number_of_processes(given: str) -> None:
    with pytest.raises((argparse.ArgumentError, SystemExit)):
        parsed(f"--processes={given}")


def test_lines_leave_room_for_pages() -> None:
    """With every line taken there is room for as many pages as there was without lines: 512."""
    assert connections.new_door()._most == CONNECTIONS
    assert CONNECTIONS - LINES >= 512


def test_where_few_files_may_be_open_there_are_fewer_connections(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 1024 files 200 are left for the rest."""
    monkeypatch.setattr(resource, "getrlimit", lambda _kind: (1024, 1024))
    assert connections.new_door()._most == 824


def test_files_for_all_connections(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "getrlimit", lambda _kind: (256, 100_000))
    monkeypatch.setattr(resource, "setrlimit", lambda _kind, limits: asked.append(limits))
    connections.open_many_files()
    assert asked == [(4096, 100_000)]
    monkeypatch.setattr(resource, "getrlimit", lambda _kind: (1024, 2048))
    connections.open_many_files()
    assert asked[1:] == [(2048, 2048)]
    monkeypatch.setattr(resource, "getrlimit", lambda _kind: (65536, 100_000))
    connections.open_many_files()
    assert len(asked) == 2
