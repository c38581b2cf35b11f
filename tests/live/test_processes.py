"""How many processes answer."""

import argparse

import pytest

from scorekeeper.server.arguments import add_arguments
from scorekeeper.server.management.commands.serve import server_config


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
