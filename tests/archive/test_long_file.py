"""A long file is imported in a process of its own, beside the real server."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest

from scorekeeper.archive import uploads
from tests.archive.books import GAMBLE
from tests.archive.test_circle import AT
from tests.live.clients import Sender
from tests.server.running import Running, running

PATIENCE_S = 60.0
EVENINGS, ROUNDS = 20, 60


@pytest.fixture(name="server", scope="module")
def _server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("long"), settings="scorekeeper.settings") as result:
        yield result


def years() -> str:
    """A file larger than other forms may be, whose evenings all differ."""
    rounds = [
        {"kind": "out", "winner": "あき", "hands": {"Ben": [str(2 + number % 9)], "Chie": ["K", "Q"]}}
        for number in range(ROUNDS)
    ]
    sessions: list[dict[str, Any]] = [
        {
            "id": f"evening-{number}",
            "title": f"{number * 7919 % 100_003}",
            "started": AT,
            "document": {**GAMBLE, "rounds": [*rounds[number % ROUNDS :], *rounds[: number % ROUNDS]]},
            "entries": [{"at": f"2026-01-01T1{place % 9}:{number % 60:02}:00Z"} for place in range(ROUNDS)],
        }
        for number in range(EVENINGS)
    ]
    people = [{"name": name} for name in GAMBLE["players"]]
    data = {"format": 1, "circle": {"name": "Years"}, "people": people, "sessions": sessions}
    return json.dumps(data, ensure_ascii=False) + " " * 1024**2


def test_a_long_import_runs_beside_the_server(server: Running, tmp_path: Path) -> None:
    browser = Sender(server).open_table()
    assert EVENINGS * ROUNDS > uploads.INLINE_ROUNDS
    sent = server.ask("POST", "/import/", *browser.file_form("/import/", "import", years()))
    where, end = sent[1]["location"], monotonic() + PATIENCE_S
    page = browser.get(where)
    assert re.fullmatch(r"/circles/[\w-]+/file/[\w-]+/", where)
    assert f"/ {EVENINGS}" in page
    while "Everything has been imported" not in page:
        assert monotonic() < end, page
        sleep(0.2)
        page = browser.get(where)
    assert f"+{EVENINGS * ROUNDS}" in page
    exported = json.loads(browser.get(f"{where.split('file/')[0]}export.json"))
    assert len(exported["sessions"]) == EVENINGS


def test_too_large_a_file_is_refused(server: Running) -> None:
    for path, length, megabytes in (("/import/", 21 * 1024**2, 20), ("/new/", 2 * 1024**2, 1)):
        headers = {"Content-Length": str(length), "Content-Type": "text/plain", "Accept-Language": "en"}
        status, _headers, page = server.ask("POST", path, b"x", headers)
        assert (status, f"larger than {megabytes} MB" in page) == (413, True)
