"""What it costs to be watched: a server that logs and counts everything, against one that does neither."""

from pathlib import Path

import pytest

from tests.bench.test_pages import Table, at_most
from tests.server.running import running

pytestmark = pytest.mark.bench

WATCHED = ("--log-format", "json", "--log-requests", "--metrics", "127.0.0.1:0")
PAGE, ROUND = 1.05, 1.05
"""The most times as long."""


def test_watching_costs_next_to_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A tenth of a millisecond of a page that takes some."""
    with (
        running(tmp_path / "watched", *WATCHED, settings="scorekeeper.settings") as watched,
        running(tmp_path / "plain", settings="scorekeeper.settings") as plain,
    ):
        one, other = Table(watched, 20), Table(plain, 20)
        at_most(PAGE, "a table that is watched", lambda: one.get(""), lambda: other.get(""), capsys)
        at_most(ROUND, "a round that is watched", one.post, other.post, capsys)
