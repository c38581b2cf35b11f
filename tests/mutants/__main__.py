"""Draws mutants, runs the tests that pass over each, and says which of them nobody noticed.

python -m tests.mutants [--count 300] [--seed 1] [--jobs 2] [--only FILE…] [--list]

Exit code 1 where fewer than 95 % of those that could be noticed were noticed.
"""

import argparse
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from itertools import chain, islice
from pathlib import Path
from queue import Empty, Queue
from threading import Lock, Thread

from tests.mutants.sites import Mutant, mutants_of

ROOT = Path(__file__).resolve().parent.parent.parent
EQUIVALENT = Path(__file__).with_name("equivalent.json")
ENGINE = ("scorekeeper/scoring/**/*.py",)
SERVICES = ("scorekeeper/play/*.py", "scorekeeper/rounds/pads.py", "scorekeeper/circles/services.py")
SERVICES_SHARE = 3
"""Every third mutant is one of the services, which are far fewer lines than the engine."""

WANTED = 0.95
ENOUGH = 150
"""So many seconds of tests are run for one mutant, by the time they took while traced."""
PATIENCE = 120
"""Seconds that a run may take besides, for what never ends and for a machine with other work."""
LEFT_OUT = ("browser", "bench", "server", "mutants", "data", "node")
"""Folders of tests that drive another process, or measure."""
NOT_COPIED = shutil.ignore_patterns("__pycache__", "node_modules")
MARKS = "not browser and not bench and not long"


def files(patterns: Iterable[str]) -> list[str]:
    found = [sorted(ROOT.glob(pattern)) for pattern in patterns]
    missing = [pattern for pattern, paths in zip(patterns, found, strict=True) if not paths]
    assert not missing, f"nothing is called {missing}"
    return [path.relative_to(ROOT).as_posix() for path in chain.from_iterable(found)]


def all_mutants(patterns: Iterable[str]) -> list[Mutant]:
    return [one for file in files(patterns) for one in mutants_of(file, (ROOT / file).read_bytes())]


def equivalents() -> dict[str, str]:
    """Mutants that behave as the program does, by name, and why."""
    found: dict[str, str] = json.loads(EQUIVALENT.read_text(encoding="utf-8"))
    return found


def drawn(count: int, seed: int) -> list[Mutant]:
    """A sample: two thirds of the engine, one third of the services.

    A change of the program draws other mutants only where it changes lines.
    """
    of_services = count // SERVICES_SHARE
    chosen = [*_some(SERVICES, of_services, seed), *_some(ENGINE, count - of_services, seed)]
    random.Random(seed).shuffle(chosen)
    return chosen


def _lot(one: Mutant, seed: int) -> bytes:
    """What a mutant draws: the same as long as its line stays, whatever else changes."""
    return sha256(f"{seed} {one.name}".encode()).digest()


def _some(patterns: Iterable[str], count: int, seed: int) -> list[Mutant]:
    known = equivalents()
    mutants = sorted(all_mutants(patterns), key=lambda one: _lot(one, seed))
    good = (one for one in mutants if one.name not in known and one.compiles((ROOT / one.file).read_bytes()))
    return list(islice(good, count))


# ── the tests that pass over a line ─────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Trace:
    """``lines`` are the tests by file and line, ``seconds`` what each test takes."""

    lines: dict[str, dict[int, set[str]]]
    seconds: dict[str, float]

    def tests_for(self, one: Mutant) -> list[str]:
        """The tests that pass over a mutant; where it is read once for all, those that use its file and those
        of its room.  Those that are named after its file come first."""
        own = f"/test_{Path(one.file.removesuffix('/__init__.py')).stem}"
        lines = self.lines.get(one.file, {})
        passing = set().union(*(lines.get(line, set()) for line in range(one.line, one.last_line + 1)))
        if passing and one.scope != "module":
            return self._enough(passing, own)
        room = f"tests/{one.file.split('/')[1]}/"
        near = {name for name in self.seconds if name.startswith(room)}
        return self._enough(near.union(*lines.values()), own)

    def _enough(self, names: set[str], own: str) -> list[str]:
        """As many as there is time for: those of files with that name, then in turns the quickest of all,
        which test a little each, and the quickest of each file, which tests something else than others."""
        quickest = sorted(names, key=lambda name: (self.seconds[name], name))
        ranks: dict[str, int] = defaultdict(int)
        ranked = []
        for name in quickest:
            file = name.partition("::")[0]
            ranked.append((ranks[file], self.seconds[name], name))
            ranks[file] += 1
        of_each = [name for *_rank, name in sorted(ranked)]
        chosen, spent = [], 0.0
        first = [name for name in quickest if own in name.partition("::")[0]]
        for name in dict.fromkeys([*first, *chain.from_iterable(zip(quickest, of_each, strict=True))]):
            spent += self.seconds[name]
            if chosen and spent > ENOUGH:
                break
            chosen.append(name)
        return chosen


