"""Templates and the JavaScript that they name: no leftovers, and what is imported is fetched with it."""

import re
from pathlib import Path

from django.conf import settings
from django.template import Context, Template
from django.template.loader import get_template

from scorekeeper.server.templates import IMPORT, with_imports

ROOT = Path(settings.BASE_DIR)
TEMPLATES, SCRIPTS = ROOT / "templates", ROOT / "static" / "js"
NAMES = sorted(path.relative_to(TEMPLATES).as_posix() for path in TEMPLATES.rglob("*.html"))
NAMED = re.compile(r"""["']([\w/]+\.html)["']""")
ANY_IMPORT = re.compile(r'^(?:import|export)\b[^;"]*"(\.{1,2}/[^"]+)";', re.MULTILINE)


def test_every_template_is_used_and_every_name_is_that_of_a_template() -> None:
    """A page is named in the program, a part in the templates that have it."""
    program = (path.read_text("utf-8") for path in (ROOT / "scorekeeper").rglob("*.py"))
    named = {name for text in program for name in NAMED.findall(text)}
    for own in NAMES:
        assert get_template(own)
        named |= {name for name in NAMED.findall((TEMPLATES / own).read_text("utf-8")) if name != own}
    assert named == set(NAMES)


def test_what_is_imported_is_fetched_with_it() -> None:
    assert with_imports("js/offline/keep.js") == ("js/offline/keep.js", "js/tools.js")
    assert with_imports("js/live/update.js") == ("js/live/update.js", "js/tools.js", "js/live/line.js")
    page = Template('{% modules "live/update" "offline/keep" also="tools" %}').render(Context())
    assert page.count('<link rel="modulepreload" fetchpriority="low" href="/static/js/tools.js">') == 1
    assert '<script defer src="/static/vendor/idiomorph/idiomorph.min.js"></script><script type' in page
    assert page.endswith('<script type="module" src="/static/js/offline/keep.js"></script>')


def test_imports_are_written_in_the_one_way_that_is_looked_for() -> None:
    for path in SCRIPTS.rglob("*.js"):
        text = path.read_text("utf-8")
        assert ANY_IMPORT.findall(text) == IMPORT.findall(text), path
