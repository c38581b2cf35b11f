"""A process that is killed between a change of the tables and the note about it starts again."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db.migrations.loader import MigrationLoader

from tests.postgres import empty_database
from tests.server.running import ROOT, environment

KILLED = 9
KILL = """
import os, sys
from django.db.migrations.executor import MigrationExecutor

note = MigrationExecutor.record_migration

def kill(self, migration):
    if str(migration) == sys.argv[1]:
        os._exit(9)
    note(self, migration)

MigrationExecutor.record_migration = kill
from django.core.management import execute_from_command_line
execute_from_command_line(["manage.py", "migrate", "--verbosity", "0"])
"""


@pytest.fixture(autouse=True)
def _nothing_made_yet() -> Iterator[None]:
    with empty_database():
        yield


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    env = environment("scorekeeper.settings") | {"SCOREKEEPER_DATA": str(folder)}
    return subprocess.run(
        [sys.executable, *words], cwd=ROOT, env=env, capture_output=True, text=True, timeout=120
    )


def migrations() -> list[str]:
    graph = MigrationLoader(None).graph
    ours = [key for key in graph.nodes if graph.nodes[key].__module__.startswith("scorekeeper.")]
    return sorted(f"{app}.{name}" for app, name in ours)


def begins_again(folder: Path, migration: str) -> None:
    assert run(folder, "-c", KILL, migration).returncode == KILLED
    again = run(folder, "manage.py", "migrate", "--verbosity", "0")
    assert again.returncode == 0, again.stderr[-500:]


def test_a_migration_is_noted_with_what_it_does(tmp_path: Path) -> None:
    begins_again(tmp_path, "play.0001_initial")


@pytest.mark.long
@pytest.mark.parametrize("migration", migrations())
def test_every_migration_is_noted_with_what_it_does(migration: str, tmp_path: Path) -> None:
    begins_again(tmp_path, migration)
