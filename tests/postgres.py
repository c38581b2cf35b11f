"""Runs a command beside a PostgreSQL of its own, which is gone afterwards.

python -m tests.postgres --find              is there one? prints where
python -m tests.postgres COMMAND ARGUMENT…   with DATABASE_URL and LIVE_DATABASE_URL set
"""

import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

DATABASE, LIVE = "DATABASE_URL", "LIVE_DATABASE_URL"
USER = "tester"
PLACES = ("/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/opt/homebrew/opt/postgresql@*/bin")
OWNER = "postgres" if os.geteuid() == 0 else None
"""PostgreSQL refuses to be run by root."""


def programs() -> Path | None:
    """The folder with initdb and pg_ctl; of several versions the newest."""
    if at_hand := shutil.which("initdb"):
        return Path(at_hand).resolve().parent
    found = [
        folder for place in PLACES for folder in Path("/").glob(place[1:]) if (folder / "initdb").exists()
    ]
    return max(found, key=lambda folder: int("".join(filter(str.isdigit, str(folder))) or 0), default=None)


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


def run(*command: str | Path) -> None:
    subprocess.run([*map(str, command)], check=True, stdout=subprocess.DEVNULL, user=OWNER, cwd="/")


@contextmanager
def cluster(folder: Path) -> Iterator[str]:
    """A server in `folder`, reached by the address that is given."""
    place = programs()
    assert place, "no PostgreSQL here"
    data, port = folder / "data", free_port()
    if OWNER:
        shutil.chown(folder, OWNER)
    run(place / "initdb", "-D", data, "-U", USER, "-E", "UTF8", "--locale=C", "--auth=trust", "--no-sync")
    settings = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1 -c fsync=off -c max_connections=200"
    run(place / "pg_ctl", "-D", data, "-w", "-l", folder / "log", "-o", settings, "start")
    try:
        run(place / "createdb", "-h", "127.0.0.1", "-p", str(port), "-U", USER, "live")
        yield f"postgres://{USER}@127.0.0.1:{port}"
    finally:
        run(place / "pg_ctl", "-D", data, "-m", "immediate", "stop")


def take_databases() -> None:
    """Give this process databases of its own, where several of them run tests at the same time."""
    worker = os.environ.get("PYTEST_XDIST_WORKER")
    for name in (DATABASE, LIVE):
        url = os.environ.get(name, "")
        if not worker or not url or url.endswith(f"_{worker}"):
            continue
        import psycopg

        os.environ[name] = f"{url}_{worker}"
        with psycopg.connect(url, autocommit=True) as server:
            server.execute(f'CREATE DATABASE "{os.environ[name].rpartition("/")[2]}"')


def main(command: list[str]) -> int:
    if command == ["--find"]:
        print(programs() or "")
        return 0 if programs() else 1
    with tempfile.TemporaryDirectory(prefix="scorekeeper-pg-") as folder, cluster(Path(folder)) as address:
        urls = {DATABASE: f"{address}/postgres", LIVE: f"{address}/live"}
        return subprocess.run(command, env=os.environ | urls, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
