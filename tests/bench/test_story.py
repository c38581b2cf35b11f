"""Pages of a circle: little slower after 500 sessions than after 5.

Both circles have 45 people; all figures are ratios of medians that were taken in turn, over HTTP, in one run.
"""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.bench.conftest import Say
from tests.bench.test_pages import Connection, at_most
from tests.live.clients import Sender
from tests.server.running import ROOT, Running, environment

pytestmark = pytest.mark.bench

FEW, MANY = 5, 500
ROUNDS, TURNS = 100, 5
"""Rounds of each evening, and in how many turns the nine people of the demo year come, each time others."""
GROWTH = 3.0
GAME = "?game=gamble"
PAGES = (
    "",
    f"people/{GAME}",
    f"people/{{person}}/{GAME}",
    f"versus/{GAME}",
    f"versus/{{pair}}{GAME}",
    f"ranking/{GAME}",
    f"ranking/{GAME}&by=evening",
    f"rating/{GAME}",
    "seasons/",
    "year/2025/",
)


MAKE = """
import json, sys, django
django.setup()
from django.urls import reverse
from scorekeeper.circles.access import link_token
from scorekeeper.circles.models import Role
from scorekeeper.circles.services import make_link
from tests.story.demo_year import many_evenings
circle = many_evenings(*json.loads(sys.argv[1]))
link = make_link(circle, Role.HOST, None)
print(circle.public_id, reverse("join", args=(link_token(link),)))
"""


class Group:
    """A circle with so many sessions, whose statistics are complete, and a phone in it."""

    def __init__(self, server: Running, folder: Path, evenings: int) -> None:
        known = {**os.environ, **environment("scorekeeper.settings"), "SCOREKEEPER_DATA": str(folder)}
        command = [sys.executable, "-c", MAKE, json.dumps((evenings, ROUNDS, TURNS))]
        made = subprocess.run(command, env=known, cwd=ROOT, capture_output=True, text=True, check=True)
        public_id, link = made.stdout.split()[-2:]
        sender = Sender(server)
        assert sender.ask("GET", link)[0] == 302
        self.path = f"/circles/{public_id}/"
        while "still being counted" in (shown := sender.get(f"{self.path}versus/{GAME}")):
            pass
        match = re.search(r'<td><a [^>]*href="(\d+/\d+/)', shown)
        assert match
        self.pair = match[1]
        self.person = self.pair.partition("/")[0]
        self.line = Connection(server.port, sender.cookie)

    def work(self, page: str) -> Callable[[], None]:
        where = self.path + page.format(pair=self.pair, person=self.person)

        def get() -> None:
            assert self.line.ask(where) == 200

        return get


def test_no_page_grows_with_the_evenings(server: Running, tmp_path: Path, say: Say) -> None:
    few, many = (Group(server, tmp_path, evenings) for evenings in (FEW, MANY))
    for page in PAGES:
        name = f"{page}, {MANY} evenings against {FEW}"
        at_most(GROWTH, name, many.work(page), few.work(page), say)
