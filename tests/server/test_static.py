"""Collected static files, and the offline app."""

import json
import re
import struct
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.contrib.staticfiles import finders
from django.test import Client, override_settings

from scorekeeper.scoring.dobon.endings import ENDINGS
from scorekeeper.server import static
from scorekeeper.server.static import IMPORT, StaticStorage, collect_if_changed, fingerprint, generated_files

STATIC = Path(__file__).parents[2] / "static"
SHEETS = STATIC / "css"


@pytest.fixture(autouse=True)
def _fresh_finders() -> Iterator[None]:
    """Django caches finders, but the tests have other folders."""
    finders.get_finder.cache_clear()
    yield
    finders.get_finder.cache_clear()


@pytest.fixture(name="source")
def _source(tmp_path: Path) -> Path:
    source = tmp_path / "source"
    (source / "js").mkdir(parents=True)
    app = 'import { add } from "./sum.js";\n/* why */\nadd(/** @type {any} */ (1, 2));\n'
    (source / "js" / "app.js").write_text(app + "// long\n" * 100)
    (source / "js" / "sum.js").write_text("export function add(a, b) { return a + b; }\n")
    (source / "css" / "base").mkdir(parents=True)
    (source / "css" / "app.css").write_text(
        '/* all */\n@layer base;\n@import url("base/text.css") layer(base);\n'
    )
    (source / "css" / "plain.css").write_text('/* old */\n@import url("base/text.css");\n')
    (source / "css" / "base" / "text.css").write_text("/* why */\np {\n  margin: 0;\n}\n")
    return source


def test_files_are_collected_only_if_something_has_changed(source: Path, tmp_path: Path) -> None:
    with override_settings(
        STATIC_ROOT=tmp_path / "static",
        STATICFILES_DIRS=[source],
        STATICFILES_FINDERS=["django.contrib.staticfiles.finders.FileSystemFinder"],
        STORAGES={"staticfiles": {"BACKEND": "scorekeeper.server.static.StaticStorage"}},
    ):
        assert collect_if_changed() is True
        assert collect_if_changed() is False
        (source / "js" / "sum.js").write_text("export function add(a, b) { return b + a; }\n")
        assert collect_if_changed() is True
        (tmp_path / "static" / "js" / "app.js").write_bytes(b"")  # the power was cut
        (tmp_path / "static" / "staticfiles.json").write_bytes(b"")
        assert collect_if_changed() is True
        assert collect_if_changed() is False
    names = {path.name for path in (tmp_path / "static" / "js").iterdir()}
    hashed = [name for name in names if name.startswith("app.") and name.count(".") == 2 and "gz" not in name]
    assert any(name.endswith(".js.gz") for name in names)
    script = (tmp_path / "static" / "js" / hashed[0]).read_text()
    assert "sum.js" not in script
    assert "why" not in script
    assert "(1, 2)" in script
    sheets = {path.read_text() for path in (tmp_path / "static" / "css").glob("app.*.css")}
    assert {sheet.strip() for sheet in sheets} == {"@layer base;@layer base {p {margin: 0;}}"}
    plain = {path.read_text() for path in (tmp_path / "static" / "css").glob("plain.*.css")}
    assert {sheet.strip() for sheet in plain} == {"p {margin: 0;}"}


def test_stylesheets_are_inlined_with_backslashes_in_paths(source: Path) -> None:
    """As Django gives them on Windows."""
    storage = StaticStorage(location=str(source), base_url="/static/")
    names = ("css/app.css", "css/base/text.css")
    list(storage.post_process({name.replace("/", "\\"): (storage, name) for name in names}))
    joined = (source / "css" / "app.css").read_text()
    assert joined.strip() == "@layer base;@layer base {p {margin: 0;}}"


@pytest.mark.parametrize("name", ["scorekeeper/server/static.py", "templates/base.html", "static/js/a.js"])
def test_the_fingerprint_covers_code_templates_and_files(tmp_path: Path, name: str) -> None:
    """After a change of any of these, files are collected again and phones update."""
    file = tmp_path / name
    file.parent.mkdir(parents=True)
    with override_settings(BASE_DIR=tmp_path, SITE_DIR=tmp_path, STATICFILES_DIRS=[tmp_path / "static"]):
        file.write_text("one\n")
        before = fingerprint()
        file.write_text("two\n")
        assert fingerprint() != before


