"""Every text is translated in full, keeps its numbers and names, and is compiled as it was written."""

import re
from pathlib import Path

import polib
import pytest
from django.conf import settings

SOURCES = sorted(Path(settings.LOCALE_PATHS[0]).glob("*/LC_MESSAGES/*.po"))
PLACEHOLDER = re.compile(r"%\(\w+\)[a-z]|%[sd]|\{\w*\}")


@pytest.fixture(name="catalogue", params=SOURCES, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def _catalogue(request: pytest.FixtureRequest) -> Path:
    path: Path = request.param
    return path


def texts(entry: polib.POEntry) -> list[str]:
    return list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]


def test_complete(catalogue: Path) -> None:
    source = polib.pofile(str(catalogue))
    assert [entry.msgid for entry in source.fuzzy_entries()] == []
    assert [entry.msgid for entry in source.untranslated_entries()] == []


def test_placeholders_are_kept(catalogue: Path) -> None:
    for entry in polib.pofile(str(catalogue)):
        if entry.obsolete or not entry.translated():
            continue
        allowed = set(PLACEHOLDER.findall(entry.msgid + (entry.msgid_plural or "")))
        for text in texts(entry):
            assert set(PLACEHOLDER.findall(text)) <= allowed, entry.msgid
            if not entry.msgid_plural:
                assert set(PLACEHOLDER.findall(text)) == allowed, entry.msgid


def test_compiled_from_this_very_source(catalogue: Path) -> None:
    source = polib.pofile(str(catalogue))
    assert catalogue.with_suffix(".mo").exists()
    compiled = polib.mofile(str(catalogue.with_suffix(".mo")))

    def content(entries: list[polib.POEntry]) -> dict[tuple[str | None, str], list[str]]:
        return {(entry.msgctxt, entry.msgid): texts(entry) for entry in entries}

    assert content(list(compiled)) == content([e for e in source.translated_entries() if not e.obsolete])
