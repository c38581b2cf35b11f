"""The sources of the app, each parsed once for all tests that read them."""

import ast
from functools import cache
from pathlib import Path

HOUSE = Path(__file__).parents[2] / "scorekeeper"


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))
