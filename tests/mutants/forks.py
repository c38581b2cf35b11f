"""A plugin of pytest: collects all tests once, and tries every mutant in a process forked off from there.

With ``MUTANTS_ORDERS`` and ``MUTANTS_ANSWERS`` (numbers of two pipes) it reads an order a line: a ``file``,
its ``source`` with the mutant in it, the ``tests`` to run until one fails, and the ``seconds`` they may
take.  It answers each with a line: ``noticed``, ``lives``, ``endless``, or ``fresh`` where only a fresh
process can tell, because the change is in what is read while a module is imported.
"""

import gc
import json
import os
import signal
from collections.abc import Iterator
from contextlib import suppress
from inspect import CO_OPTIMIZED
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import pytest

ORDERS, ANSWERS = os.environ.get("MUTANTS_ORDERS"), os.environ.get("MUTANTS_ANSWERS")
CODES = {0: "lives", 1: "noticed", 2: "fresh"}
"""Answers by the exit code of a process."""


class ReadOnImport(Exception):
    """The change is in what ran long ago."""


def functions_changed(old: CodeType, new: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    """The functions that differ in two versions of a module, the outer ones first; raises ReadOnImport."""
    if _shape(old) == _shape(new):
        return
    before, after = _within(old), _within(new)
    if old.co_flags & CO_OPTIMIZED:
        yield old, new
    elif len(before) != len(after) or _shape(old, alone=True) != _shape(new, alone=True):
        raise ReadOnImport
    if len(before) == len(after):
        for one, other in zip(before, after, strict=True):
            yield from functions_changed(one, other)


def _within(code: CodeType) -> list[CodeType]:
    return [one for one in code.co_consts if isinstance(one, CodeType)]


def _shape(code: CodeType, alone: bool = False) -> tuple[object, ...]:
    """What a code does, wherever its lines are; ``alone``: without the functions in it."""
    constants = [
        (alone or _shape(one)) if isinstance(one, CodeType) else (type(one), one) for one in code.co_consts
    ]
    names = code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars
    return code.co_name, code.co_flags, code.co_code, code.co_exceptiontable, names, constants


def put_in(path: str, old: bytes, new: bytes) -> None:
    """Change the functions of a module that is imported already; raises ReadOnImport."""
    if old == new:
        return
    sources = (compile(source, path, "exec", dont_inherit=True) for source in (old, new))
    changed = dict(functions_changed(*sources))
    gc.unfreeze()  # else what was there before the first test would not be found
    functions = (one for one in gc.get_objects() if isinstance(one, FunctionType))
    here = (one for one in functions if one.__code__.co_filename == path)
    found = [one for one in here if one.__code__ in changed]
    if not found:
        raise ReadOnImport
    for function in found:
        try:
            function.__code__ = changed[function.__code__]
        except ValueError:  # it has other names from around it
            raise ReadOnImport from None


class Server:
    """Answers orders, one after the other."""

    def __init__(self) -> None:
        self.failed = False

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.failed = self.failed or report.failed

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        items = {item.nodeid: item for item in session.items}
        self._make_database(session.items)
        with open(int(ORDERS or 0)) as orders, open(int(ANSWERS or 0), "w") as answers:
            for line in orders:
                print(self._answer(items, **json.loads(line)), file=answers, flush=True)
        return True

    def _make_database(self, items: list[pytest.Item]) -> None:
        """Let a first test make it, which then is there for all."""
        using = [item for item in items if "db" in getattr(item, "fixturenames", ())]
        if using:
            self._run(using[:1], after=using[-1])

    def _answer(self, items: dict[str, pytest.Item], seconds: int, **order: Any) -> str:
        child = os.fork()
        if not child:
            os.setsid()
            signal.alarm(seconds)
            os._exit(self._code([items[name] for name in order.pop("tests")], **order))
        _, status = os.waitpid(child, 0)
        with suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)  # whatever it has started
        return CODES.get(os.waitstatus_to_exitcode(status), "endless")

    def _code(self, tests: list[pytest.Item], file: str, source: str) -> int:
        path = Path(file).absolute()
        try:
            put_in(str(path), path.read_bytes(), source.encode())
        except BaseException:
            return 2
        try:
            self._run(tests)
        except BaseException:
            return 1
        return 1 if self.failed else 0

    def _run(self, tests: list[pytest.Item], after: pytest.Item | None = None) -> None:
        tests[0].session._setupstate.teardown_exact(tests[0])
        for item, following in zip(tests, [*tests[1:], after], strict=True):
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if self.failed:
                return


def pytest_configure(config: pytest.Config) -> None:
    if ORDERS:
        config.pluginmanager.register(Server())
