"""The JavaScript that pages name: all of it is there, and what it imports is fetched with it."""

import re
from collections import Counter
from pathlib import Path
from posixpath import dirname, join, normpath

import pytest
from django.conf import settings
from django.template import Context, Template, TemplateSyntaxError

from scorekeeper.server.joined import IMPORT, JOINED, WHOLES, join_modules, parts_of
from scorekeeper.server.modules import closure, size
from scorekeeper.server.storage import INDENT, NOTES

SCRIPTS = Path(settings.BASE_DIR) / "static" / "js"
TOP = re.compile(r"^(?:export )?(?:async )?(?:const|let|class|function\*?) (\w+)", re.MULTILINE)
ANY_IMPORT = re.compile(r'^(?:import|export)\b[^;"]*"(\.{1,2}/[^"]+)";', re.MULTILINE)
LATER = re.compile(r'\bimport\("([^"]+)"\)')
NAMED = re.compile(r"\{% modules ([^%]*) %\}")


def source(file: str) -> str:
    return (SCRIPTS.parent / file).read_text("utf-8")


def render(text: str) -> str:
    return Template(text).render(Context())


def test_what_is_imported_is_fetched_with_it() -> None:
    assert closure("js/offline/keep.js") == ("js/offline/keep.js", "js/tools.js")
    assert closure("js/live/update.js") == ("js/live/update.js", "js/tools.js", "js/live/line.js")
    page = render('{% modules "live/update" "offline/keep" also="tools" %}')
    assert page.count('<link rel="modulepreload" fetchpriority="low" href="/static/js/tools.js">') == 1
    assert page.endswith('<script type="module" src="/static/js/offline/keep.js"></script>')


def test_what_is_largest_is_fetched_first() -> None:
    """All of them before the scripts that a browser has to run in their order."""
    page = render('{% modules "live/update" "offline/keep" %}')
    files = re.findall(r'module(?:preload" fetchpriority="low)?" (?:href|src)="/static/([^"]+)"', page)
    fetched, run = files[:-2], files[-2:]
    assert run == ["js/live/update.js", "js/offline/keep.js"]
    assert set(fetched) == {*run, "js/tools.js", "js/live/line.js"}
    assert [size(file) for file in fetched] == sorted(map(size, fetched), reverse=True)
    assert size("js/tools.js") == sum(
        (SCRIPTS / name).stat().st_size for name in ("tools.js", "offline/store.js")
    )


def test_parts_come_with_the_module_that_needs_them() -> None:
    """Fetched are the module itself and what its parts import; a part is not fetched by itself."""
    assert closure("js/deal/deal.js") == ("js/deal/deal.js", "js/tools.js")
    assert closure("js/pad/actions.js") == ("js/pad/actions.js", "js/pad/state.js", "js/tools.js")
    assert set(closure("js/offline/outbox.js")) == {
        *("js/offline/outbox.js", "js/entry/fields.js", "js/tools.js"),
    }


def test_parts_are_joined_before_the_module_that_needs_them() -> None:
    texts = {
        "js/cards.js": "export const ace = 1;\n",
        "js/deal/turns.js": 'import { find, hit } from "../tools.js";\nexport const turns = find(hit);\n',
        "js/deal/plays.js": 'import {\n  find,\n  say,\n} from "../tools.js";\n'
        'import { turns } from "./turns.js";\nexport class Plays {}\n',
        "js/deal/deal.js": 'import { Plays } from "./plays.js";\nexport const deal = new Plays(turns);\n',
    }
    assert join_modules("js/deal/deal.js", texts.__getitem__) == (
        'import { find, hit, say } from "../tools.js";\n'
        "export const ace = 1;\n"
        "export const turns = find(hit);\nexport class Plays {}\nexport const deal = new Plays(turns);\n"
    )
    alone = 'import { find } from "../tools.js";\nexport const keep = find;\n'
    assert join_modules("js/offline/keep.js", {"js/offline/keep.js": alone}.__getitem__) == alone


