"""Caddy and nginx in front of the app, with the shipped configuration files.

Ports, certificates and temporary folders are the test's own; everything else is theirs.
"""

import http.client
import os
import re
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.live.clients import EventStream, Sender
from tests.postgres import free_port
from tests.server.running import ROOT

NAME = "cards.example.org"
DEPLOY = ROOT / "scorekeeper/server/deploy"
PATIENCE_S = 30.0


@dataclass(frozen=True)
class Front:
    """A running proxy: its ports, and the root of its certificate.

    It is asked as a server is, by a browser at the address `source`.
    """

    plain: int
    port: int
    trusted: Path
    source: str = "127.0.0.1"

    @property
    def origin(self) -> str:
        return f"https://{NAME}:{self.port}"

    @property
    def context(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=str(self.trusted))

    def ask(
        self, method: str, path: str, body: bytes | None = None, headers: dict[str, str] | None = None
    ) -> tuple[int, dict[str, str], str]:
        """Status, headers and text, over HTTP/1.1."""
        connection = http.client.HTTPSConnection(NAME, self.port)
        connection.sock = self.context.wrap_socket(
            socket.create_connection(("127.0.0.1", self.port), 60, (self.source, 0)), server_hostname=NAME
        )
        connection.request(method, path, body, {"Origin": self.origin, **(headers or {})})
        answer = connection.getresponse()
        text = answer.read().decode(errors="replace")
        connection.close()
        return answer.status, {name.lower(): value for name, value in answer.getheaders()}, text

    async def line(self, sender: Sender) -> EventStream:
        """The event stream of a phone at its table."""
        tls = {"ssl": self.context, "server_hostname": NAME}
        return await EventStream.open(self.port, sender.sid, sender.cookie, NAME, **tls)


@contextmanager
def caddy(folder: Path, app: int) -> Iterator[Front]:
    front = Front(free_port(), free_port(), folder / "pki/authorities/local/root.crt")
    options = [
        "admin off",
        f"http_port {front.plain}",
        f"https_port {front.port}",
        "local_certs",
        "skip_install_trust",
        "default_bind 127.0.0.1",
        f"storage file_system {folder}",
    ]
    text = (DEPLOY / "Caddyfile").read_text().replace("127.0.0.1:8000", f"127.0.0.1:{app}")
    written = folder / "Caddyfile"
    own = "{\n" + "\n".join(options)
    written.write_text(re.sub(r"(?m)^\{$", lambda _found: own, text, count=1))
    home = {**os.environ, "HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    with _up(
        ["caddy", "run", "--adapter", "caddyfile", "--config", str(written)], front, folder / "said.log", home
    ):
        yield front


@contextmanager
def nginx(folder: Path, app: int) -> Iterator[Front]:
    front = Front(free_port(), free_port(), folder / "fullchain.pem")
    _self_made(front.trusted, folder / "privkey.pem")
    text = (DEPLOY / "nginx.conf").read_text()
    lines = [line for line in text.splitlines() if "listen [::]" not in line]
    text = "\n".join(lines).replace("/etc/letsencrypt/live/cards.example.org", str(folder))
    text = text.replace("127.0.0.1:8000", f"127.0.0.1:{app}")
    text = text.replace("listen 80;", f"listen 127.0.0.1:{front.plain};")
    text = text.replace("listen 443 ", f"listen 127.0.0.1:{front.port} ")
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    temporary = "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in kinds)
    user = "user root;\n" if os.geteuid() == 0 else ""
    written = folder / "nginx.conf"
    written.write_text(
        f"daemon off;\n{user}pid {folder}/nginx.pid;\nerror_log {folder}/error.log;\n"
        f"events {{}}\nhttp {{\naccess_log {folder}/access.log;\n{temporary}{text}\n}}\n"
    )
    with _up(
        [_program("nginx"), "-c", str(written), "-e", str(folder / "error.log")],
        front,
        folder / "said.log",
        dict(os.environ),
    ):
        yield front


FRONTS = {"caddy": caddy, "nginx": nginx}


def _program(name: str) -> str:
    return shutil.which(name) or f"/usr/sbin/{name}"


def _self_made(certificate: Path, key: Path) -> None:
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"]
    command += ["-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}"]
    subprocess.run([*command, "-keyout", str(key), "-out", str(certificate)], check=True, capture_output=True)


@contextmanager
def _up(command: list[str], front: Front, said: Path, environ: dict[str, str]) -> Iterator[None]:
    with said.open("wb") as output:
        process = subprocess.Popen(
            command, env=environ, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT
        )
    try:
        _wait(process, front, said)
        yield
    finally:
        process.terminate()
        process.wait(PATIENCE_S)


def _wait(process: "subprocess.Popen[bytes]", front: Front, said: Path) -> None:
    """Wait for any response over HTTPS."""
    until = time.monotonic() + PATIENCE_S
    while True:
        try:
            front.ask("GET", "/healthz")
            return
        except OSError as problem:
            if process.poll() is not None or time.monotonic() > until:
                raise AssertionError(f"no answer from {process.args}:\n{said.read_text()}") from problem
        time.sleep(0.05)
