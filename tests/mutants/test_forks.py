"""Which functions a mutant changes, where the module that they are of is imported already."""

import gc
import sys
from pathlib import Path
from types import ModuleType

import pytest

from tests.mutants.forks import ReadOnImport, functions_changed, put_in

SOURCE = """
LEAST = 3

def twice(number, more=1):
    return sum(
        each * 2 for each in (number,)
    )

def counted(function):
    def inner(*given):
        return function(*given) + 1
    return inner

@counted
def plain():
    return 5

class Kept:
    size = 4
    def grown(self):
        return self.size + LEAST
"""


@pytest.mark.parametrize(
    ("old", "new", "names"),
    [
        ("* 2", "* 3", ["twice", "<genexpr>"]),
        ("return sum(\n        each * 2 for each in (number,)\n    )", "return None", ["twice"]),
        ("+ 1", "- 1", ["counted", "inner"]),
        ("return 5", "return 6", ["plain"]),
        ("self.size +", "self.size -", ["grown"]),
        ("(number,)\n", "(number,)\n\n", []),
    ],
)
def test_functions_that_change(old: str, new: str, names: list[str]) -> None:
    changed = functions_changed(_code(SOURCE), _code(SOURCE.replace(old, new)))
    assert [one.co_name for one, _ in changed] == names


@pytest.mark.parametrize(
    ("old", "new"), [("LEAST = 3", "LEAST = 4"), ("more=1", "more=2"), ("size = 4", "size = 5")]
)
def test_what_was_read_on_import(old: str, new: str) -> None:
    with pytest.raises(ReadOnImport):
        list(functions_changed(_code(SOURCE), _code(SOURCE.replace(old, new))))


def test_they_change_where_they_live(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, module = str(tmp_path / "living.py"), ModuleType("living")
    monkeypatch.setitem(sys.modules, "living", module)
    exec(compile(SOURCE, path, "exec", dont_inherit=True), module.__dict__)
    assert (module.twice(4), module.plain(), module.Kept().grown()) == (8, 6, 7)
    gc.freeze()  # as before the first test
    new = SOURCE.replace("* 2", "* 3").replace("return 5", "return 8").replace("self.size +", "self.size *")
    put_in(path, SOURCE.encode(), new.encode())
    assert (module.twice(4), module.plain(), module.Kept().grown()) == (12, 9, 12)


def _code(source: str) -> object:
    return compile(source, "example.py", "exec", dont_inherit=True)