def copy_of_everything(folder: Path) -> Path:
    folder.mkdir()
    for path in ROOT.iterdir():
        if path.name.startswith(".") or path.name == "data":
            continue
        if path.is_dir():
            shutil.copytree(path, folder / path.name, ignore=NOT_COPIED)
        else:
            shutil.copy(path, folder)
    subprocess.run([sys.executable, "-m", "compileall", "-q", "scorekeeper", "tests"], cwd=folder, check=True)
    return folder


def environment(**more: str) -> dict[str, str]:
    fixed = {"HYPOTHESIS_PROFILE": "ci", "PYTHONDONTWRITEBYTECODE": "1", "COVERAGE_CORE": "ctrace"}
    return {**os.environ, **fixed, **more}


def pytest(*arguments: str) -> list[str]:
    return [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "--assert=plain",
        "-p",
        "tests.mutants.lines",
        *arguments,
    ]


def folders_of_tests() -> list[str]:
    found = [path for path in (ROOT / "tests").iterdir() if path.is_dir() and path.name not in LEFT_OUT]
    return [*(path.relative_to(ROOT).as_posix() for path in sorted(found)), "tests/server/test_doctests.py"]


def traced(folder: Path, jobs: int, places: Sequence[str]) -> Trace:
    """Run tests once, and note where each of them goes."""
    record = folder.parent / "record"
    record.mkdir()
    targets = [
        str(folder / "scorekeeper" / "scoring" / "*"),
        *(str(folder / file) for file in files(SERVICES)),
    ]
    subprocess.run(
        pytest("-n", str(jobs), "--dist", "worksteal", "-m", MARKS, *places),
        cwd=folder,
        env=environment(MUTANTS_RECORD=str(record), MUTANTS_FILES=os.pathsep.join(targets)),
        check=False,
    )
    parts = [json.loads(path.read_text(encoding="utf-8")) for path in record.iterdir()]
    failed = {name for part in parts for name in part["failed"]}
    if failed:
        print(f"Left out, since they fail without any mutant: {', '.join(sorted(failed))}")
    seconds = {name: time for part in parts for name, time in part["seconds"].items() if name not in failed}
    lines: dict[str, dict[int, set[str]]] = defaultdict(lambda: defaultdict(set))
    for part in parts:
        for path, contexts in part["lines"].items():
            file = Path(path).relative_to(folder).as_posix()
            for line, names in contexts.items():
                lines[file][int(line)] |= set(names) & set(seconds)
    return Trace(lines, seconds)


def kept_or_traced(kept: Path | None, folder: Path, jobs: int, places: Sequence[str]) -> Trace:
    """The trace that was kept in a file; else a new one, which is kept there."""
    if kept and kept.exists():
        files, seconds = json.loads(kept.read_text(encoding="utf-8"))
        lines = {file: {int(line): set(found[line]) for line in found} for file, found in files.items()}
        return Trace(lines, seconds)
    trace = traced(folder, jobs, places)
    if kept:
        kept.write_text(json.dumps([trace.lines, trace.seconds], default=sorted), encoding="utf-8")
    return trace


# ── running ─────────────────────────────────────────────────────────────────────────────────────

NOTICED, LIVES, ENDLESS = "noticed", "LIVES", "noticed, by never ending"


def _places(tests: Iterable[str]) -> list[str]:
    return sorted({name.partition("::")[0] for name in tests})


