"""What a full database does to the pages of one circle: next to nothing.

The same busy circle, of some hundred evenings and 40 people, is asked for beside 10,000 others with a million
rounds, and alone; all figures are ratios of medians that were taken in turn, over HTTP, in one run.  A store
that was filled before is played in where it is named with what ``fill`` printed: ``FILLED_SQLITE`` is
"FOLDER - ID LINK", ``FILLED_POSTGRESQL`` "FOLDER URL ID LINK".
"""

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

import pytest

from tests.bench.test_pages import Line, at_most
from tests.live.lines import Sender
from tests.postgres import cluster, programs
from tests.server.running import ROOT, Running, environment, running

pytestmark = pytest.mark.bench

GROWTH = 1.5
SETTINGS = "scorekeeper.settings"
NAMES = ("Ann", "Ben", "Chie", "Dai")
ROUNDS = 20
OF_CIRCLE = {
    "group": "",
    "people": "people/?game=gamble",
    "person": "people/{person}/?game=gamble",
    "statistics": "versus/?game=gamble",
    "pair": "versus/{pair}?game=gamble",
    "ranking": "ranking/?game=gamble",
    "rating": "rating/?game=gamble",
    "year": "year/2025/",
    "changes": "changes/",
    "payments": "payments/",
}
OF_TABLE = {
    "table": "",
    "log": "changes/",
    "rounds": "rounds/",
    "settling": "settle/",
    "entry": "rounds/new/",
}
OF_OLD_TABLE = {"an old table": "", "its log": "changes/", "its rounds": "rounds/", "its settling": "settle/"}
API = {"API, circle": "circle", "API, sessions": "sessions", "API, session": "sessions/{old}"}
MOST_MORE = 20.0
"""Megabytes that scoring all of a store takes apart from what a hundredth of it takes."""
KIB_IN_MB = 1000 * 1000 / 1024


class Busy:
    """A phone in the busy circle, with a table of its own there, and a program that reads the circle."""

    def __init__(self, server: Running, public_id: str, link: str) -> None:
        self.sender = sender = Sender(server)
        assert sender.ask("GET", link)[0] == 302
        self.circle = f"/circles/{public_id}/"
        while "still being counted" in (shown := sender.get(f"{self.circle}versus/?game=gamble")):
            pass
        self.pair = _found(r'<td><a [^>]*href="(\d+/\d+/)', shown)
        year = sender.get(f"{self.circle}people/?game=gamble")
        self.person = _found(r'href="[^"]*?(\d+)/\?game=gamble"', year)
        self.old = re.findall(r'href="/t/([\w-]+)/', sender.get(self.circle))[-1]
        self._start()
        self.line = Line(server.port, sender.cookie)
        self.program = Line(server.port, token=self._token())
        self._form, self._sent = sender.entry(), ROUNDS

    def _start(self) -> None:
        """Start a table at which some rounds are played."""
        where = f"{self.circle}new/?game=gamble"
        kept = self.sender.form(where, "new")
        fields = {key: value for key, value in kept.items() if key.startswith(("opt-", "csrf", "game"))}
        asked = self.sender.ask("POST", where, {**fields, "game": "gamble", "name": list(NAMES)})
        assert asked[0] == 302, asked
        self.sender.sid = asked[1].strip("/").split("/")[1]
        for _ in range(ROUNDS):
            self.sender.play()

    def _token(self) -> str:
        path = f"{self.circle}tokens/"
        form = self.sender.form(path, "key")
        return _found(
            r'id="token"[^>]*value="([^"]+)"', self.sender.ask("POST", path, {**form, "name": "B"})[2]
        )

    def get(self, where: str) -> Callable[[], None]:
        def work() -> None:
            assert self.line.ask(where) == 200, where

        return work

    def read(self, what: str) -> Callable[[], None]:
        def work() -> None:
            assert self.program.ask(f"/api/v1/{what.format(old=self.old)}") == 200, what

        return work

    def post(self) -> None:
        """Send a round, each time with a form of its own."""
        fields = {"key": f"bench-form-{self._sent}", "revision": str(self._sent)}
        assert self.line.ask(f"/t/{self.sender.sid}/rounds/new/", {**self._form, **fields}) == 302
        self._sent += 1

    def works(self) -> Mapping[str, Callable[[], None]]:
        """Everything that is asked, by what it is."""
        mine, old = f"/t/{self.sender.sid}/", f"/t/{self.old}/"
        named = {"person": self.person, "pair": self.pair}
        return {
            "start": self.get("/"),
            **{name: self.get(self.circle + at.format(**named)) for name, at in OF_CIRCLE.items()},
            **{name: self.get(mine + at) for name, at in OF_TABLE.items()},
            **{name: self.get(old + at) for name, at in OF_OLD_TABLE.items()},
            **{name: self.read(at) for name, at in API.items()},
            "POST of a round": self.post,
        }


