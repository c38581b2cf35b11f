"""What of a template is settled when it is loaded comes out as Django itself says it."""

import re
from urllib.parse import quote

import pytest
from django.conf import settings
from django.template import Context, Engine, NodeList, engines
from django.template.base import VariableNode
from django.template.loader import get_template
from django.templatetags.i18n import TranslateNode
from django.templatetags.static import static
from django.test import override_settings
from django.urls import NoReverseMatch, clear_script_prefix, reverse, set_script_prefix
from django.utils.translation import gettext, override

from scorekeeper.server import links, templates
from scorekeeper.server.templates import settled

TAG = re.compile(r"\{% translate .*? %\}")
ENGINE = Engine(
    builtins=["django.templatetags.i18n", "django.templatetags.static", "scorekeeper.server.links"]
)
DJANGOS = Engine(builtins=["django.templatetags.i18n"])
LANGUAGES = [code for code, _name in settings.LANGUAGES]


def sources() -> list[str]:
    return [file.read_text("utf-8") for file in (settings.BASE_DIR / "templates").rglob("*.html")]


def rendered(text: str, **context: object) -> str:
    return ENGINE.from_string(text).render(Context(context))


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_that_templates_say(language: str) -> None:
    text = "\n".join(sorted({tag for source in sources() for tag in TAG.findall(source)}))
    assert text.count("\n") > 100
    with override(language):
        assert rendered(settled(text)) == rendered(text)


@pytest.mark.parametrize(
    "tag",
    [
        '{% translate "100 % of <b>all</b> & it\'s" %}',
        "{% translate 'Say \"yes\"' %}",
        '{% translate "Saved." as said %}{{ said }}',
        '{% translate "Saved." noop %}',
        '{% translate "May" context "month" %}',
        "{% translate 'May' context 'month' %}",
        '{% translate "a <b>"|upper %}',
        "{% translate word %}",
        '{% translate _("Saved.") %}',
        '{% translate "Saved." context month %}',
        '{% translate "" %}',
        "{% static 'icons/favicon.svg' %}",
        '{% static "js/"|add:word %}',
        '{% static "icons/favicon.svg" as icon %}{{ icon }}',
    ],
)
def test_whatever_a_tag_holds(tag: str) -> None:
    with override("ja"):
        context = {"word": "<Saved.>", "month": "month"}
        assert rendered(settled(tag), **context) == rendered(tag, **context)


def test_only_what_is_always_the_same_is_settled() -> None:
    with override("ja"):
        said = gettext("Saved.")
        assert settled('{% translate "Saved." %}') == said != "Saved."
    ways = '{% translate "Saved." as said %}', "{{ said }}"
    left = [DJANGOS.from_string(settled(way)).nodelist[0] for way in ways]
    assert [type(node) for node in left] == [TranslateNode, VariableNode]
    assert settled("{% static 'icons/favicon.svg' %}") == static("icons/favicon.svg")
    assert settled("{% static name %}") == "{% static name %}"


@pytest.mark.parametrize("said", ["{{ name }}", "{% now 'Y' %}", "a {# b #}"])
def test_a_translation_is_never_taken_for_a_template(said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(templates, "gettext", lambda sentence: said)
    assert settled('<p>{% translate "Saved." %}</p>') == '<p>{% translate "Saved." %}</p>'


def test_every_language_has_templates_of_its_own() -> None:
    """Those that pages are made of, also when another language had the same template before."""
    for language in [*LANGUAGES, *reversed(LANGUAGES)]:
        with override(language):
            said = gettext("No connection")
            assert f"<title>{said}</title>" in get_template("offline.html").render({}), language


def test_pages_are_made_of_settled_templates() -> None:
    with override("ja"):
        template = get_template("offline.html").template  # type: ignore[attr-defined]
    found = template.nodelist.get_nodes_by_type(TranslateNode)
    assert [str(node.filter_expression) for node in found if not node.asvar] == []
    address = engines["django"].from_string('{% url "table" sid %}').template.nodelist[0]  # type: ignore[attr-defined]
    assert isinstance(address, links.AddressNode)


def test_nothing_within_a_page_is_in_another_language() -> None:
    """It would be settled in that of the page."""
    assert not [source for source in sources() if re.search(r"\{% language |\{% localize ", source)]


# --- Addresses of pages


@pytest.mark.urls("scorekeeper.urls")
def test_an_address_is_that_of_django() -> None:
    expected = reverse("table", args=("abc",))
    for _time in range(2):
        assert rendered('{% url "table" sid %}', sid="abc") == expected
        assert rendered('{% url "table" sid as it %}<{{ it }}>', sid="abc") == f"<{expected}>"
        assert rendered("{% url name sid %}", name="rounds", sid="x-y") == reverse("rounds", args=("x-y",))


def nodes(text: str) -> NodeList:
    return ENGINE.from_string(text).nodelist


@pytest.mark.urls("scorekeeper.urls")
def test_what_is_nowhere_is_told_unless_it_is_kept_for_later() -> None:
    with pytest.raises(NoReverseMatch):
        rendered('{% url "nothing" %}')
    with pytest.raises(NoReverseMatch):
        rendered('{% url "table" missing %}')
    assert rendered('{% url "table" missing as it %}<{{ it }}>') == "<>"


@pytest.mark.urls("scorekeeper.urls")
def test_other_patterns_prefixes_and_kinds_of_values_have_other_addresses() -> None:
    text, number = '{% url "table" sid %}', '{% url "round" "abc" number %}'
    plain = rendered(text, sid="abc")
    assert rendered(number, number=1).endswith("/1/")
    with pytest.raises(NoReverseMatch):
        rendered(number, number=True)
    set_script_prefix("/below/")
    try:
        assert rendered(text, sid="abc") == f"/below{plain}"
    finally:
        clear_script_prefix()
    with override_settings(ROOT_URLCONF="tests.server.stub_urls"), pytest.raises(NoReverseMatch):
        rendered(text, sid="abc")
    assert rendered(text, sid="abc") == plain


def test_an_address_is_escaped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(links, "reverse", lambda name, args: f"/{quote(name)}?a&{args[0]}")
    try:
        assert rendered('{% url "x" value %}', value='"') == "/x?a&amp;&quot;"
    finally:
        links.address.cache_clear()


def test_named_values_go_djangos_way() -> None:
    plain, named = nodes('{% url "table" sid %}{% url "table" sid=sid %}')
    assert isinstance(plain, links.AddressNode)
    assert not isinstance(named, links.AddressNode)
