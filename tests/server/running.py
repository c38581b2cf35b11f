"""Runs the real server in a process."""

import atexit
import gzip
import http.client
import os
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

ROOT = Path(__file__).resolve().parents[2]
REAL, STUB = "scorekeeper.settings", "tests.server.stub_settings"
CHECKOUT = (sys.executable, str(ROOT / "manage.py"))
"""The start of a command line of the app."""
DATABASE, STATIC, STAMP = "scorekeeper.sqlite3", "static", "static.stamp"


@dataclass
class Running:
    """A running server."""

    process: "subprocess.Popen[str]"
    first_line: str
    lines: list[str] = field(default_factory=list)
    address: str = ""
    """The client's address; requests from 127.0.0.1 are not limited."""

    @property
    def port(self) -> int:
        match = re.search(r":(\d+)/", self.first_line)
        assert match, self.first_line
        return int(match[1])

    @property
    def output(self) -> str:
        return self.first_line + "".join(self.lines)

    def ask(
        self, method: str, path: str, body: bytes | None = None, headers: dict[str, str] | None = None
    ) -> tuple[int, dict[str, str], str]:
        origin = (self.address, 0) if self.address else None
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30, source_address=origin)
        connection.request(method, path, body, headers or {})
        answer = connection.getresponse()
        names = {name.lower(): value for name, value in answer.getheaders()}
        content = answer.read()
        connection.close()
        packed = names.get("content-encoding") == "gzip"
        text = (gzip.decompress(content) if packed else content).decode(errors="replace")
        return answer.status, names, text

    def connect(self, text: bytes = b"", address: str = "127.0.0.1") -> socket.socket:
        """Open a connection from an address of this machine, and send this."""
        made = socket.create_connection(("127.0.0.1", self.port), 10, (address, 0))
        made.sendall(text)
        return made

    def stop(self) -> int:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        return self.process.wait(15)


def command(folder: Path, *more: str, program: Sequence[str] = CHECKOUT) -> list[str]:
    return [*program, "serve", "--data", str(folder), *more]


def environment(settings: str) -> dict[str, str]:
    kept = {k: v for k, v in os.environ.items() if not k.startswith("SCOREKEEPER_")}
    return kept | {"DJANGO_SETTINGS_MODULE": settings, "PYTHONIOENCODING": "utf-8", "LANG": "en_GB.UTF-8"}


def manage(
    folder: Path,
    *words: str,
    settings: str = REAL,
    program: Sequence[str] = CHECKOUT,
    given: str = "",
    cwd: Path = ROOT,
    **own: str,
) -> "subprocess.CompletedProcess[str]":
    """Run a command with the data in `folder` to its end; it reads what is `given`.

    `own` is what its environment has as well.
    """
    return subprocess.run(
        [*program, *words],
        env=environment(settings) | {"SCOREKEEPER_DATA": str(folder)} | own,
        input=given,
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=cwd,
        timeout=120,
        check=False,
    )


def refused(folder: Path, *words: str, settings: str = REAL, **own: str) -> str:
    """Start a server that cannot start; returns the one line that it prints."""
    command = ("serve", "--port", "0", "--host", "127.0.0.1", *words)
    done = manage(folder, *command, settings=settings, **own)  # type: ignore[arg-type]
    assert done.returncode not in (0, None)
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1, done.stderr
    return done.stderr


def wait_for(condition: Callable[[], object], seconds: float = 20.0) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


def hear_interrupts() -> None:
    """Background processes of a shell ignore SIGINT, and a server would inherit that."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def first_start() -> Path:
    """A folder with the empty tables and static files of a first start, for this process and its workers."""
    if "FIRST_START" not in os.environ:
        folder = tempfile.mkdtemp(prefix="scorekeeper-first-start-")
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        os.environ["FIRST_START"] = folder
    return Path(os.environ["FIRST_START"])


def keep_first_start(folder: Path) -> None:
    """Keep what a first start has made, for other servers; a name appears when its contents are complete."""
    kept = first_start()
    with tempfile.TemporaryDirectory(prefix="draft-", dir=kept.parent) as name, suppress(OSError):
        draft = Path(name)
        if (folder / STAMP).exists() and not (kept / STAMP).exists():
            shutil.copytree(folder / STATIC, draft / STATIC)
            shutil.copy2(folder / STAMP, draft / STAMP)
            (draft / STATIC).rename(kept / STATIC)  # fails if another worker was faster
            (draft / STAMP).rename(kept / STAMP)
        if (folder / DATABASE).exists() and not (kept / DATABASE).exists():
            with closing(sqlite3.connect(folder / DATABASE)) as made:
                made.execute("VACUUM INTO ?", (str(draft / DATABASE),))
            (draft / DATABASE).rename(kept / DATABASE)


def begin_like_first_start(folder: Path) -> None:
    """Copy what a first start has made, if there was one."""
    folder.mkdir(parents=True, exist_ok=True)
    kept = first_start()
    if (kept / STAMP).exists():
        shutil.copytree(kept / STATIC, folder / STATIC)
        shutil.copy2(kept / STAMP, folder / STAMP)
    if (kept / DATABASE).exists():
        shutil.copy2(kept / DATABASE, folder / DATABASE)


@contextmanager
def running(
    folder: Path,
    *more: str,
    settings: str = STUB,
    fresh: bool = False,
    own: Mapping[str, str] = MappingProxyType({}),
    program: Sequence[str] = CHECKOUT,
) -> Iterator[Running]:
    """Serve with the data in `folder` on any free port, and stop at the end.

    An empty folder begins with what a first start makes, but for a `fresh` one, which makes it; `own` is
    what its environment has as well.
    """
    new = "--demo" not in more and not (folder.exists() and any(folder.iterdir()))
    new &= "FIRST_START" in os.environ  # it is not where a program such as the contact sheet starts a server
    if new and not fresh:
        begin_like_first_start(folder)
    process = subprocess.Popen(
        command(folder, "--port", "0", *more, program=program),
        env=environment(settings) | dict(own),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        cwd=ROOT,
        preexec_fn=hear_interrupts,
    )
    assert process.stdout is not None
    result = Running(process, process.stdout.readline())
    if new and program is CHECKOUT:
        keep_first_start(folder)
    reader = threading.Thread(target=lambda: result.lines.extend(process.stdout or []), daemon=True)
    reader.start()
    try:
        yield result
    finally:
        result.stop()
        reader.join(5)