def _found(pattern: str, text: str) -> str:
    match = re.search(pattern, text)
    assert match, pattern
    return match[1]


class Store(NamedTuple):
    """A database with the busy circle: folder, address (empty for a file there), and what ``fill`` said."""

    folder: Path
    url: str
    public_id: str
    link: str


def run(folder: Path, url: str, *words: str) -> str:
    """Python with a store as its database; gives what it printed."""
    known = {**environment(SETTINGS), "SCOREKEEPER_DATA": str(folder), "DATABASE_URL": url}
    command = [sys.executable, *words]
    return subprocess.run(command, env=known, cwd=ROOT, capture_output=True, text=True, check=True).stdout


def filled(folder: Path, url: str, *words: str) -> Store:
    folder.mkdir()
    return Store(folder, url, *run(folder, url, "-m", "tests.bench.fill", *words).split()[-2:])


def full(kind: str, folder: Path, url: str) -> Store:
    """A store with 10,000 circles: the one that is named, or a new one."""
    if named := os.environ.get(f"FILLED_{kind.upper()}"):
        place, address, public_id, link = named.split()
        return Store(Path(place), "" if address == "-" else address, public_id, link)
    return filled(folder, url)


@contextmanager
def served(store: Store) -> Iterator[Busy]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DATABASE_URL", store.url)
        with running(store.folder, settings=SETTINGS) as server:
            yield Busy(server, store.public_id, store.link)


@contextmanager
def addresses(kind: str) -> Iterator[tuple[str, str]]:
    """Two empty databases of a kind; of SQLite's, each is a file in its own folder."""
    if kind == "sqlite":
        yield "", ""
        return
    if not programs():
        pytest.skip("no PostgreSQL here")
    with TemporaryDirectory(prefix="store-") as folder, cluster(Path(folder)) as made:
        made.ask("ALTER SYSTEM SET random_page_cost = 1.1")  # as the README says
        made.ask("SELECT pg_reload_conf()")
        yield f"{made.url}/live", f"{made.url}/postgres"


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_busy_circle_among_ten_thousand(kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    with TemporaryDirectory(prefix="store-") as name, addresses(kind) as (one, other):
        many = full(kind, Path(name) / "full", one)
        alone = filled(Path(name) / "alone", other, "--circles", "0")
        with served(many) as there, served(alone) as here:
            for what, work in there.works().items():
                at_most(GROWTH, f"{what}, {kind}", work, here.works()[what], capsys)


CHECK = """
import resource, sys, django
django.setup()
from django.core.management import call_command
call_command("rescore", check=True)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def test_scoring_a_million_rounds_anew(capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing would change, and a hundred times the rounds take hardly more memory."""
    with TemporaryDirectory(prefix="store-") as name:
        few = filled(Path(name) / "few", "", "--circles", "100", "--busy", "1")
        items = []
        for store in (few, full("sqlite", Path(name) / "full", "")):
            known = {**environment(SETTINGS), "SCOREKEEPER_DATA": str(store.folder)}
            begin = perf_counter()
            done = subprocess.run(
                [sys.executable, "-c", CHECK], env=known, capture_output=True, text=True, cwd=ROOT, check=True
            )
            items.append(int(done.stdout.split()[-1]) / KIB_IN_MB)
            with capsys.disabled():
                print(
                    f"\n  scoring all of {store.folder}: {perf_counter() - begin:.0f} s, {items[-1]:.0f} MB"
                )
    assert items[1] - items[0] < MOST_MORE
