"""Years of evenings come in a process of their own, beside the real server."""

import json
import re
import urllib.request
from collections.abc import Iterator
from http.cookiejar import CookieJar
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest

from scorekeeper.archive import uploads
from tests.archive.books import GAMBLE
from tests.archive.test_circle import AT
from tests.server.running import Running, running

PATIENCE_S = 60.0
BOUNDARY = "a-boundary"
EVENINGS, ROUNDS = 20, 60


@pytest.fixture(name="server", scope="module")
def _server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("long"), settings="scorekeeper.settings") as result:
        yield result


class Browser:
    """Asks the server as a browser does, with cookies."""

    def __init__(self, server: Running) -> None:
        self.base = f"http://127.0.0.1:{server.port}"
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
        self.opener.addheaders = [("Accept-Language", "en")]
        self.where = ""

    def ask(self, path: str) -> str:
        with self.opener.open(self.base + path, timeout=20) as answer:
            self.where = answer.url.removeprefix(self.base)
            return str(answer.read().decode())

    def send(self, path: str, text: str) -> str:
        page = self.ask(path)
        fields = dict(re.findall(r'name="(csrfmiddlewaretoken|key)" value="([^"]+)"', page))
        parts = [f'name="{name}"\r\n\r\n{value}' for name, value in fields.items()]
        parts.append(f'name="file"; filename="x.json"\r\nContent-Type: application/json\r\n\r\n{text}')
        body = "".join(f"--{BOUNDARY}\r\nContent-Disposition: form-data; {part}\r\n" for part in parts)
        headers = {"Content-Type": f"multipart/form-data; boundary={BOUNDARY}", "Origin": self.base}
        request = urllib.request.Request(
            self.base + path, f"{body}--{BOUNDARY}--\r\n".encode(), headers, method="POST"
        )
        with self.opener.open(request, timeout=60) as answer:
            self.where = answer.url.removeprefix(self.base)
            return str(answer.read().decode())


def years() -> str:
    """A file of more than a usual form may hold, whose evenings all differ."""
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


def test_years_of_evenings_come_while_the_server_answers(server: Running, tmp_path: Path) -> None:
    browser, text = Browser(server), years()
    assert EVENINGS * ROUNDS > uploads.INLINE_ROUNDS
    page = browser.send("/import/", text)
    where, end = browser.where, monotonic() + PATIENCE_S
    assert re.fullmatch(r"/circles/[\w-]+/file/[\w-]+/", where)
    assert f"/ {EVENINGS}" in page
    while "Everything has been imported" not in page:
        assert monotonic() < end, page
        sleep(0.2)
        page = browser.ask(where)
    assert f"+{EVENINGS * ROUNDS}" in page
    exported = json.loads(browser.ask(f"{where.split('file/')[0]}export.json"))
    assert len(exported["sessions"]) == EVENINGS


def test_what_is_larger_than_any_circle_is_refused(server: Running) -> None:
    for path, length, megabytes in (("/import/", 21 * 1024**2, 20), ("/new/", 2 * 1024**2, 1)):
        headers = {"Content-Length": str(length), "Content-Type": "text/plain", "Accept-Language": "en"}
        status, _headers, page = server.ask("POST", path, b"x", headers)
        assert (status, f"larger than {megabytes} MB" in page) == (413, True)
