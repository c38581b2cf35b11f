"""Where the program and its data are: in a checkout, or where pip has installed them.

Nothing here imports Django.
"""

import subprocess
from importlib import metadata
from pathlib import Path

from platformdirs import user_data_path

PACKAGE = Path(__file__).resolve().parents[1]
BASE_DIR = PACKAGE.parent
"""The folder of the package: a checkout, or the one where pip puts packages."""
INSTALLED = (PACKAGE / "_site").is_dir()
"""Whether this is an installed package, which has `templates/` and `static/` inside."""
SITE_DIR = PACKAGE / "_site" if INSTALLED else BASE_DIR
"""The folder of `templates/` and `static/`."""


def data_folder() -> Path:
    """The usual data folder: beside the code of a checkout, else where this system keeps data of its user."""
    return user_data_path("scorekeeper", appauthor=False) if INSTALLED else BASE_DIR / "data"


def version() -> str:
    """The version of the package; of a checkout what Git says, where it has Git."""
    if INSTALLED:
        return metadata.version("scorekeeper")
    git = ["git", "-C", str(BASE_DIR), "describe", "--tags", "--always"]
    try:
        said = subprocess.run(git, capture_output=True, check=True, text=True).stdout  # noqa: S603
    except (OSError, subprocess.SubprocessError):
        return "unknown"
    return said.strip().removeprefix("v")
