"""Arrows point down: no room imports one above it, knows its addresses or loads its template tags; and what a
room holds is short."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from django.urls import URLPattern, URLResolver, get_resolver

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


def imported(path: Path) -> Iterator[str]:
    """The modules that a file imports, wherever it does so, by their whole names."""
    package = path.relative_to(ROOT).parts[:-1]
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            start = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join([*start, *filter(None, [node.module])])
            yield from (f"{module}.{alias.name}" for alias in node.names)


def house_of(module: str) -> str:
    """The room of a module, "" for what is not ours; what only wires rooms together is above all."""
    parts = module.split(".")
    if parts[0] != "scorekeeper" or len(parts) < 2:
        return ""
    return parts[1] if parts[1] in FLOOR else "wiring"


@cache
def arrows() -> dict[str, set[str]]:
    """Which rooms each room imports."""
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
    """Ruff knows those that are only used."""
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


def views(patterns: list[URLPattern | URLResolver]) -> Iterator[tuple[str, str]]:
    """Names of addresses with the module of their view."""
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from views(pattern.url_patterns)
        elif pattern.name and pattern.callback:
            yield pattern.name, pattern.callback.__module__


@cache
def owners() -> dict[str, str]:
    """The room of the view behind each name."""
    return {name: house_of(module) for name, module in views(get_resolver().url_patterns)}


REVERSING = ("reverse", "reverse_lazy", "redirect", "resolve_url")


def reversed_names(path: Path) -> Iterator[str]:
    """Names of addresses that a file spells, wherever they stand in it."""
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
    """The tags, addresses and other templates that a template names, each with its room."""
    for names in re.findall(r"{% load ([^%]*) %}", template):
        yield from ((name, tag_libraries().get(name, "")) for name in names.split())
    yield from ((name, owners()[name]) for name in re.findall(r"""{% url ['"](\w+)['"]""", template))
    for path in re.findall(r"""{% (?:extends|include) ["']([^"']+)["']""", template):
        yield path, path.partition("/")[0]


def test_no_template_uses_a_higher_room() -> None:
    """Where it fills a frame of a room above, that room gives the name of the frame."""
    above = [
        (path.relative_to(ROOT / "templates").as_posix(), name)
        for room in FLOOR
        for path in (ROOT / "templates" / room).rglob("*.html")
        for name, owner in needs(path.read_text())
        if FLOOR.get(owner, 0) > FLOOR[room]
    ]
    assert not above
