"""The manifest, the service worker and the page for when nothing is kept."""

import json
import re
import struct
from types import SimpleNamespace

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from scorekeeper.server import pwa
from scorekeeper.server.static import made

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("language", ["ja", "en", "zh-hans"])
def test_the_manifest_speaks_the_readers_language(client: Client, language: str) -> None:
    answer = client.get("/manifest.webmanifest", headers={"accept-language": language})
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/manifest+json"
    assert answer["Cache-Control"] == "no-cache"
    data = json.loads(answer.content)
    assert data["lang"] == language
    assert data["name"]
    assert (data["start_url"], data["scope"], data["display"]) == ("/", "/", "standalone")


def test_every_icon_is_a_picture_of_its_size(client: Client) -> None:
    icons = json.loads(client.get("/manifest.webmanifest").content)["icons"]
    assert {(icon["sizes"], icon["purpose"]) for icon in icons} == {
        (size, purpose) for size in ("192x192", "512x512") for purpose in ("any", "maskable")
    }
    for icon in icons:
        path = finders.find(icon["src"].removeprefix("/static/"))
        with open(str(path), "rb") as file:
            head = file.read(24)
        width, height = struct.unpack(">II", head[16:24])
        assert head.startswith(b"\x89PNG")
        assert f"{width}x{height}" == icon["sizes"]


def test_the_worker_is_a_script_that_is_asked_for_each_time(client: Client) -> None:
    answer = client.get("/sw.js")
    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/javascript; charset=utf-8"
    assert answer["Cache-Control"] == "no-cache"
    assert answer.content == client.get("/sw.js", headers={"accept-language": "en"}).content


def test_the_worker_keeps_files_that_are_there(client: Client) -> None:
    match = re.search(r"^const SHELL = (\[.*\]);$", client.get("/sw.js").content.decode(), re.MULTILINE)
    assert match
    shell = [path.removeprefix("/static/") for path in json.loads(match[1])]
    assert {"css/app.css", "css/entry.css", "icons/favicon.svg"} <= set(shell)
    assert {"js/entry/form.js", "js/pad/actions.js", "vendor/idiomorph/idiomorph.min.js"} <= set(shell)
    assert any(path.startswith("django_htmx/htmx") for path in shell)
    assert {"js/offline/store.js", "js/cards.js"} <= set(shell)
    assert "js/offline/worker.js" not in shell
    assert not any(path.startswith("vendor/nosleep/") for path in shell)
    assert {"js/words/ja.js", "js/words/en.js", "js/words/zh-hans.js"} <= set(shell)
    assert all(finders.find(path) for path in shell if path not in made())


def test_the_worker_keeps_them_where_paths_have_backslashes(monkeypatch: pytest.MonkeyPatch) -> None:
    """As Django gives them on Windows."""
    finder = SimpleNamespace(list=lambda _left_out: [("js\\pad\\actions.js", None)])
    monkeypatch.setattr(pwa, "get_finders", lambda: [finder])
    assert "js/pad/actions.js" in pwa.shell_files.__wrapped__()
