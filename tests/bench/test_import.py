"""What a group at its table notices while somebody brings in the worst documents, over and over."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic, perf_counter

import pytest

from tests.live.lines import Sender
from tests.scoring.hostile import text_of
from tests.server.running import Running, running

pytestmark = pytest.mark.bench

LASTING_S = 10.0
EDGE = "edge-of-a-part"
MOST_TIMES = 3.0
"""How many times as long as undisturbed a page or a round may take, at the 95th percentile."""
DOCUMENTS = ("some aces and jokers", "visitors", "going out", "aces and jokers", "all hands are added")


@pytest.fixture(name="server")
def _server(tmp_path: Path) -> Iterator[Running]:
    with running(tmp_path, settings="scorekeeper.settings") as result:
        yield result


def p95(values: list[float]) -> float:
    return sorted(values)[int(0.95 * len(values))]


def timed(work: Callable[[], object]) -> float:
    begin = perf_counter()
    work()
    return (perf_counter() - begin) * 1000


def evening(sender: Sender) -> tuple[list[float], list[float]]:
    """How long the table's page and sending a round take, in milliseconds."""
    pages: list[float] = []
    rounds: list[float] = []
    end = monotonic() + LASTING_S
    while monotonic() < end:
        pages += [timed(lambda: sender.get(f"/t/{sender.sid}/")) for _ in range(3)]
        form = sender.entry()
        rounds.append(timed(lambda form=form: sender.send(form)))  # type: ignore[misc]
    return pages, rounds


def upload(fields: dict[str, str], document: str) -> bytes:
    """A form with a file, as browsers send it."""
    parts = [f'name="{name}"\r\n\r\n{value}' for name, value in fields.items()]
    parts.append(f'name="file"; filename="a.json"\r\n\r\n{document}')
    text = "".join(f"--{EDGE}\r\nContent-Disposition: form-data; {part}\r\n" for part in parts)
    return f"{text}--{EDGE}--\r\n".encode()


class Importer(threading.Thread):
    """Brings in one document after the other, as soon as it may, until it is stopped."""

    def __init__(self, server: Running) -> None:
        super().__init__(daemon=True)
        self.sender, self.documents = Sender(server), [text_of(name) for name in DOCUMENTS]
        self.stopped = threading.Event()
        self.statuses: list[int] = []

    def run(self) -> None:
        [token] = self.sender.form("/import/", "import")["csrfmiddlewaretoken"]  # type: ignore[misc]
        while not self.stopped.is_set():
            number = len(self.statuses)
            fields = {"csrfmiddlewaretoken": token, "key": f"bench-{self.name}-{number}"}
            body = upload(fields, self.documents[number % len(self.documents)])
            headers = {"Cookie": self.sender.cookie, "Content-Type": f"multipart/form-data; boundary={EDGE}"}
            status, given, _text = self.sender.server.ask("POST", "/import/", body, headers)
            self.statuses.append(status)
            self.stopped.wait(float(given.get("retry-after", 0)))


def test_a_table_goes_on_while_documents_are_brought_in(
    server: Running, capsys: pytest.CaptureFixture[str]
) -> None:
    sender = Sender(server).open_table()
    sender.play()
    quiet = evening(sender)
    importers = [Importer(server)]
    for importer in importers:
        importer.start()
    busy = evening(sender)
    for importer in importers:
        importer.stopped.set()
    for importer in importers:
        importer.join(30)
    statuses = [status for importer in importers for status in importer.statuses]
    with capsys.disabled():
        print(f"\n{len(statuses)} documents were sent, {statuses.count(302)} brought in")
        for name, before, after in zip(("page", "round"), quiet, busy, strict=True):
            one, other = p95(before), p95(after)
            print(
                f"  {name} p95 {one:.1f} ms undisturbed, {other:.1f} ms meanwhile ×{other / one:.1f}", end=""
            )
            print(f", longest {max(after):.0f} ms of {len(after)}")
    assert set(statuses) <= {302, 422, 429}
    assert 302 in statuses
    for before, after in zip(quiet, busy, strict=True):
        assert p95(after) < MOST_TIMES * p95(before)
