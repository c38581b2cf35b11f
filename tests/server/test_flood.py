"""A table plays while strangers flood the server."""

import json
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from tests.live.clients import Sender, friend_of
from tests.server.running import ROOT, running

MANY = tuple(f"127.0.0.{number}" for number in range(2, 7))
ONE = MANY[:1]
HOUSE = "127.0.0.77"
"""The players' address, which is rate limited, unlike 127.0.0.1."""
TWO_PROCESSES = ("--processes", "2")


def ask(sender: Sender, path: str, times: list[float]) -> int:
    """Request a page, record the time, and return the status."""
    began = time.monotonic()
    status = sender.ask("GET", path)[0]
    times.append(time.monotonic() - began)
    return status


def play(four: list[Sender], until: float, times: list[float]) -> int:
    """Play rounds until then, after each of which every phone fetches the table; returns their number."""
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
            updates = [phones.submit(ask, phone, f"/t/{host.sid}/?live=1", times) for phone in four]
            assert [update.result(60) for update in updates] == [200] * 4
            time.sleep(0.1)
    return rounds


@pytest.mark.parametrize(
    ("seconds", "strangers", "house", "more"),
    [
        (5, ONE, HOUSE, ()),
        *(
            pytest.param(60, *case, marks=pytest.mark.long)
            for case in ((MANY, HOUSE, ()), (ONE, HOUSE, ()), (ONE, HOUSE, TWO_PROCESSES), (ONE, ONE[0], ()))
        ),
    ],
)
def test_a_table_plays_on_during_a_flood(
    tmp_path: Path,
    seconds: float,
    strangers: tuple[str, ...],
    house: str,
    more: tuple[str, ...],
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Every form and page succeeds, and no stranger gets a server error.

    How quickly is printed by the longer runs.
    """
    with running(tmp_path, *more, settings="scorekeeper.settings") as result:
        server = replace(result, address=house)
        host = Sender(server).open_table()
        four = [host, *(friend_of(host) for _ in range(3))]
        rounds, times, seen = beside_a_flood(four, seconds, strangers)
        result.process.kill()  # it would answer what waits: test_stop.py is about that
    assert rounds > 0
    assert max(times) < 10
    assert seen["silent opened"] > 1000, seen
    assert not [kind for kind in seen if " 5" in kind], seen
    if seconds > 30:
        assert seen.get("code 429"), seen
        with capsys.disabled():
            print(f"\n{rounds} rounds; pages: {len(times)}, longest {max(times):.2f} s; strangers: {seen}")


def beside_a_flood(
    four: list[Sender], seconds: float, strangers: tuple[str, ...]
) -> tuple[int, list[float], dict[str, int]]:
    """Play during a flood; returns the number of rounds, the times, and the strangers' statuses."""
    words = [sys.executable, "-m", "tests.server.flood", str(four[0].server.port), str(seconds), *strangers]
    flood = subprocess.Popen(words, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    times: list[float] = []
    try:
        assert flood.stdout
        assert flood.stdout.readline() == "begun\n"
        rounds = play(four, time.monotonic() + seconds - 2, times)
        return rounds, times, json.loads(flood.communicate(timeout=60)[0])
    finally:
        flood.kill()
