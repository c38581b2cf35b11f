"""Paths, links and anchors in documents exist; README.md stays short."""

import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TOP = "scorekeeper|templates|static|tests|docs"
FOREIGN = ("static/vendor",)
"""Folders of third parties."""
MADE = ("tests/.out/", "expected.json", "data/", "public_id.json", "licenses/")
"""Paths that exist only when they are needed."""
WHOLE = re.compile(rf"(?<![\w/.:-])(?:{TOP})/[\w./*<>{{}},-]*")
"""A path from the root of the project."""
ENDINGS = "py|js|css|html|json|toml|txt|sh|md|ts|yaml|conf|service|timer|po|png"
QUOTED = re.compile(rf"`((?:[\w*<>{{}},-]+/)*[\w*<>{{}},-]+\.(?:{ENDINGS}))(?:\.\w+)?`")
"""A file in backquotes: its name, or the end of its path."""
PLAIN = re.compile(r"`(Dockerfile|Caddyfile|LICENSE)`|pip install -r (\S+)")
"""Files without a suffix, and requirements of pip."""
FOLDER = re.compile(r"`((?:[\w<>{},-]+/)+)`")
"""A folder in backquotes: its name, or the end of its path."""
INSTALLED = re.compile(r"(?<![\w/])/srv/scorekeeper/(?=\w)")
"""The installation folder in the documents, which contains the project."""


@cache
def tree() -> list[str]:
    """All files and folders of the project."""
    ours = [path for name in TOP.split("|") for path in (ROOT / name, *(ROOT / name).rglob("*"))]
    paths = [path.relative_to(ROOT).as_posix() for path in (*ROOT.glob("*"), *ours)]
    return [path for path in paths if "node_modules" not in path and "__pycache__" not in path]


def documents() -> list[str]:
    """All documents."""
    return [path for path in tree() if path.endswith(".md") and not path.startswith(FOREIGN)]


def spelled_out(path: str) -> Iterator[str]:
    """``a/{b,c}.py`` as ``a/b.py`` and ``a/c.py``."""
    match = re.search(r"\{([^{}]*)\}", path)
    if not match:
        yield path
        return
    for one in match[1].split(","):
        yield from spelled_out(path[: match.start()] + one.strip() + path[match.end() :])


def is_there(path: str) -> bool:
    """Whether a path, or the end of one, is in the tree; ``*`` and ``<game>`` stand for any name."""
    parts = (".*" if part == "**" else re.escape(part) for part in path.strip("/").split("/"))
    pattern = "/".join(parts).replace(r"\*", "[^/]+")
    whole = re.compile(rf"(?:.*/)?{re.sub('<[a-z]+>', '[^/]+', pattern)}")
    return any(whole.fullmatch(one) for one in tree())


def named(text: str) -> set[str]:
    """The paths that a document names."""
    here = INSTALLED.sub("", text)
    whole = {match.rstrip(".,:;)-") for match in WHOLE.findall(here)}
    plain = {name or read.rstrip("`.,;)") for name, read in PLAIN.findall(here)}
    paths = whole | plain | {*QUOTED.findall(here), *FOLDER.findall(here)}
    return {one for path in paths for one in spelled_out(path)}


LINK = re.compile(r"\]\(([^()\s]+)\)|<img src=\"([^\"]+)\"")
CODE = re.compile(r"^```.*?^```$|`[^`\n]+`", re.MULTILINE | re.DOTALL)


def anchors(text: str) -> set[str]:
    """The anchors of a document: of its headings, as GitHub makes them, and those set by hand."""
    headings = re.findall(r"^#+ (.+)$", CODE.sub(lambda match: match[0].strip("`"), text), re.MULTILINE)
    return {anchor(heading) for heading in headings} | set(re.findall(r'<a id="([^"]+)">', text))


def anchor(heading: str) -> str:
    """As GitHub makes it: small letters, digits and hyphens, without punctuation."""
    kept = (one for one in heading.lower() if one in " -_" or unicodedata.category(one)[0] in "LN")
    return "".join(kept).replace(" ", "-")


