"""What the pages of a circle's people cost after 500 evenings: little more than after five."""

import http.client
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.bench.test_pages import Line, at_most
from tests.server.running import ROOT, Running, running

pytestmark = pytest.mark.bench

FEW, MANY = 5, 500
LIMIT = 3.0
"""The most times as long after many evenings as after few."""
COUNTING = 200
"""Pages after which everything has been counted."""


@pytest.fixture(name="server")
def _server(tmp_path: Path) -> Iterator[Running]:
    with running(tmp_path, settings="scorekeeper.settings") as found:
        yield found


def made(folder: Path, evenings: int) -> tuple[str, str]:
    """The address of a made-up circle of 40 people with so many evenings, and the link into it."""
    command = [sys.executable, "manage.py", "demo", "--evenings", str(evenings), "--seed", str(evenings)]
    kept = {**os.environ, "SCOREKEEPER_DATA": str(folder), "DJANGO_SETTINGS_MODULE": "scorekeeper.settings"}
    done = subprocess.run([*command, "--people", "40"], env=kept, cwd=ROOT, check=True, capture_output=True)
    found = re.search(r"^(\S+) (/join/\S+)", done.stdout.decode(), re.MULTILINE)
    assert found, done.stdout
    return f"/circles/{found[1]}/people/", found[2]


class Circle:
    """A phone in a made-up circle, and the pages of its people."""

    def __init__(self, server: Running, folder: Path, evenings: int) -> None:
        self.people, link = made(folder, evenings)
        cookie = server.ask("GET", link)[1]["set-cookie"].partition(";")[0]
        self.line = Line(server.port, cookie)
        headers = {"Cookie": cookie, "Accept-Language": "en"}
        for _ in range(COUNTING):
            listed = server.ask("GET", f"{self.people}?game=gamble", headers=headers)[2]
            if "still being counted" not in listed:
                break
        found = re.search(r"/people/(\d+)/\?", listed)
        assert found
        self.person = f"{self.people}{found[1]}/"

    def ask(self, where: str) -> None:
        assert self.line.ask(f"{where}?game=gamble") == http.client.OK


def test_many_evenings_cost_little_more_than_few(
    server: Running, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    few, many = (Circle(server, tmp_path, evenings) for evenings in (FEW, MANY))
    name = f"after {MANY} evenings against {FEW}"
    at_most(LIMIT, f"a person, {name}", lambda: many.ask(many.person), lambda: few.ask(few.person), capsys)
    at_most(LIMIT, f"all people, {name}", lambda: many.ask(many.people), lambda: few.ask(few.people), capsys)
