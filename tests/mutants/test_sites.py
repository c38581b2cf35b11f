"""What can be changed in a source, and that the list of equivalent mutants is true to the sources."""

from textwrap import dedent

import pytest

from tests.mutants.__main__ import ENGINE, SERVICES, all_mutants, drawn, equivalents
from tests.mutants.sites import mutants_of


def changes(source: str) -> list[str]:
    return [f"{one.old} => {one.new}" for one in mutants_of("x.py", dedent(source).encode())]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("a < b", ["a < b => (a <= b)"]),
        ("a <= b != c", ["a <= b != c => (a <= b == c)", "a <= b != c => (a < b != c)"]),
        ("a + 1", ["a + 1 => (a - 1)", "1 => 2"]),
        ("'%s' % a", []),
        ("a and not b", ["a and not b => (a or not b)", "not b => (b)"]),
        ("x = a if b else 'code'", ["a if b else 'code' => ('code' if b else a)", "'code' => 'code_'"]),
        ("x = 'A sentence.'", []),
        ("x = _('word')", []),
        ("x = True", ["True => False"]),
        ("f(a, key=b, label=c)", ["f(a, key=b, label=c) => (f(a, label=c))", "f(a, key=b, label=c) => pass"]),
        ("x = min(a)", ["min(a) => (max(a))"]),
        ("x = sorted(a, key=b)", ["sorted(a, key=b) => (list(a))", "sorted(a, key=b) => (sorted(a))"]),
        ("x = [a for a in b if a]", ["[a for a in b if a] => ([a for a in b])"]),
        ("x.a = b", ["x.a = b => pass"]),
        ("x: Literal['a'] = b", []),
        ("T = TypeVar('t', bound=a)", []),
        ("if a: pass", ["a => (not a)"]),
        ("while a: break", ["break => pass"]),
        ("assert a < b", []),
        ("from typing import TYPE_CHECKING\nif TYPE_CHECKING: x = 1", []),
        (
            "@d(1)\ndef f(a: 'b' = 1) -> 'c':\n    'words'\n    return a",
            ["1 => 2", "return a => return None"],
        ),
    ],
)
def test_what_becomes_what(source: str, expected: list[str]) -> None:
    assert sorted(changes(source)) == sorted(expected)


def test_a_change_in_the_middle_of_other_scripts() -> None:
    """Places are counted in bytes."""
    source = "a = 'あき', b < c  # 終\n".encode()
    (one,) = mutants_of("x.py", source)
    assert one.applied(source).decode() == "a = 'あき', (b <= c)  # 終\n"
    assert (one.line, one.scope) == (1, "module")
    assert one.name == "x.py module, a = 'あき', b < c  # 終: b < c => (b <= c)"


def test_where_it_stands() -> None:
    (one,) = mutants_of("x.py", b"class A:\n    def f(self):\n        def g():\n            return self\n")
    assert (one.scope, one.text) == ("A.f.g", "return self")


def test_the_same_seed_draws_the_same() -> None:
    first = drawn(30, 5)
    assert first == drawn(30, 5) != drawn(30, 6)
    assert sum(not one.file.startswith("scorekeeper/scoring/") for one in first) == 10


def test_a_change_elsewhere_draws_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    first = drawn(30, 5)
    gone = first[0].file
    left = [one for one in first if one.file != gone]
    monkeypatch.setattr(
        "tests.mutants.__main__.all_mutants",
        lambda patterns: [one for one in all_mutants(patterns) if one.file != gone],
    )
    assert set(left) <= set(drawn(30, 5))


def test_every_equivalent_mutant_is_one_of_the_sources_and_has_a_reason() -> None:
    names = {one.name for one in all_mutants((*ENGINE, *SERVICES))}
    for name, reason in equivalents().items():
        assert name in names, f"nothing is so any more: {name}"
        assert len(reason) > 20, name
