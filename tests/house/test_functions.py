"""A function does one thing: forty lines are the most, and many are eight."""

import ast

import pytest

from .sources import HOUSE, tree

FILES = [path for path in sorted(HOUSE.rglob("*.py")) if "migrations" not in path.parts]
MOST = 40


@pytest.mark.parametrize("room", sorted({path.relative_to(HOUSE).parts[0] for path in FILES}))
def test_functions_are_short(room: str) -> None:
    long = [
        f"{path.relative_to(HOUSE)} {node.name}"
        for path in FILES
        if path.relative_to(HOUSE).parts[0] == room
        for node in ast.walk(tree(path))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        if (node.end_lineno or node.lineno) - node.lineno >= MOST
    ]
    assert not long
