"""What every game and every code of the engine needs on the pages."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from typing import Any

import pytest
from django.http import QueryDict
from django.template.loader import get_template, render_to_string

from scorekeeper.circles.models import CircleChange
from scorekeeper.games.dobon.endings import ENDINGS as PAGES
from scorekeeper.games.families import family_of
from scorekeeper.play.documents import ERRORS
from scorekeeper.play.models import RoundEdit
from scorekeeper.rules.forms import OptionsForm
from scorekeeper.scoring import options as house_rules
from scorekeeper.scoring import texts
from scorekeeper.scoring.dobon.endings import ENDINGS, needs, required
from scorekeeper.scoring.errors import ReadError
from scorekeeper.scoring.events import EVENTS
from scorekeeper.scoring.options import Options
from scorekeeper.scoring.registry import GAMES, RULESETS
from scorekeeper.scoring.ruleset import Ruleset
from tests.helpers import Phone, html
from tests.house.test_rooms import HOUSE, tree

FIRST = {ruleset.family: key for key, ruleset in reversed(RULESETS.items())}
"""One game of each family."""
FAMILIES = [
    pytest.param(ruleset, id=key, marks=() if key in FIRST.values() else pytest.mark.long)
    for key, ruleset in RULESETS.items()
]
one_of_each_family = pytest.mark.parametrize("ruleset", FAMILIES)


@pytest.fixture(params=RULESETS.values(), ids=RULESETS.keys())
def ruleset(request: pytest.FixtureRequest) -> Ruleset:
    param: Ruleset = request.param
    return param


def variations(ruleset: Ruleset) -> Iterator[Any]:
    """The default rules, and those with one option changed, if that is valid."""
    yield ruleset.defaults
    for spec in house_rules.specs(type(ruleset.defaults)):
        values = [key for key, _ in spec.choices] or (
            [spec.low, spec.high] if spec.kind == "int" else ["1 2"]
        )
        for value in values:
            with suppress(ReadError):
                yield house_rules.load(ruleset.defaults, {spec.key: value})


def rules_in_words(ruleset: Ruleset, options: Options) -> list[tuple[str, str, str]]:
    """The chapters of the rules: kind, heading and body."""
    rulebook = family_of(ruleset).rulebook
    page = render_to_string(rulebook.template, {"book": rulebook.book(ruleset, options)})
    return re.findall(r'<details[^>]* id="c-(\w+)">.*?<h3>(.*?)</h3>(.*?)</details>', page, re.DOTALL)


@one_of_each_family
def test_the_rulebook_has_a_chapter_for_every_ending(ruleset: Ruleset) -> None:
    for options in variations(ruleset):
        chapters = rules_in_words(ruleset, options)
        assert set(ruleset.kinds(options)) - {"nogame"} <= {key for key, _heading, _body in chapters}
        headings = [heading for _key, heading, _body in chapters]
        assert all(headings)
        assert len(set(headings)) == len(headings)
        for _key, _heading, body in chapters:
            assert "<p>" in body
            assert not re.search(r"<(p|li|ul)>\s*</\1>|</b>\s*</p>", body)


def test_every_house_rule_has_a_form_field_with_its_usual_value(ruleset: Ruleset) -> None:
    form = OptionsForm(ruleset)
    specs = [spec for spec in house_rules.specs(type(ruleset.defaults)) if spec.kind != "preset"]
    assert [f"opt-{spec.key}" for spec in specs] == [field.html_name for field in form]
    for spec in specs:
        assert not spec.yes or {spec.yes, spec.no} == {key for key, _label in spec.choices}
    own = {row.field.name for group in form.groups() for row in group.rows}
    borrowed = {row.field.name for group in form.groups(borrowed=True) for row in group.rows}
    assert own == {spec.key for spec in specs if ruleset.key in spec.games}
    assert not own & borrowed
    assert own | borrowed == {spec.key for spec in specs}
    data = QueryDict(mutable=True)
    for spec in house_rules.specs(type(ruleset.defaults)):
        data[f"opt-{spec.key}"] = str(getattr(ruleset.defaults, spec.key))
    unchanged = OptionsForm(ruleset, data)
    assert unchanged.is_valid()
    assert unchanged.options() == ruleset.defaults


def test_every_ending_has_a_name_and_a_headline(ruleset: Ruleset) -> None:
    for options in variations(ruleset):
        kinds = ruleset.kinds(options)
        assert set(kinds) - set(EVENTS) <= set(ruleset.messages.headlines)
        for kind in (*kinds, "adjust"):
            called = family_of(ruleset).form.called(ruleset.key, kind)
            assert called or (ruleset.key, kind) == ("doudizhu", "deal")


def test_every_required_fact_of_an_ending_has_a_question() -> None:
    assert list(PAGES) == list(ENDINGS)
    for ruleset in (one for one in GAMES if one.family == "dobon"):
        for options in variations(ruleset):
            for kind, need in needs(options).items():
                asked = {field for field, slot in PAGES[kind].slots.items() if slot.missing}
                assert {*ENDINGS[kind].required, *required(need, options)} <= asked


NAMED = {"winner": "1", "victim": "1", "starter": "1", "player": "1", "callers": ["0"], "card": "9"}


@one_of_each_family
def test_any_posted_ending_is_answered_with_a_page(db: None, ruleset: Ruleset) -> None:
    phone = Phone().open_table(("A", "B", "C"), game=ruleset.key)
    form = phone.fill({})
    chosen = [{field: value} for field, value in NAMED.items()] if ruleset.family == "dobon" else []
    for kind in (*ENDINGS, "adjust", "deal", "unknown"):
        assert phone.send({**form, "kind": kind, **NAMED}, "preview").status_code in (200, 422), kind
        for fields in chosen:
            sent = {**form, "kind": kind, **fields}
            answer = phone.post(phone.url("round_new"), sent, headers={"HX-Request": "true"})
            assert answer.status_code in (200, 422), (kind, fields)


def test_every_game_has_its_pages(db: None, ruleset: Ruleset) -> None:
    """A module of a pad that is fetched only when it is needed would be missing without a connection."""
    family = family_of(ruleset)
    page = html(Phone().open_table(("A", "B", "C"), game=ruleset.key).show("round_new"))
    (module,) = re.findall(r'data-module="([^"]+)"', page)
    assert f'rel="modulepreload" fetchpriority="low" href="{module}"' in page
    assert bool(family.rulebook.asking) == bool(family.referee)
    if family.referee is None:
        return
    answer = family.referee(QueryDict(), ruleset.defaults, 0)
    assert not answer.wrong, "an empty question is answered"
    assert get_template(answer.template)


def test_every_action_of_the_log_has_a_label() -> None:
    """Without a label Django derives one from the name."""
    actions = [*RoundEdit.Action, *CircleChange.Action]
    assert [one for one in actions if one.label == one.name.replace("_", " ").title()] == []


CALLS = [
    ("Problem", 0, [texts.MESSAGES.problems]),
    ("ReadError", 1, [texts.MESSAGES.errors, ERRORS]),
    ("Step", 0, [texts.MESSAGES.steps]),
    ("_multiply_each", 1, [texts.MESSAGES.steps]),
    ("_multiply_each", 2, [texts.MESSAGES.steps]),
    (".times", 0, [texts.MESSAGES.steps]),
    (".times_result", 0, [texts.MESSAGES.steps]),
    (".at_most", 0, [texts.MESSAGES.steps]),
    ("Note", 0, [texts.MESSAGES.notes]),
    ("Transfer", 3, [texts.MESSAGES.transfers]),
]
"""Calls that take a code, its place among the arguments, and the tables of its texts."""


@cache
def calls() -> Mapping[str, Sequence[ast.Call]]:
    """The calls in the sources, by what is called; only sources with one of ``CALLS`` are parsed."""
    result: dict[str, list[ast.Call]] = defaultdict(list)
    for path in HOUSE.rglob("*.py"):
        source = path.read_text(encoding="utf-8")
        for node in ast.walk(tree(path)) if any(f"{call}(" in source for call, *_more in CALLS) else ():
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                result[node.func.id].append(node)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                result[f".{node.func.attr}"].append(node)
    return result


def codes(call: str, place: int) -> Iterator[str]:
    """The codes at an argument of calls in the sources, as regular expressions."""
    for node in calls()[call]:
        if len(node.args) > place:
            yield from patterns(node.args[place])


def patterns(node: ast.expr) -> Iterator[str]:
    """A literal code, or a pattern for an f-string; nothing for a variable."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield re.escape(node.value)
    elif isinstance(node, ast.JoinedStr):
        yield "".join(re.escape(v.value) if isinstance(v, ast.Constant) else r"\w+" for v in node.values)
    elif isinstance(node, ast.IfExp):
        yield from patterns(node.body)
        yield from patterns(node.orelse)


