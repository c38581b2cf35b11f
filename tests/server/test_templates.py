"""Templates, and the modules that they load."""

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
    """Pages are named in Python, partials in templates."""
    program = (path.read_text("utf-8") for path in (ROOT / "scorekeeper").rglob("*.py"))
    named = {name for text in program for name in NAMED.findall(text)}
    for own in NAMES:
        assert get_template(own)
        named |= {name for name in NAMED.findall((TEMPLATES / own).read_text("utf-8")) if name != own}
    assert named == set(NAMES)


def test_imports_are_preloaded() -> None:
    assert with_imports("js/offline/keep.js") == ("js/offline/keep.js", "js/tools.js")
    assert with_imports("js/live/update.js") == ("js/live/update.js", "js/tools.js", "js/live/line.js")
    page = Template('{% modules "live/update" "offline/keep" also="tools" %}').render(Context())
    assert page.count('<link rel="modulepreload" fetchpriority="low" href="/static/js/tools.js">') == 1
    assert '<script defer src="/static/vendor/idiomorph/idiomorph.min.js"></script><script type' in page
    assert page.endswith('<script type="module" src="/static/js/offline/keep.js"></script>')


def test_imports_have_the_form_that_is_recognized() -> None:
    for path in SCRIPTS.rglob("*.js"):
        text = path.read_text("utf-8")
        assert ANY_IMPORT.findall(text) == IMPORT.findall(text), path
