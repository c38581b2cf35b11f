"""What can be changed in a source: one small fault at a time, where a reader would put one by mistake."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

COMPARE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}
CALLED = {
    "min": "max",
    "max": "min",
    "any": "all",
    "all": "any",
    "sorted": "list",
    "first": "last",
    "last": "first",
    "filter": "exclude",
    "exclude": "filter",
    "startswith": "endswith",
}
"""Functions and methods that are taken for each other."""

WORDS = {"_", "gettext", "gettext_lazy", "gettext_noop", "ngettext", "pgettext"}
"""What is said to people is no rule."""
SAID = {"label", "help", "source", "group", "title", "line", "slots", "frozen", "no_key"}
"""Arguments that are words, or say how a class is kept, or a row is held, which SQLite does not do."""
CODE = re.compile(r"[a-z][a-z0-9_.]*")
"""Texts that the program compares, and no sentences."""

Change: TypeAlias = "ast.AST | str"


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change of a source: ``old`` from the byte ``start`` to ``end`` becomes ``new``.

    ``scope`` is the function or class around it, and ``text`` its first line before the change.
    """

    file: str
    scope: str
    line: int
    last_line: int
    start: int
    end: int
    old: str
    new: str
    text: str

    def applied(self, source: bytes) -> bytes:
        """The source with the fault in it."""
        return source[: self.start] + self.new.encode() + source[self.end :]

    def compiles(self, source: bytes) -> bool:
        """Whether Python would read it at all."""
        try:
            compile(self.applied(source), self.file, "exec", dont_inherit=True)
        except (SyntaxError, ValueError):
            return False
        return True

    @property
    def name(self) -> str:
        """What tells it from others as long as the code around it stays, wherever its line moves."""
        return f"{self.file} {self.scope}, {self.text}: {self.old} => {self.new}"

    def __str__(self) -> str:
        return f"{self.file}:{self.line} {self.scope}: {self.old} => {self.new}"


def mutants_of(file: str, source: bytes) -> list[Mutant]:
    """Every mutant of a source, in the order of its places; a few may not compile."""
    lines = source.splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    found = []
    for node, scope, new in _changes_in(ast.parse(source), ""):
        start = starts[node.lineno - 1] + node.col_offset
        end = starts[(node.end_lineno or node.lineno) - 1] + (node.end_col_offset or 0)
        text = new if isinstance(new, str) else ast.unparse(new)
        if isinstance(new, ast.expr) and not isinstance(new, ast.Constant):
            text = f"({text})"
        old = " ".join(source[start:end].decode().split())
        first = lines[node.lineno - 1].decode().strip()
        last = node.end_lineno or node.lineno
        new_text = " ".join(text.split())
        found.append(Mutant(file, scope, node.lineno, last, start, end, old, new_text, first))
    return sorted(set(found), key=lambda one: (one.start, one.end, one.new))


Found: TypeAlias = "Iterator[tuple[ast.expr | ast.stmt, str, Change]]"