CLAIMS = {r"claim\.way": "the line of a claim is written as arithmetic"}


@pytest.mark.parametrize(("call", "place", "tables"), CALLS)
def test_every_code_has_a_text(call: str, place: int, tables: list[Mapping[str, object]]) -> None:
    result = set(codes(call, place))
    assert result
    known = [key for table in tables for key in table]
    missing = [code for code in result if not any(re.fullmatch(code, key) for key in known)]
    assert set(missing) <= set(CLAIMS)


def test_every_text_is_used() -> None:
    sources = "\n".join(
        path.read_text(encoding="utf-8") for path in HOUSE.rglob("*.py") if path.name != "messages.py"
    )
    for table in (texts.MESSAGES.problems, texts.MESSAGES.notes):
        for code in table:
            assert f'"{code}"' in sources, code


OF_HANDS = {
    *("deck.too_many", "deck.joker", "deck.jokers", "suits.bounds", "suits.cards", "hand.missing"),
    *("claim.wrong", "claim.no_cards", "claim.single", "out.cards_left", "out_card.refused", "burst.cards"),
    *("drawn.missing",),
}
OF_CHANGES = {"seats.absent", "seats.present", "pot.short"}
OF_DEALS = {
    *("auction.turn", "auction.not_higher", "auction.over", "auction.unfinished"),
    "lot.off",
    *("play.illegal", "play.not_higher", "play.first", "play.over", "play.many", "play.unfinished"),
}


def test_every_objection_is_classified_by_whether_it_reveals_hands() -> None:
    """Those that reveal hands are withheld at tables with hidden hands; changes and deals reveal none."""
    others = set(texts.MESSAGES.problems) - texts.MESSAGES.handless
    assert others == OF_HANDS | OF_CHANGES | OF_DEALS
    assert texts.MESSAGES.handless <= set(texts.MESSAGES.problems)


def test_one_pays_names_known_transfers() -> None:
    assert texts.MESSAGES.one_pays <= set(texts.MESSAGES.transfers)
