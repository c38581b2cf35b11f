"""Builds the app, installs it without a checkout, and plays with what came of it."""

import re
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

from django.http import HttpResponse

from tests.helpers import text
from tests.live.lines import Sender
from tests.server.running import REAL, ROOT, environment, running

UV = (sys.executable, "-m", "uv", "--quiet", "--no-config")


def build(folder: Path) -> Path:
    """The wheel, made from the source package beside it, by what the tests are run with."""
    how = ("--offline", "--no-build-isolation", "--python", sys.executable)
    subprocess.run([*UV, "build", *how, "--out-dir", str(folder)], cwd=ROOT, check=True)
    [wheel] = folder.glob("scorekeeper-*.whl")
    return wheel


def install(wheel: Path, folder: Path) -> str:
    """The command of an environment with the wheel, which has its packages from that of the tests."""
    venv.create(folder, symlinks=True)
    place = sysconfig.get_paths("venv", {"base": str(folder), "platbase": str(folder)})
    python = str(Path(place["scripts"], "python"))
    words = ("pip", "install", "--offline", "--no-deps", "--python", python, str(wheel))
    subprocess.run([*UV, *words], check=True)
    Path(place["purelib"], "of_the_tests.pth").write_text(sysconfig.get_path("purelib"))
    return str(Path(place["scripts"], "scorekeeper"))


def say(folder: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    """What a command says that is started in a folder of somebody who has never used the app."""
    own = {"HOME": str(folder), "XDG_DATA_HOME": str(folder / "share")}
    given = environment(REAL) | own
    return subprocess.run(words, cwd=folder, env=given, capture_output=True, text=True, check=False)


def play(folder: Path, *program: str, **own: str) -> None:
    """A round at a table, without JavaScript: Ann goes out, Ben has 10 10, Chie 5 (counts 10), Dai K."""
    with running(folder, settings=REAL, fresh=True, program=program, own=own) as server:
        sender = Sender(server).open_table()
        sender.play()
        page = sender.get(f"/t/{sender.sid}/settle/")
        shown = text(HttpResponse(page))
        for payment in ("Ben pays A Ann 20", "Chie pays A Ann 10", "Dai pays A Ann 10"):
            assert payment in shown
        for path in re.findall(r'(?:href|src)="(/static/[^"]+)"', page):
            assert server.ask("GET", path)[0] == 200, path
        picture = server.ask("GET", f"/t/{sender.sid}/picture/square.png", headers={"Cookie": sender.cookie})
        assert (picture[0], picture[1]["content-type"]) == (200, "image/png")
        status, circle, _text = sender.ask("POST", "/sample/", sender.form("/", "/sample/"))
        assert status == 302, "a process of its own reads the file"
        assert "Made-up group" in sender.get(circle)
        japanese = server.ask("GET", "/", headers={"Accept-Language": "ja"})[2]
        assert "卓をつくる" in japanese
    assert "Stopped. Everything is saved." in server.output
