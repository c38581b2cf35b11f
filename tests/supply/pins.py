"""Read the files that pip installs from."""

import re
import tomllib
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]
RUNTIME = ROOT / "requirements.txt"
POSTGRESQL = ROOT / "scorekeeper/server/deploy/postgresql.txt"
DEVELOPMENT = ROOT / "requirements-dev.txt"
ALL = (RUNTIME, POSTGRESQL, DEVELOPMENT)


@dataclass(frozen=True)
class Pin:
    """A line of such a file: what it asks for, and the hashes that its files may have (`sha256:…`)."""

    requirement: Requirement
    hashes: frozenset[str]

    @property
    def name(self) -> str:
        """The package in the one way of writing that is compared."""
        return canonicalize_name(self.requirement.name)

    @property
    def version(self) -> str:
        """The only version that fits; a ValueError where several do."""
        (only,) = self.requirement.specifier
        if only.operator != "==" or "*" in only.version:
            raise ValueError(f"{self.requirement} is not pinned")
        return only.version


def read(path: Path) -> list[Pin]:
    """Everything a file asks for, in its order."""
    whole = re.sub(r"\\\n", " ", path.read_text())
    return [_pin(line) for line in whole.splitlines() if line and not line.startswith("#")]


def _pin(line: str) -> Pin:
    wanted, *hashes = line.split("--hash=")
    return Pin(Requirement(wanted.strip()), frozenset(each.strip() for each in hashes))


def by_name(path: Path) -> dict[str, Pin]:
    """Everything a file asks for, by package."""
    return {pin.name: pin for pin in read(path)}


def wanted(which: Path) -> list[Requirement]:
    """What `pyproject.toml` says a file is made for, the development's without what the app itself needs."""
    said = tomllib.loads((ROOT / "pyproject.toml").read_text())
    lists = {
        RUNTIME: said["project"]["dependencies"],
        POSTGRESQL: said["project"]["optional-dependencies"]["postgresql"],
        DEVELOPMENT: said["dependency-groups"]["dev"],
    }
    return [Requirement(each) for each in lists[which]]


def needs(name: str) -> set[str]:
    """The packages that an installed one names, on whatever system; none where it is not installed."""
    try:
        said = metadata.requires(name) or []
    except metadata.PackageNotFoundError:
        return set()
    return {canonicalize_name(re.split(r"[^\w.-]", each, maxsplit=1)[0]) for each in said}