def outcome(folder: Path, tests: Sequence[str], seconds: float) -> str:
    """What some tests say of a copy of the program."""
    only = folder / "only.txt"
    only.write_text("\n".join(tests), encoding="utf-8")
    running = subprocess.Popen(
        pytest("-x", "-n", "0", *_places(tests)),
        cwd=folder,
        env=environment(MUTANTS_ONLY=str(only)),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        code = running.wait(timeout=PATIENCE + 4 * seconds)
    except subprocess.TimeoutExpired:
        return ENDLESS
    finally:
        with suppress(ProcessLookupError):
            os.killpg(running.pid, signal.SIGKILL)  # also whatever it has started
        running.wait()
    return LIVES if code == 0 else NOTICED


class Server:
    """A process that has imported everything in a copy, and forks off one more for every mutant."""

    def __init__(self, folder: Path, trace: Trace) -> None:
        self.folder, self.trace = folder, trace
        here, orders = os.pipe()
        answers, there = os.pipe()
        self.running = subprocess.Popen(
            pytest(
                "-p", "tests.mutants.forks", "-n", "0", "--basetemp", f"{folder}/tmp", *_places(trace.seconds)
            ),
            cwd=folder,
            env=environment(MUTANTS_ORDERS=str(here), MUTANTS_ANSWERS=str(there)),
            pass_fds=(here, there),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(here)
        os.close(there)
        self.orders, self.answers = os.fdopen(orders, "w"), os.fdopen(answers)

    def close(self) -> None:
        self.orders.close()
        self.answers.close()
        self.running.wait()

    def tried(self, one: Mutant) -> str:
        """What the tests of a mutant say; those that notice nothing are run in a fresh process too."""
        tests = self.trace.tests_for(one)
        answer = self.asked(one.file, one.applied((self.folder / one.file).read_bytes()), tests)
        found = {"noticed": NOTICED, "endless": ENDLESS}.get(answer)
        return found or tried(self.folder, one, self.trace)

    def asked(self, file: str, source: bytes, tests: Sequence[str]) -> str:
        took = sum(self.trace.seconds[name] for name in tests)
        order = {"file": file, "source": source.decode(), "tests": tests, "seconds": int(PATIENCE + 4 * took)}
        print(json.dumps(order), file=self.orders, flush=True)
        return self.answers.readline().strip()


def tried(folder: Path, one: Mutant, trace: Trace) -> str:
    """Put a mutant into a copy, run its tests there, and take it out again."""
    path = folder / one.file
    source = path.read_bytes()
    for compiled in (path.parent / "__pycache__").glob(f"{path.stem}.*.pyc"):
        compiled.unlink()
    path.write_bytes(one.applied(source))
    tests = trace.tests_for(one)
    try:
        return outcome(folder, tests, sum(trace.seconds[name] for name in tests))
    finally:
        path.write_bytes(source)


def run(sample: Sequence[Mutant], servers: Sequence[Server]) -> dict[Mutant, str]:
    """What became of each mutant; every server tries one after the other."""
    waiting: Queue[Mutant] = Queue()
    for one in sample:
        waiting.put(one)
    found: dict[Mutant, str] = {}
    lock = Lock()

    def work(server: Server) -> None:
        while True:
            try:
                one = waiting.get_nowait()
            except Empty:
                return
            began = time.monotonic()
            what = server.tried(one)
            with lock:
                found[one] = what
                took = time.monotonic() - began
                print(f"[{len(found)}/{len(sample)}] {what} ({took:.0f} s): {one}", flush=True)

    threads = [Thread(target=work, args=(server,)) for server in servers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


def check(sample: Sequence[Mutant], server: Server) -> None:
    """Without a mutant the tests pass, in the order in which they are run here."""
    for one in sample[:10]:
        source = (server.folder / one.file).read_bytes()
        if server.asked(one.file, source, server.trace.tests_for(one)[:200]) != "lives":
            sys.exit(f"The tests of {one.file} fail without any mutant; nothing can be said.")


def report(found: dict[Mutant, str]) -> int:
    living = [one for one, what in found.items() if what == LIVES]
    noticed = len(found) - len(living)
    share = 1 - len(living) / len(found) if found else 1.0
    endless = sum(what == ENDLESS for what in found.values())
    print(f"\n{len(found)} mutants, {noticed} noticed ({share:.1%}), {endless} of them by never ending.")
    for one in sorted(living, key=str):
        print(f"  {one}\n      {one.text}")
    return 0 if share >= WANTED else 1


def main(arguments: list[str]) -> int:
    reader = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    reader.add_argument("--count", type=int, default=300, help="how many mutants are drawn")
    reader.add_argument("--seed", type=int, default=1, help="draws the same of the same sources")
    reader.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many are tried at once")
    reader.add_argument("--only", nargs="*", default=(), help="take those of these files instead")
    reader.add_argument("--tests", nargs="*", default=folders_of_tests(), help="these alone")
    reader.add_argument("--trace", type=Path, help="where each test goes, from an earlier run, or kept there")
    reader.add_argument("--list", action="store_true", help="only say what is drawn")
    chosen = reader.parse_args(arguments)
    count, seed = chosen.count, chosen.seed
    sample = _some(chosen.only, count, seed) if chosen.only else drawn(count, seed)
    if chosen.list:
        print(*sample, sep="\n")
        return 0
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="mutants-") as place:
        folders = [copy_of_everything(Path(place) / f"copy{number}") for number in range(chosen.jobs)]
        trace = kept_or_traced(chosen.trace, folders[0], chosen.jobs, chosen.tests)
        servers = [Server(folder, trace) for folder in folders]
        check(sample, servers[0])
        code = report(run(sample, servers))
        for server in servers:
            server.close()
    print(f"{time.monotonic() - began:.0f} s, seed {chosen.seed}")
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
