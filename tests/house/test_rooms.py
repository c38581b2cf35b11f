"""No package imports a higher one, or uses its URLs or templates; and functions are short."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.addresses.test_access import FOUND

ROOT = Path(__file__).parents[2]
HOUSE = ROOT / "scorekeeper"
LONGEST = 40
"""Lines of a function."""

FLOORS = (
    ("scoring", "server"),
    ("circles",),
    ("play",),
    ("stats",),
    ("present", "live"),
    ("games",),
    ("rules", "rounds", "story", "archive", "api", "groups", "money", "tables", "nights"),
    ("office",),
)
FLOOR = {room: number for number, rooms in enumerate(FLOORS) for room in rooms}


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def files(room: str) -> list[Path]:
    return [path for path in sorted((HOUSE / room).rglob("*.py")) if "migrations" not in path.parts]


@cache
def imported(path: Path) -> list[str]:
    """The full names of everything that a file imports."""
    package, result = path.relative_to(ROOT).parts[:-1], []
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            result += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            start = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join([*start, *filter(None, [node.module])])
            result += [f"{module}.{alias.name}" for alias in node.names]
    return result


def house_of(module: str) -> str:
    """The package of a module, "" if it is not in the project; what only connects packages is above all."""
    parts = module.split(".")
    if parts[0] != "scorekeeper" or len(parts) < 2:
        return ""
    return parts[1] if parts[1] in FLOOR else "wiring"


@cache
def arrows() -> dict[str, set[str]]:
    """The packages that each package imports."""
    result: dict[str, set[str]] = {room: set() for room in FLOOR}
    for room in FLOOR:
        for path in files(room):
            result[room] |= set(map(house_of, imported(path)))
        result[room] -= {"", room}
    return result


def test_every_folder_is_a_room() -> None:
    folders = {path.name for path in HOUSE.iterdir() if path.is_dir() and any(path.glob("*.py"))}
    assert folders == set(FLOOR)


@pytest.mark.parametrize("room", FLOOR)
def test_no_room_imports_one_above_it(room: str) -> None:
    above = {other for other in arrows()[room] if FLOOR.get(other, len(FLOORS)) > FLOOR[room]}
    assert not above


def test_functions_are_short() -> None:
    long = [
        f"{path.relative_to(HOUSE)} {node.name}"
        for path in HOUSE.rglob("*.py")
        for node in ast.walk(tree(path))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and "migrations" not in path.parts
        if (node.end_lineno or node.lineno) - node.lineno >= LONGEST
    ]
    assert not long


def test_no_private_name_of_others_is_imported() -> None:
    """Ruff checks attributes, but not imports."""
    names = {
        name for path in HOUSE.rglob("*.py") for name in imported(path) if not name.startswith("scorekeeper")
    }
    assert [name for name in names if re.search(r"\._(?!_)", name)] == []


def test_there_is_no_import_cycle() -> None:
    left = {room: set(others) for room, others in arrows().items()}
    while free := [room for room, others in left.items() if not others & left.keys()]:
        for room in free:
            del left[room]
    assert not left


# ── addresses ───────────────────────────────────────────────────────────────────────────────────


@cache
def owners() -> dict[str, str]:
    """The package of the view of each URL name."""
    return {name: house_of(entry.callback.__module__) for name, _route, entry in FOUND}


REVERSING = ("reverse", "reverse_lazy", "redirect", "resolve_url")


def reversed_names(path: Path) -> Iterator[str]:
    """The URL names that a file reverses."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in REVERSING:
            yield from (
                part.value
                for part in ast.walk(node.args[0])
                if isinstance(part, ast.Constant) and isinstance(part.value, str)
            )


@pytest.mark.parametrize("room", FLOOR)
def test_no_room_knows_addresses_of_one_above_it(room: str) -> None:
    above = [
        (path.name, name, owners()[name])
        for path in files(room)
        for name in reversed_names(path)
        if FLOOR.get(owners().get(name, ""), 0) > FLOOR[room]
    ]
    assert not above


# ── templates ───────────────────────────────────────────────────────────────────────────────────


@cache
def tag_libraries() -> dict[str, str]:
    return {path.stem: path.relative_to(HOUSE).parts[0] for path in HOUSE.glob("*/templatetags/[!_]*.py")}


def needs(template: str) -> Iterator[tuple[str, str]]:
    """The tag libraries, URLs and templates that a template uses, each with its package."""
    for names in re.findall(r"{% load ([^%]*) %}", template):
        yield from ((name, tag_libraries().get(name, "")) for name in names.split())
    yield from ((name, owners()[name]) for name in re.findall(r"""{% url ['"](\w+)['"]""", template))
    for path in re.findall(r"""{% (?:extends|include) ["']([^"']+)["']""", template):
        yield path, path.partition("/")[0]


def test_no_template_uses_a_higher_room() -> None:
    """A template may extend a higher one only if the view passes its name."""
    above = [
        (path.relative_to(ROOT / "templates").as_posix(), name)
        for room in FLOOR
        for path in (ROOT / "templates" / room).rglob("*.html")
        for name, owner in needs(path.read_text())
        if FLOOR.get(owner, 0) > FLOOR[room]
    ]
    assert not above