def parts_of(sheet: Path, layer: str = "") -> list[tuple[Path, str]]:
    """The files that a stylesheet imports, also indirectly, with their layers."""
    named = IMPORT.findall(sheet.read_text("utf-8"))
    parts = [(sheet.parent / part, own or layer) for part, own in named]
    return parts + [inner for part, own in parts for inner in parts_of(part, own)]


def test_every_part_of_a_stylesheet_is_in_the_layer_of_its_folder() -> None:
    """As a part is inlined elsewhere, it may contain data URLs but no paths; each is part of a sheet."""
    sheets = set(SHEETS.glob("*.css"))
    parts = [part for sheet in sheets for part in parts_of(sheet)]
    for part, layer in parts:
        assert part.relative_to(SHEETS).parts[0] == layer
        assert not re.search(r'url\((?!"data:)', IMPORT.sub("", part.read_text("utf-8")))
    assert {part for part, _layer in parts} | sheets == set(SHEETS.rglob("*.css"))
    assert len({part for part, _layer in parts}) > 20


def test_there_is_a_place_for_every_ending() -> None:
    rules = (SHEETS / "pages" / "entry" / "kinds.css").read_text("utf-8")
    assert len(re.findall(r'\[data-place="\d+"\]:checked', rules)) > len(ENDINGS)


def test_no_string_in_a_script_looks_like_a_comment_or_an_indent() -> None:
    """Comments and indents are removed by regular expressions, which do not know strings and templates."""
    comment = re.compile(r"^[ \t]*/\*.*?\*/|/\*\* @(?:type|param) .*?\*/", re.MULTILINE | re.DOTALL)
    for path in STATIC.glob("js/**/*.js"):
        code = comment.sub("", path.read_text("utf-8"))
        assert "/*" not in code, path.name
        assert all(line.count("`") % 2 == 0 for line in code.splitlines()), path.name


# --- The manifest, the service worker and the page for when nothing is kept


pytestmark = pytest.mark.django_db


def test_the_manifest_speaks_the_readers_language_and_names_icons_of_their_size(client: Client) -> None:
    for language in ("ja", "en", "zh-hans"):
        answer = client.get("/manifest.webmanifest", headers={"accept-language": language})
        assert answer.status_code == 200
        assert answer["Content-Type"] == "application/manifest+json"
        assert answer["Cache-Control"] == "no-cache"
        data = json.loads(answer.content)
        assert data["lang"] == language
        assert data["name"]
        assert (data["start_url"], data["scope"], data["display"]) == ("/", "/", "standalone")
    icons = data["icons"]
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


def test_the_worker_is_revalidated_and_versioned_and_caches_existing_files(client: Client) -> None:
    answer = client.get("/sw.js")
    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/javascript; charset=utf-8"
    assert answer["Cache-Control"] == "no-cache"
    assert answer.content == client.get("/sw.js", headers={"accept-language": "en"}).content
    assert answer.content.decode().startswith(f'const VERSION = "{fingerprint()[:16]}";')
    match = re.search(r"^const SHELL = (\[.*\]);$", answer.content.decode(), re.MULTILINE)
    assert match
    shell = [path.removeprefix("/static/") for path in json.loads(match[1])]
    assert {"css/app.css", "css/entry.css", "icons/favicon.svg"} <= set(shell)
    assert {"js/entry/form.js", "js/pad/actions.js", "vendor/idiomorph/idiomorph.min.js"} <= set(shell)
    assert any(path.startswith("django_htmx/htmx") for path in shell)
    assert {"js/offline/store.js", "js/cards.js"} <= set(shell)
    assert "js/offline/worker.js" not in shell
    assert not any(path.startswith("vendor/nosleep/") for path in shell)
    assert {"js/words/ja.js", "js/words/en.js", "js/words/zh-hans.js"} <= set(shell)
    assert all(finders.find(path) for path in shell if path not in generated_files())


def test_the_worker_caches_files_with_backslashes_in_paths(monkeypatch: pytest.MonkeyPatch) -> None:
    """As Django gives them on Windows."""
    finder = SimpleNamespace(list=lambda _left_out: [("js\\pad\\actions.js", None)])
    monkeypatch.setattr(static, "get_finders", lambda: [finder])
    assert "js/pad/actions.js" in static.shell_files.__wrapped__()
