"""The limit on open files."""

import logging
import resource
import time
from pathlib import Path

import pytest

from scorekeeper.server.lifespan import OUT_OF_FILES, OutOfFilesFilter, raise_file_limit
from tests.server.running import running


@pytest.mark.long
@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="needs Linux")
def test_out_of_file_descriptors_the_log_stays_short(tmp_path: Path) -> None:
    """Pages are answered again as soon as the connections are closed."""
    with running(tmp_path) as server:
        assert server.ask("GET", "/")[0] == 200
        resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (60, 20_000))
        flood = [server.connect(b"", "127.0.0.2") for _ in range(100)]
        time.sleep(2.5)
        for connection in flood:
            connection.close()
        assert server.ask("GET", "/")[0] == 200
    assert server.output.count(OUT_OF_FILES) == 1


def test_the_message_is_logged_once_in_ten_seconds() -> None:
    """At 0, 5, 10 and 12 s: those at 5 s and 12 s are dropped; other messages never are."""
    now = [0.0]
    passes = OutOfFilesFilter(lambda: now[0])

    def shown(text: str) -> bool:
        return passes.filter(logging.LogRecord("asyncio", logging.ERROR, "", 0, text, None, None))

    for moment, wanted in ((0.0, True), (5.0, False), (10.0, True), (12.0, False)):
        now[0] = moment
        assert shown(f"{OUT_OF_FILES}\nsocket: <socket>") == wanted
        assert shown("Task was destroyed but it is pending!")


def test_the_file_limit_is_raised_to_the_hard_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """macOS refuses a limit above another one of its own; that is ignored."""
    asked: list[tuple[int, int]] = []

    def refuse(_kind: int, limits: tuple[int, int]) -> None:
        asked.append(limits)
        raise ValueError

    monkeypatch.setattr(resource, "setrlimit", refuse)
    for soft, hard in ((256, 100_000), (1024, 2048), (65536, 65536), (256, resource.RLIM_INFINITY)):
        monkeypatch.setattr(resource, "getrlimit", lambda _kind, result=(soft, hard): result)
        raise_file_limit()
    assert asked == [(100_000, 100_000), (2048, 2048), (10_240, resource.RLIM_INFINITY)]
