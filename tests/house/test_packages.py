"""Third-party packages and files are listed with their licences."""

import re
from importlib import metadata
from pathlib import Path

from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]
SHIPPED = (ROOT / "requirements.txt", ROOT / "scorekeeper/server/deploy/postgresql.txt")
LICENCES = ROOT / "scorekeeper/server/licences.md"
OF_OTHERS = ("*.min.js", "*.otf", "*.ttf", "*.woff", "*.woff2")


def packages() -> set[str]:
    """The names of all packages in the requirements."""
    names = (re.findall(r"^([\w.-]+)==", path.read_text(), re.MULTILINE) for path in SHIPPED)
    return {canonicalize_name(name) for of_file in names for name in of_file}


def licences() -> list[list[str]]:
    """The cells of each row of the page: a package and its licence, or a path, name, version and licence."""
    rows = (line for line in LICENCES.read_text().splitlines() if line.startswith("| `"))
    return [[cell.strip().strip("`") for cell in row.strip("|").split("|")] for row in rows]


def test_every_package_is_named_with_its_licence_and_no_other() -> None:
    named = {row[0]: row[1] for row in licences() if len(row) == 2}
    assert named.keys() == packages()
    for name, licence in named.items():
        about = metadata.metadata(name)
        words = [*(about.get_all("Classifier") or []), about.get("License") or ""]
        assert about.get("License-Expression", licence) == licence
        assert about.get("License-Expression") or any(licence.split("-")[0] in each for each in words), name


def test_every_foreign_file_is_named_with_its_licence() -> None:
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
