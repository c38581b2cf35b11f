"""No private name of a dependency is used, but for those that are documented."""

import ast
from collections.abc import Iterator

from .sources import HOUSE, tree

DOCUMENTED = {"_meta", "_default_manager", "_asdict", "_replace", "_fields", "_make"}
SOURCES = sorted(HOUSE.rglob("*.py"))


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.endswith("__") and name.strip("_") != ""


def own_names() -> set[str]:
    """Private names that are defined here: functions, classes, variables, attributes of ``self``, slots."""
    result = set(DOCUMENTED)
    for path in SOURCES:
        for node in ast.walk(tree(path)):
            match node:
                case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                    result.add(name)
                case ast.Name(id=name, ctx=ast.Store()) | ast.alias(asname=str(name)):
                    result.add(name)
                case ast.Attribute(value=ast.Name(id="self"), attr=name, ctx=ast.Store()):
                    result.add(name)
                case ast.Assign(targets=[ast.Name(id="__slots__")], value=ast.Tuple(elts=slots)):
                    result |= {str(slot.value) for slot in slots if isinstance(slot, ast.Constant)}
    return result


def foreign(source: ast.AST, own: set[str]) -> Iterator[tuple[int, str]]:
    for node in ast.walk(source):
        match node:
            case ast.Attribute(attr=name) if is_private(name) and name not in own:
                yield node.lineno, name
            case ast.ImportFrom(module=module, names=names, level=0):
                if module and not module.startswith("scorekeeper"):
                    yield from ((node.lineno, one.name) for one in names if is_private(one.name))


def test_no_private_name_of_others_is_used() -> None:
    own = own_names()
    items = [
        f"{path.relative_to(HOUSE)}:{line} {name}"
        for path in SOURCES
        for line, name in foreign(tree(path), own)
    ]
    assert not items, "\n".join(items)