def _changes_in(node: ast.AST, scope: str) -> Found:
    """The changes of a node and of all below it: the node that is replaced, where it stands, and by what."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        scope = f"{scope}.{node.name}".lstrip(".")
    if isinstance(node, ast.If) and _name_of(node.test) == "TYPE_CHECKING":
        return
    if isinstance(node, ast.Call) and _name_of(node.func) == "TypeVar":
        return
    if isinstance(node, ast.If) and not isinstance(node.test, ast.Compare | ast.UnaryOp | ast.BoolOp):
        yield node.test, scope or "module", ast.UnaryOp(ast.Not(), node.test)
    if isinstance(node, ast.expr | ast.stmt):
        for change in _changes_of(node):
            yield node, scope or "module", change
    for child in _below(node):
        yield from _changes_in(child, scope)


def _below(node: ast.AST) -> Iterator[ast.AST]:
    """The parts of a node that are read: no types, decorators, words or documentation."""
    if isinstance(node, ast.JoinedStr | ast.Assert | ast.Import | ast.ImportFrom):
        return  # within an f-string places are not told before Python 3.12
    if isinstance(node, ast.Call) and _name_of(node.func) in WORDS:
        return
    if isinstance(node, ast.Subscript) and _name_of(node.value) in {"Literal", "Callable", "Any"}:
        return
    if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name in {"__str__", "__repr__", "Meta"}:
        return
    for field, value in ast.iter_fields(node):
        if field in {"annotation", "returns", "decorator_list", "type_comment"}:
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not _is_said(child):
                yield child


def _is_said(node: ast.AST) -> bool:
    if isinstance(node, ast.keyword):
        return node.arg in SAID
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _name_of(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _changes_of(node: ast.expr | ast.stmt) -> Iterator[Change]:
    """What one node can become."""
    if isinstance(node, ast.stmt):
        yield from _of_statement(node)
    elif isinstance(node, ast.Constant):
        yield from _of_constant(node)
    elif isinstance(node, ast.Call):
        yield from _of_call(node)
    elif isinstance(node, ast.GeneratorExp | ast.ListComp | ast.SetComp | ast.DictComp):
        yield from _of_loops(node)
    else:
        yield from _of_operator(node)


def _of_operator(node: ast.expr) -> Iterator[Change]:
    if isinstance(node, ast.Compare):
        for place, kind in enumerate(node.ops):
            operators = [*node.ops]
            operators[place] = COMPARE[type(kind)]()
            yield ast.Compare(node.left, operators, node.comparators)
    elif isinstance(node, ast.BinOp):
        if type(node.op) in ARITHMETIC and not _is_text(node.left):
            yield ast.BinOp(node.left, ARITHMETIC[type(node.op)](), node.right)
    elif isinstance(node, ast.BoolOp):
        yield ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not | ast.USub):
        yield node.operand
    elif isinstance(node, ast.IfExp):
        yield ast.IfExp(node.test, node.orelse, node.body)


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def _of_constant(node: ast.Constant) -> Iterator[Change]:
    if isinstance(node.value, bool):
        yield ast.Constant(not node.value)
    elif isinstance(node.value, int):
        yield ast.Constant(node.value + 1)
    elif isinstance(node.value, str) and CODE.fullmatch(node.value):
        yield ast.Constant(node.value + "_")


Comprehension: TypeAlias = ast.GeneratorExp | ast.ListComp | ast.SetComp | ast.DictComp


def _of_loops(node: Comprehension) -> Iterator[Change]:
    """A comprehension that leaves nothing out."""
    for place, loop in enumerate(node.generators):
        if loop.ifs:
            loops = [*node.generators]
            loops[place] = ast.comprehension(loop.target, loop.iter, [], loop.is_async)
            if isinstance(node, ast.DictComp):
                yield ast.DictComp(node.key, node.value, loops)
            else:
                yield type(node)(node.elt, loops)


def _of_call(node: ast.Call) -> Iterator[Change]:
    name = _name_of(node.func)
    if name in CALLED:
        other = ast.parse(ast.unparse(node), mode="eval").body
        assert isinstance(other, ast.Call)
        if isinstance(other.func, ast.Attribute):
            other.func.attr = CALLED[name]
        elif isinstance(other.func, ast.Name):
            other.func.id = CALLED[name]
        if name == "sorted":
            other.keywords = []
        yield other
    for place, keyword in enumerate(node.keywords):
        if keyword.arg and keyword.arg not in SAID:
            fewer = [*node.keywords[:place], *node.keywords[place + 1 :]]
            yield ast.Call(node.func, node.args, fewer)


def _of_statement(node: ast.stmt) -> Iterator[Change]:
    if isinstance(node, ast.Return):
        if node.value and not isinstance(node.value, ast.Constant):
            yield "return None"
        return
    if isinstance(node, ast.AugAssign) and type(node.op) in ARITHMETIC:
        yield ast.AugAssign(node.target, ARITHMETIC[type(node.op)](), node.value)
    if _can_be_left_out(node):
        yield "pass"


def _can_be_left_out(node: ast.stmt) -> bool:
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Call | ast.Yield | ast.YieldFrom)
    if isinstance(node, ast.Assign):
        return all(isinstance(target, ast.Subscript | ast.Attribute) for target in node.targets)
    return isinstance(node, ast.AugAssign | ast.Raise | ast.Continue | ast.Break)
