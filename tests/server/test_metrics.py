"""Numbers for Prometheus: what they count, where they are, and that they name nobody."""

import asyncio
import os
import re
import signal
import socket
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest
from django.test import RequestFactory

from scorekeeper.server import errors, ratelimit
from scorekeeper.server.arguments import endpoint
from scorekeeper.server.limits import Rate
from scorekeeper.server.trouble import Trouble
from scorekeeper.server.watchers import Watcher
from tests.live.lines import Line, Sender
from tests.server.running import Running, running

REAL = "scorekeeper.settings"
SPARING = "tests.server.sparing_settings"
PATIENCE = 20.0


def address_of(server: Running) -> str:
    """Where the numbers are, which is printed at the start."""
    end = time.monotonic() + PATIENCE
    while not (found := re.search(r"Numbers for Prometheus: (\S+)", server.output)):
        assert time.monotonic() < end, server.output
        time.sleep(0.02)
    return found[1]


def numbers(server: Running) -> dict[str, float]:
    with urllib.request.urlopen(address_of(server) + "metrics", timeout=20) as answer:
        lines = [line for line in answer.read().decode().splitlines() if not line.startswith("#")]
    return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines)}


def once(server: Running, condition: Callable[[dict[str, float]], bool]) -> dict[str, float]:
    """The numbers as soon as they are so."""
    end = time.monotonic() + PATIENCE
    while not condition(found := numbers(server)):
        assert time.monotonic() < end, found
        time.sleep(0.05)
    return found


def answers(view: str, method: str, status: int) -> str:
    return f'scorekeeper_answers_total{{method="{method}",status="{status}",view="{view}"}}'


STREAMS = 'scorekeeper_open{what="streams"}'


async def look_on(server: Running, phone: Sender) -> None:
    line = await Line.open(server.port, phone.sid, phone.cookie)
    await line.event()
    found = await asyncio.to_thread(once, server, lambda found: found.get(STREAMS) == 1)
    assert found['scorekeeper_open{what="connections"}'] >= 1
    line.close()
    await asyncio.to_thread(once, server, lambda found: found.get(STREAMS) == 0)


@pytest.mark.parametrize(
    "processes",
    [pytest.param((), id="one"), pytest.param(("--processes", "2"), id="two", marks=pytest.mark.long)],
)
def test_an_evening_in_numbers(tmp_path: Path, processes: tuple[str, ...]) -> None:
    with running(tmp_path, "--metrics", "127.0.0.1:0", *processes, settings=REAL) as server:
        phone = Sender(server).open_table(("Annegret", "Benedikta", "Chie", "Dai"))
        phone.play()
        phone.play()
        assert phone.send({**phone.entry(), "hand-2": "nonsense"}) == 422
        asyncio.run(look_on(server, phone))
        found = once(server, lambda found: found.get(answers("live", "GET", 200)) == 1)
        assert server.ask("GET", "/metrics")[0] == 404
        text = str(found)
    assert found["scorekeeper_rounds_total"] == 2
    assert found[answers("round_new", "POST", 302)] == 2
    assert found[answers("round_new", "POST", 422)] == 1
    assert found['scorekeeper_answer_seconds_count{view="round_new"}'] == 6  # three pages, three forms
    assert not any('view="live"' in name for name in found if "seconds" in name)
    memory = {name: value for name, value in found.items() if name.startswith("scorekeeper_resident_bytes")}
    assert len(memory) == (3 if processes else 1)
    assert all(value > 10_000_000 for value in memory.values())
    assert not [word for word in ("Annegret", phone.sid, "127.0.0.1") if word in text]


@pytest.mark.long
def test_a_process_that_was_killed_holds_nothing_any_more(tmp_path: Path) -> None:
    """What it has answered still counts."""
    with running(tmp_path, "--metrics", "127.0.0.1:0", "--processes", "2", settings=REAL) as server:
        phone = Sender(server).open_table()

        async def until_killed() -> None:
            line = await Line.open(server.port, phone.sid, phone.cookie)
            await line.event()
            await asyncio.to_thread(once, server, lambda found: found.get(STREAMS) == 1)
            workers = [int(re.findall(r"\d+", name)[0]) for name in numbers(server) if "resident" in name]
            for pid in set(workers) - {server.process.pid}:
                os.kill(pid, signal.SIGKILL)
            line.close()

        asyncio.run(until_killed())
        found = once(server, lambda found: STREAMS not in found)
        assert found[answers("session_new", "POST", 302)] == 1


def test_who_is_refused_by_which_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []

    class Ear(Watcher):
        def refused(self, limit: str) -> None:
            told.append(limit)

    monkeypatch.setattr(ratelimit, "watchers", [Ear()])
    taker = ratelimit.Limiter(Rate("stub", each=1), lambda: 0.0)
    assert [taker.take("somebody") for _each in range(3)] == [0, 60, 60]
    assert told == ["stub"] * 2


def test_what_the_database_keeps_from_somebody(monkeypatch: pytest.MonkeyPatch, db: None) -> None:
    told: list[str] = []

    class Ear(Watcher):
        def troubled(self, trouble: str) -> None:
            told.append(trouble)

    monkeypatch.setattr(errors, "watchers", [Ear()])
    assert errors.unavailable(RequestFactory().get("/"), Trouble.BUSY).status_code == 503
    assert told == ["busy"]


@pytest.mark.long
def test_whoever_was_refused_is_counted(tmp_path: Path) -> None:
    words = ("--metrics", "127.0.0.1:0", "--trusted-proxy", "127.0.0.1")
    with running(tmp_path, *words, settings=SPARING) as server:
        assert [server.ask("GET", "/")[0] for _each in range(7)] == [200] * 5 + [429] * 2
        found = numbers(server)
    assert found['scorekeeper_refused_total{limit="stranger reads"}'] == 2


@pytest.mark.long
def test_a_port_that_is_taken_is_told_before_anything_is_served(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with running(tmp_path, "--metrics", f"127.0.0.1:{port}") as server:
            assert server.process.wait(20) == 1
    assert server.first_line.startswith(f"Cannot listen on 127.0.0.1 port {port}:")


@pytest.mark.parametrize("text", ["", ":", "x", "127.0.0.1", "127.0.0.1:65536", "::1:9100", "a:b"])
def test_what_is_no_address(text: str) -> None:
    with pytest.raises(ValueError):
        endpoint(text)
