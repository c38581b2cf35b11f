"""Runs a command with a temporary PostgreSQL server.

python -m tests.postgres --find              is there one? prints where
python -m tests.postgres COMMAND ARGUMENT…   with DATABASE_URL and LIVE_DATABASE_URL set
"""

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

DATABASE, LIVE = "DATABASE_URL", "LIVE_DATABASE_URL"
USER = "tester"
PLACES = ("/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/opt/homebrew/opt/postgresql@*/bin")
OWNER = "postgres" if os.geteuid() == 0 else None
"""PostgreSQL refuses to run as root."""


def programs() -> Path | None:
    """The folder with initdb and pg_ctl; of several versions the newest."""
    if at_hand := shutil.which("initdb"):
        return Path(at_hand).resolve().parent
    items = [
        folder for place in PLACES for folder in Path("/").glob(place[1:]) if (folder / "initdb").exists()
    ]
    return max(items, key=lambda folder: int("".join(filter(str.isdigit, str(folder))) or 0), default=None)


def free_port() -> int:
    with socket.socket() as result:
        result.bind(("127.0.0.1", 0))
        port: int = result.getsockname()[1]
        return port


def run(*command: str | Path) -> None:
    subprocess.run([*map(str, command)], check=True, stdout=subprocess.DEVNULL, user=OWNER, cwd="/")


class Cluster:
    """A PostgreSQL server in an empty folder."""

    def __init__(self, folder: Path) -> None:
        place = programs()
        assert place, "no PostgreSQL here"
        self.place, self.folder, self.data, self.port = place, folder, folder / "data", free_port()
        if OWNER:
            shutil.chown(folder, OWNER)

    @property
    def url(self) -> str:
        return f"postgres://{USER}@127.0.0.1:{self.port}"

    def make(self) -> None:
        """Create it; it does not run yet."""
        options = ("-U", USER, "-E", "UTF8", "--locale=C", "--auth=trust", "--no-sync")
        run(self.place / "initdb", "-D", self.data, *options)

    def copy(self, other: "Cluster") -> None:
        """Create it as a standby of a running one."""
        options = ("--write-recovery-conf", "--checkpoint=fast", "--no-sync", f"--dbname={other.url}")
        run(self.place / "pg_basebackup", "-D", self.data, *options)

    def start(self) -> None:
        settings = f"-p {self.port} -k {self.folder} -c listen_addresses=127.0.0.1 -c fsync=off"
        settings += " -c max_connections=200"
        self._control("-w", "-l", self.folder / "log", "-o", settings, "start")

    def stop(self) -> None:
        """Stop it immediately."""
        self._control("-m", "immediate", "-w", "stop")

    def promote(self) -> None:
        """Promote a standby to primary."""
        self._control("-w", "promote")

    def kill(self) -> None:
        """Kill all its processes."""
        first = int((self.data / "postmaster.pid").read_text().split()[0])
        children = map(int, Path(f"/proc/{first}/task/{first}/children").read_text().split())
        for each in (first, *children):
            with suppress(ProcessLookupError):
                os.kill(each, signal.SIGKILL)

    def ask(self, sql: str) -> list[tuple[object, ...]]:
        """Run a statement; returns its rows."""
        import psycopg

        with psycopg.connect(f"{self.url}/postgres", autocommit=True) as asked:
            result = asked.execute(sql)
            return result.fetchall() if result.description else []

    def _control(self, *command: str | Path) -> None:
        run(self.place / "pg_ctl", "-D", self.data, *command)


@contextmanager
def cluster(folder: Path) -> Iterator[Cluster]:
    """A running server in `folder`, with a database for servers that tests start."""
    result = Cluster(folder)
    result.make()
    result.start()
    try:
        run(result.place / "createdb", f"--maintenance-db={result.url}/postgres", "live")
        yield result
    finally:
        with suppress(subprocess.CalledProcessError):  # it may be killed already
            result.stop()


def take_databases() -> None:
    """Give each worker of pytest databases of its own."""
    worker = os.environ.get("PYTEST_XDIST_WORKER")
    for name in (DATABASE, LIVE):
        url = os.environ.get(name, "")
        if not worker or not url or url.endswith(f"_{worker}"):
            continue
        import psycopg

        os.environ[name] = f"{url}_{worker}"
        with psycopg.connect(url, autocommit=True) as server:
            server.execute(f'CREATE DATABASE "{os.environ[name].rpartition("/")[2]}"')


@contextmanager
def empty_database() -> Iterator[None]:
    """An empty database for commands that are run in the block."""
    url = os.environ.get(DATABASE, "")
    if not url.startswith("postgres"):  # SQLite's is a file in the folder that they are given
        yield
        return
    import psycopg

    name = f"empty_{os.getpid()}"
    with psycopg.connect(url, autocommit=True) as server:
        server.execute(f"CREATE DATABASE {name}")
        os.environ[DATABASE] = url.rpartition("/")[0] + f"/{name}"
        try:
            yield
        finally:
            os.environ[DATABASE] = url
            server.execute(f"DROP DATABASE {name} WITH (FORCE)")


def main(command: list[str]) -> int:
    if command == ["--find"]:
        print(programs() or "")
        return 0 if programs() else 1
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # a bound leaves nothing running
    with tempfile.TemporaryDirectory(prefix="scorekeeper-pg-") as folder, cluster(Path(folder)) as made:
        # What it learns of nearly empty tables after a minute would change its plans in the middle of tests.
        made.ask("ALTER SYSTEM SET autovacuum = off")
        made.ask("SELECT pg_reload_conf()")
        urls = {DATABASE: f"{made.url}/postgres", LIVE: f"{made.url}/live"}
        return subprocess.run(command, env=os.environ | urls, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
