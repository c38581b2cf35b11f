"""Documents, help texts and docstrings use the nouns of the field instead of a few worn-out words."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from .sources import HOUSE, tree
from .test_documents import ROOT, documents
from .test_reference import COMMANDS, engine_commands, parser_of

WORN_OUT = re.compile(
    r"\b(?:told|tells?|found|anew|whoever|besides|stands|go(?:es)? by|taken? away|puts? out)\b", re.IGNORECASE
)
IN_DOCUMENTS = 10
"""Most of these words in all documents together."""
IN_DOCSTRINGS = 80
"""Most of them in the docstrings of the app; may only become fewer."""


def docstrings(path: Path) -> Iterator[str]:
    """Texts that stand for themselves: docstrings, also those below a constant."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield str(node.value.value)


def test_documents_use_few_worn_out_words() -> None:
    uses = [
        f"{path}: {word}"
        for path in documents()
        for word in WORN_OUT.findall((ROOT / path).read_text(encoding="utf-8"))
    ]
    assert len(uses) <= IN_DOCUMENTS, uses


def test_docstrings_use_few_worn_out_words() -> None:
    files = [path for path in HOUSE.rglob("*.py") if "migrations" not in path.parts]
    uses = [
        f"{path.relative_to(ROOT)}: {word}"
        for path in files
        for text in docstrings(path)
        for word in WORN_OUT.findall(text)
    ]
    assert len(uses) <= IN_DOCSTRINGS, uses


@pytest.mark.parametrize("name", COMMANDS)
def test_help_texts_of_commands_use_none(name: str) -> None:
    assert WORN_OUT.findall(parser_of(name).format_help()) == []


@pytest.mark.parametrize("name", engine_commands())
def test_help_texts_of_the_engine_use_none(name: str) -> None:
    assert WORN_OUT.findall(engine_commands()[name].format_help()) == []
