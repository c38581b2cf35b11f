"""The JavaScript that pages name: all of it is there, and what it imports is fetched with it."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.template import Context, Template, TemplateSyntaxError

from scorekeeper.server.templates import IMPORT, closure

SCRIPTS = Path(settings.BASE_DIR) / "static" / "js"
ANY_IMPORT = re.compile(r'^(?:import|export)\b[^;"]*"(\.{1,2}/[^"]+)";', re.MULTILINE)
NAMED = re.compile(r"\{% modules ([^%]*) %\}")


def render(text: str) -> str:
    return Template(text).render(Context())


def test_what_is_imported_is_fetched_with_it() -> None:
    assert closure("js/offline/keep.js") == ("js/offline/keep.js", "js/tools.js")
    assert closure("js/live/update.js") == ("js/live/update.js", "js/tools.js", "js/live/line.js")
    page = render('{% modules "live/update" "offline/keep" also="tools" %}')
    assert page.count('<link rel="modulepreload" fetchpriority="low" href="/static/js/tools.js">') == 1
    assert page.endswith('<script type="module" src="/static/js/offline/keep.js"></script>')


def test_imports_are_written_in_the_one_way_that_is_looked_for() -> None:
    for path in SCRIPTS.rglob("*.js"):
        text = path.read_text("utf-8")
        assert ANY_IMPORT.findall(text) == IMPORT.findall(text), path


def test_a_library_comes_with_the_module_that_uses_it() -> None:
    page = render('{% modules "live/update" %}')
    assert (
        '<script defer src="/static/vendor/idiomorph/idiomorph.min.js"></script><script type="module"' in page
    )


def test_a_name_that_is_none_is_told() -> None:
    with pytest.raises(TemplateSyntaxError, match="js/nothing"):
        render('{% modules "nothing" %}')


def test_every_module_that_a_page_names_is_there() -> None:
    pages = (Path(settings.BASE_DIR) / "templates").rglob("*.html")
    calls = [call for page in pages for call in NAMED.findall(page.read_text("utf-8"))]
    names = {name for call in calls for quoted in re.findall(r'"([^"]+)"', call) for name in quoted.split()}
    assert "entry/form" in names
    for name in names:
        assert closure(f"js/{name}.js")
