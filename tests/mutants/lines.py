"""A plugin of pytest: which tests pass over which lines, and how long each takes; or only some of the tests.

With ``MUTANTS_RECORD`` (a folder) it writes down there what every test that passes goes through.  With
``MUTANTS_ONLY`` (a file of test names) it runs just these, in that order.
"""

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from coverage import Coverage

FOLDER, ONLY = os.environ.get("MUTANTS_RECORD"), os.environ.get("MUTANTS_ONLY")
FILES = os.environ.get("MUTANTS_FILES", "").split(os.pathsep)


class Recorder:
    """Keeps the lines of each test apart."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.seconds: dict[str, float] = {}
        self.failed: set[str] = set()
        self.coverage = Coverage(data_file=None, include=FILES, config_file=False)
        self.coverage.start()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.coverage.switch_context(item.nodeid)
        done = yield
        self.coverage.switch_context("")
        return done

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.seconds[report.nodeid] = self.seconds.get(report.nodeid, 0) + report.duration
        if not report.passed:
            self.failed.add(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        self.coverage.stop()
        data = self.coverage.get_data()
        lines = {file: data.contexts_by_lineno(file) for file in data.measured_files()}
        passed = {name: time for name, time in self.seconds.items() if name not in self.failed}
        worker = os.environ.get("PYTEST_XDIST_WORKER", "main")
        text = json.dumps({"lines": lines, "seconds": passed, "failed": sorted(self.failed)})
        (self.folder / f"{worker}.json").write_text(text, encoding="utf-8")


def pytest_configure(config: pytest.Config) -> None:
    alone = not config.getoption("numprocesses", None)
    if FOLDER and (alone or "PYTEST_XDIST_WORKER" in os.environ):
        config.pluginmanager.register(Recorder(Path(FOLDER)))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if ONLY:
        wanted = Path(ONLY).read_text(encoding="utf-8").splitlines()
        place = {name: number for number, name in enumerate(wanted)}
        items[:] = sorted(
            (item for item in items if item.nodeid in place), key=lambda item: place[item.nodeid]
        )
