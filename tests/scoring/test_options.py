"""House rules: declared once, loaded strictly, written only where they differ."""

from dataclasses import fields
from typing import Any

import pytest

from scorekeeper.scoring import options as house_rules
from scorekeeper.scoring.errors import ReadError
from scorekeeper.scoring.options import Spec
from scorekeeper.scoring.registry import RULESETS

SPECS = [
    pytest.param(ruleset.defaults, spec, id=f"{game}-{spec.key}")
    for game, ruleset in RULESETS.items()
    for spec in house_rules.specs(type(ruleset.defaults))
]
GAMBLE = RULESETS["gamble"].defaults


@pytest.mark.parametrize(("defaults", "spec"), SPECS)
def test_every_rule_says_what_a_page_needs(defaults: object, spec: Spec) -> None:
    assert spec.label
    assert spec.help.endswith(".")
    assert spec.source
    assert spec.group
    assert spec.default == getattr(defaults, spec.key)
    assert spec.check(spec.default, "") == spec.default


@pytest.mark.parametrize(("defaults", "spec"), SPECS)
def test_every_value_is_loaded_and_written(defaults: Any, spec: Spec) -> None:
    values = [key for key, _ in spec.choices] or [spec.low, spec.high]
    for value in values:
        loaded = house_rules.load(defaults, {spec.key: value})
        assert getattr(loaded, spec.key) == value
        assert house_rules.dump(loaded, defaults) == ({spec.key: value} if value != spec.default else {})


@pytest.mark.parametrize(("defaults", "spec"), SPECS)
def test_every_choice_has_a_label(defaults: object, spec: Spec) -> None:
    assert all(key and label for key, label in spec.choices)
    assert (spec.kind == "choice") == bool(spec.choices)


def test_defaults_are_those_of_the_rules() -> None:
    # a 2 counts 50, faces 10, nearest 10, dobon times 3; no return, no 8s, the going-out card may be claimed
    wanted = {
        "dobon_factor": 3, "two_value": 50, "face_value": 10, "round_unit": 10, "round_to": "nearest",
        "round_where": "sum", "returns": "off", "out_card": "allowed", "single_claim": "allowed",
        "eights": "off", "combine": "product", "next_starter": "nearest", "decks": 1,
    }  # fmt: skip
    assert {field.name: getattr(GAMBLE, field.name) for field in fields(GAMBLE)} == wanted


BAD = [
    (None, "options", "type.object"),
    ([], "options", "type.object"),
    ({"retruns": "on"}, "options", "key.unknown"),
    ({"returns": "maybe"}, "options.returns", "option.choice"),
    ({"returns": True}, "options.returns", "option.choice"),
    ({"returns": ["on"]}, "options.returns", "option.choice"),
    ({"returns": None}, "options.returns", "option.choice"),
    ({"two_value": "50"}, "options.two_value", "option.whole"),
    ({"two_value": 50.0}, "options.two_value", "option.whole"),
    ({"two_value": True}, "options.two_value", "option.whole"),
    ({"two_value": 0}, "options.two_value", "option.bounds"),
    ({"two_value": 501}, "options.two_value", "option.bounds"),
    ({"decks": -1}, "options.decks", "option.bounds"),
    ({"round_unit": 10**18}, "options.round_unit", "option.bounds"),
]


@pytest.mark.parametrize(("data", "where", "code"), BAD)
def test_what_is_not_allowed_is_refused(data: object, where: str, code: str) -> None:
    with pytest.raises(ReadError) as caught:
        house_rules.load(GAMBLE, data)
    assert (caught.value.where, caught.value.code) == (where, code)


SUMMARIES = [
    ({}, ["dobon ×3", "2s count 50", "no return"]),
    ({"dobon_factor": 2, "two_value": 20, "returns": "on"}, ["dobon ×2", "2s count 20", "with return"]),
    (
        {"face_value": 11, "eights": "summed", "round_unit": 5},
        ["dobon ×3", "2s count 50", "no return", "faces count 11", "8s double", "rounded to 5"],
    ),
]


@pytest.mark.parametrize(("changes", "phrases"), SUMMARIES)
def test_the_rules_in_a_few_words(changes: dict[str, object], phrases: list[str]) -> None:
    options = house_rules.load(GAMBLE, changes)
    assert [text % values for text, values in RULESETS["gamble"].summary(options)] == phrases
