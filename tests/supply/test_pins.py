"""What is installed is exactly what was chosen: every package in one version, every file by its hash."""

import re
from importlib import metadata
from pathlib import Path

import pytest
from packaging.utils import canonicalize_name

from tests.supply import pins

FILES = pytest.mark.parametrize("path", pins.ALL, ids=lambda path: path.name)


@FILES
def test_every_package_has_one_version_and_hashes(path: Path) -> None:
    asked = pins.read(path)
    assert len({pin.name for pin in asked}) == len(asked) > 0
    for pin in asked:
        assert pin.version
        assert pin.hashes, f"{pin.name} has no hash"
        assert all(re.fullmatch("sha256:[0-9a-f]{64}", each) for each in pin.hashes), pin.name


@FILES
def test_no_file_says_where_packages_come_from(path: Path) -> None:
    text = path.read_text()
    assert not re.search(r"://|^-|--(?!hash=)", text, re.MULTILINE)


@FILES
def test_what_is_asked_for_by_name_is_pinned_within_its_bounds(path: Path) -> None:
    pinned = pins.by_name(path)
    for requirement in pins.wanted(path):
        pin = pinned[canonicalize_name(requirement.name)]
        assert requirement.specifier.contains(pin.version), requirement


@FILES
def test_nothing_is_pinned_that_nobody_asks_for(path: Path) -> None:
    """A package is asked for by name, or by a package that is; others cannot be asked here."""
    asked = {canonicalize_name(each.name) for which in pins.ALL for each in pins.wanted(which)}
    for pin in pins.read(path):
        asked |= pins.needs(pin.name)
    here = {pin.name for pin in pins.read(path) if not (mark := pin.requirement.marker) or mark.evaluate()}
    assert here <= asked


@pytest.mark.parametrize("path", [pins.RUNTIME, pins.POSTGRESQL], ids=lambda path: path.name)
def test_the_tests_run_with_what_the_app_runs_with(path: Path) -> None:
    tested = pins.by_name(pins.DEVELOPMENT)
    for name, pin in pins.by_name(path).items():
        assert (tested[name].version, tested[name].hashes) == (pin.version, pin.hashes)


def test_what_is_here_is_what_is_pinned() -> None:
    for name, pin in pins.by_name(pins.DEVELOPMENT).items():
        if pin.requirement.marker is None or pin.requirement.marker.evaluate():
            assert metadata.version(name) == pin.version