def broken_links(document: str) -> set[str]:
    """Relative links of a document whose file or anchor does not exist."""
    here = ROOT / document
    targets = {link or image for link, image in LINK.findall(CODE.sub("", here.read_text(encoding="utf-8")))}
    return {target for target in targets if not target.startswith("https://") and not leads(here, target)}


def leads(here: Path, target: str) -> bool:
    path, _, wanted = target.partition("#")
    there = (here.parent / path).resolve() if path else here
    if not there.exists():
        return False
    return not wanted or wanted in anchors(there.read_text(encoding="utf-8"))


@pytest.mark.parametrize("document", documents())
def test_every_path_is_there_and_every_link_leads_somewhere(document: str) -> None:
    paths = named((ROOT / document).read_text(encoding="utf-8"))
    assert {path for path in paths if not is_there(path)} - set(MADE) == set()
    assert broken_links(document) == set()


def test_every_page_is_in_the_index() -> None:
    index = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    pages = {path.name for path in (ROOT / "docs").glob("*.md")} - {"README.md"}
    assert pages == set(re.findall(r"^\| \[[\w.]+\]\(([\w.]+)\)", index, re.MULTILINE))


@pytest.mark.parametrize("document", ["README.md", "README.ja.md"])
def test_the_first_screen_has_the_two_commands(document: str) -> None:
    """One line installs and runs the app, one runs all checks; both come before any picture."""
    text = (ROOT / document).read_text(encoding="utf-8")
    commands = re.findall(r"^```sh\n(.*?)\n```$", text.partition("<img")[0], re.MULTILINE | re.DOTALL)
    run, test = commands
    steps = (
        "python3 -m venv .venv",
        ".venv/bin/pip install -r requirements.txt",
        ".venv/bin/python manage.py serve",
    )
    assert run == " && ".join(steps)
    assert test == "bash tests/run.sh"
    assert len(text.partition("<img")[0].splitlines()) <= 30


def test_the_readme_is_short() -> None:
    assert len((ROOT / "README.md").read_text(encoding="utf-8").split()) <= 800


def recipe(heading: str) -> tuple[set[str], str]:
    """The files that the table of a recipe names, and the text below it."""
    contributing = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    text = contributing.partition(f"## {heading}\n")[2].partition("\n##")[0].replace("<ending>", "burst")
    table, below = text.split("Optional")
    return named(
        "\n".join(line.split("|")[1] for line in table.splitlines() if line.startswith("| `"))
    ), below


def test_a_new_fact_touches_few_files() -> None:
    needed, _below = recipe("A fact")
    assert len(needed) <= 7


def test_the_recipe_for_an_ending_names_every_file_that_has_one_in_it() -> None:
    """At most eight files, and a few optional ones."""
    ending = "burst"
    needed, below = recipe("An ending")
    assert len(needed) <= 8
    here = [path for path in tree() if path.startswith(("scorekeeper/", "templates/", "static/"))]
    sources = {path for path in here if path.endswith((".py", ".html", ".js", ".css", ".json", ".po"))}
    a_name = re.compile(rf"[\"']{ending}[\"']")
    match = {path for path in sources if a_name.search((ROOT / path).read_text(encoding="utf-8"))}
    assert needed & match == {path for path in needed if not path.startswith("tests/")}
    assert {path for path in match - needed if f"{Path(path).name}`" not in below} == set()


WIDTH = 120
"""The maximum line length; the linters do not check comments."""


@pytest.mark.parametrize("kind", ["js", "css", "html"])
def test_no_line_is_too_long_to_be_read(kind: str) -> None:
    folder = ROOT / ("templates" if kind == "html" else "static")
    own = [path for path in folder.rglob(f"*.{kind}") if "vendor" not in path.parts]
    assert own
    for path in own:
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            assert len(line) <= WIDTH, f"{path.relative_to(ROOT)}:{number}"
