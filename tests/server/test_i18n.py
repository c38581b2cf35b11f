"""Sentences of templates come out as Django itself translates them."""

import re

import pytest
from django.conf import settings
from django.core.checks import run_checks
from django.template import Context, Engine
from django.template.base import VariableNode
from django.templatetags.i18n import TranslateNode
from django.utils.translation import override

from scorekeeper.server.i18n import Sentence

TAG = re.compile(r"\{% translate .*? %\}")
OURS = Engine(libraries={"i18n": "scorekeeper.server.i18n"}, builtins=["scorekeeper.server.i18n"])
DJANGOS = Engine(builtins=["django.templatetags.i18n"])


def tags() -> list[str]:
    files = (settings.BASE_DIR / "templates").rglob("*.html")
    return sorted({tag for file in files for tag in TAG.findall(file.read_text("utf-8"))})


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_all_that_templates_say(language: str) -> None:
    text = "\n".join(tags())
    assert text.count("\n") > 100
    with override(language):
        assert OURS.from_string(text).render(Context()) == DJANGOS.from_string(text).render(Context())


@pytest.mark.parametrize(
    "tag",
    [
        '{% translate "100 % of <b>all</b> & it\'s" %}',
        "{% translate 'Say \"yes\"' %}",
        '{% translate "Saved." as said %}{{ said }}',
        '{% translate "Saved." noop %}',
        '{% translate "May" context "month" %}',
        '{% translate "a <b>"|upper %}',
        "{% translate word %}",
        '{% translate _("Saved.") %}',
    ],
)
def test_whatever_a_tag_holds(tag: str) -> None:
    with override("ja"):
        one, other = (
            engine.from_string(tag).render(Context({"word": "<Saved.>"})) for engine in (OURS, DJANGOS)
        )
    assert one == other


def test_taking_the_place_of_djangos_tags_is_no_complaint() -> None:
    assert [found for found in run_checks() if not found.is_silenced()] == []


def test_only_plain_sentences_go_the_shorter_way() -> None:
    ways = '{% translate "Saved." %}', '{% translate "Saved." as said %}', "{{ said }}"
    nodes = [OURS.from_string(way).nodelist[0] for way in ways]
    assert [type(node) for node in nodes] == [Sentence, TranslateNode, VariableNode]
