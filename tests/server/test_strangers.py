"""A table of four plays while strangers want everything there is."""

import http.client
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.live.lines import Sender, friend_of
from tests.server.running import ROOT, Running, running

HOUSE = "127.0.0.77"
"""The address of the four: one that is counted, unlike this machine's usual one."""


@dataclass
class Away(Running):
    """The same server, asked from the address of the four."""

    def ask(
        self, method: str, path: str, body: bytes | None = None, headers: dict[str, str] | None = None
    ) -> tuple[int, dict[str, str], str]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30, source_address=(HOUSE, 0))
        connection.request(method, path, body, headers or {})
        answer = connection.getresponse()
        names = {name.lower(): value for name, value in answer.getheaders()}
        text = answer.read().decode()
        connection.close()
        return answer.status, names, text


@pytest.fixture(name="server")
def _server(tmp_path: Path) -> Iterator[Running]:
    with running(tmp_path, settings="scorekeeper.settings") as found:
        yield Away(found.process, found.first_line, found.lines)


class Times(list[float]):
    """How long each page took, in seconds."""

    def ask(self, sender: Sender, path: str) -> int:
        began = time.monotonic()
        status = sender.ask("GET", path)[0]
        self.append(time.monotonic() - began)
        return status


def play(four: list[Sender], until: float, times: Times) -> int:
    """Play rounds until then; after each every phone fetches the table.  Returns how many."""
    host, rounds = four[0], 0
    with ThreadPoolExecutor(4) as phones:
        while time.monotonic() < until:
            began = time.monotonic()
            form = host.entry()
            host.send({**form, "action": "preview"})
            times.append((time.monotonic() - began) / 2)
            began = time.monotonic()
            assert host.send(form) == 302
            times.append(time.monotonic() - began)
            rounds += 1
            updates = [phones.submit(times.ask, phone, f"/t/{host.sid}/?live=1") for phone in four]
            assert [update.result(60) for update in updates] == [200] * 4
            time.sleep(0.1)
    return rounds


@pytest.mark.parametrize("seconds", [6, pytest.param(60, marks=pytest.mark.long)], ids=["short", "long"])
def test_a_table_plays_on(server: Running, seconds: float, capsys: pytest.CaptureFixture[str]) -> None:
    """Every form is taken and every page is there; how quickly is printed by the longer run."""
    host = Sender(server).open_table()
    four = [host, *(friend_of(host) for _ in range(3))]
    words = [sys.executable, "-m", "tests.server.flood", str(server.port), str(seconds)]
    strangers = subprocess.Popen(words, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    times = Times()
    try:
        time.sleep(2)
        rounds = play(four, time.monotonic() + seconds - 2, times)
        seen = json.loads(strangers.communicate(timeout=60)[0])
    finally:
        strangers.kill()
    assert rounds > 0
    assert max(times) < 10
    assert seen["silent closed"] > 0, seen
    if seconds > 30:
        assert seen.get("code 429"), seen
        with capsys.disabled():
            print(f"\n{rounds} rounds; pages: {len(times)}, longest {max(times):.2f} s; strangers: {seen}")