def test_others_have_parts_from_the_module_that_they_are_served_in() -> None:
    """From whatever folder; together with what they import of that module anyway."""
    texts = {
        "js/page.js": 'import { all } from "./offline/store.js";\n'
        'import { find } from "./tools.js";\nfind(all);\n',
        "js/offline/outbox.js": 'import { add } from "./store.js";\nadd();\n',
        "js/pad/view.js": 'import { look } from "../cards.js";\nexport const view = look;\n',
        "js/pad/choices.js": "export const choices = 1;\n",
        "js/pad/actions.js": 'import { SHOWN } from "./state.js";\n'
        'import { view } from "./view.js";\nview(SHOWN);\n',
    }
    assert join_modules("js/page.js", texts.__getitem__) == (
        'import { all, find } from "./tools.js";\nfind(all);\n'
    )
    assert join_modules("js/offline/outbox.js", texts.__getitem__) == (
        'import { add } from "../tools.js";\nadd();\n'
    )
    assert join_modules("js/pad/actions.js", texts.__getitem__) == (
        'import { look, SHOWN } from "./state.js";\n'
        "export const view = look;\nexport const choices = 1;\nview(SHOWN);\n"
    )


@pytest.mark.parametrize("name", JOINED)
def test_a_joined_module_gives_no_name_twice_and_has_its_parts_in_order(name: str) -> None:
    text = join_modules(name, source)
    imported = [
        one for line in re.findall(r"^import \{([^}]*)\}", text, re.MULTILINE) for one in line.split(",")
    ]
    given = Counter([*TOP.findall(text), *(one.split()[-1] for one in imported)])
    assert given.most_common(1)[0][1] == 1, given.most_common(3)
    order = parts_of(name)
    for place, part in enumerate(order):
        files = [normpath(join(dirname(part), path)) for _names, path in IMPORT.findall(source(part))]
        assert not set(files) & set(order[place:]), part


def test_nothing_is_imported_later_by_a_part_or_from_one() -> None:
    """Only what is imported at once is looked for in the module that a part is served in."""
    for path in SCRIPTS.rglob("*.js"):
        file = f"js/{path.relative_to(SCRIPTS).as_posix()}"
        later = [normpath(join(dirname(file), name)) for name in LATER.findall(NOTES.sub("", source(file)))]
        assert not WHOLES.keys() & set(later), file
        assert file not in WHOLES or not later, file


def test_imports_are_written_in_the_one_way_that_is_joined() -> None:
    for path in SCRIPTS.rglob("*.js"):
        text = path.read_text("utf-8")
        assert ANY_IMPORT.findall(text) == [name for _names, name in IMPORT.findall(text)], path


def test_what_is_in_several_modules_is_kept_by_none_of_them() -> None:
    """Each of them has one of its own: that may not be felt, so there is nothing in it that changes."""
    times = Counter(part for parts in JOINED.values() for part in parts)
    several = [part for part, n in times.items() if n > 1]
    assert several == ["js/cards.js"]
    assert not re.findall(
        r"^(?:export )?let |^[^\s/].*(?:\bnew \w|= \[\]|= \{\})", source("js/cards.js"), re.MULTILINE
    )


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
        assert f"js/{name}.js" not in WHOLES, name


def test_comments_stay_at_home_and_nothing_else() -> None:
    text = """/* What it does. */
/**
 * Adds.
 * @param {number} one
 */
export const add = (one) => /** @type {number} */ (one + 1); // told
  /* alone */
export const text = "/* kept */";
/*! a licence */
"""
    assert NOTES.sub("", text).splitlines() == [
        "export const add = (one) => (one + 1); // told",
        'export const text = "/* kept */";',
        "/*! a licence */",
    ]


@pytest.mark.parametrize("left_out", [NOTES, INDENT])
def test_nothing_that_is_left_out_lies_within_a_text(left_out: re.Pattern[str]) -> None:
    """No template string has a line that looks like a comment, nor a second line at all."""
    for path in SCRIPTS.rglob("*.js"):
        text = path.read_text("utf-8")
        assert all(text[: found.start()].count("`") % 2 == 0 for found in left_out.finditer(text)), path
        assert "@param" not in NOTES.sub("", text), path


def test_indents_and_empty_lines_are_left_out() -> None:
    assert (
        INDENT.sub("\n", "if (one) {\n  two();\n\n\n  three();\n}\n") == "if (one) {\ntwo();\nthree();\n}\n"
    )
