"""The JavaScript that pages name: all of it is there, and what it imports is fetched with it."""

import re
from collections import Counter
from pathlib import Path

import pytest
from django.conf import settings
from django.template import Context, Template, TemplateSyntaxError

from scorekeeper.server.joined import JOINED, PARTS, join_modules
from scorekeeper.server.modules import closure, imports
from scorekeeper.server.storage import NOTES

SCRIPTS = Path(settings.BASE_DIR) / "static" / "js"
TOP = re.compile(r"^(?:export )?(?:async )?(?:const|let|class|function\*?) (\w+)", re.MULTILINE)
NAMED = re.compile(r"\{% modules ([^%]*) %\}")


def render(text: str) -> str:
    return Template(text).render(Context())


def test_what_is_imported_is_fetched_with_it() -> None:
    assert closure("js/cards.js") == ("js/cards.js",)
    assert set(closure("js/pad/state.js")) == {"js/pad/state.js", "js/cards.js", "js/tools.js"}
    page = render('{% modules "pad/state" "cards" also="tools" %}')
    assert page.count('<link rel="modulepreload" fetchpriority="low" href="/static/js/tools.js">') == 1
    assert (page.count("<link"), page.count("<script")) == (1, 2)
    assert page.endswith('<script type="module" fetchpriority="low" src="/static/js/cards.js"></script>')


def test_parts_come_with_the_module_that_needs_them() -> None:
    """Fetched are the module itself and what its parts import; a part is not fetched beside it."""
    assert set(closure("js/deal/deal.js")) == {"js/deal/deal.js", "js/cards.js", "js/tools.js"}


def test_parts_are_joined_before_the_module_that_needs_them() -> None:
    texts = {
        "js/deal/turns.js": 'import { find, hit } from "../tools.js";\nexport const turns = find(hit);\n',
        "js/deal/plays.js": 'import {\n  find,\n  say,\n} from "../tools.js";\n'
        'import { turns } from "./turns.js";\nexport class Plays {}\n',
        "js/deal/deal.js": 'import { Plays } from "./plays.js";\nexport const deal = new Plays(turns);\n',
    }
    assert join_modules("js/deal/deal.js", texts.__getitem__) == (
        'import { find, hit, say } from "../tools.js";\n'
        "const turns = find(hit);\nclass Plays {}\nexport const deal = new Plays(turns);\n"
    )
    alone = 'import { find } from "./tools.js";\nexport const cards = find;\n'
    assert join_modules("js/cards.js", {"js/cards.js": alone}.__getitem__) == alone


@pytest.mark.parametrize("name", JOINED)
def test_a_joined_module_gives_no_name_twice_and_nobody_else_needs_its_parts(name: str) -> None:
    text = join_modules(name, lambda part: (SCRIPTS.parent / part).read_text("utf-8"))
    imported = [
        one for line in re.findall(r"^import \{([^}]*)\}", text, re.MULTILINE) for one in line.split(",")
    ]
    given = Counter([*TOP.findall(text), *(one.split()[-1] for one in imported)])
    assert given.most_common(1)[0][1] == 1, given.most_common(3)
    whole = {*JOINED[name], name}
    order = [*JOINED[name], name]
    for path in SCRIPTS.rglob("*.js"):
        file = f"js/{path.relative_to(SCRIPTS).as_posix()}"
        needed = PARTS.intersection(imports(file)) & whole
        assert file in whole or not needed, file
        assert all(order.index(part) < order.index(file) for part in needed), file


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


def test_comments_stay_at_home_and_nothing_else() -> None:
    source = """/* What it does. */
/**
 * Adds.
 * @param {number} one
 */
export const add = (one) => /** @type {number} */ (one + 1); // told
  /* alone */
export const text = "/* kept */";
/*! a licence */
"""
    assert NOTES.sub("", source).splitlines() == [
        "export const add = (one) => (one + 1); // told",
        'export const text = "/* kept */";',
        "/*! a licence */",
    ]


def test_no_comment_of_a_module_begins_within_a_text() -> None:
    """What is taken out are comments alone: no template string has a line that looks like one."""
    for path in SCRIPTS.rglob("*.js"):
        source = path.read_text("utf-8")
        assert all(source[: found.start()].count("`") % 2 == 0 for found in NOTES.finditer(source)), path
        assert "@param" not in NOTES.sub("", source), path
