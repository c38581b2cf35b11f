"""Look for known weaknesses of everything that is pinned, and say plainly where nobody could be asked.

python -m tests.supply.audit

It ends with 0 where a database of weaknesses knows none, with 1 where something is wrong, and with 3 where
no database could be reached: then it sees whether all is as it was published, which tells nothing about
weaknesses.
"""

import base64
import hashlib
import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import metadata

from tests.supply import pins

CLEAN, WRONG, NOT_ASKED = 0, 1, 3
DATABASES = ("pypi", "osv")
PATIENCE_S = 600


@dataclass(frozen=True)
class Told:
    """What a database says: weaknesses by package, who is known to it, and who is not."""

    weak: tuple[str, ...]
    known: tuple[str, ...]
    unknown: tuple[str, ...]


def read(report: str) -> Told:
    """Read what `pip-audit` reports; it passes over a package without a word where nobody answers for it."""
    weak, known, unknown = [], [], []
    for each in json.loads(report)["dependencies"]:
        (unknown if "skip_reason" in each else known).append(each["name"])
        for one in each.get("vulns", ()):
            mended = ", ".join(one["fix_versions"]) or "no version"
            weak.append(f"{each['name']} {each['version']}: {one['id']}, mended in {mended}")
    return Told(tuple(weak), tuple(known), tuple(unknown))


def ask(database: str) -> Told | None:
    """What a database says of everything that is pinned; None where it cannot be reached."""
    command = [sys.executable, "-m", "pip_audit", "--disable-pip", "--require-hashes", "--format", "json"]
    command += ["--progress-spinner", "off", "--vulnerability-service", database]
    command += ["--requirement", str(pins.DEVELOPMENT)]
    try:
        found = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S)
        return read(found.stdout)
    except (ValueError, KeyError, subprocess.TimeoutExpired):
        return None


def altered(distribution: metadata.Distribution) -> Iterator[str]:
    """The files of an installed package that are not what they were when it was installed."""
    for file in distribution.files or ():
        if file.hash is None:  # what Python compiled, and the list of files itself
            continue
        path = file.locate()
        content = path.read_bytes() if path.is_file() else b""
        digest = base64.urlsafe_b64encode(hashlib.new(file.hash.mode, content).digest())
        if digest.decode().rstrip("=") != file.hash.value:
            yield str(file)


def installed() -> Iterator[metadata.Distribution]:
    """What is installed of everything that is pinned."""
    for pin in pins.read(pins.DEVELOPMENT):
        if pin.requirement.marker is None or pin.requirement.marker.evaluate():
            yield metadata.distribution(pin.name)


def withdrawn() -> list[str] | None:
    """What is shipped and was taken back by its authors; None where pip cannot ask for it."""
    command = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--dry-run",
        "--ignore-installed",
        "--no-deps",
    ]
    command += ["--report", "-", "-r", str(pins.RUNTIME), "-r", str(pins.POSTGRESQL)]
    try:
        found = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S, check=True)
        parts = json.loads(found.stdout)["install"]
    except (ValueError, KeyError, subprocess.SubprocessError):
        return None
    return [each["metadata"]["name"] for each in parts if each.get("is_yanked")]


def stand_in() -> int:
    """See whether everything is as it was published."""
    packages = list(installed())
    changed = [f"{each.name}: {file}" for each in packages for file in altered(each)]
    back = withdrawn()
    print(
        f"!! Instead: {len(packages)} installed packages, of which {len(changed)} files are not as they came;"
    )
    if back is None:
        print("!! whether what is shipped was withdrawn could not be asked either.")
    else:
        print(
            f"!! what is shipped has the pinned hashes, and {len(back)} of it were withdrawn, says the index."
        )
    for each in [*changed, *(back or ())]:
        print(f"!! WRONG: {each}")
    return WRONG if changed or back else NOT_ASKED


def main() -> int:
    """Ask one database after the other, and say what came of it."""
    for database in DATABASES:
        told = ask(database)
        if told is None or not told.known:
            print(f"{database}: does not answer.")
            continue
        for weakness in told.weak:
            print(f"!! WEAK: {weakness}")
        print(f"{database}: {len(told.weak)} known weaknesses in {len(told.known)} packages.")
        if told.unknown:
            print(f"!! Not known there: {', '.join(told.unknown)}")
        return WRONG if told.weak else CLEAN if not told.unknown else NOT_ASKED
    print("!! NOBODY WAS ASKED FOR KNOWN WEAKNESSES: no database of them can be reached from here.")
    return stand_in()


if __name__ == "__main__":
    sys.exit(main())
