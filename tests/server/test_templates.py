"""Templates are written for readers: no leftovers, and every one of them can be read."""

import re
from pathlib import Path

import pytest
from django.template.loader import get_template

ROOT = Path(__file__).parents[2]
TEMPLATES = ROOT / "templates"
NAMES = sorted(str(path.relative_to(TEMPLATES)) for path in TEMPLATES.rglob("*.html"))
NAMED = re.compile(r"""["']([\w/]+\.html)["']""")


@pytest.mark.parametrize("name", NAMES)
def test_every_template_can_be_read(name: str) -> None:
    assert get_template(name)


def test_every_template_is_used_and_every_name_is_that_of_a_template() -> None:
    """A page is named in the program, a part in the templates that have it."""
    program = (path.read_text("utf-8") for path in (ROOT / "scorekeeper").rglob("*.py"))
    named = {name for text in program for name in NAMED.findall(text)}
    parts = {
        name for own in NAMES for name in NAMED.findall((TEMPLATES / own).read_text("utf-8")) if name != own
    }
    assert named | parts == set(NAMES)


def test_parts_have_an_underscore_and_pages_have_none() -> None:
    """``rounds/_pad.html`` is included, ``rounds/hand.html`` is rendered or extended."""
    for name in NAMES:
        text = (TEMPLATES / name).read_text("utf-8")
        assert ("/_" in name) == ("{% block " not in text), name
        assert all("/_" in part for part in re.findall(r'\{% include "([^"]+)"', text)), name
