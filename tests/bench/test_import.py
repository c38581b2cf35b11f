"""How much a table is slowed down while somebody imports the most expensive documents."""

import threading
from time import monotonic

import pytest

from tests.bench.conftest import Say, at, took
from tests.live.clients import Sender
from tests.scoring.test_hostile import text_of
from tests.server.running import Running

pytestmark = pytest.mark.bench

LASTING_S = 10.0
MOST_TIMES = 3.0
"""The largest ratio of the 95th percentiles."""
DOCUMENTS = ("some aces and jokers", "visitors", "going out", "aces and jokers", "all hands are added")


def evening(sender: Sender) -> tuple[list[float], list[float]]:
    """Milliseconds for pages of the table, and for rounds."""
    pages: list[float] = []
    rounds: list[float] = []
    end = monotonic() + LASTING_S
    while monotonic() < end:
        pages += [took(lambda: sender.get(f"/t/{sender.sid}/")) for _ in range(3)]
        form = sender.entry()
        rounds.append(took(lambda form=form: sender.send(form)))  # type: ignore[misc]
    return pages, rounds


class Importer(threading.Thread):
    """Imports one document after the other, as fast as the limits allow, until it is stopped."""

    def __init__(self, server: Running) -> None:
        super().__init__(daemon=True)
        self.sender, self.documents = Sender(server), [text_of(name) for name in DOCUMENTS]
        self.stopped = threading.Event()
        self.statuses: list[int] = []

    def run(self) -> None:
        while not self.stopped.is_set():
            document = self.documents[len(self.statuses) % len(self.documents)]
            body, headers = self.sender.file_form("/import/", "import", document)
            status, given, _text = self.sender.server.ask("POST", "/import/", body, headers)
            self.statuses.append(status)
            self.stopped.wait(float(given.get("retry-after", 0)))


def test_a_table_goes_on_while_documents_are_brought_in(server: Running, say: Say) -> None:
    sender = Sender(server).open_table()
    sender.play()
    quiet = evening(sender)
    importer = Importer(server)
    importer.start()
    busy = evening(sender)
    importer.stopped.set()
    importer.join(30)
    statuses = importer.statuses
    say(f"{len(statuses)} documents were sent, {statuses.count(302)} brought in")
    for name, before, after in zip(("page", "round"), quiet, busy, strict=True):
        one, other = at(before, 0.95), at(after, 0.95)
        say(f"{name} p95 {one:.1f} ms undisturbed, {other:.1f} ms meanwhile, longest {max(after):.0f} ms")
        assert other < MOST_TIMES * one
    assert set(statuses) <= {302, 422, 429}
    assert 302 in statuses
