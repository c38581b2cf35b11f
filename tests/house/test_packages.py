"""What comes from others is pinned with its hashes, and named with its licence."""

import re
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]
RUNTIME, DEVELOPMENT = ROOT / "requirements.txt", ROOT / "requirements-dev.txt"
POSTGRESQL = ROOT / "scorekeeper/server/deploy/postgresql.txt"
LICENCES = ROOT / "scorekeeper/server/licences.md"
OF_OTHERS = ("*.min.js", "*.otf", "*.ttf", "*.woff", "*.woff2")


def pins(path: Path) -> dict[str, tuple[Requirement, set[str]]]:
    """Requirement and hashes of each package of a file that pip reads."""
    result = {}
    for line in path.read_text().replace("\\\n", " ").splitlines():
        if line and not line.startswith("#"):
            wanted, *hashes = line.split("--hash=")
            requirement = Requirement(wanted.strip())
            result[canonicalize_name(requirement.name)] = requirement, {each.strip() for each in hashes}
    return result


def licences() -> list[list[str]]:
    """The cells of each row of the page: a package and its licence, or a path, name, version and licence."""
    rows = (line for line in LICENCES.read_text().splitlines() if line.startswith("| `"))
    return [[cell.strip().strip("`") for cell in row.strip("|").split("|")] for row in rows]


@pytest.mark.parametrize("path", [RUNTIME, POSTGRESQL, DEVELOPMENT], ids=lambda path: path.name)
def test_every_package_has_one_version_and_hashes(path: Path) -> None:
    for requirement, hashes in pins(path).values():
        assert re.fullmatch(r"==[^*,]+", str(requirement.specifier)), requirement
        assert hashes, requirement
        assert all(re.fullmatch("sha256:[0-9a-f]{64}", each) for each in hashes), requirement


def test_the_tests_run_with_what_the_app_runs_with() -> None:
    tested = pins(DEVELOPMENT)
    for name, (requirement, hashes) in (pins(RUNTIME) | pins(POSTGRESQL)).items():
        assert (tested[name][0].specifier, tested[name][1]) == (requirement.specifier, hashes)


def test_every_package_is_named_with_its_licence_and_no_other() -> None:
    named = {row[0]: row[1] for row in licences() if len(row) == 2}
    assert named.keys() == (pins(RUNTIME) | pins(POSTGRESQL)).keys()
    for name, licence in named.items():
        about = metadata.metadata(name)
        words = [*(about.get_all("Classifier") or []), about.get("License") or ""]
        assert about.get("License-Expression", licence) == licence
        assert about.get("License-Expression") or any(licence.split("-")[0] in each for each in words), name


def test_every_file_of_others_is_named_with_its_licence() -> None:
    named = [ROOT / row[0] for row in licences() if len(row) > 2]
    items = [
        path
        for top in ("scorekeeper", "static", "templates")
        for sign in OF_OTHERS
        for path in (ROOT / top).rglob(sign)
    ]
    assert items
    for path in items:
        assert any(path == each or each in path.parents for each in named), path
    for folder in (ROOT / "static/vendor").iterdir():
        assert not folder.is_dir() or (folder / "LICENSE").is_file()
