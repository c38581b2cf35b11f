import os
from pathlib import Path

import pytest
from django.test import override_settings

from scorekeeper.server.static import collect_if_changed


@pytest.fixture(name="source")
def _source(tmp_path: Path) -> Path:
    source = tmp_path / "source"
    (source / "js").mkdir(parents=True)
    (source / "js" / "app.js").write_text('import { add } from "./sum.js";\nadd(1, 2);\n' + "// long\n" * 100)
    (source / "js" / "sum.js").write_text("export function add(a, b) { return a + b; }\n")
    return source


def test_collected_hashed_compressed_and_left_alone_until_changed(source: Path, tmp_path: Path) -> None:
    with override_settings(
        STATIC_ROOT=tmp_path / "static",
        STATICFILES_DIRS=[source],
        STATICFILES_FINDERS=["django.contrib.staticfiles.finders.FileSystemFinder"],
        STORAGES={"staticfiles": {"BACKEND": "scorekeeper.server.storage.StaticStorage"}},
    ):
        from django.contrib.staticfiles import finders

        finders.get_finder.cache_clear()
        try:
            assert collect_if_changed() is True
            assert collect_if_changed() is False
            os.utime(source / "js" / "sum.js", (1, 1))
            assert collect_if_changed() is True
        finally:
            finders.get_finder.cache_clear()
    made = {path.name for path in (tmp_path / "static" / "js").iterdir()}
    hashed = [name for name in made if name.startswith("app.") and name.count(".") == 2 and "gz" not in name]
    assert any(name.endswith(".js.gz") for name in made)
    assert "sum.js" not in (tmp_path / "static" / "js" / hashed[0]).read_text()
